"""RLCard's cards, actions, settings and the objects of a game, beside RLCard's own."""

import copy
import itertools
import os
import pickle
import random
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest
import rlcard
from rlcard.games.base import Card as TheirCard
from rlcard.games.gin_rummy.dealer import GinRummyDealer as TheirDealer
from rlcard.games.gin_rummy.judge import GinRummyJudge as TheirJudge
from rlcard.games.gin_rummy.player import GinRummyPlayer as TheirPlayer
from rlcard.games.gin_rummy.utils import action_event as their_actions
from rlcard.games.gin_rummy.utils import settings as their_settings
from rlcard.games.gin_rummy.utils import utils as their_utils
from rlcard.games.gin_rummy.utils.gin_rummy_error import GinRummyProgramError
from rlcard.games.gin_rummy.utils.scorers import get_payoff_gin_rummy_v0

from gin_fast.compat.rlcard import Card, actions, make, utils
from gin_fast.compat.rlcard import settings as our_settings
from gin_fast.compat.rlcard.game import (
    GinRummyDealer,
    GinRummyGame,
    GinRummyPlayer,
    GinRummyScorer,
)
from gin_fast.compat.rlcard.game import get_payoff_gin_rummy_v0 as our_payoff_v0
from gin_fast.compat.rlcard.settings import DealerForRound, Setting, Settings
from rlcard_games import random_choice, steps


def test_cards_equal_rlcards_and_hash_alike() -> None:
    for ours, theirs in zip(utils.get_deck(), their_utils.get_deck(), strict=True):
        assert ours == theirs
        assert theirs == ours
        assert hash(ours) == hash(theirs)
        assert {ours} == {theirs}
        assert str(ours) == str(theirs)
        assert ours.get_index() == theirs.get_index()
        assert isinstance(ours, TheirCard)
        assert eval(repr(ours)) == ours  # noqa: S307 - our own text.
        assert pickle.loads(pickle.dumps(ours)) == ours  # noqa: S301 - our own.
    assert Card("S", "A") != Card("S", "2")
    assert Card("S", "A") != "AS"
    assert Card(suit="BJ", rank="A").get_index() == "BJA"


def test_ids_texts_and_points_are_rlcards() -> None:
    for card_id, card in enumerate(their_utils.get_deck()):
        assert utils.get_card(card_id) == utils.card_from_card_id(card_id) == card
        assert utils.card_from_text(str(card)) == card
        for name in ("get_card_id", "get_rank_id", "get_suit_id", "get_deadwood_value"):
            assert getattr(utils, name)(card) == getattr(their_utils, name)(card)
    for name in ("valid_rank", "valid_suit", "rank_to_deadwood_value"):
        assert getattr(utils, name) == getattr(their_utils, name)
    deck = utils.get_deck()
    assert str(deck.pop()) == "KC"
    assert len(utils.get_deck()) == 52


def test_planes_are_rlcards(numbers: random.Random) -> None:
    for count in range(0, 53, 4):
        cards = numbers.sample(their_utils.get_deck(), count)
        plane = utils.encode_cards(cards)
        assert np.array_equal(plane, their_utils.encode_cards(cards))
        assert plane.dtype == their_utils.encode_cards(cards).dtype
        assert utils.decode_cards(plane) == their_utils.decode_cards(plane)
        assert utils.decode_cards(plane.tolist()) == utils.decode_cards(plane)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda it: it.card_from_card_id(52), GinRummyProgramError),
        (lambda it: it.card_from_card_id(-1), GinRummyProgramError),
        (lambda it: it.card_from_text("10H"), GinRummyProgramError),
        (lambda it: it.card_from_text(""), GinRummyProgramError),
        (lambda it: it.get_card(52), IndexError),
        (lambda it: it.get_rank_id(TheirCard("S", "Z")), ValueError),
        (lambda it: it.get_suit_id(TheirCard("Z", "A")), ValueError),
        (lambda it: it.get_card_id(TheirCard("Z", "A")), ValueError),
        (lambda it: it.encode_cards([TheirCard("Z", "A")]), ValueError),
        (lambda it: it.decode_cards([1] * 51), GinRummyProgramError),
        (lambda it: hash(it.get_deck()[0].__class__("Z", "A")), ValueError),
    ],
)
def test_what_rlcard_raises_is_raised(call: Any, error: type[Exception]) -> None:
    for module in (utils, their_utils):
        with pytest.raises(error):
            call(module)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda it: it.card_from_text("ZZ"), GinRummyProgramError),
        (lambda it: it.get_card(-1), IndexError),
        (lambda it: it.get_suit_id(TheirCard("BJ", "A")), ValueError),
    ],
)
def test_what_rlcard_makes_nonsense_of_is_refused(call: Any, error: type[Exception]) -> None:
    call(their_utils)
    with pytest.raises(error):
        call(utils)


