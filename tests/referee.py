"""A referee: the order of play once more, told as it goes, to hold `gin_fast.Round` against.

He knows sets of cards and lists, asks the player at each step, and hears texts. Deadwood and what
comes of a knock are the package's, which other tests hold against brute force.
"""

from collections.abc import Collection, Generator, Sequence

import gin_fast as gf

# Whose turn it is, the phase, and the texts of what is legal.
Step = tuple[int, str, set[str]]
# Kind, winner, points.
Outcome = tuple[str, int | None, int]
Play = Generator[Step, str, Outcome]

DRAW: Outcome = ("draw", None, 0)
LAST_DISCARD = {"last_discard_knock", "last_discard_take"}


def limit(rules: gf.Rules, upcard: int | None) -> int:
    if not rules.oklahoma or upcard is None:
        return rules.knock_limit
    by_rank = {0: {"gin": 0, "one": 1}[rules.oklahoma_ace]}
    return min(rules.knock_limit, by_rank.get(upcard % 13, min(upcard % 13 + 1, 10)))


class Table:
    """What the referee writes down."""

    def __init__(self, rules: gf.Rules, deck: Sequence[int], dealer: int) -> None:
        self.rules = rules
        self.hands: dict[int, set[int]] = {1 - dealer: set(deck[:20:2]), dealer: set(deck[1:20:2])}
        self.stock = list(deck[21:])
        self.pile: list[int] = []
        self.first: int | None = None
        if rules.opening == "upcard_offer":
            self.first = deck[20]
            self.pile.append(deck[20])
        else:
            self.hands[1 - dealer].add(deck[20])
        self.thrown_back = {0: False, 1: False}
        self.turns = {0: 0, 1: 0}
        self.takes = 0
        self.moves = 1

    def knocks(self, seat: int, taken: int | None) -> set[str]:
        """Return what would end the round, by the hand alone."""
        rules = self.rules
        if self.turns[seat] == 0 and not rules.knock_on_first_turn:
            return set()
        hand = gf.CardSet(self.hands[seat])
        after = gf.deadwood_after_discard(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        if not rules.rediscard_on_knock and taken is not None:
            del after[taken]
        most = limit(rules, self.first)
        found = {
            f"knock {gf.card_name(card)}": left for card, left in after.items() if left <= most
        }
        melded = gf.deadwood(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood) == 0
        if rules.big_gin and melded:
            found["big_gin"] = 0
        if rules.gin_forced and 0 in found.values():
            return {text for text, left in found.items() if left == 0} | {"forced"}
        return set(found)

    def last_card_drawn(self) -> bool:
        return len(self.stock) == self.rules.dead_cards


def referee(rules: gf.Rules, deck: Sequence[int], dealer: int) -> Play:
    """Play a round: yields each step and is sent the text of what was done."""
    table = Table(rules, deck, dealer)
    seat, taken, drawn = 1 - dealer, None, False
    if rules.opening == "upcard_offer":
        for asked in (1 - dealer, dealer):
            answer = yield asked, "upcard", {"take_discard", "pass"}
            table.moves += 1
            if answer == "take_discard":
                seat, taken, drawn = asked, table.pile.pop(), True
                table.hands[seat].add(taken)
                break
    else:
        drawn = True

    only_stock = not drawn
    while True:
        if not drawn:
            outcome, taken = yield from draw(table, seat, only_stock=only_stock)
            if outcome:
                return outcome
        outcome = yield from throw(table, seat, taken)
        if outcome:
            return outcome
        seat, drawn, only_stock = 1 - seat, False, False


def draw(
    table: Table, seat: int, *, only_stock: bool
) -> Generator[Step, str, tuple[Outcome | None, int | None]]:
    rules, wall = table.rules, table.last_card_drawn()
    if wall:
        choices = {"pass"}
        table.hands[seat].add(table.pile[-1])
        if rules.wall_rule == "last_discard_take" or table.knocks(seat, table.pile[-1]):
            choices.add("take_discard")
        table.hands[seat].remove(table.pile[-1])
    else:
        choices = {"draw_stock"} if only_stock else {"draw_stock", "take_discard"}
    if rules.max_moves is not None and table.moves >= rules.max_moves:
        choices = {"pass"}
    answer = yield seat, "wall" if wall else "draw", choices
    table.moves += 1
    if answer == "pass":
        return DRAW, None
    if answer == "draw_stock":
        table.hands[seat].add(table.stock.pop(0))
        over = table.last_card_drawn() and rules.wall_rule == "drawer_may_not_knock"
        return DRAW if over else None, None
    taken = table.pile.pop()
    table.hands[seat].add(taken)
    table.takes += not wall or rules.wall_rule == "last_discard_take"
    return DRAW if table.takes == rules.max_discard_draws else None, taken


def throw(table: Table, seat: int, taken: int | None) -> Generator[Step, str, Outcome | None]:
    rules = table.rules
    hand = table.hands[seat]
    knocks = table.knocks(seat, taken)
    plain = {f"discard {gf.card_name(card)}" for card in hand}
    if taken is not None and not rules.may_rediscard:
        plain.remove(f"discard {gf.card_name(taken)}")
    at_wall = table.last_card_drawn() and taken is not None
    if "forced" in knocks or (at_wall and rules.wall_rule == "last_discard_knock"):
        plain = set()
    answer = yield seat, "discard", plain | knocks - {"forced"}
    table.moves += 1
    if answer == "big_gin" or answer.startswith("knock"):
        return settle(table, seat, answer)
    card = gf.parse_card(answer.split()[1])
    hand.remove(card)
    table.pile.append(card)
    table.turns[seat] += 1
    table.thrown_back[seat] = card == taken
    if rules.stall_rule and all(table.thrown_back.values()):
        return DRAW
    return DRAW if table.last_card_drawn() and rules.wall_rule not in LAST_DISCARD else None


def settle(table: Table, seat: int, answer: str) -> Outcome:
    head, _, layout = answer.partition(": ")
    thrown: Collection[int] = () if head == "big_gin" else (gf.parse_card(head.split()[1]),)
    shown = gf.showdown(
        gf.CardSet(table.hands[seat]) - set(thrown),
        gf.CardSet(table.hands[1 - seat]),
        table.rules,
        layout or "canonical",
        table.first,
    )
    winner = {0: seat, 1: 1 - seat, None: None}[shown.winner]
    return shown.kind, winner, shown.points
