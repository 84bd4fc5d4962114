//! Bindings of `sim`: rounds by the million.

mod actions;
pub(super) mod rules;
mod tables;

pub(super) use tables::Tables;
