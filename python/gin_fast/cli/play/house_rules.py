"""The rules of a table, told in a few words."""

import gin_fast as gf

__all__ = ["house_rules"]

_LAST_CARDS = {
    "drawer_may_knock": "who draws the last one may still knock",
    "last_discard_knock": "the last discard may be taken to knock",
    "last_discard_take": "the last discard may be taken",
    "drawer_may_not_knock": "the last draw ends the round",
}
_TIES = {
    "undercut": "a tie is one",
    "undercut_no_bonus": "a tie is one without points",
    "no_score": "a tie scores nothing",
}


def house_rules(rules: gf.Rules, limit: int) -> list[str]:
    """Return what somebody at the table has to know, a line each.

    >>> house_rules(gf.Rules.preset("straight"), 0)[0]
    'nobody knocks: only gin ends a round'

    Args:
        rules: The rules.
        limit: The most deadwood to knock with in this round.

    """
    knocks = f"knock with at most {limit}" if limit else "nobody knocks: only gin ends a round"
    gin = f"gin earns {rules.gin_bonus}"
    if rules.big_gin:
        gin += f", big gin {rules.big_gin_bonus}"
    undercut = f"an undercut earns {rules.undercut_bonus}, {_TIES[rules.tie_rule]}"
    if rules.knock_bonus:
        undercut = f"a knock that wins earns {rules.knock_bonus} more, {undercut}"
    layoff = "nobody lays off"
    if rules.layoff:
        layoff = "the defender lays off" + (
            ", on gin too" if rules.layoff_on_gin else ", not on gin"
        )
    back = "may" if rules.may_rediscard else "may not"
    cards = f"{rules.dead_cards} cards of the stock stay there, {_LAST_CARDS[rules.wall_rule]}"
    lines = [
        knocks,
        f"{gin}; {undercut}",
        f"{layoff}; the card just taken {back} be thrown back",
        cards,
    ]
    if rules.ace != "low" or rules.ace_deadwood != 1:
        runs = {"low": "low", "high_or_low": "high or low", "corner": "round the corner"}[rules.ace]
        lines.append(f"aces go {runs} in runs and cost {rules.ace_deadwood}")
    if rules.spade_double:
        lines.append("a spade as the first upcard doubles the round")
    if not rules.single_hand:
        lines.append(f"a game goes to {rules.target}")
    return lines
