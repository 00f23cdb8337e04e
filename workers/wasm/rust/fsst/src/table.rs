//! A symbol table as bytes: counts of symbols by length, in FSST's order of codes (2 to 8 bytes, then 1), and the symbols.

use fsst::{Compressor, Decompressor, Symbol};

pub const MOST_BYTES: usize = LENGTHS.len() + 255 * 8;
/// In the order of codes.
const LENGTHS: [usize; 8] = [2, 3, 4, 5, 6, 7, 8, 1];

pub struct Table {
    symbols: [Symbol; 255],
    /// 0 for a code that stands for nothing: it decodes to nothing, and the content's size no longer fits.
    lengths: [u8; 255],
    count: usize,
}

/// Returns how many bytes it took.
pub fn write(compressor: &Compressor, room: &mut [u8]) -> usize {
    let mut at = LENGTHS.len();
    room[..at].fill(0);
    for (symbol, &length) in compressor.symbol_table().iter().zip(compressor.symbol_lengths()) {
        let length = usize::from(length);
        let place = LENGTHS.iter().position(|&of| of == length).expect("a symbol has 1 to 8 bytes");
        room[place] += 1;
        room[at..at + length].copy_from_slice(&symbol.to_u64().to_le_bytes()[..length]);
        at += length;
    }
    at
}

impl Table {
    /// The table at the start of `input`, and what follows it.
    pub fn read(input: &[u8]) -> Result<(Self, &[u8]), &'static str> {
        let cut = "it ends in its table";
        let (counts, mut rest) = input.split_at_checked(LENGTHS.len()).ok_or(cut)?;
        let mut table = Self { symbols: [Symbol::ZERO; 255], lengths: [0; 255], count: 0 };
        for (&count, length) in counts.iter().zip(LENGTHS) {
            for _ in 0..count {
                if table.count == 255 {
                    return Err("its table has more than 255 symbols");
                }
                let (_, behind) = rest.split_at_checked(length).ok_or(cut)?;
                table.symbols[table.count] = Symbol::from_slice(&word_of(rest, length).to_le_bytes());
                table.lengths[table.count] = length as u8;
                table.count += 1;
                rest = behind;
            }
        }
        Ok((table, rest))
    }

    pub fn decompressor(&self) -> Decompressor<'_> {
        Decompressor::new(&self.symbols, &self.lengths)
    }

    /// None where fsst-rs would panic: it finds a symbol's length by its last byte that is not zero, and keeps one symbol for a hash of three bytes.
    pub fn compressor(&self) -> Option<Compressor> {
        let mut taken = [false; PLACES];
        for (symbol, &length) in self.symbols[..self.count].iter().zip(&self.lengths) {
            if symbol.len() != usize::from(length) {
                return None;
            }
            if length >= 3 && core::mem::replace(&mut taken[place_of(*symbol)], true) {
                return None;
            }
        }
        Some(Compressor::rebuild_from(&self.symbols[..self.count], &self.lengths[..self.count]))
    }
}

/// The first `length` bytes, 1 to 8 and no more than there are, as a little-endian number: not a copy of so many bytes, which WASM makes by a call.
fn word_of(bytes: &[u8], length: usize) -> u64 {
    match bytes.first_chunk() {
        Some(first) => u64::from_le_bytes(*first) & (u64::MAX >> (64 - 8 * length)),
        None => bytes[..length].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// As fsst-rs's lossy_pht.rs has it.
const PLACES: usize = 1 << 11;

fn place_of(symbol: Symbol) -> usize {
    let prefix = symbol.first3();
    (prefix.wrapping_mul(2_971_215_073) ^ (prefix >> 15)) as usize % PLACES
}
