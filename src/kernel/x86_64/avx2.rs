//! Sixteen hands at once with AVX2.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::{Avx2, first, first_mut};
use crate::kernel::lanes::{Cpu, Lanes, each};

/// Sixteen lanes. A vector carries the proof that this CPU has AVX2.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Lanes16(__m256i, Avx2);

/// Evaluates intrinsics that touch no memory, given the proof that the CPU has them.
macro_rules! avx2 {
    ($cpu:expr, $calls:expr) => {{
        let _proof: Avx2 = $cpu;
        // SAFETY: an `Avx2` exists only where the CPU has AVX2, and these calls touch no memory.
        unsafe { $calls }
    }};
}

impl Cpu for Avx2 {
    type Lanes = Lanes16;
}

/// For each byte, which of eight lanes its bits name, as the control of a byte shuffle.
static NAMED_LANES: [[u8; 16]; 256] = {
    let mut controls = [[0x80; 16]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut lane, mut named) = (0, 0);
        while lane < 8 {
            if byte >> lane & 1 == 1 {
                controls[byte][2 * named] = 2 * lane as u8;
                controls[byte][2 * named + 1] = 2 * lane as u8 + 1;
                named += 1;
            }
            lane += 1;
        }
        byte += 1;
    }
    controls
};

/// The points of the ranks named by a nibble, the lowest of which is worth `first`.
const fn points_of_nibble(first: u8) -> [u8; 16] {
    let mut answers = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let mut bit = 0;
        while bit < 4 {
            let points = if first + bit < 10 { first + bit } else { 10 };
            answers[nibble] += (nibble as u8 >> bit & 1) * points;
            bit += 1;
        }
        nibble += 1;
    }
    answers
}

/// The place of the highest bit of a nibble that starts at bit `first`; 0 where it is empty.
const fn highest_of_nibble(first: u8) -> [u8; 16] {
    let mut answers = [0; 16];
    let mut nibble: usize = 1;
    while nibble < 16 {
        answers[nibble] = first + nibble.ilog2() as u8;
        nibble += 1;
    }
    answers
}

const ONES_OF_NIBBLE: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// The bytes of both halves of a vector in hand order: byte 4i+j is that of hand 4j+i.
const HAND_ORDER: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

#[inline(always)]
fn load16(_: Avx2, bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes are readable behind the reference, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load_lanes(_: Avx2, lanes: &[u16; 16]) -> __m256i {
    // SAFETY: 32 bytes are readable behind the reference, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

/// The sixteen 16-bit words from the `from`-th on of sixteen hands.
#[inline(always)]
fn load_words(_: Avx2, hands: &[u64; 16], from: isize) -> __m256i {
    assert!((0..=48).contains(&from));
    let words = hands.as_ptr().cast::<u16>();
    // SAFETY: the hands are 64 words, so the 16 words from one of the first 49 on are readable; the
    // load needs no alignment.
    unsafe { _mm256_loadu_si256(words.offset(from).cast()) }
}

#[inline(always)]
fn store_bytes(_: Avx2, bytes: __m128i, out: &mut [u8; 16]) {
    // SAFETY: 16 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), bytes) }
}

#[inline(always)]
fn store_half(_: Avx2, lanes: __m128i, out: &mut [u16; 8]) {
    // SAFETY: 16 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), lanes) }
}

#[inline(always)]
fn store_lanes(_: Avx2, lanes: __m256i, out: &mut [u16; 16]) {
    // SAFETY: 32 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), lanes) }
}

#[inline(always)]
fn store_hands(_: Avx2, hands: __m256i, out: &mut [u64; 4]) {
    // SAFETY: 32 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), hands) }
}

impl Lanes16 {
    /// For the low and the high nibble of each byte the answer of its table, summed or not.
    #[inline(always)]
    fn look_up_nibbles(self, low: &[u8; 16], high: &[u8; 16]) -> (__m256i, __m256i) {
        let (low, high) = (load16(self.1, low), load16(self.1, high));
        avx2!(self.1, {
            let nibble = _mm256_set1_epi8(0x0f);
            let low_nibbles = _mm256_and_si256(self.0, nibble);
            let high_nibbles = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble);
            (
                _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low), low_nibbles),
                _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high), high_nibbles),
            )
        })
    }
}

impl Lanes for Lanes16 {
    type Cpu = Avx2;
    type Mask = Lanes16;

    const COUNT: usize = 16;

    /// Lane 4i+j is field j of the i-th 64 bits and comes from the i-th hand of the j-th load.
    #[inline(always)]
    fn hand_in(lane: usize) -> usize {
        lane % 4 * 4 + lane / 4
    }

    #[inline(always)]
    fn splat(cpu: Avx2, value: u16) -> Lanes16 {
        Lanes16(avx2!(cpu, _mm256_set1_epi16(value as i16)), cpu)
    }

    #[inline(always)]
    fn load(cpu: Avx2, values: &[u16]) -> Lanes16 {
        Lanes16(load_lanes(cpu, first(values)), cpu)
    }

