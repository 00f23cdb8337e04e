//! Snappy's raw format: the length as a varint, then literals and copies. No parameters.

use formatlab_abi::{Arena, Codec, Failure, Kind};

struct Snappy {
    encoder: snap::raw::Encoder,
}

impl Codec for Snappy {
    const VERSION: &'static core::ffi::CStr = c"1.1.2";

    fn open(_parameters: [i32; 8]) -> Result<Self, Failure> {
        Ok(Self { encoder: snap::raw::Encoder::new() })
    }

    fn compress(&mut self, input: &[u8], output: &mut Arena) -> Result<usize, Failure> {
        let room = output.reserve_anew(snap::raw::max_compress_len(input.len()))?;
        self.encoder.compress(input, room).map_err(|error| Failure::new(Kind::Refused, error.to_string()))
    }

    fn decompress(&mut self, input: &[u8], limit_bytes: usize, output: &mut Arena) -> Result<usize, Failure> {
        if input.is_empty() {
            return Err(Failure::damaged("it is empty"));
        }
        let declared = snap::raw::decompress_len(input).map_err(damaged)?;
        // The densest element is a copy of 64 bytes in 3: whatever declares more lies, and must not make us allocate it.
        if declared as u64 * 3 > input.len() as u64 * 64 {
            return Err(too_much_declared(declared, input.len()));
        }
        if declared > limit_bytes {
            return Err(Failure::room());
        }
        let room = output.reserve_anew(declared)?;
        snap::raw::Decoder::new().decompress(input, room).map_err(damaged)
    }
}

/// Apart, since every record passes by it.
#[cold]
fn too_much_declared(declared: usize, compressed: usize) -> Failure {
    Failure::damaged(format!("it declares {declared} bytes, which {compressed} compressed bytes can't hold"))
}

#[cold]
fn damaged(error: snap::Error) -> Failure {
    Failure::damaged(error.to_string().trim_start_matches("snappy: ").to_string())
}

formatlab_abi::export!(Snappy);

#[cfg(test)]
mod tests;
