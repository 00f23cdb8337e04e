//! FSST: codes of one byte for up to 255 symbols of 1 to 8 bytes, and 255 before a byte that no symbol covers. No parameters.
//!
//! The paper defines no file, so the container is ours:
//!
//! ```text
//! "FSST", 1 (version), 0: the table follows, or 1: it is the dictionary's
//! the content's size, LEB128
//! table: eight counts of symbols, of 2, 3, 4, 5, 6, 7, 8 and 1 bytes, then the symbols without gaps; or CRC-32 of the dictionary, little-endian
//! the codes, to the end
//! ```
//!
//! A dictionary is "FSSD" and a table.

mod table;

use formatlab_abi::{Arena, Codec, Failure, Kind};
use fsst::Compressor;
use table::Table;

const MAGIC: &[u8; 4] = b"FSST";
const DICTIONARY_MAGIC: &[u8; 4] = b"FSSD";
const VERSION: u8 = 1;
const TABLE_FOLLOWS: u8 = 0;
const TABLE_OF_DICTIONARY: u8 = 1;
/// Magic, version, kind, a size of five bytes, counts and 255 symbols of 8.
const MOST_HEADER_BYTES: usize = 4 + 2 + 5 + table::MOST_BYTES;

struct Dictionary {
    compressor: Compressor,
    table: Table,
    checksum: u32,
}

struct Fsst {
    dictionary: Option<Dictionary>,
}

impl Codec for Fsst {
    const VERSION: &'static core::ffi::CStr = c"0.7.0";

    fn open(_parameters: [i32; 8]) -> Result<Self, Failure> {
        Ok(Self { dictionary: None })
    }

    fn compress(&mut self, input: &[u8], output: &mut Arena) -> Result<usize, Failure> {
        // Where no symbol matches, every byte takes two.
        let most_bytes = input
            .len()
            .checked_mul(2)
            .and_then(|codes| codes.checked_add(MOST_HEADER_BYTES))
            .ok_or(formatlab_abi::NoMemory)?;
        let room = output.reserve_anew(most_bytes)?;
        room[..4].copy_from_slice(MAGIC);
        room[4] = VERSION;
        let mut at = 6 + write_size(&mut room[6..], input.len());
        let trained;
        let compressor = match &self.dictionary {
            Some(dictionary) => {
                room[5] = TABLE_OF_DICTIONARY;
                room[at..at + 4].copy_from_slice(&dictionary.checksum.to_le_bytes());
                at += 4;
                &dictionary.compressor
            }
            None => {
                room[5] = TABLE_FOLLOWS;
                trained = train(&[input]);
                at += table::write(&trained, &mut room[at..]);
                &trained
            }
        };
        // SAFETY: there is room for two bytes of each.
        let codes = unsafe { compressor.compress_into(input, uninit(&mut room[at..])) };
        Ok(at + codes)
    }

    fn decompress(&mut self, input: &[u8], limit_bytes: usize, output: &mut Arena) -> Result<usize, Failure> {
        let cut = || Failure::damaged("it ends in its header");
        let (head, rest) = input.split_at_checked(6).ok_or_else(cut)?;
        if head[..4] != *MAGIC || head[4] != VERSION {
            return Err(Failure::damaged("it does not begin as such a file does"));
        }
        let (declared, rest) = read_size(rest).ok_or_else(cut)?;
        let table;
        let (table, codes) = match (head[5], &self.dictionary) {
            (TABLE_FOLLOWS, _) => {
                let (read, codes) = Table::read(rest).map_err(Failure::damaged)?;
                table = read;
                (&table, codes)
            }
            (TABLE_OF_DICTIONARY, Some(dictionary)) => {
                let (checksum, codes) = rest.split_at_checked(4).ok_or_else(cut)?;
                if *checksum != dictionary.checksum.to_le_bytes() {
                    return Err(Failure::new(Kind::Dictionary, "it was compressed with another dictionary"));
                }
                (&dictionary.table, codes)
            }
            (TABLE_OF_DICTIONARY, None) => {
                return Err(Failure::new(Kind::Dictionary, "it was compressed with a dictionary"))
            }
            _ => return Err(Failure::damaged("its table is of an unknown kind")),
        };
        if declared > codes.len() as u64 * 8 {
            return Err(Failure::damaged(format!(
                "it declares {declared} bytes, which {} codes can't hold",
                codes.len()
            )));
        }
        if ends_in_escape(codes) {
            return Err(Failure::damaged("it ends between an escape and its byte"));
        }
        if (declared as usize) < codes.len() / 2 {
            return Err(Failure::damaged(format!("more than the {declared} bytes that it declares came out")));
        }
        if declared > limit_bytes as u64 {
            return Err(Failure::room());
        }
        let declared = declared as usize;
        let room = output.reserve_anew(declared)?;
        // Traps where more came out than declared, as it does nowhere but in altered files.
        let size_bytes = table.decompressor().decompress_into(codes, uninit(&mut room[..declared]));
        if size_bytes == declared {
            Ok(size_bytes)
        } else {
            Err(Failure::damaged(format!("{size_bytes} bytes came out where it declares {declared}")))
        }
    }

