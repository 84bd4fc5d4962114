use super::{Decks, Tables};
use crate::sim::RoundRules;

/// Rounds in the middle, after some random legal moves.
fn in_the_middle(rules: RoundRules) -> Tables {
    let decks = (0..200).map(|seed| Decks { seed, dealt: 0, first_dealer: 0 }).collect();
    let mut tables = Tables::deal(rules, decks);
    let mut numbers = crate::hands::Numbers::new(5);
    for at in 0..60 {
        let any = |legal: &[u64; 2]| {
            let ids = (0..108_u8).filter(|id| legal[usize::from(id >> 6)] >> (id & 63) & 1 == 1);
            let ids: Vec<u8> = ids.collect();
            if ids.is_empty() { 0 } else { ids[numbers.below(ids.len())] }
        };
        let actions: Vec<u8> = tables.legal().to_vec().iter().map(any).collect();
        tables.step(&actions, at % 2 == 0, 1).unwrap();
    }
    tables
}

#[test]
fn the_masks_close_together_are_those_of_the_tables() {
    let tables = in_the_middle(RoundRules::default());
    for (table, legal) in tables.tables().iter().zip(tables.legal()) {
        assert_eq!(table.legal_bits(), *legal);
        let pile = table.pile().iter().filter_map(|&id| crate::Card::from_id(id));
        assert_eq!(table.discards(), pile.collect());
    }
}

#[test]
fn bytes_hold_everything() {
    let tables = in_the_middle(RoundRules::default());
    let bytes = tables.to_bytes();
    assert!(Tables::from_bytes(*tables.rules(), &bytes).is_some_and(|read| read == tables));
    for length in [0, 7, 8, 16, bytes.len() - 1] {
        assert!(Tables::from_bytes(*tables.rules(), &bytes[..length]).is_none());
    }
}
