//! The knocker's layout, where it is not the canonical one.

use super::{ShowdownError, check_limit, points_under, table};
use crate::aces::Aces;
use crate::arrangement::{Layout, canonical, each_choice_of_melds};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::meld::Meld;
use crate::rules::{KnockLayout, Rules};

/// The layout that scores most against this defender, of all that the rules allow; of equal ones
/// the first in the canonical order.
///
/// It need not leave least: a meld that is not shown cannot be laid off on.
pub(super) fn best(
    aces: Aces,
    knocker: CardSet,
    defender: CardSet,
    rules: &Rules,
    upcard: Option<Card>,
) -> Layout {
    let least = aces.deadwood(knocker);
    let limit = match rules.knock_layout {
        KnockLayout::Any if knocker.len() < 11 => rules.limit(upcard),
        _ => least,
    };
    let mut best = None;
    each_choice_of_melds(aces, knocker, limit.into(), &mut |melds, _| {
        let layout = table(melds);
        let points = points_under(aces, knocker, defender, layout, rules, upcard);
        let place = (-points, layout.key(aces, knocker));
        if best.is_none_or(|(first, _)| place < first) {
            best = Some((place, layout));
        }
    });
    best.map_or_else(|| canonical(aces, knocker), |(_, layout)| layout)
}

/// Whether the knocker may show these melds.
pub(super) fn check_melds(
    knocker: CardSet,
    melds: &[Meld],
    rules: &Rules,
    upcard: Option<Card>,
) -> Result<(), ShowdownError> {
    let mut melded = CardSet::EMPTY;
    for &meld in melds {
        if meld.ace() > rules.aces.ace() {
            return Err(ShowdownError::NoMeld(meld, rules.aces.ace()));
        }
        if !meld.cards().is_subset(knocker) {
            return Err(ShowdownError::NotInHand(meld));
        }
        if !meld.cards().is_disjoint(melded) {
            return Err(ShowdownError::Overlapping(meld));
        }
        melded |= meld.cards();
    }
    check_limit(knocker, melded, rules, upcard)?;
    let deadwood = rules.aces.points(knocker - melded);
    let least = rules.aces.deadwood(knocker);
    if rules.knock_layout == KnockLayout::Minimal && deadwood > least.into() {
        return Err(ShowdownError::NotMinimal { deadwood, least });
    }
    Ok(())
}
