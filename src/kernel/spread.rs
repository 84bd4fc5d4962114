//! Masks spread to bytes, as arrays of Python have them.

#[cfg(target_arch = "x86_64")]
use super::x86_64::{Avx2, Avx512};

/// How masks are spread on this CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spread(Way);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// On any CPU.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Spread {
    /// The fastest way.
    pub(crate) fn detect() -> Spread {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(avx512) = Avx512::new() {
                return Spread(Way::Avx512(avx512));
            }
            if let Some(avx2) = Avx2::new() {
                return Spread(Way::Avx2(avx2));
            }
        }
        Spread(Way::Plain)
    }

    /// Writes the lowest `width` bits of each mask, at most 64, as bytes of 0 and 1.
    ///
    /// # Panics
    /// If `out` has no room of this width for each.
    #[inline]
    pub(crate) fn write(self, masks: &[u64], width: usize, out: &mut [u8]) {
        assert!(width <= 64 && out.len() == masks.len() * width, "room for every bit");
        match self.0 {
            Way::Plain => each(masks, width, out, plain),
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(avx2) => avx2.spread(masks, width, out),
            #[cfg(target_arch = "x86_64")]
            Way::Avx512(avx512) => avx512.spread(masks, width, out),
        }
    }
}

/// Spreads each mask by `all`, which writes all 64 bytes: what is beyond the width is written over
/// by the next mask. Where the end is near, it goes by a copy.
#[inline(always)]
pub(super) fn each(masks: &[u64], width: usize, out: &mut [u8], all: impl Fn(u64, &mut [u8; 64])) {
    for (at, &mask) in masks.iter().enumerate() {
        let out = &mut out[at * width..];
        match out.first_chunk_mut() {
            Some(out) => all(mask, out),
            None => {
                let mut bytes = [0; 64];
                all(mask, &mut bytes);
                out[..width].copy_from_slice(&bytes[..width]);
            }
        }
    }
}

/// Eight bits at a time, without a branch: each is moved to its byte, in which it is made a 1.
#[inline(always)]
pub(super) fn plain(mask: u64, out: &mut [u8; 64]) {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    const EACH: u64 = 0x8040_2010_0804_0201;
    for (at, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let eight = ((mask >> (8 * at) & 0xff) * EVERY) & EACH;
        *out = ((eight + 0x7f * EVERY) >> 7 & EVERY).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::Numbers;

    fn ways() -> Vec<Spread> {
        let mut ways = vec![Spread(Way::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            ways.extend(Avx2::new().map(|avx2| Spread(Way::Avx2(avx2))));
            ways.extend(Avx512::new().map(|avx512| Spread(Way::Avx512(avx512))));
        }
        ways
    }

    #[test]
    fn every_bit_comes_to_its_byte_and_none_beyond() {
        let mut numbers = Numbers::new(7);
        for width in [1, 52, 54, 63, 64] {
            for count in 0..40 {
                let masks: Vec<u64> = (0..count).map(|_| numbers.any()).collect();
                let bits = masks.iter().flat_map(|mask| (0..width).map(move |bit| mask >> bit & 1));
                let expected: Vec<u8> = bits.map(|bit| bit as u8).collect();
                for way in ways() {
                    let mut room = vec![0xaa; 8 + count * width + 8];
                    let (before, out) = room.split_at_mut(8);
                    let (out, behind) = out.split_at_mut(count * width);
                    way.write(&masks, width, out);
                    assert_eq!(out, expected, "{way:?}, {count} of {width}");
                    assert!(before.iter().chain(&*behind).all(|&byte| byte == 0xaa));
                }
            }
        }
    }

    #[test]
    fn the_fastest_way_is_taken() {
        assert_eq!(Spread::detect(), *ways().last().unwrap());
    }
}
