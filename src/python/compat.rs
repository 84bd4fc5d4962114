//! Bindings of what other systems number, order and call otherwise; one room a system.

pub(super) mod open_spiel;
pub(super) mod rlcard;
