//! The ufuncs: their names, loops and documentation.

use std::ffi::{CStr, c_char, c_long};

use numpy::npyffi::NPY_TYPES;

pub(super) const U8: c_char = NPY_TYPES::NPY_UBYTE as c_char;
pub(super) const I16: c_char = NPY_TYPES::NPY_SHORT as c_char;
pub(super) const F64: c_char = NPY_TYPES::NPY_DOUBLE as c_char;
// Both `long` and `long long` may have 64 bits; NumPy calls the first that has them `int64`.
const LONG_HAS_64_BITS: bool = size_of::<c_long>() == 8;
pub(super) const U64: c_char = if LONG_HAS_64_BITS {
    NPY_TYPES::NPY_ULONG as c_char
} else {
    NPY_TYPES::NPY_ULONGLONG as c_char
};
pub(super) const I64: c_char = if LONG_HAS_64_BITS {
    NPY_TYPES::NPY_LONG as c_char
} else {
    NPY_TYPES::NPY_LONGLONG as c_char
};

/// What a ufunc finds out about a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Deadwood,
    Melded,
    BestDiscard,
    BestDiscardCard,
    BestDiscardDeadwood,
    KnockPoints,
}

impl Question {
    /// The hands that it is about, as error messages call them.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Question::KnockPoints => &["knocker", "defender"],
            _ => &["hand"],
        }
    }

    /// How many hands it is about.
    pub(super) fn hands(self) -> usize {
        self.names().len()
    }
}

/// A function of one hand or of two.
pub(super) struct Ufunc {
    pub(super) name: &'static CStr,
    pub(super) question: Question,
    /// The types of the arguments, the hands first. NumPy takes the first loop to whose hands it can
    /// cast safely.
    pub(super) loops: &'static [&'static [c_char]],
    /// What Python shows under the signature, in which NumPy calls the hand `x`, two `x1` and `x2`.
    pub(super) doc: &'static CStr,
}

// The last loops of one type throughout are for Polars, which asks a ufunc for the type of its
// input.
const NUMBER: &[&[c_char]] = &[&[U64, U8], &[I64, U8], &[U64, U64], &[I64, I64]];
const TWO_NUMBERS: &[&[c_char]] = &[&[U64, U8, U8], &[I64, U8, U8]];
const MASK: &[&[c_char]] = &[&[U64, U64], &[I64, U64], &[I64, I64]];
// Points may be negative, so unsigned masks of Polars get floats, which are exact too.
const POINTS: &[&[c_char]] = &[
    &[U64, U64, I16],
    &[I64, I64, I16],
    &[U64, I64, I16],
    &[I64, U64, I16],
    &[I64, I64, I64],
    &[U64, U64, F64],
];

pub(super) static UFUNCS: [Ufunc; 6] = [
    Ufunc {
        name: c"deadwood",
        question: Question::Deadwood,
        loops: NUMBER,
        doc: c"The fewest points that each hand can leave unmelded.

Args:
    x: masks of hands of 0 to 52 cards: uint64, or any integer type that casts to uint64 or int64.

Returns:
    The deadwood in points, uint8, in the shape of `x`.

Raises:
    InvalidHandError: a mask is negative or has a bit above 51; part of `out` may be written.

>>> import numpy as np
>>> deadwood(np.array([0b111, 1 << 51], dtype=np.uint64))
array([ 0, 10], dtype=uint8)",
    },
    Ufunc {
        name: c"melded",
        question: Question::Melded,
        loops: MASK,
        doc: c"The cards that the canonical arrangement of each hand melds.

Args:
    x: masks of hands of 0 to 52 cards: uint64, or any integer type that casts to uint64 or int64.

Returns:
    The masks of the melded cards, uint64, in the shape of `x`.

Raises:
    InvalidHandError: a mask is negative or has a bit above 51; part of `out` may be written.

>>> import numpy as np
>>> melded(np.array([0b1000111, 1 << 51], dtype=np.uint64))
array([7, 0], dtype=uint64)",
    },
    Ufunc {
        name: c"best_discard",
        question: Question::BestDiscard,
        loops: TWO_NUMBERS,
        doc: c"The discard that leaves each eleven-card hand least deadwood, and that deadwood.

Ties go to the card of highest value, then to the highest id. Libraries that want one output take
`best_discard_card` and `best_discard_deadwood`.

Args:
    x: masks of hands of 11 cards: uint64, or any integer type that casts to uint64 or int64.

Returns:
    The ids of the cards and the deadwood in points, both uint8 in the shape of `x`.

Raises:
    InvalidHandError: a mask is no hand of 11 cards; part of `out` may be written.

>>> import numpy as np
>>> card, left = best_discard(np.array([0x7ff], dtype=np.uint64))
>>> card, left
(array([10], dtype=uint8), array([0], dtype=uint8))",
    },
    Ufunc {
        name: c"best_discard_card",
        question: Question::BestDiscardCard,
        loops: NUMBER,
        doc: c"The discard that leaves each eleven-card hand least deadwood.

Ties go to the card of highest value, then to the highest id.

Args:
    x: masks of hands of 11 cards: uint64, or any integer type that casts to uint64 or int64.

Returns:
    The ids of the cards, uint8, in the shape of `x`.

Raises:
    InvalidHandError: a mask is no hand of 11 cards; part of `out` may be written.

>>> import numpy as np
>>> best_discard_card(np.array([0x7ff], dtype=np.uint64))
array([10], dtype=uint8)",
    },
    Ufunc {
        name: c"best_discard_deadwood",
        question: Question::BestDiscardDeadwood,
        loops: NUMBER,
        doc: c"What the best discard leaves each eleven-card hand.

Args:
    x: masks of hands of 11 cards: uint64, or any integer type that casts to uint64 or int64.

Returns:
    The deadwood in points, uint8, in the shape of `x`.

Raises:
    InvalidHandError: a mask is no hand of 11 cards; part of `out` may be written.

>>> import numpy as np
>>> best_discard_deadwood(np.array([0x7ff], dtype=np.uint64))
array([0], dtype=uint8)",
    },
    Ufunc {
        name: c"knock_points",
        question: Question::KnockPoints,
        loops: POINTS,
        doc: c"What each knock is worth to the knocker by the standard rules, his layout canonical.

Negative where the defender, who plays his best, wins.

Args:
    x1: masks of the knockers' hands, each of ten cards that leave at most ten points, or of eleven
        that are all melded: uint64, or any integer type that casts to uint64 or int64.
    x2: masks of the defenders' hands, each of ten cards; as `x1`.

Returns:
    The points, int16, in the common shape of `x1` and `x2`.

Raises:
    InvalidHandError: a mask is no hand, or a pair cannot have a showdown; part of `out` may be
        written.

>>> import numpy as np
>>> knockers = np.array([0x3ff, 0x7ff], dtype=np.uint64)
>>> knock_points(knockers, np.uint64(0x3ff << 39))
array([25, 31], dtype=int16)
>>> knock_points.outer(knockers, np.array([0x3f7 << 39 | 1 << 51], dtype=np.uint64))
array([[35],
       [41]], dtype=int16)",
    },
];