    /// First the four 16-bit words of the hands are sorted into a vector each, word `k` of the
    /// hands of load `j` in field `j`. Loads that start `k - j` words off put them there without a
    /// shift, which this costs less than, and never leave the sixteen hands. Then two words
    /// together make up a suit.
    #[inline(always)]
    fn suits(cpu: Avx2, hands: &[u64]) -> [Lanes16; 4] {
        let hands: &[u64; 16] = first(hands);
        let word = |k: isize| {
            let (f0, f1) = (load_words(cpu, hands, k), load_words(cpu, hands, 15 + k));
            let (f2, f3) = (load_words(cpu, hands, 30 + k), load_words(cpu, hands, 45 + k));
            avx2!(cpu, {
                let low = _mm256_blend_epi16::<0b0010_0010>(f0, f1);
                let high = _mm256_blend_epi16::<0b1000_1000>(f2, f3);
                _mm256_blend_epi16::<0b1100_1100>(low, high)
            })
        };
        let (w0, w1, w2, w3) = (word(0), word(1), word(2), word(3));
        let suits = avx2!(cpu, {
            [
                w0,
                _mm256_or_si256(_mm256_srli_epi16::<13>(w0), _mm256_slli_epi16::<3>(w1)),
                _mm256_or_si256(_mm256_srli_epi16::<10>(w1), _mm256_slli_epi16::<6>(w2)),
                _mm256_or_si256(_mm256_srli_epi16::<7>(w2), _mm256_slli_epi16::<9>(w3)),
            ]
        });
        let thirteen = Lanes16::splat(cpu, 0x1fff);
        each!(|suit| Lanes16(suits[suit], cpu) & thirteen)
    }

    #[inline(always)]
    fn store_hands(suits: [Lanes16; 4], out: &mut [u64]) {
        let [Lanes16(s, cpu), Lanes16(c, _), Lanes16(d, _), Lanes16(h, _)] = suits;
        let out: &mut [u64; 16] = first_mut(out);
        macro_rules! hands {
            ($at:literal, $s:expr, $c:expr, $d:expr, $h:expr) => {
                let hands = avx2!(cpu, {
                    let suit = |moved, first: u32| {
                        _mm256_and_si256(moved, _mm256_set1_epi64x(0x1fff << first))
                    };
                    let black = _mm256_or_si256(suit($s, 0), suit($c, 13));
                    _mm256_or_si256(black, _mm256_or_si256(suit($d, 26), suit($h, 39)))
                });
                store_hands(cpu, hands, first_mut(&mut out[$at..]));
            };
        }
        macro_rules! left {
            ($vector:ident, $bits:literal) => {
                _mm256_slli_epi64::<$bits>($vector)
            };
        }
        macro_rules! right {
            ($vector:ident, $bits:literal) => {
                _mm256_srli_epi64::<$bits>($vector)
            };
        }
        hands!(0, s, left!(c, 13), left!(d, 26), left!(h, 39));
        hands!(4, right!(s, 16), right!(c, 3), left!(d, 10), left!(h, 23));
        hands!(8, right!(s, 32), right!(c, 19), right!(d, 6), left!(h, 7));
        hands!(12, right!(s, 48), right!(c, 35), right!(d, 22), right!(h, 9));
    }

    #[inline(always)]
    fn up<const RANKS: i32>(self) -> Lanes16 {
        // Additions run on more ports than shifts.
        match RANKS {
            1 => self + self,
            2 => self.up::<1>() + self.up::<1>(),
            _ => Lanes16(avx2!(self.1, _mm256_slli_epi16::<RANKS>(self.0)), self.1),
        }
    }

    #[inline(always)]
    fn down<const RANKS: i32>(self) -> Lanes16 {
        Lanes16(avx2!(self.1, _mm256_srli_epi16::<RANKS>(self.0)), self.1)
    }

    #[inline(always)]
    fn min(self, other: Lanes16) -> Lanes16 {
        Lanes16(avx2!(self.1, _mm256_min_epu16(self.0, other.0)), self.1)
    }

    #[inline(always)]
    fn equals(self, other: Lanes16) -> Lanes16 {
        Lanes16(avx2!(self.1, _mm256_cmpeq_epi16(self.0, other.0)), self.1)
    }

    #[inline(always)]
    fn is_below(self, other: Lanes16) -> Lanes16 {
        let higher = Lanes16(avx2!(self.1, _mm256_max_epu16(self.0, other.0)), self.1);
        !higher.equals(self)
    }

    #[inline(always)]
    fn or_else(self, mask: Lanes16, other: Lanes16) -> Lanes16 {
        Lanes16(avx2!(self.1, _mm256_blendv_epi8(other.0, self.0, mask.0)), self.1)
    }

    #[inline(always)]
    fn any(mask: Lanes16) -> bool {
        avx2!(mask.1, _mm256_testz_si256(mask.0, mask.0)) == 0
    }

