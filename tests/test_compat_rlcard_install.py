"""RLCard with our functions in it, beside RLCard as it was."""

import pickle
import random
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import rlcard
import rlcard.models
from rlcard.agents import RandomAgent
from rlcard.games.base import Card as TheirCard
from rlcard.games.gin_rummy import judge as their_judge
from rlcard.games.gin_rummy.player import GinRummyPlayer
from rlcard.games.gin_rummy.utils import melding, utils
from rlcard.games.gin_rummy.utils.gin_rummy_error import GinRummyProgramError
from rlcard.games.gin_rummy.utils.thinker import Thinker

from gin_fast.compat.rlcard import install, make, patching, uninstall
from gin_fast.compat.rlcard import judge as our_judge
from hands import neighbouring_hands
from rlcard_games import Choice, random_choice, steps
from rlcard_hands import cards_of, shuffled


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    yield
    uninstall()


def attributes() -> dict[tuple[str, str], Any]:
    """Return everything that RLCard's modules of gin rummy hold, and their classes."""
    found = {}
    for name, module in list(sys.modules.items()):
        if not name.startswith("rlcard"):
            continue
        for attribute, value in vars(module).items():
            found[name, attribute] = value
            if isinstance(value, type) and value.__module__.startswith("rlcard"):
                found |= {(f"{name}.{attribute}", key): held for key, held in vars(value).items()}
    return found


def differing(one: dict[Any, Any], two: dict[Any, Any]) -> set[tuple[str, str]]:
    assert one.keys() == two.keys()
    return {key for key, value in one.items() if two[key] is not value}


def trace(seed: int, choose: Choice, games: int = 1) -> list[object]:
    """Return all that somebody sees of games of RLCard's."""
    env = rlcard.make("gin-rummy", {"seed": seed})
    seen: list[object] = []
    for _ in range(games):
        state, player = env.reset()
        while True:
            legal = state["raw_legal_actions"]
            seen += [player, list(state["legal_actions"].items()), legal, state["obs"].tobytes()]
            seen += [state["obs"].dtype, state["raw_obs"].shape, type(state["legal_actions"])]
            if env.is_over():
                break
            state, player = env.step(choose(legal))
            seen.append(env.game.get_state(player))
        seen += [env.get_payoffs().tolist(), env.get_payoffs().dtype]
        seen += map(str, env.game.round.move_sheet)
    return seen


