"""How rounds are played in tests: at random, or mostly towards a knock."""

import random

import gin_fast as gf


def choose(numbers: random.Random, played: gf.Round, *, steered: bool) -> gf.Action:
    """Choose a legal action; a steered player takes what helps, throws what leaves least, knocks.

    One time in five he does not, and he lets most knocks go by, so that gin comes up too.
    """
    actions = played.legal_actions()
    if steered and numbers.random() < 0.8:
        wanted = _wanted(played, ends=numbers.random() < 0.3)
        actions = [one for one in actions if wanted & {one.kind, str(one)}] or actions
    return numbers.choice(actions)


def _wanted(played: gf.Round, *, ends: bool) -> set[str]:
    rules, hand, upcard = played.rules, played.hands[played.player], played.upcard
    if played.phase in {"upcard", "draw"} and upcard is not None:
        _, left = gf.best_discard(hand | {upcard}, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        helps = left < gf.deadwood(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        return {"take_discard"} if helps else {"draw_stock", "pass"}
    if played.phase == "discard" and not ends:
        card, _ = gf.best_discard(
            hand, played.taken, ace=rules.ace, ace_deadwood=rules.ace_deadwood
        )
        return {f"discard {gf.card_name(card)}"}
    return {"knock", "big_gin", "take_discard", "meld", "lay_off"}


def deck(numbers: random.Random, *, near: bool = False) -> list[int]:
    """Return a shuffled deck; `near`, both hands and a few more come from seven ranks."""
    cards = list(range(52))
    numbers.shuffle(cards)
    if near:
        lowest = numbers.randrange(7)
        cards.sort(key=lambda card: not lowest <= card % 13 < lowest + 7)
    return cards
