//! What the rooms of `compat` answer, for the Python package of the same name.

pub(super) mod rlcard;
