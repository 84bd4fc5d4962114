//! OpenSpiel's `gin_rummy`.
