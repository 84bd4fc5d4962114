"""Players with the ten callbacks, to play against each other in tests."""

# ruff: noqa: N802, N803

import random
from typing import Any

import oracle
from gin_fast.compat.eaai import Card, GinRummyPlayer
from round_players import deck as shuffled

CALLBACKS = [name for name in vars(GinRummyPlayer) if name[0].islower() and name != "cards_as_ids"]
Melds = list[list[Card]]


def mask(cards: list[Card]) -> int:
    return oracle.hand_of(card.id for card in cards)


def of_mask(hand: int) -> list[Card]:
    return [Card.allCards[card] for card in oracle.cards_in(hand)]


class Steered(GinRummyPlayer):
    """Draws by chance, mostly throws what leaves least, and goes out with any layout allowed.

    In some hands it waits for gin. As defender it names what leaves least, or any disjoint melds,
    or nothing.
    """

    def __init__(self, numbers: random.Random) -> None:
        self.numbers = numbers
        self.hand = 0
        self.number = 0
        self.taken: Card | None = None
        self.defends = False
        self.waits = False

    def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
        del startingPlayerNum
        self.number, self.hand, self.taken, self.defends = playerNum, mask(cards), None, False
        self.waits = self.numbers.random() < 0.4

    def willDrawFaceUpCard(self, card: Card) -> bool:
        helps = any(meld & card.bit for meld in oracle.melds(self.hand | card.bit))
        takes = helps if self.numbers.random() < 0.9 else self.numbers.random() < 0.5
        self.taken = card if takes else None
        return takes

    def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
        if playerNum == self.number:
            assert drawnCard is not None
            self.hand |= drawnCard.bit

    def getDiscard(self) -> Card:
        banned = None if self.taken is None else self.taken.id
        if self.numbers.random() < 0.9:
            return Card.allCards[oracle.best_discard(self.hand, banned)[0]]
        return self.numbers.choice([card for card in of_mask(self.hand) if card.id != banned])

    def reportDiscard(self, playerNum: int, discardedCard: Card) -> None:
        if playerNum == self.number:
            self.hand &= ~discardedCard.bit

    def getFinalMelds(self) -> Melds | None:
        if self.defends:
            return self.answer()
        if self.numbers.random() < 0.4 or oracle.deadwood(self.hand) > (0 if self.waits else 10):
            return None
        return self.shown(list(oracle.choices(self.hand, oracle.melds(self.hand), 10)))

    def answer(self) -> Melds | None:
        """Return what it names as defender."""
        how = self.numbers.random()
        if how < 0.1:
            return None
        most = oracle.points(self.hand) if how < 0.3 else oracle.deadwood(self.hand)
        return self.shown(list(oracle.choices(self.hand, oracle.melds(self.hand), most)))

    def shown(self, layouts: list[tuple[int, ...]]) -> Melds:
        melds = [of_mask(meld) for meld in self.numbers.choice(layouts)]
        self.numbers.shuffle(melds)
        return melds

    def reportFinalMelds(self, playerNum: int, melds: Melds) -> None:
        del melds
        self.defends = playerNum != self.number


class Heard:
    """Asks another player, and writes down what it was called back with and answered."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.heard: list[tuple[Any, ...]] = []
        self.cards_as_ids = getattr(player, "cards_as_ids", False)

    def __getattr__(self, name: str) -> Any:
        if name not in CALLBACKS:
            raise AttributeError(name)
        callback = getattr(self.player, name)

        def called(*arguments: Any) -> Any:
            answer = callback(*arguments)
            said = [answer] if name in {"willDrawFaceUpCard", "getDiscard", "getFinalMelds"} else []
            self.heard.append((name, *arguments, *said))
            return answer

        return called


class Scripted(GinRummyPlayer):
    """Answers from lists, in turn: takes the card or not, what it throws, what it shows."""

    def __init__(self, takes: str, throws: str, shows: list[Any]) -> None:
        self.takes = [letter == "t" for letter in takes]
        self.throws: list[Any] = cards(throws)
        self.shows = shows

    def willDrawFaceUpCard(self, card: Card) -> bool:
        del card
        return self.takes.pop(0)

    def getDiscard(self) -> Any:
        return self.throws.pop(0)

    def getFinalMelds(self) -> Any:
        return self.shows.pop(0)


def cards(text: str) -> list[Card]:
    return [Card.strCardMap[word] for word in text.upper().split()]


def stacked(hands: tuple[str, str], pile: str, numbers: random.Random | None = None) -> list[Card]:
    """Return a deck that deals these hands, then these cards, then the others."""
    first, second = map(cards, hands)
    top = [card for pair in zip(first, second, strict=True) for card in pair] + cards(pile)
    others = [card for card in Card.allCards if card not in top]
    if numbers is not None:
        numbers.shuffle(others)
    return (top + others)[::-1]


def near_deck(numbers: random.Random) -> list[Card]:
    return [Card.allCards[card] for card in shuffled(numbers, near=numbers.random() < 0.6)][::-1]


# Peers' fault E1: tens before a run to the jack, and a defender with the ten and nine of its suit.
KNOCKER = "TC TH TS JD QD KD 2H 3H 4H AC"
DEFENDER = "TD 9D 5C 6C 7C 8S 8H 8C AS AD"
SHOWN = ["TC TH TS", "JD QD KD", "2H 3H 4H"]
OWN = ["5C 6C 7C", "8C 8H 8S"]
