//! What is said of hands that cannot be evaluated: which argument, what stands there, and where.

use std::ops::RangeInclusive;

use numpy::PyUntypedArray;
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;

use super::super::errors::{InvalidCardError, InvalidHandError};
use super::Evaluator;
use super::blocks::{Blocks, element, masks_of};
use super::inputs::Inputs;
use super::work::{Failure, Fault, Hands};
use crate::batch::CHUNK;
use crate::{Backend, Card, CardSet};

/// What an evaluator refuses besides masks that are no hands and hands of a wrong size.
pub(in crate::python) trait Refusal<const M: usize>: Sync {
    /// The first place whose hands are refused; of masks only the lowest 52 bits count.
    fn first(&self, backend: Backend, hands: Hands<'_, M>) -> Option<usize>;

    /// Why these hands are refused; `place` ends the message, saying where they are.
    fn error(&self, hands: [CardSet; M], beside: Option<Card>, place: &str) -> PyErr;
}

/// The error for a failure.
pub(super) fn error<K, const M: usize>(
    failure: Failure,
    inputs: &Inputs<'_, M>,
    evaluator: &Evaluator<'_, K, M>,
) -> PyErr {
    explain(failure, inputs, evaluator).unwrap_or_else(|error| error)
}

fn explain<K, const M: usize>(
    failure: Failure,
    inputs: &Inputs<'_, M>,
    evaluator: &Evaluator<'_, K, M>,
) -> PyResult<PyErr> {
    let at = failure.at;
    Ok(match failure.fault {
        Fault::NoHand(argument) => {
            let (place, came) = element(&inputs.hands[argument], at);
            let (name, came) = (evaluator.names.hands[argument], came?);
            InvalidHandError::new_err(format!(
                "{name}: expected masks of the bits 0 to 51, got {came}{place}"
            ))
        }
        Fault::CardCount(argument) => {
            let (hands, cards) = (&inputs.hands[argument], &evaluator.cards[argument]);
            let (place, came) = element(hands, at);
            let held = came?.extract::<u64>().map_or(0, u64::count_ones);
            let hint = if *cards.start() > MOST_CARDS_OF_AN_ID { hint_at_ids(hands)? } else { "" };
            let got = format!("{held} cards{place}{hint}");
            wrong_count(evaluator.names.hands[argument], &got, cards)
        }
        Fault::NoCard => {
            let name = evaluator.names.beside;
            let (place, came) = element(inputs.beside.each().unwrap_or(&inputs.hands[0]), at);
            let came = came?;
            InvalidCardError::new_err(format!(
                "{name}: no card has the id {came}{place}: ids are 0 to 51, and 255 is none"
            ))
        }
        Fault::Refused => {
            let (mut place, _) = element(&inputs.hands[0], at);
            let mut hands = [CardSet::EMPTY; M];
            for (hand, masks) in hands.iter_mut().zip(&inputs.hands) {
                *hand = CardSet::truncated(element(masks, at).1?.extract()?);
                if hand.len() <= MOST_CARDS_OF_AN_ID && !place.ends_with(IDS) {
                    place += hint_at_ids(masks)?;
                }
            }
            let beside = match inputs.beside.each() {
                Some(ids) => element(ids, at).1?.extract().ok().and_then(Card::from_id),
                None => inputs.beside.card(),
            };
            let refusal = evaluator.refusal.expect("it refused these hands");
            refusal.error(hands, beside, &place)
        }
    })
}

/// No number below 52 is the mask of more cards.
const MOST_CARDS_OF_AN_ID: u32 = 5;

const IDS: &str = "; if these are ids of cards, pass gf.masks(ids)";

/// What to say where the elements look like ids of cards.
fn hint_at_ids(hands: &Bound<'_, PyUntypedArray>) -> PyResult<&'static str> {
    for block in Blocks::new(hands.shape(), CHUNK) {
        hands.py().check_signals()?;
        if masks_of(hands, &block)?.as_slice()?.iter().any(|&mask| mask > 51) {
            return Ok("");
        }
    }
    Ok(IDS)
}

/// The error for a hand with a wrong number of cards.
pub(in crate::python) fn wrong_count(name: &str, got: &str, cards: &RangeInclusive<u32>) -> PyErr {
    let (least, most) = (cards.start(), cards.end());
    let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    InvalidHandError::new_err(format!("{name}: expected {wanted} cards, got {got}"))
}
