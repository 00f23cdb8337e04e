//! Compares the rows of two readings of a file as multisets of hashes.

use rustc_hash::FxHashMap;

use crate::records::Records;

#[derive(Default)]
pub struct RowHashes {
    counts: FxHashMap<u64, i64>,
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(MULTIPLIER | 1);
    (product as u64) ^ (product >> 64) as u64 ^ MULTIPLIER.rotate_left(17)
}

/// A hash of the texts of a record. Empty fields are null, in quotes and without.
fn hash_of(records: &Records, bytes: &[u8]) -> u64 {
    records.fields.iter().fold(MULTIPLIER, |hash, field| {
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