    fn train(samples: &[&[u8]], size_bytes: usize, output: &mut Arena) -> Result<usize, Failure> {
        if samples.iter().all(|sample| sample.is_empty()) {
            return Err(Failure::new(Kind::Dictionary, "the samples are empty"));
        }
        let compressor = train(samples);
        let room = output.reserve_anew(4 + table::MOST_BYTES)?;
        room[..4].copy_from_slice(DICTIONARY_MAGIC);
        let size = 4 + table::write(&compressor, &mut room[4..]);
        if size > size_bytes {
            return Err(Failure::new(Kind::Dictionary, format!("its table takes {size} bytes")));
        }
        Ok(size)
    }

    fn dictionary(&mut self, dictionary: &[u8]) -> Result<(), Failure> {
        self.dictionary = None;
        if dictionary.is_empty() {
            return Ok(());
        }
        let refuse = |message: &str| Failure::new(Kind::Dictionary, message);
        let body = dictionary.strip_prefix(DICTIONARY_MAGIC).ok_or_else(|| refuse("it is no FSST dictionary"))?;
        let (table, behind) = Table::read(body).map_err(refuse)?;
        if !behind.is_empty() {
            return Err(refuse("other data follow it"));
        }
        let compressor = table
            .compressor()
            .ok_or_else(|| refuse("it holds a symbol that ends in a zero byte, or two that share a place"))?;
        self.dictionary = Some(Dictionary { compressor, table, checksum: crc32(dictionary) });
        Ok(())
    }
}

/// Below fsst-rs's own sample of 2^14 bytes. It would draw its sample by `usize`, which makes other tables on 32 bits than on 64; of less it takes all.
const SAMPLE_BYTES: usize = (1 << 14) - 1;
const SLICE_BYTES: usize = 512;

/// A table from all of it, or from slices evenly spread over it.
fn train(samples: &[&[u8]]) -> Compressor {
    let total: usize = samples.iter().map(|sample| sample.len()).sum();
    if total <= SAMPLE_BYTES {
        return Compressor::train(&samples.to_vec());
    }
    let slices: Vec<&[u8]> = samples.iter().flat_map(|sample| sample.chunks(SLICE_BYTES)).collect();
    let wanted = SAMPLE_BYTES / SLICE_BYTES;
    let mut left = SAMPLE_BYTES;
    let mut chosen = Vec::new();
    // Short samples leave room for more of them.
    let average = total / slices.len();
    let count = (SAMPLE_BYTES / average.max(1)).clamp(wanted, slices.len());
    for index in 0..count {
        let slice = slices[(index as u64 * slices.len() as u64 / count as u64) as usize];
        if slice.len() > left {
            break;
        }
        left -= slice.len();
        chosen.push(slice);
    }
    Compressor::train(&chosen)
}

/// True where the codes end between an escape and its byte: escapes and escaped bytes of 255 alternate from the last other byte on.
fn ends_in_escape(codes: &[u8]) -> bool {
    codes.iter().rev().take_while(|&&code| code == fsst::ESCAPE_CODE).count() % 2 == 1
}

fn uninit(bytes: &mut [u8]) -> &mut [core::mem::MaybeUninit<u8>] {
    // SAFETY: fsst-rs writes nothing but initialised bytes to it.
    unsafe { &mut *(bytes as *mut [u8] as *mut [core::mem::MaybeUninit<u8>]) }
}

fn write_size(room: &mut [u8], mut size: usize) -> usize {
    let mut at = 0;
    while size >= 0x80 {
        room[at] = size as u8 | 0x80;
        size >>= 7;
        at += 1;
    }
    room[at] = size as u8;
    at + 1
}

/// At most five bytes; None where it is longer or cut.
fn read_size(input: &[u8]) -> Option<(u64, &[u8])> {
    let mut size = 0;
    for (index, &byte) in input.iter().take(5).enumerate() {
        size |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((size, &input[index + 1..]));
        }
    }
    None
}

/// CRC-32 of ISO 3309, bit by bit: a dictionary has some 2 KB.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

formatlab_abi::export!(Fsst, dictionaries);

#[cfg(test)]
mod tests;
