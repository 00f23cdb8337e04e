//! What a chunk's first bits claim, checked before pco allocates for it: a dictionary's length (up to 2^25) and a window (up to 2^24) need no bytes of the
//! file to be claimed. Layout: format.md of the pco repository, "Chunk Metadata"; bits go from the lowest.

use formatlab_abi::Failure;

const DICTIONARY_MODE: u64 = 4;
const LOOKBACK_DELTA: u64 = 2;
/// A window of so many numbers is small whatever the chunk.
const SMALL_WINDOW_LOG: u32 = 15;

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// At most 25; bits behind the end are 0, since pco itself meets the end.
    fn take(&mut self, count: usize) -> u64 {
        let mut word = [0; 8];
        let from = &self.bytes[(self.at / 8).min(self.bytes.len())..];
        let length = from.len().min(8);
        word[..length].copy_from_slice(&from[..length]);
        let value = (u64::from_le_bytes(word) >> (self.at % 8)) & ((1 << count) - 1);
        self.at += count;
        value
    }
}

/// How many numbers the chunk claims; None at the end of the file. `rest` begins with the chunk's type byte.
pub fn check_chunk<T>(rest: &[u8], format_major: u8) -> Result<Option<usize>, Failure> {
    if rest.first().is_none_or(|&number_type| number_type == 0) {
        return Ok(None);
    }
    let mut bits = Bits { bytes: rest, at: 8 };
    let n = bits.take(24) as usize + 1;
    match bits.take(4) {
        DICTIONARY_MODE => {
            let length = bits.take(25) as usize;
            bits.at = bits.at.next_multiple_of(8);
            if length > rest.len() / size_of::<T>() {
                return Err(Failure::damaged(format!(
                    "a dictionary claims {length} numbers, which the file can't hold"
                )));
            }
            bits.at += length * size_of::<T>() * 8;
        }
        // A base.
        1 | 2 => bits.at += size_of::<T>() * 8,
        // A number of bits.
        3 => bits.at += 8,
        _ => {}
    }
    // Before format 3, a delta was an order of three bits.
    if format_major >= 3 && bits.take(4) == LOOKBACK_DELTA {
        let window_log = bits.take(5) as u32 + 1;
        if window_log > SMALL_WINDOW_LOG.max(n.ilog2() + 1) {
            return Err(Failure::damaged(format!("a window of 2^{window_log} numbers is claimed for a chunk of {n}")));
        }
    }
    Ok(Some(n))
}
