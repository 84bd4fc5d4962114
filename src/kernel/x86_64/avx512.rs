//! Thirty-two hands at once with AVX-512, on CPUs of the Ice Lake and Zen 4 class.
//!
//! Those have VBMI, VBMI2 and BITALG, whose instructions pick a suit out of each hand at any bit,
//! look up seven bits of a mask at once, compress lanes and count bits; and they do not slow down
//! for 512-bit vectors as the first CPUs with AVX-512 did.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::{Avx512, first, first_mut};
use crate::kernel::lanes::{Cpu, Lanes, each};

/// Thirty-two lanes. A vector carries the proof that this CPU has AVX-512.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Lanes32(__m512i, Avx512);

/// Evaluates intrinsics that touch no memory, given the proof that the CPU has them.
macro_rules! avx512 {
    ($cpu:expr, $calls:expr) => {{
        let _proof: Avx512 = $cpu;
        // SAFETY: an `Avx512` exists only where the CPU has the features of its token, and these
        // calls need no others and touch no memory.
        unsafe { $calls }
    }};
}

impl Cpu for Avx512 {
    type Lanes = Lanes32;
}

/// The points of the seven ranks ace to seven, by their mask.
static POINTS_TO_SEVEN: [u8; 128] = points_from(1);
/// The points of the six ranks eight to king, by their mask.
static POINTS_FROM_EIGHT: [u8; 64] = points_from(8);

/// The points of the ranks named by a mask whose lowest bit is worth `first`.
const fn points_from<const N: usize>(first: u8) -> [u8; N] {
    let mut points = [0; N];
    let mut mask = 1;
    while mask < N {
        let worth = first + mask.ilog2() as u8;
        // What the mask without its highest bit has, and that bit.
        points[mask] = points[mask ^ 1 << mask.ilog2()] + if worth < 10 { worth } else { 10 };
        mask += 1;
    }
    points
}

/// For each suit, which eight bits of a hand to pick for each byte of the four fields: its low
/// eight bits and the five above.
const SUIT_BITS: [i64; 4] = [suit_bits(0), suit_bits(13), suit_bits(26), suit_bits(39)];

const fn suit_bits(first: i64) -> i64 {
    (first | (first + 8) << 8) * 0x0001_0001_0001_0001
}

/// The bytes of field `j` in each 64 bits.
const fn field(j: u32) -> u64 {
    0x0303_0303_0303_0303 << (2 * j)
}

/// The low byte of each lane in the order of the hands.
static HAND_ORDER: [u8; 64] = {
    let mut order = [0; 64];
    let mut hand = 0;
    while hand < 32 {
        order[hand] = 2 * (hand % 8 * 4 + hand / 8) as u8;
        hand += 1;
    }
    order
};