def test_actions_are_rlcards() -> None:
    for action_id in range(110):
        ours = actions.decode_action(action_id)
        assert ours == their_actions.ActionEvent.decode_action(action_id)
        assert (type(ours).__module__, ours.action_id) == (their_actions.__name__, action_id)
    for action_id in (110, -1):
        with pytest.raises(ValueError, match="action_id: expected an id from 0 to 109"):
            actions.decode_action(action_id)
    assert actions.ActionEvent.get_num_actions() == 110


NO_IDS: tuple[Any, ...] = (np.array([7]), [7], np.array(7.0), {})


def test_an_id_may_be_any_integer_of_numpys() -> None:
    for number in (np.int8(7), np.uint64(7), np.array(7)):
        assert actions.decode_action(number) is actions.decode_action(7)  # type: ignore[arg-type]
    for wrong in NO_IDS:
        with pytest.raises(ValueError, match=r"^action_id: expected an id from 0 to 109, got"):
            actions.decode_action(wrong)
    env = make(seed=1)
    state, _ = env.reset()
    env.step(np.array(state["raw_legal_actions"][0]))
    assert env.game.actions[0].action_id == state["raw_legal_actions"][0]


def test_an_object_that_is_no_action_is_refused() -> None:
    for compat in (True, False):
        env = make(seed=1, compat=compat)
        env.reset()
        calls: list[Any] = [
            lambda env: env.step(2, raw_action=True),
            lambda env: env.game.step("2"),
        ]
        for call in calls:
            with pytest.raises(TypeError, match=r"^action: expected an ActionEvent, got .?2"):
                call(env)
        assert (env.timestep, env.action_recorder, env.game.actions) == (0, [], [])


@pytest.mark.parametrize(
    ("ours", "theirs"), [(actions, their_actions), (our_settings, their_settings)]
)
def test_names_of_ids_and_settings_are_rlcards(ours: Any, theirs: Any) -> None:
    simple = int | str
    named = {name: held for name, held in vars(theirs).items() if isinstance(held, simple)}
    named = {name: held for name, held in named.items() if not name.startswith("__")}
    assert len(named) in {8, 11}
    assert {name: getattr(ours, name) for name in named} == named


def test_a_player_and_a_dealer_alone_are_rlcards(numbers: random.Random) -> None:
    for seed in range(20):
        players, dealers = [], []
        for player_class, dealer_class in (
            (GinRummyPlayer, GinRummyDealer),
            (TheirPlayer, TheirDealer),
        ):
            dealer = dealer_class(np.random.RandomState(seed))
            player = player_class(player_id=1, np_random=np.random.RandomState(seed))
            assert (player.hand, dealer.discard_pile, len(dealer.stock_pile)) == ([], [], 52)
            dealer.deal_cards(player=player, num=10)
            players.append(player)
            dealers.append(dealer)
        ours, theirs = players
        assert vars(ours).keys() == vars(theirs).keys()
        for step in range(40):
            for name in ("hand", "known_cards", "meld_kinds_by_rank_id", "meld_run_by_suit_id"):
                assert getattr(ours, name) == getattr(theirs, name)
            assert ours.get_meld_clusters() == theirs.get_meld_clusters()
            assert (str(ours), ours.get_player_id()) == (str(theirs), theirs.get_player_id())
            if step % 2:
                thrown = numbers.choice(ours.hand)
                for one, dealer in zip(players, dealers, strict=True):
                    one.remove_card_from_hand(thrown)
                    dealer.stock_pile.insert(0, thrown)
            else:
                near = [card for card in ours.hand if numbers.random() < 0.4]
                ranks = {card.rank for card in near}
                stock = dealers[0].stock_pile
                drawn = next((card for card in stock if card.rank in ranks), stock[-1])
                for one, dealer in zip(players, dealers, strict=True):
                    dealer.stock_pile.remove(drawn)
                    one.add_card_to_hand(drawn)
            assert dealers[0].stock_pile == dealers[1].stock_pile
        with pytest.raises(ValueError, match="not in list"):
            ours.remove_card_from_hand(dealers[0].stock_pile[0])


