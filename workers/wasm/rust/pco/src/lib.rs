//! pco's standalone files. open(element, level): what the numbers are (see [`Element`]), and 0 to 12.
//!
//! Writes what pco's own `simple_compress` writes. Reads files of one number type, whichever that is.

mod claims;
mod elements;

use std::io;

use elements::{Element, Number};
use formatlab_abi::{Arena, Codec, Failure, Kind};
use pco::errors::{ErrorKind, PcoError};
use pco::standalone::{DecompressorItem, FileCompressor, FileDecompressor};
use pco::{ChunkConfig, PagingSpec};

const MOST_LEVEL: i32 = 12;
/// How far a file's own word for its count is followed before its numbers have come; beyond, the output doubles.
const TRUSTED_RATIO: usize = 64;

struct Pco {
    element: Element,
    config: ChunkConfig,
}

impl Codec for Pco {
    const VERSION: &'static core::ffi::CStr = c"1.1.0";
    /// Numbers are written in place.
    const ALIGNMENT: usize = 8;

    fn open([element, level, ..]: [i32; 8]) -> Result<Self, Failure> {
        let element =
            Element::of(element).ok_or_else(|| Failure::new(Kind::Parameter, "there is no such number type"))?;
        if !(0..=MOST_LEVEL).contains(&level) {
            return Err(Failure::new(Kind::Parameter, "the level is out of range"));
        }
        Ok(Self { element, config: ChunkConfig::default().with_compression_level(level as usize) })
    }

    fn compress(&mut self, input: &[u8], output: &mut Arena) -> Result<usize, Failure> {
        elements::with_type!(self.element, T => compress::<T>(input, &self.config, output))
    }

    fn decompress(&mut self, input: &[u8], limit_bytes: usize, output: &mut Arena) -> Result<usize, Failure> {
        let (file, chunks) = FileDecompressor::new(input).map_err(damaged)?;
        match file.peek_number_type_or_termination(chunks).map_err(damaged)? {
            None if chunks.len() == 1 => {
                output.reserve(0)?;
                Ok(0)
            }
            None => Err(Failure::damaged("other data follow it")),
            Some(found) => {
                let element =
                    Element::of_type(found).ok_or_else(|| Failure::damaged("it holds numbers of one byte"))?;
                elements::with_type!(element, T => decompress::<T>(&file, chunks, limit_bytes, output))
            }
        }
    }
}

fn compress<T: Number>(input: &[u8], config: &ChunkConfig, output: &mut Arena) -> Result<usize, Failure> {
    let numbers = elements::numbers::<T>(input)
        .ok_or_else(|| Failure::new(Kind::Refused, format!("it codes whole numbers of {} bytes", size_of::<T>())))?;
    let mut sink = Sink { output, size_bytes: 0 };
    let mut chunk_config = config.clone();
    let mut write = || -> Result<(), PcoError> {
        let file = FileCompressor::default().with_n_hint(numbers.len());
        file.write_header(&mut sink)?;
        let mut rest: &[T] = &numbers;
        for n in config.paging_spec.n_per_page(numbers.len())? {
            let (chunk, behind) = rest.split_at(n);
            rest = behind;
            chunk_config.paging_spec = PagingSpec::Exact(vec![n]);
            file.chunk_compressor(chunk, &chunk_config)?.write(&mut sink)?;
        }
        file.write_footer(&mut sink)?;
        Ok(())
    };
    match write() {
        Ok(()) => Ok(sink.size_bytes),
        Err(error) if matches!(error.kind, ErrorKind::Io(_)) => Err(formatlab_abi::NoMemory.into()),
        Err(error) => Err(Failure::new(Kind::Refused, error.message)),
    }
}

fn decompress<T: Number>(
    file: &FileDecompressor,
    mut rest: &[u8],
    limit_bytes: usize,
    output: &mut Arena,
) -> Result<usize, Failure> {
    let hinted = file.n_hint().saturating_mul(size_of::<T>());
    output.reserve(hinted.min(limit_bytes).min(rest.len().saturating_mul(TRUSTED_RATIO)))?;
    let mut size_bytes = 0;
    loop {
        if let Some(n) = claims::check_chunk::<T>(rest, file.format_version().major)? {
            if n > (limit_bytes - size_bytes) / size_of::<T>() {
                return Err(Failure::room());
            }
        }
        match file.chunk_decompressor::<T, _>(rest).map_err(damaged)? {
            DecompressorItem::EndOfData([]) => return Ok(size_bytes),
            DecompressorItem::EndOfData(_) => return Err(Failure::damaged("other data follow it")),
            DecompressorItem::Chunk(mut chunk) => {
                let end = size_bytes + chunk.n() * size_of::<T>();
                if end > output.capacity() {
                    output.reserve(end.max(output.capacity().saturating_mul(2).min(limit_bytes)))?;
                }
                let room = &mut output.bytes_mut()[size_bytes..end];
                chunk.read(elements::numbers_mut::<T>(room)).map_err(damaged)?;
                size_bytes = end;
                rest = chunk.into_src();
            }
        }
    }
}

/// The output arena as what pco writes to.
struct Sink<'a> {
    output: &'a mut Arena,
    size_bytes: usize,
}

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = self.size_bytes + bytes.len();
        if end > self.output.capacity() || self.output.capacity() == 0 {
            let wanted = end.max(self.output.capacity().saturating_mul(2));
            self.output.reserve(wanted).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        }
        self.output.bytes_mut()[self.size_bytes..end].copy_from_slice(bytes);
        self.size_bytes = end;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn damaged(error: PcoError) -> Failure {
    Failure::damaged(error.message)
}

formatlab_abi::export!(Pco);

#[cfg(test)]
mod tests;
