//! What a showdown is worth, told a second time: the fields of the rules, the kinds, the layouts.

use gin_fast::{Card, Kind, KnockLayout, OklahomaAce, Rules, Score, Side, TieRule};

use crate::oracle::{Arrangement, Defence, Oracle};

/// A showdown settled by brute force.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settled {
    pub(crate) score: Score,
    pub(crate) knocker: Arrangement,
    pub(crate) defence: Defence,
}

/// The most deadwood with which the rules let a player knock.
pub(crate) fn limit(rules: &Rules, upcard: Option<Card>) -> u32 {
    let own = u32::from(rules.knock_limit);
    if !rules.oklahoma {
        return own;
    }
    let rank = u32::from(upcard.expect("an upcard").id()) % 13 + 1;
    let shown = match (rank, rules.oklahoma_ace) {
        (1, OklahomaAce::Gin) => 0,
        _ => rank.min(10),
    };
    own.min(shown)
}

/// What the deadwood of both sides is worth.
pub(crate) fn score(
    rules: &Rules,
    upcard: Option<Card>,
    big_gin: bool,
    knocker: u32,
    defender: u32,
) -> Score {
    let factor = match upcard {
        Some(card) if rules.spade_double && card.id() < 13 => 2,
        _ => 1,
    };
    let won = |kind, side, points: u32, extra: u16| Score {
        kind,
        winner: Some(side),
        points: (points * factor) as u16,
        boxes: 1 + extra * factor as u16,
    };
    let nobody = |kind| Score { kind, winner: None, points: 0, boxes: 0 };
    if knocker == 0 {
        let (kind, bonus) = match big_gin {
            true => (Kind::BigGin, rules.big_gin_bonus),
            false => (Kind::Gin, rules.gin_bonus),
        };
        if rules.layoff_on_gin && defender == 0 {
            return nobody(kind);
        }
        return won(kind, Side::Knocker, u32::from(bonus) + defender, rules.gin_extra_boxes.into());
    }
    let bonus = u32::from(rules.undercut_bonus);
    if knocker < defender {
        let points = defender - knocker + u32::from(rules.knock_bonus);
        return won(Kind::Knock, Side::Knocker, points, 0);
    }
    match rules.tie_rule {
        // No bonus, neither in points nor in boxes.
        TieRule::UndercutNoBonus if knocker == defender => {
            won(Kind::Undercut, Side::Defender, 0, 0)
        }
        TieRule::NoScore if knocker == defender => nobody(Kind::Knock),
        _ => {
            let extra = rules.undercut_extra_boxes.into();
            won(Kind::Undercut, Side::Defender, bonus + knocker - defender, extra)
        }
    }
}

/// Points, positive to the knocker.
pub(crate) fn signed(score: &Score) -> i32 {
    match score.winner {
        Some(Side::Defender) => -i32::from(score.points),
        _ => i32::from(score.points),
    }
}

impl Oracle {
    /// Whether the defender may lay off on a layout with this deadwood.
    fn may_lay_off(rules: &Rules, knocker_deadwood: u32) -> bool {
        rules.layoff && (knocker_deadwood > 0 || rules.layoff_on_gin)
    }

    fn score_of(
        &mut self,
        knocker: u64,
        defender: u64,
        melds: &[u64],
        rules: &Rules,
        upcard: Option<Card>,
    ) -> Score {
        let left = self.points(melds.iter().fold(knocker, |left, meld| left & !meld));
        let layoffs = match Oracle::may_lay_off(rules, left) {
            true => self.layoffs(defender, melds),
            false => vec![0],
        };
        let least = layoffs.iter().map(|laid_off| self.least(defender & !laid_off)).min();
        let big_gin = knocker.count_ones() == 11;
        score(rules, upcard, big_gin, left, least.expect("nothing need be laid off"))
    }

    /// The showdown of a layout as it is shown.
    pub(crate) fn settle(
        &mut self,
        knocker: u64,
        defender: u64,
        shown: Arrangement,
        rules: &Rules,
        upcard: Option<Card>,
    ) -> Settled {
        let defence = match Oracle::may_lay_off(rules, shown.deadwood) {
            true => self.defend(defender, &shown.melds),
            false => self.defend_alone(defender),
        };
        let big_gin = knocker.count_ones() == 11;
        let score = score(rules, upcard, big_gin, shown.deadwood, defence.rest.deadwood);
        Settled { score, knocker: shown, defence }
    }

    /// Every layout that the rules let the knocker show.
    pub(crate) fn layouts(
        &mut self,
        knocker: u64,
        rules: &Rules,
        upcard: Option<Card>,
    ) -> Vec<Vec<u64>> {
        let least = self.least(knocker);
        let most = match rules.knock_layout {
            _ if rules.gin_forced && least == 0 => 0,
            KnockLayout::Any if knocker.count_ones() == 10 => limit(rules, upcard),
            _ => least,
        };
        let mut layouts = Vec::new();
        self.each_packing(knocker, most, &mut |melds| layouts.push(melds.to_vec()));
        layouts
    }

    /// The showdown of the layout that scores most; of equals the first in the canonical order.
    pub(crate) fn settle_best(
        &mut self,
        knocker: u64,
        defender: u64,
        rules: &Rules,
        upcard: Option<Card>,
    ) -> Settled {
        let layouts = self.layouts(knocker, rules, upcard);
        let worth = |melds: &Vec<u64>, oracle: &mut Oracle| {
            signed(&oracle.score_of(knocker, defender, melds, rules, upcard))
        };
        let worths: Vec<i32> = layouts.iter().map(|melds| worth(melds, self)).collect();
        let most = *worths.iter().max().expect("the knocker may knock");
        let equal = layouts.iter().zip(&worths).filter(|&(_, &worth)| worth == most);
        let first = equal.map(|(melds, _)| self.shown(knocker, melds)).min();
        let shown = self.whole(first.expect("the best is among them"));
        let settled = self.settle(knocker, defender, shown, rules, upcard);
        assert_eq!(signed(&settled.score), most, "whole runs are worth what cut ones are");
        settled
    }
}