#[inline(always)]
fn load_table(_: Avx512, table: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are readable behind the reference, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

#[inline(always)]
fn load_lanes(_: Avx512, lanes: &[u16; 32]) -> __m512i {
    // SAFETY: 64 bytes are readable behind the reference, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[inline(always)]
fn load_hands(_: Avx512, hands: &[u64; 8]) -> __m512i {
    // SAFETY: 64 bytes are readable behind the reference, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(hands.as_ptr().cast()) }
}

#[inline(always)]
fn store_bytes(_: Avx512, bytes: __m256i, out: &mut [u8; 32]) {
    // SAFETY: 32 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), bytes) }
}

#[inline(always)]
fn store_lanes(_: Avx512, lanes: __m512i, out: &mut [u16; 32]) {
    // SAFETY: 64 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), lanes) }
}

#[inline(always)]
fn store_hands(_: Avx512, hands: __m512i, out: &mut [u64; 8]) {
    // SAFETY: 64 bytes are writable behind the reference, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), hands) }
}

impl Lanes for Lanes32 {
    type Cpu = Avx512;
    type Mask = __mmask32;

    const COUNT: usize = 32;

    /// Lane 4i+j is field j of the i-th 64 bits and comes from the i-th hand of the j-th load.
    #[inline(always)]
    fn hand_in(lane: usize) -> usize {
        lane % 4 * 8 + lane / 4
    }

    #[inline(always)]
    fn splat(cpu: Avx512, value: u16) -> Lanes32 {
        Lanes32(avx512!(cpu, _mm512_set1_epi16(value as i16)), cpu)
    }

    #[inline(always)]
    fn load(cpu: Avx512, values: &[u16]) -> Lanes32 {
        Lanes32(load_lanes(cpu, first(values)), cpu)
    }

    #[inline(always)]
    fn suits(cpu: Avx512, hands: &[u64]) -> [Lanes32; 4] {
        let hands: &[u64; 32] = first(hands);
        let loads = each!(|load| load_hands(cpu, first(&hands[8 * load..])));
        let thirteen = Lanes32::splat(cpu, 0x1fff);
        each!(|suit| {
            let picked = avx512!(cpu, {
                let bits = _mm512_set1_epi64(SUIT_BITS[suit]);
                let [v0, v1, v2, v3] = loads;
                let suit = _mm512_multishift_epi64_epi8(bits, v0);
                let suit = _mm512_mask_multishift_epi64_epi8(suit, field(1), bits, v1);
                let suit = _mm512_mask_multishift_epi64_epi8(suit, field(2), bits, v2);
                _mm512_mask_multishift_epi64_epi8(suit, field(3), bits, v3)
            });
            Lanes32(picked, cpu) & thirteen
        })
    }

    #[inline(always)]
    fn store_hands(suits: [Lanes32; 4], out: &mut [u64]) {
        let cpu = suits[0].1;
        let out: &mut [u64; 32] = first_mut(out);
        let _ = each!(|load| {
            let hands = avx512!(cpu, {
                // A suit's field moved to the suit's place: right by 16 for each load before, left
                // by 13 for each suit before; rotating serves both.
                let [s, c, d, h] = each!(|suit| {
                    let left = (64 + 13 * suit as i64 - 16 * load as i64) % 64;
                    let moved = _mm512_rolv_epi64(suits[suit].0, _mm512_set1_epi64(left));
                    _mm512_and_si512(moved, _mm512_set1_epi64(0x1fff << (13 * suit)))
                });
                _mm512_or_si512(_mm512_or_si512(s, c), _mm512_or_si512(d, h))
            });
            store_hands(cpu, hands, first_mut(&mut out[8 * load..]));
        });
    }

    #[inline(always)]
    fn up<const RANKS: i32>(self) -> Lanes32 {
        let ranks = Lanes32::splat(self.1, RANKS as u16);
        Lanes32(avx512!(self.1, _mm512_sllv_epi16(self.0, ranks.0)), self.1)
    }

    #[inline(always)]
    fn down<const RANKS: i32>(self) -> Lanes32 {
        let ranks = Lanes32::splat(self.1, RANKS as u16);
        Lanes32(avx512!(self.1, _mm512_srlv_epi16(self.0, ranks.0)), self.1)
    }

    #[inline(always)]
    fn min(self, other: Lanes32) -> Lanes32 {
        Lanes32(avx512!(self.1, _mm512_min_epu16(self.0, other.0)), self.1)
    }

    #[inline(always)]
    fn equals(self, other: Lanes32) -> __mmask32 {
        avx512!(self.1, _mm512_cmpeq_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn is_below(self, other: Lanes32) -> __mmask32 {
        avx512!(self.1, _mm512_cmplt_epu16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn or_else(self, mask: __mmask32, other: Lanes32) -> Lanes32 {
        Lanes32(avx512!(self.1, _mm512_mask_blend_epi16(mask, other.0, self.0)), self.1)
    }

    #[inline(always)]
    fn any(mask: __mmask32) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn count_ones(self) -> Lanes32 {
        Lanes32(avx512!(self.1, _mm512_popcnt_epi16(self.0)), self.1)
    }

    #[inline(always)]
    fn highest(self) -> Lanes32 {
        let below = self | self.down::<1>();
        let below = below | below.down::<2>();
        let below = below | below.down::<4>();
        let ones = (below | below.down::<8>()).count_ones();
        let one = Lanes32::splat(self.1, 1);
        Lanes32(avx512!(self.1, _mm512_subs_epu16(ones.0, one.0)), self.1)
    }

    #[inline(always)]
    fn points(self, twice: Lanes32) -> Lanes32 {
        let cpu = self.1;
        let (aces, fives) = POINTS_TO_SEVEN.split_at(64);
        let (aces, fives) = (load_table(cpu, first(aces)), load_table(cpu, first(fives)));
        let eights = load_table(cpu, &POINTS_FROM_EIGHT);
        let low_byte = Lanes32::splat(cpu, 0x00ff);
        // Both masks side by side, the second in the high bytes. The look-ups see seven and six
        // bits of a byte, so what lies above those does not matter.
        let to_seven = self & low_byte | twice.up::<8>();
        let from_eight = self.down::<7>() & low_byte | twice.up::<1>() & !low_byte;
        let points = avx512!(cpu, {
            let low = _mm512_permutex2var_epi8(aces, to_seven.0, fives);
            let high = _mm512_permutexvar_epi8(from_eight.0, eights);
            _mm512_maddubs_epi16(_mm512_add_epi8(low, high), _mm512_set1_epi8(1))
        });
        Lanes32(points, cpu)
    }

    #[inline(always)]
    fn compress(self, mask: __mmask32, list: &mut [u16]) -> usize {
        // Compressing into memory takes Zen 4 a hundred cycles; in a register, two.
        let front = avx512!(self.1, _mm512_maskz_compress_epi16(mask, self.0));
        store_lanes(self.1, front, first_mut(list));
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn store_bytes(self, out: &mut [u8]) {
        let order = load_table(self.1, &HAND_ORDER);
        let bytes = avx512!(self.1, _mm512_castsi512_si256(_mm512_permutexvar_epi8(order, self.0)));
        store_bytes(self.1, bytes, first_mut(out));
    }

    #[inline(always)]
    fn store(self, out: &mut [u16]) {
        store_lanes(self.1, self.0, first_mut(out));
    }
}

/// The operators that the trait asks for, each one intrinsic.
macro_rules! operators {
    ($($Operator:ident $method:ident $intrinsic:ident;)*) => {$(
        impl $Operator for Lanes32 {
            type Output = Lanes32;

            #[inline(always)]
            fn $method(self, other: Lanes32) -> Lanes32 {
                Lanes32(avx512!(self.1, $intrinsic(self.0, other.0)), self.1)
            }
        }
    )*};
}

operators! {
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
    Add add _mm512_add_epi16;
    Sub sub _mm512_sub_epi16;
}

impl Not for Lanes32 {
    type Output = Lanes32;

    #[inline(always)]
    fn not(self) -> Lanes32 {
        self ^ Lanes32::splat(self.1, u16::MAX)
    }
}
