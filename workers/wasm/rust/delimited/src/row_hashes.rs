//! Compares the rows of two readings of a file as multisets of hashes.

use rustc_hash::FxHashMap;

use crate::records::Records;

#[derive(Clone, Default)]
pub struct RowHashes {
    counts: FxHashMap<u64, i64>,
}

const FIRST_MULTIPLIER: u64 = 0x87c3_7b91_1142_53d5;
const SECOND_MULTIPLIER: u64 = 0x4cf5_ad43_2745_937f;

/// A step of MurmurHash3 for 64 bits. WASM has no product of 128 bits.
#[inline]
fn mixed(hash: u64, word: u64) -> u64 {
    let word = word.wrapping_mul(FIRST_MULTIPLIER).rotate_left(31).wrapping_mul(SECOND_MULTIPLIER);
    (hash ^ word).rotate_left(27).wrapping_mul(5).wrapping_add(0x52dc_e729)
}

/// A hash of the texts of a record. Empty fields are null, in quotes and without.
fn hash_of(records: &Records, bytes: &[u8]) -> u64 {
    records.fields.iter().fold(FIRST_MULTIPLIER, |hash, field| {
        let text = records.text(bytes, field);
        let mut chunks = text.chunks_exact(8);
        let mut hash = mixed(hash, text.len() as u64);
        for chunk in &mut chunks {
            hash = mixed(hash, u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let rest = chunks.remainder().iter().fold(1, |word, &byte| word << 8 | u64::from(byte));
        mixed(hash, rest)
    })
}

impl RowHashes {
    /// Adds the current record of one reading (1) or the other (-1).
    pub fn add(&mut self, records: &Records, bytes: &[u8], side: i64) {
        *self.counts.entry(hash_of(records, bytes)).or_default() += side;
    }

    /// The rows of the first reading that the other does not have.
    pub fn first_only(&self) -> i64 {
        self.counts.values().filter(|&&count| count > 0).sum()
    }
}
