//! States played at random, in decks of every size.

use super::*;
use crate::compat::open_spiel::actions::{ACTIONS, KNOCK};
use crate::compat::open_spiel::{MeldId, Parameters};
use crate::numbers::Numbers;

/// Plays a game at random, knocking where that is legal, and shows each state to `visit`.
fn play(game: Game, numbers: &mut Numbers, mut visit: impl FnMut(&State)) -> State {
    let mut state = State::new(game);
    while !state.is_over() {
        visit(&state);
        let legal: Vec<u8> = state.legal_actions().iter().collect();
        let any = legal[numbers.below(legal.len())];
        let action = if legal.contains(&KNOCK) && numbers.below(4) > 0 { KNOCK } else { any };
        state.apply(action.into()).unwrap();
    }
    state
}

fn each_game(mut visit: impl FnMut(Game, &mut Numbers)) {
    let mut numbers = Numbers::new(7);
    for (num_ranks, num_suits, hand_size, knock_card) in [
        (13, 4, 10, 10),
        (13, 4, 10, 0),
        (12, 4, 10, 10),
        (10, 3, 7, 10),
        (6, 1, 1, 3),
        (5, 1, 1, 1),
    ] {
        // OpenSpiel lets chance run out of cards in the smallest decks.
        for compat in [false, true].into_iter().filter(|compat| !compat || num_ranks > 5) {
            let parameters =
                Parameters { num_ranks, num_suits, hand_size, knock_card, ..Parameters::default() };
            let game = Game::new(parameters, compat).unwrap();
            (0..40).for_each(|_| visit(game, &mut numbers));
        }
    }
}

#[test]
fn an_action_is_legal_exactly_if_it_is_among_the_legal_ones() {
    each_game(|game, numbers| {
        play(game, numbers, |state| {
            let legal = state.legal_actions();
            assert!(!legal.is_empty());
            for action in 0..=u8::MAX {
                let is_among = action < ACTIONS && legal.contains(action);
                assert_eq!(state.table.is_legal(&game, action), is_among, "{action}: {state:?}");
            }
        });
    });
}

#[test]
fn every_card_is_in_one_place_and_returns_are_within_bounds() {
    each_game(|game, numbers| {
        let over = play(game, numbers, |state| {
            let mut cards: Vec<u8> = state.stock().chain(state.upcard()).collect();
            (0..2).for_each(|seat| cards.extend(state.hand(seat)));
            cards.extend(state.discard_pile().iter().chain(state.layoffs()));
            let melds = state.melds(0).iter().chain(state.melds(1));
            let melds = melds.filter_map(|&meld| MeldId::new(meld));
            cards.extend(melds.flat_map(MeldId::cards).map(|card| game.deck().number(card)));
            cards.sort_unstable();
            assert!(cards.iter().copied().eq(0..game.cards()), "{state:?}");
        });
        let [first, second] = over.returns();
        assert_eq!(first, -second);
        assert!(game.compat() || first.abs() <= game.max_utility());
    });
}

#[test]
fn an_action_taken_back_leaves_no_trace() {
    each_game(|game, numbers| {
        let mut states = Vec::new();
        let mut state = play(game, numbers, |state| states.push(state.clone()));
        while let (Some(before), Some((player, action))) = (states.pop(), state.last_action()) {
            state.undo(player.into(), action.into()).unwrap();
            assert_eq!(state, before);
        }
        assert_eq!(state, State::new(game));
    });
}

#[test]
fn a_resampled_world_is_legal_and_looks_the_same() {
    each_game(|game, numbers| {
        let (seed, mut at) = (numbers.any(), 0);
        play(game, numbers, |state| {
            at += 1;
            // Most states are of the deal and of turns that are all alike.
            let is_rare = matches!(state.phase(), Phase::Knock | Phase::Layoff | Phase::Wall);
            for player in (0..2).filter(|_| is_rare || at % 11 == 0) {
                let other = state.resample(player, seed, &mut || true).unwrap();
                let history = other.history().iter().map(|&action| i64::from(action));
                assert_eq!(State::after(game, history).as_ref(), Ok(&other));
                assert_eq!(other.information_state(player), state.information_state(player));
            }
        });
    });
}
