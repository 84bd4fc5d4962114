use super::*;

/// A deck that deals these cards, to be thrown first first, to the player who begins.
fn dealt(first: &[u8]) -> Game {
    let rest = (0..52).filter(|id| !first.contains(id));
    let mut ids: Vec<u8> = first.iter().copied().chain(rest).collect();
    ids.reverse();
    let deck: Vec<Card> = ids.into_iter().filter_map(Card::from_id).collect();
    let mut game = Game::new(Settings::default(), false);
    game.deal(0, deck.try_into().unwrap());
    game
}

fn legal(game: &mut Game) -> Vec<u8> {
    game.legal_actions().unwrap().iter().map(|action| action.id()).collect()
}

#[test]
fn the_player_beside_the_dealer_throws_first_and_the_other_draws() {
    let hand = [0, 15, 17, 20, 22, 25, 29, 34, 38, 41, 46];
    let mut game = dealt(&hand);
    assert_eq!((game.player(), game.dealer()), (1, 0));
    assert_eq!(legal(&mut game), hand.map(|card| 6 + card));
    game.apply(Action(6)).unwrap();
    assert_eq!((game.player(), legal(&mut game)), (0, vec![2, 3]));
    assert_eq!(game.planes(1)[1].mask(), 1);
    game.apply(Action::PICK_UP).unwrap();
    assert!(!legal(&mut game).contains(&6), "the card picked up may not be thrown");
    assert_eq!(game.planes(1)[3].mask(), 1);
}

#[test]
fn gin_is_the_only_action_where_it_can_be_had() {
    let mut game = dealt(&[0, 1, 2, 3, 13, 14, 15, 26, 27, 28, 51]);
    assert_eq!(legal(&mut game), [5]);
    for action in [Action::GIN, Action::SCORE_NORTH, Action::SCORE_SOUTH] {
        assert_eq!(game.payoffs(), None);
        game.apply(action).unwrap();
    }
    assert_eq!(game.payoffs().unwrap()[1], 1.0);
    assert!(legal(&mut game).is_empty());
    assert!(matches!(game.apply(Action::GIN), Err(MoveError::Illegal { .. })));
}