def test_at_a_table_cards_are_moved_by_actions_only() -> None:
    game = GinRummyGame()
    game.init_game()
    player, dealer = game.round.players[0], game.round.dealer
    assert isinstance(player, GinRummyPlayer)
    assert isinstance(dealer, GinRummyDealer)
    calls: list[Any] = [
        lambda: player.add_card_to_hand(player.hand[0]),
        lambda: player.remove_card_from_hand(player.hand[0]),
        player.did_populate_hand,
        lambda: dealer.deal_cards(player, 1),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="cards of a game are moved by its actions"):
            call()


def test_settings_of_two_games_hold_in_both() -> None:
    settings = Settings()
    games = [GinRummyGame(), GinRummyGame()]
    for game in games:
        game.settings = settings
        game.init_game()
        game.step(game.judge.get_legal_actions()[0])
    copies = [copy.deepcopy(games[0]), pickle.loads(pickle.dumps(games[0]))]  # noqa: S301
    settings.max_move_count = 1
    for game in games:
        assert [action.action_id for action in game.judge.get_legal_actions()] == [4]
    for game in copies:
        assert [action.action_id for action in game.judge.get_legal_actions()] == [2, 3]
        game.settings.max_move_count = 1
        assert [action.action_id for action in game.judge.get_legal_actions()] == [4]


def test_settings_are_corrected_as_rlcards(numbers: random.Random) -> None:
    values = [1, 7, 4.5, True, False, "x", None, their_settings.DealerForRound.South]
    for _ in range(200):
        chosen = numbers.sample(list(their_settings.Setting), 4)
        config = {key: numbers.choice(values) for key in chosen}
        ours, theirs = Settings(), their_settings.Settings()
        ours.change_settings(config)
        theirs.change_settings(config)
        found = {name: getattr(ours, name) for name in vars(theirs)}
        assert found == vars(theirs)
        corrected = "get_config_with_invalid_settings_set_to_default_value"
        assert getattr(Settings, corrected)(config) == getattr(type(theirs), corrected)(config)
    assert (Setting, DealerForRound) == (their_settings.Setting, their_settings.DealerForRound)


def test_settings_print_as_rlcards(capsys: pytest.CaptureFixture[str]) -> None:
    their_settings.Settings().print_settings()
    expected = capsys.readouterr().out.split()
    Settings().print_settings()
    assert sorted(capsys.readouterr().out.split()) == sorted(expected)


def test_settings_hold_when_they_are_set() -> None:
    game = make(seed=1).game
    game.init_game()
    game.settings.change_settings({Setting.going_out_deadwood_count: 98})
    assert any(str(action).startswith("knock") for action in game.judge.get_legal_actions())
    game.settings = Settings()
    assert not any(str(action).startswith("knock") for action in game.judge.get_legal_actions())
    game.settings.dealer_for_round = 1  # type: ignore[assignment]
    for _ in range(5):
        game.init_game()
        assert game.round.dealer_id == 1
    with pytest.raises(TypeError, match=r"max_move_count: expected int, got 4\.5 \(float\)"):
        game.settings.max_move_count = 4.5  # type: ignore[assignment]


