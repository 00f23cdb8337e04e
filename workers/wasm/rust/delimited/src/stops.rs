//! Finds the bytes that may end a field or a line, 64 bytes at a time.

const BLOCK_BYTES: usize = 64;
/// No place in bytes lies in a block that begins here.
const NO_BLOCK: usize = usize::MAX - BLOCK_BYTES;

/// The next places of four bytes. It remembers what it found in the last block, so that short fields share one search.
pub struct Stops {
    wanted: [u8; 4],
    block: usize,
    /// A bit for each byte of the block, the first in the lowest.
    found: u64,
}

impl Stops {
    pub fn new(wanted: [u8; 4]) -> Self {
        Self { wanted, block: NO_BLOCK, found: 0 }
    }

    /// Forgets the last block. Other bytes may follow.
    pub fn forget(&mut self) {
        self.block = NO_BLOCK;
    }

    /// The first place from `at` on with one of the bytes; the length if there is none.
    #[inline(always)]
    pub fn next(&mut self, bytes: &[u8], at: usize) -> usize {
        let offset = at.wrapping_sub(self.block);
        if offset < BLOCK_BYTES {
            let rest = self.found >> offset;
            if rest != 0 {
                return at + rest.trailing_zeros() as usize;
            }
            return self.next_from_block(bytes, self.block + BLOCK_BYTES);
        }
        self.next_from_block(bytes, at)
    }

    /// As `next`, where a block begins at `at`.
    fn next_from_block(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while at < bytes.len() {
            self.block = at;
            self.found = match bytes[at..].first_chunk() {
                Some(block) => places_of(self.wanted, block),
                None => {
                    let rest = &bytes[at..];
                    let mut block = [0; BLOCK_BYTES];
                    block[..rest.len()].copy_from_slice(rest);
                    places_of(self.wanted, &block) & ((1 << rest.len()) - 1)
                }
            };
            if self.found != 0 {
                return at + self.found.trailing_zeros() as usize;
            }
            at += BLOCK_BYTES;
        }
        bytes.len()
    }
}

#[cfg(target_arch = "wasm32")]
#[inline]
fn places_of(wanted: [u8; 4], block: &[u8; BLOCK_BYTES]) -> u64 {
    use core::arch::wasm32::{i8x16_bitmask, i8x16_eq, u8x16_splat, v128, v128_load, v128_or};
    let wanted = wanted.map(|byte| u8x16_splat(byte));
    let places = |part: usize| {
        // SAFETY: each of the four parts lies in the block.
        let bytes = unsafe { v128_load(block.as_ptr().cast::<v128>().add(part)) };
        let [first, second, third, fourth] = wanted.map(|byte| i8x16_eq(bytes, byte));
        u64::from(i8x16_bitmask(v128_or(v128_or(first, second), v128_or(third, fourth))))
    };
    places(0) | places(1) << 16 | places(2) << 32 | places(3) << 48
}

#[cfg(not(target_arch = "wasm32"))]
fn places_of(wanted: [u8; 4], block: &[u8; BLOCK_BYTES]) -> u64 {
    block.iter().rev().fold(0, |places, byte| places << 1 | u64::from(wanted.contains(byte)))
}

#[cfg(test)]
mod tests {
    use super::Stops;

    #[test]
    fn finds_every_place_in_order_and_across_blocks() {
        let mut bytes = vec![b'x'; 300];
        let places = [0, 1, 63, 64, 130, 191, 192, 299];
        for (place, byte) in places.into_iter().zip(b",\n\r\0,\n\r\0") {
            bytes[place] = *byte;
        }
        let mut stops = Stops::new([b',', b'\n', b'\r', 0]);
        let mut at = 0;
        for place in places {
            at = stops.next(&bytes, at);
            assert_eq!(at, place);
            at += 1;
        }
        assert_eq!(stops.next(&bytes, at), 300);
        // What lies before the last block is found again.
        assert_eq!(stops.next(&bytes, 2), 63);
        stops.forget();
        assert_eq!(stops.next(&bytes[..50], 2), 50);
    }
}
