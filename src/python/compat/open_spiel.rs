//! Bindings of `crate::compat::open_spiel`.

mod arguments;
mod cards;
mod error;
mod utils;

pub(in crate::python) use self::cards::Known;
pub(in crate::python) use self::utils::GinRummyUtils;
