//! For the codecs' tests: reproducible inputs, and attempts on damaged files.

use crate::{Arena, Codec, Failure};

/// xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub fn next_word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_word() % bound as u64) as usize
    }
}

/// Bytes of one of seven kinds: random, zeros, counting numbers, JSON, short repeats, few letters with zeros among them, runs.
pub fn sample(random: &mut Random, size_bytes: usize) -> Vec<u8> {
    let kind = random.below(7);
    let mut bytes = Vec::with_capacity(size_bytes + 64);
    while bytes.len() < size_bytes {
        match kind {
            0 => bytes.extend_from_slice(&random.next_word().to_le_bytes()),
            1 => bytes.push(0),
            2 => bytes.extend_from_slice(&(bytes.len() as u64 / 8).to_le_bytes()),
            3 => bytes.extend_from_slice(
                format!(
                    "{{\"id\":{},\"name\":\"item {}\",\"price\":{}}}\n",
                    bytes.len(),
                    random.below(1000),
                    random.below(400) as f64 / 4.0
                )
                .as_bytes(),
            ),
            4 => bytes.extend_from_slice(b"abc"),
            5 => bytes.push(b"ab\0\0c\xff"[random.below(6)]),
            _ => bytes.extend(std::iter::repeat_n(random.next_word() as u8, 1 + random.below(40))),
        }
    }
    bytes.truncate(size_bytes);
    bytes
}

/// The input lies at a multiple of 8, as a module's does.
pub fn compress<C: Codec>(codec: &mut C, input: &[u8]) -> Result<Vec<u8>, Failure> {
    let (mut from, mut to) = (Arena::new(), Arena::new());
    from.reserve(input.len()).map_err(Failure::from)?[..input.len()].copy_from_slice(input);
    let size_bytes = codec.compress(&from.bytes()[..input.len()], &mut to)?;
    Ok(to.bytes()[..size_bytes].to_vec())
}

pub fn decompress<C: Codec>(codec: &mut C, input: &[u8], limit_bytes: usize) -> Result<Vec<u8>, Failure> {
    let mut to = Arena::new();
    let size_bytes = codec.decompress(input, limit_bytes, &mut to)?;
    assert!(size_bytes <= limit_bytes);
    Ok(to.bytes()[..size_bytes].to_vec())
}

/// Cuts it, flips some bits, or overwrites some bytes.
pub fn damage(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut damaged = file.to_vec();
    match random.below(3) {
        0 => damaged.truncate(random.below(file.len().max(1))),
        1 => {
            for _ in 0..=random.below(8) {
                let at = random.below(file.len().max(1));
                if let Some(byte) = damaged.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
        _ => {
            // Most often where headers are.
            let bound = if random.below(2) == 0 { 40 } else { file.len().max(1) };
            let at = random.below(bound);
            for byte in damaged.iter_mut().skip(at).take(1 + random.below(6)) {
                *byte = random.next_word() as u8;
            }
        }
    }
    damaged
}

/// So many cases; FORMATLAB_FUZZ_CASES asks for more.
pub fn cases(usual: usize) -> usize {
    std::env::var("FORMATLAB_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