    #[inline(always)]
    fn count_ones(self) -> Lanes16 {
        let (low, high) = self.look_up_nibbles(&ONES_OF_NIBBLE, &ONES_OF_NIBBLE);
        let ones = avx2!(self.1, {
            let of_bytes = _mm256_add_epi8(low, high);
            _mm256_maddubs_epi16(of_bytes, _mm256_set1_epi8(1))
        });
        Lanes16(ones, self.1)
    }

    #[inline(always)]
    fn highest(self) -> Lanes16 {
        const LOW: [u8; 16] = highest_of_nibble(0);
        const HIGH: [u8; 16] = highest_of_nibble(4);
        let (low, high) = self.look_up_nibbles(&LOW, &HIGH);
        let place = avx2!(self.1, {
            let in_byte = _mm256_max_epu8(low, high);
            let empty = _mm256_cmpeq_epi8(self.0, _mm256_setzero_si256());
            let eight = _mm256_andnot_si256(empty, _mm256_set1_epi16(0x0800));
            let in_lane = _mm256_add_epi8(in_byte, eight);
            let higher = _mm256_max_epu8(in_lane, _mm256_srli_epi16::<8>(in_lane));
            _mm256_and_si256(higher, _mm256_set1_epi16(0xff))
        });
        Lanes16(place, self.1)
    }

    #[inline(always)]
    fn points(self, twice: Lanes16) -> Lanes16 {
        const ACE_TO_FOUR: [u8; 16] = points_of_nibble(1);
        const FIVE_TO_EIGHT: [u8; 16] = points_of_nibble(5);
        const NINE_TO_QUEEN: [u8; 16] = points_of_nibble(9);
        let cpu = self.1;
        // The low bytes of both masks, then their high bytes, side by side.
        let (low, high) = avx2!(cpu, {
            let low_byte = _mm256_set1_epi16(0xff);
            let low = _mm256_and_si256(self.0, low_byte);
            let high = _mm256_andnot_si256(low_byte, twice.0);
            (
                _mm256_or_si256(low, _mm256_slli_epi16::<8>(twice.0)),
                _mm256_or_si256(_mm256_srli_epi16::<8>(self.0), high),
            )
        });
        let (first, second) = Lanes16(low, cpu).look_up_nibbles(&ACE_TO_FOUR, &FIVE_TO_EIGHT);
        let third = load16(cpu, &NINE_TO_QUEEN);
        let points = avx2!(cpu, {
            // The shuffle looks at the low nibble alone; above it is only the king.
            let third = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(third), high);
            let king = _mm256_cmpgt_epi8(high, _mm256_set1_epi8(0x0f));
            let king = _mm256_and_si256(king, _mm256_set1_epi8(10));
            let lower = _mm256_add_epi8(first, second);
            let of_bytes = _mm256_add_epi8(lower, _mm256_add_epi8(third, king));
            _mm256_maddubs_epi16(of_bytes, _mm256_set1_epi8(1))
        });
        Lanes16(points, cpu)
    }

    #[inline(always)]
    fn compress(self, mask: Lanes16, list: &mut [u16]) -> usize {
        let cpu = self.1;
        let (low, high, named) = avx2!(cpu, {
            let low = _mm256_castsi256_si128(mask.0);
            let bytes = _mm_packs_epi16(low, _mm256_extracti128_si256::<1>(mask.0));
            let named = _mm_movemask_epi8(bytes) as usize;
            (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0), named)
        });
        let half = |half: __m128i, named: usize, list: &mut [u16]| {
            let control = load16(cpu, &NAMED_LANES[named]);
            let front = avx2!(cpu, _mm_shuffle_epi8(half, control));
            store_half(cpu, front, first_mut(list));
            named.count_ones() as usize
        };
        let count = half(low, named & 0xff, list);
        count + half(high, named >> 8, &mut list[count..])
    }

    #[inline(always)]
    fn store_bytes(self, out: &mut [u8]) {
        let cpu = self.1;
        let order = load16(cpu, &HAND_ORDER);
        let bytes = avx2!(cpu, {
            let (low, high) =
                (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            _mm_shuffle_epi8(_mm_packus_epi16(low, high), order)
        });
        store_bytes(cpu, bytes, first_mut(out));
    }

    #[inline(always)]
    fn store(self, out: &mut [u16]) {
        store_lanes(self.1, self.0, first_mut(out));
    }
}

/// The operators that the trait asks for, each one intrinsic.
macro_rules! operators {
    ($($Operator:ident $method:ident $intrinsic:ident;)*) => {$(
        impl $Operator for Lanes16 {
            type Output = Lanes16;

            #[inline(always)]
            fn $method(self, other: Lanes16) -> Lanes16 {
                Lanes16(avx2!(self.1, $intrinsic(self.0, other.0)), self.1)
            }
        }
    )*};
}

operators! {
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
    BitXor bitxor _mm256_xor_si256;
    Add add _mm256_add_epi16;
    Sub sub _mm256_sub_epi16;
}

impl Not for Lanes16 {
    type Output = Lanes16;

    #[inline(always)]
    fn not(self) -> Lanes16 {
        self ^ Lanes16::splat(self.1, u16::MAX)
    }
}