def test_the_objects_of_a_game_show_what_rlcards_show(numbers: random.Random, rounds: int) -> None:
    theirs = rlcard.make("gin-rummy", {"seed": 1})
    ours = make(compat=True)
    for _ in range(max(8, rounds // 15)):
        seed = numbers.randrange(2**32)
        theirs.seed(seed)
        ours.seed(seed)
        for _ in steps(theirs, ours, random_choice(numbers)):
            assert_same_game(theirs.game, ours.game)
        assert theirs.action_recorder == ours.action_recorder


def assert_same_game(theirs: Any, ours: GinRummyGame) -> None:
    round_, their_round = ours.round, theirs.round
    for name in (
        "current_player_id",
        "dealer_id",
        "is_over",
        "going_out_action",
        "going_out_player_id",
    ):
        assert getattr(round_, name) == getattr(their_round, name), name
    for name in ("stock_pile", "discard_pile", "shuffled_deck"):
        assert getattr(round_.dealer, name) == getattr(their_round.dealer, name), name
    for player, their_player in zip(round_.players, their_round.players, strict=True):
        assert str(player) == str(their_player)
        assert player.get_player_id() == their_player.player_id
        assert player.hand == their_player.hand
        assert player.known_cards == their_player.known_cards
        assert player.get_meld_clusters() == their_player.get_meld_clusters()
    for move, their_move in zip(round_.move_sheet, their_round.move_sheet, strict=True):
        assert type(move) is type(their_move)
        assert str(move) == str(their_move)
    assert ours.actions == theirs.actions
    assert ours.get_last_action() == theirs.get_last_action()
    assert ours.judge.get_legal_actions() == theirs.judge.get_legal_actions()
    # RLCard's judge takes our game for its own.
    assert TheirJudge(ours).get_legal_actions() == theirs.judge.get_legal_actions()
    assert ours.get_current_player().player_id == theirs.get_current_player().player_id
    assert ours.get_state(0) == theirs.get_state(0)
    assert (ours.is_over(), ours.get_player_id()) == (theirs.is_over(), theirs.get_player_id())


def test_a_game_without_environment() -> None:
    game = GinRummyGame()
    assert game.round is None
    assert (game.get_num_players(), game.get_num_actions(), game.num_players) == (2, 110, 2)
    state, player_id = game.init_game()
    assert len(state) == 6
    assert len(game.round.move_sheet) == 1
    assert (len(state["hand"]), state["player_id"]) == (11, player_id)
    before = game.round
    while not game.is_over():
        game.step(game.judge.get_legal_actions()[-1])
    assert game.actions[-1].action_id == 1
    assert game.get_state(0) == {}
    game.init_game()
    assert before.is_over
    assert not game.round.is_over
    with pytest.raises(NotImplementedError):
        game.step_back()


def test_who_scores_otherwise_is_asked() -> None:
    env = make(seed=1)
    assert env.get_payoffs().tolist() == [0, 0]
    for get_payoff in (our_payoff_v0, get_payoff_gin_rummy_v0):
        env.game.judge.scorer = GinRummyScorer("deadwood", get_payoff)
        state, _ = env.reset()
        while not env.is_over():
            assert env.get_payoffs().tolist() == [0, 0]
            state, _ = env.step(state["raw_legal_actions"][0])
        assert env.get_payoffs().tolist() == [env.game.engine.deadwood(seat) for seat in (0, 1)]


WITHOUT_RLCARD = """
    import sys
    sys.modules["rlcard"] = None  # Not to be imported.
    import random
    from gin_fast.compat import rlcard
    from gin_fast.compat.rlcard.moves import DealHandMove
    numbers = random.Random(3)
    env = rlcard.make(seed=11)
    for _ in range(3):
        state, player = env.reset()
        while not env.is_over():
            state, player = env.step(numbers.choice(state["raw_legal_actions"]))
            print(player, *state["raw_legal_actions"], state["obs"].nonzero()[1].sum())
        print(*env.game.round.move_sheet[1:], sep="; ")
        print(*env.game.round.move_sheet[0].shuffled_deck, *env.get_payoffs())
        print(*map(str, env.game.actions))
    print(rlcard.actions.GinAction() == rlcard.actions.decode_action(5))
    print(hash(rlcard.Card("C", "K")), len({rlcard.actions.decode_action(id) for id in range(110)}))
    for call in (lambda: env.step(1), lambda: rlcard.utils.get_deadwood([], [])):
        try:
            call()
        except rlcard.GinRummyProgramError as error:
            print(error)
    env.game.settings.change_settings(rlcard.settings.Setting.simple_gin_rummy_setting())
    env.game.settings.print_settings()
    print(rlcard.settings.Settings.__module__, DealHandMove.__module__)
"""


def test_without_rlcard_all_is_the_same() -> None:
    """Only whose the classes are differs: the last line; actions of RLCard's have no hash."""
    source = textwrap.dedent(WITHOUT_RLCARD)
    with_rlcard = source.replace('sys.modules["rlcard"] = None', "")
    with_rlcard = with_rlcard.replace(
        "{rlcard.actions.decode_action(id) for id in range(110)}", "range(110)"
    )
    found = []
    for program in (source, with_rlcard):
        run = subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ,
        )
        found.append(run.stdout.splitlines())
    assert len(found[0]) > 200
    assert [one for one, two in itertools.zip_longest(*found) if one != two] == found[0][-1:]
    assert found[0][-1].endswith("gin_fast.compat.rlcard._own_moves")
    assert found[1][-1].endswith("rlcard.games.gin_rummy.utils.move")
