"""One game of `gin_rummy` in OpenSpiel and in ours at once, and players who come to knock."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pyspiel

import oracle
from gin_fast.compat.open_spiel import Game, State, load_game

Params = Mapping[str, Any]
KNOCK, PASS, FIRST_MELD = 55, 54, 56
# Making a state of OpenSpiel's from a game takes a hundred times as long as a copy of one.
_MADE: dict[str, pyspiel.State] = {}


def theirs_and_ours(params: Params, *, compat: bool) -> tuple[pyspiel.State, State]:
    """Return the state before the deal in both."""
    ours = load_game("gin_rummy", params, compat=compat)
    if str(ours) not in _MADE:
        _MADE[str(ours)] = pyspiel.load_game("gin_rummy", dict(params)).new_initial_state()
    return _MADE[str(ours)].clone(), ours.new_initial_state()


def deck_for(numbers: random.Random, game: Game, *, steered: bool) -> list[int]:
    """Return the cards in random order; steered, both hands mostly from neighbouring ranks."""
    deck = list(range(game.max_chance_outcomes()))
    numbers.shuffle(deck)
    ranks = game.get_parameters()["num_ranks"]
    if steered and numbers.random() < 0.6:
        lowest = numbers.randrange(max(1, ranks - 5))
        near = [card for card in deck if lowest <= card % ranks < lowest + 6]
        deck = near + [card for card in deck if card not in near]
    return deck


class Chooser:
    """Chooses actions at random; steered, so that knocks, layoffs and the wall come up."""

    def __init__(self, numbers: random.Random, *, steered: bool) -> None:
        self.numbers = numbers
        self.steered = steered
        # Some let most knocks go by, so that gin and the wall come up.
        self.knocks = numbers.choice([0.05, 0.5, 1.0])

    def choose(self, state: State, legal: list[int]) -> int:
        if not self.steered or self.numbers.random() < 0.1:
            return self.numbers.choice(legal)
        phase = state.to_dict()["phase"]
        if KNOCK in legal and self.numbers.random() < self.knocks:
            return KNOCK
        if phase == "Discard":
            return self.discard([action for action in legal if action < KNOCK])
        if phase == "Draw":
            return legal[self.numbers.random() < 0.8]
        if phase == "Layoff" and len(legal) > 1 and self.numbers.random() < 0.8:
            legal = [action for action in legal if action != PASS]
        return self.numbers.choice(legal)

    def discard(self, hand: list[int]) -> int:
        """Throw a card that keeps much in neighbourhoods, which a hand of any deck can do."""
        near = [sum(_are_near(card, other) for other in hand) for card in hand]
        return hand[near.index(min(near))]


def _are_near(card: int, other: int) -> bool:
    same_suit = card // 13 == other // 13 and 0 < abs(card - other) <= 2
    return card != other and (same_suit or card % 13 == other % 13)


class Pair:
    """One game in both, from the deal to the end."""

    def __init__(
        self,
        numbers: random.Random,
        params: Params,
        *,
        compat: bool,
        steered: bool,
        met: Counter[str] | None = None,
    ) -> None:
        self.theirs, self.ours = theirs_and_ours(params, compat=compat)
        self.chooser = Chooser(numbers, steered=steered)
        self.deck = iter(deck_for(numbers, self.ours.get_game(), steered=steered))
        self.met: Counter[str] = Counter() if met is None else met

    def states(self) -> Iterator[tuple[pyspiel.State, State]]:
        """Yield both states before every action and at the end, once what is legal agrees."""
        while True:
            yield self.theirs, self.ours
            if self.theirs.is_terminal():
                return
            legal = self.agreed()
            if self.theirs.is_chance_node():
                action = next(self.deck)
            else:
                action = self.chooser.choose(self.ours, legal)
            self.theirs.apply_action(action)
            self.ours.apply_action(action)

    def agreed(self) -> list[int]:
        """Return what both hold legal; what ours alone does is proved."""
        theirs, ours = self.theirs.legal_actions(), self.ours.legal_actions()
        if theirs != ours:
            assert not self.ours.get_game().compat, (str(self.theirs), theirs, ours)
            assert set(theirs) < set(ours), (str(self.theirs), theirs, ours)
            for action in set(ours) - set(theirs):
                self.prove(action)
        return list(theirs)

    def prove(self, action: int) -> None:
        player = self.ours.current_player()
        hand = self.ours.hands()[player]
        phase = self.ours.to_dict()["phase"]
        if action == KNOCK:
            if phase == "Wall":
                hand = [*hand, self.ours.upcard() or 0]
            left = min(oracle.deadwood(oracle.hand_of(set(hand) - {card})) for card in hand)
            assert left <= self.ours.knock_card()
            self.met["O1 to O3"] += 1
        else:
            assert phase == "Layoff"
            assert action in hand
            assert self.closes_run(1 - player, action)
            self.met["O5"] += 1

    def closes_run(self, knocker: int, card: int) -> bool:
        """Whether a card lies at the end of a run that two layoffs or more there have made longer.

        A card among these may fit a set as well, for which alone OpenSpiel has offered it.
        """
        laid = set(self.ours.layoffs())
        for number in self.ours.layed_melds()[knocker]:
            meld = self.cards_of(number)
            for step in (1, -1):
                run = {card}
                while (before := min(run) - 1 if step == 1 else max(run) + 1) in laid:
                    run.add(before)
                if len(run) > 2 and before in meld:
                    return oracle.is_run(oracle.hand_of(run | meld))
        return False

    def cards_of(self, meld: int) -> set[int]:
        words = self.theirs.action_to_string(0, FIRST_MELD + meld).rpartition(" ")[2]
        spaced = " ".join(words[at : at + 2] for at in range(0, len(words), 2))
        return set(oracle.cards_in(oracle.parse(spaced)))
