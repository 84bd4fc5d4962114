//! Bindings of `sim`: rounds by the million.

mod actions;
mod out;
mod position;
pub(super) mod rules;
mod tables;

pub(super) use tables::Tables;
