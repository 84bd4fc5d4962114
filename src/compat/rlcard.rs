//! RLCard's `gin-rummy`.