@pytest.mark.parametrize("compat", [True, False])
def test_games_are_the_same_with_and_without(
    compat: bool,  # noqa: FBT001
    numbers: random.Random,
    rounds: int,
) -> None:
    seeds = [numbers.randrange(2**32) for _ in range(rounds if compat else rounds // 4)]
    before = [trace(seed, random_choice(random.Random(seed))) for seed in seeds]
    install(compat=compat)
    for seed, expected in zip(seeds, before, strict=True):
        assert trace(seed, random_choice(random.Random(seed))) == expected


def plain(value: Any) -> object:
    """Return what can be compared: arrays as their bytes."""
    if isinstance(value, np.ndarray):
        return (value.dtype, value.shape, value.tobytes())
    if isinstance(value, dict):
        return [(key, plain(held)) for key, held in value.items()]
    return [plain(held) for held in value] if isinstance(value, list) else value


@pytest.mark.parametrize("compat", [True, False])
@pytest.mark.parametrize("kind", ["random", "novice"])
def test_runs_of_agents_are_the_same_with_and_without(
    kind: str,
    compat: bool,  # noqa: FBT001
    numbers: random.Random,
) -> None:
    seed = numbers.randrange(2**32)

    def run() -> list[Any]:
        env = rlcard.make("gin-rummy", {"seed": seed})
        agents = [RandomAgent(env.num_actions) for _ in range(2)]
        if kind == "novice":
            agents = rlcard.models.load("gin-rummy-novice-rule").agents
        env.set_agents(agents)
        np.random.seed(seed)  # noqa: NPY002 - what the agents draw from.
        found = []
        for is_training in (False, True, False):
            trajectories, payoffs = env.run(is_training=is_training)
            moved = rlcard.utils.reorganize(trajectories, payoffs)
            found.append((plain(trajectories), plain(moved), payoffs.tolist()))
        return found

    before = run()
    install(compat=compat)
    assert run() == before


SETTINGS: list[dict[str, Any]] = [
    {"going_out_deadwood_count": 40},
    {"going_out_deadwood_count": 7, "is_always_knock": True},
    {"max_drawn_card_count": 5, "is_allowed_pick_up_discard": False},
    {"max_move_count": 9, "is_allowed_to_discard_picked_up_card": True},
    {"is_allowed_gin": False, "is_south_never_knocks": True, "stockpile_dead_card_count": 25},
    {"is_allowed_knock": False},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=" ".join)
def test_every_setting_is_kept(settings: dict[str, Any], numbers: random.Random) -> None:
    """RLCard with our functions plays as our environment does, which is held against RLCard."""
    install(compat=True)
    theirs = rlcard.make("gin-rummy", {"seed": 1})
    for name, value in settings.items():
        setattr(theirs.game.settings, name, value)
    ours = make(config=settings, compat=True)
    for _ in range(10):
        seed = numbers.randrange(2**32)
        assert theirs.seed(seed) == ours.seed(seed)
        for _ in steps(theirs, ours, random_choice(numbers)):
            pass


def test_everything_is_put_back() -> None:
    before = attributes()
    for compat in (True, False, False, True):
        install(compat=compat)
        install(compat=compat)
        changed = differing(before, attributes())
        assert ("rlcard.games.gin_rummy.utils.melding", "get_best_meld_clusters") in changed
        assert ("rlcard.games.gin_rummy.player.GinRummyPlayer", "get_meld_clusters") in changed
        assert ("rlcard.games.gin_rummy.game.GinRummyGame", "step") in changed or compat
    uninstall()
    assert differing(before, attributes()) == set()
    uninstall()
    assert differing(before, attributes()) == set()


def test_names_that_were_copied_change_too(monkeypatch: pytest.MonkeyPatch) -> None:
    original = melding.get_best_meld_clusters
    early, late = types.ModuleType("early"), types.ModuleType("late")
    for module in (early, late):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    vars(early)["clusters"] = original
    install()
    assert vars(early)["clusters"] is melding.get_best_meld_clusters is not original
    vars(late)["clusters"] = melding.get_best_meld_clusters
    uninstall()
    assert vars(early)["clusters"] is vars(late)["clusters"] is original


def test_what_somebody_else_put_there_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    # So that it is RLCard's own that comes back in the end.
    monkeypatch.setattr(GinRummyPlayer, "get_meld_clusters", GinRummyPlayer.get_meld_clusters)
    install()

    def mine(_player: object) -> list[object]:
        return []

    GinRummyPlayer.get_meld_clusters = mine
    uninstall()
    assert GinRummyPlayer.get_meld_clusters is mine


def test_threads_may_install_and_uninstall() -> None:
    before = attributes()
    start = threading.Barrier(8)

    def often(compat: bool) -> None:  # noqa: FBT001
        start.wait()
        for _ in range(5):
            install(compat=compat)
            uninstall()

    threads = [threading.Thread(target=often, args=(at % 2 == 0,)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert differing(before, attributes()) == set()


def interrupted(call: Callable[[], None], at: int) -> bool:
    """Call, and interrupt it at the line of `patching` that is the `at`-th to be come to."""
    come_to: set[object] = set()

    def trace_calls(frame: types.FrameType, _event: str, _arg: object) -> Any:
        code = frame.f_code
        is_of_patching = code.co_filename == patching.__file__
        # The others only look for what is to be replaced.
        return trace_lines if is_of_patching and code.co_name.endswith("install") else None

    def trace_lines(frame: types.FrameType, event: str, _arg: object) -> Any:
        place = (frame.f_code.co_name, frame.f_lineno, id(frame.f_locals.get("one")))
        if event == "line" and place not in come_to:
            come_to.add(place)
            if len(come_to) == at:
                raise KeyboardInterrupt
        return trace_lines

    sys.settrace(trace_calls)
    try:
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize("call", [install, uninstall, lambda: install(compat=True)])
def test_who_interrupts_it_can_go_on_or_back(call: Callable[[], None]) -> None:
    before = attributes()
    install()
    changed = differing(before, attributes())
    at = 1
    while True:
        uninstall()
        if call is not install:
            install()
        if not interrupted(call, at):
            break
        install()
        assert differing(before, attributes()) == changed
        uninstall()
        assert differing(before, attributes()) == set()
        at += 1 if at < 16 else 7
    assert at > 20


def test_modules_without_a_name_or_that_fail_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Late(types.ModuleType):
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(name)

    nameless = types.ModuleType("nameless")
    vars(nameless).update(clusters=melding.get_meld_clusters, __name__=None)
    monkeypatch.setitem(sys.modules, "nameless", nameless)
    monkeypatch.setitem(sys.modules, "late", Late("late"))
    original = melding.get_meld_clusters
    install()
    assert vars(nameless)["clusters"] is melding.get_meld_clusters is not original
    uninstall()
    assert vars(nameless)["clusters"] is original


@pytest.mark.parametrize("compat", [True, False])
def test_what_was_put_in_pickles(compat: bool) -> None:  # noqa: FBT001
    """So that it can be sent to other processes, with RLCard as it is or with ours in it."""
    before = attributes()
    install(compat=compat)
    after = attributes()
    changed = differing(before, after)
    assert len(changed) >= 15
    for key in changed:
        assert pickle.loads(pickle.dumps(after[key])) is after[key]  # noqa: S301


def test_of_what_ours_refuses_rlcard_makes_what_it_did(numbers: random.Random) -> None:
    """Cards that come twice, jokers, another number of cards."""
    pack = [*utils.get_deck(), TheirCard("BJ", "A"), TheirCard("RJ", "3")]
    hands = [numbers.choices(pack, k=numbers.choice([0, 3, 10, 10, 11, 11])) for _ in range(200)]

    def found() -> list[object]:
        calls: list[Callable[[Any], object]] = [
            melding.get_meld_clusters,
            melding.get_best_meld_clusters,
            melding.get_all_run_melds,
            melding.get_all_set_melds,
            lambda hand: melding.get_all_run_melds_for_suit(hand, "Z"),
            lambda hand: utils.get_deadwood(hand, [hand[:3]]),
            lambda hand: utils.get_deadwood_count(hand, [hand[:3]]),
            lambda hand: their_judge.get_going_out_cards(hand, 10),
        ]
        seen: list[object] = []
        for hand in hands:
            for call in calls:
                try:
                    seen.append(call(hand))
                except Exception as error:  # noqa: BLE001 - of whatever class theirs is.
                    seen.append((type(error), str(error)))
        return seen

    before = found()
    install(compat=True)
    assert found() == before


def test_what_is_no_action_is_refused_as_rlcard_does() -> None:
    errors = []
    for put_in in (False, True):
        if put_in:
            install()
        env = rlcard.make("gin-rummy", {"seed": 1})
        env.reset()
        with pytest.raises(Exception, match="Unknown step action=2") as caught:
            env.step(2, raw_action=True)
        errors.append(str(caught.value))
    assert len(set(errors)) == 1


def test_lists_of_rlcards_functions_stay_the_same(numbers: random.Random) -> None:
    hands = neighbouring_hands(numbers, 11)
    eleven = [shuffled(numbers, next(hands)) for _ in range(150)]

    def found() -> list[object]:
        clusters = [melding.get_meld_clusters(hand=hand) for hand in eleven]
        return [
            clusters,
            [melding.get_best_meld_clusters(hand[1:]) for hand in eleven],
            [melding.get_all_run_melds(hand) for hand in eleven],
            [melding.get_all_set_melds(hand=hand) for hand in eleven],
            [melding.get_all_run_melds_for_suit(cards=hand, suit="H") for hand in eleven],
            [their_judge.get_going_out_cards(hand, 10) for hand in eleven],
            [
                their_judge._get_going_out_cards(of_hand, hand, 20)  # noqa: SLF001
                for of_hand, hand in zip(clusters, eleven, strict=True)
            ],
            [utils.get_deadwood_count(hand=hand[1:], meld_cluster=[hand[:4]]) for hand in eleven],
            [utils.get_deadwood(hand[1:], [hand[:4]]) for hand in eleven],
            [Thinker(hand[1:]).get_meld_piles_with_discard_card(hand[0]) for hand in eleven],
        ]

    before = found()
    install(compat=True)
    assert found() == before


def test_players_keep_their_melds(numbers: random.Random) -> None:
    """Sets are kept in an order of their own once a rank is held four times."""

    def found(hand: list[Any], rest: list[Any]) -> list[object]:
        player = GinRummyPlayer(player_id=0, np_random=np.random)
        player.hand = list(hand)
        player.did_populate_hand()
        seen = [player.get_meld_clusters()]
        for card in rest:
            player.add_card_to_hand(card)
            seen.append(player.get_meld_clusters())
            player.remove_card_from_hand(player.hand[len(player.hand) // 2])
            seen.append(player.get_meld_clusters())
        return seen

    for _ in range(60):
        pack = cards_of(random.Random(numbers.random()).sample(range(4, 10), 6))
        numbers.shuffle(pack)
        before = found(pack[:10], pack[10:])
        install(compat=True)
        assert found(pack[:10], pack[10:]) == before
        uninstall()


def test_by_default_a_player_sees_his_own_cards() -> None:
    install()
    env = rlcard.make("gin-rummy", {"seed": 1})
    _, acting = env.reset()
    for player in (0, 1):
        hand = env.game.round.players[player].hand
        assert env.get_state(player)["obs"][0].sum() == len(hand)
        assert env.game.get_state(player)["hand"] == [card.get_index() for card in hand]
        assert bool(env.get_state(player)["legal_actions"]) == (player == acting)


def test_by_default_what_is_not_legal_is_refused() -> None:
    install()
    env = rlcard.make("gin-rummy", {"seed": 1})
    env.reset()
    hand = [*env.game.get_current_player().hand]
    with pytest.raises(GinRummyProgramError, match="action 2 is not legal here: expected one of"):
        env.step(2)
    assert env.game.get_current_player().hand == hand
    while not env.is_over():
        env.step(next(iter(env._get_legal_actions())))  # noqa: SLF001
    with pytest.raises(GinRummyProgramError, match="action 2 is not legal: the game is over"):
        env.step(2)


def test_by_default_limits_and_gin_are_right(numbers: random.Random) -> None:
    install()
    hands = neighbouring_hands(numbers, 11)
    for _ in range(100):
        hand = shuffled(numbers, next(hands))
        for limit in (10, 25, 10**12):
            expected = our_judge.get_going_out_cards(hand, min(limit, 98))
            assert their_judge.get_going_out_cards(hand, limit) == expected
    env = rlcard.make("gin-rummy", {"seed": 1})
    env.game.settings.going_out_deadwood_count = 98
    state, _ = env.reset()
    assert sum(action >= 58 for action in state["legal_actions"]) == 11


def test_a_judge_of_ones_own_is_asked() -> None:
    class OnlyFirst(their_judge.GinRummyJudge):  # type: ignore[misc]
        def get_legal_actions(self) -> list[Any]:
            return list(super().get_legal_actions()[:1])

    for compat in (True, False):
        install(compat=compat)
        env = rlcard.make("gin-rummy", {"seed": 1})
        env.game.judge = OnlyFirst(env.game)
        state, _ = env.reset()
        while not env.is_over():
            assert len(state["legal_actions"]) == 1
            state, _ = env.step(state["raw_legal_actions"][0])


def test_our_own_game_may_be_judged_by_rlcards() -> None:
    install()
    game = make(seed=2).game
    game.init_game()
    judge = their_judge.GinRummyJudge(game)
    assert judge.get_legal_actions() == game.judge.get_legal_actions()


def test_without_rlcard_there_is_nothing_to_put_it_into() -> None:
    program = (
        "import sys; sys.modules['rlcard'] = None\n"
        "from gin_fast.compat import rlcard\n"
        "rlcard.uninstall()\n"
        "try:\n    rlcard.install()\n"
        "except ImportError as error:\n    print(error)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert run.stdout.startswith("install: RLCard 1.2.0 is wanted, `pip install rlcard`: ")
