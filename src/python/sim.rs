//! Bindings of `sim`: rounds by the million.

mod actions;
mod continued;
mod lockstep;
mod out;
mod play;
mod policy;
mod position;
pub(super) mod rules;
mod tables;
mod worlds;

pub(super) use continued::playout;
pub(super) use lockstep::Lockstep;
pub(super) use play::{first_dealers, play_deals, play_rows, policies, seeds_of};
pub(super) use policy::{policy_choices, policy_line};
pub(super) use tables::Tables;
