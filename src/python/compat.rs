//! What the rooms of `compat` answer, for the Python package of the same name.

pub(super) mod rlcard;
//! Bindings of what other systems number, order and call otherwise; one room a system.

pub(super) mod open_spiel;
