//! What may be chosen about RLCard's game.

/// Who deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealer {
    /// Seat 0.
    North,
    /// Seat 1.
    South,
    /// Whoever chance names.
    Random,
}

/// RLCard's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Who deals.
    pub dealer: Dealer,
    /// With so few cards left in the stock none is drawn.
    pub dead_stock: i32,
    /// The most deadwood to knock with.
    pub knock_limit: i32,
    /// How many cards may be drawn from the stock, by both together; 52 and more: any number.
    pub most_draws: i32,
    /// After so many moves, the deal counted, only a dead hand can be declared.
    pub most_moves: i32,
    /// Whether anybody may knock.
    pub may_knock: bool,
    /// Whether anybody may go gin.
    pub may_go_gin: bool,
    /// Whether the last discard may be picked up.
    pub may_pick_up: bool,
    /// Whether it may be discarded at once.
    pub may_discard_picked_up: bool,
    /// Whether who can knock must.
    pub must_knock: bool,
    /// Whether seat 1 may not knock.
    pub south_never_knocks: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dealer: Dealer::Random,
            dead_stock: 2,
            knock_limit: 10,
            most_draws: 52,
            most_moves: 200,
            may_knock: true,
            may_go_gin: true,
            may_pick_up: true,
            may_discard_picked_up: false,
            must_knock: false,
            south_never_knocks: false,
        }
    }
}
