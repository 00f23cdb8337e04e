// pco's standalone files: element (0 int64, 4 float64, 7 uint16, as in workers/wasm/rust/pco/src/elements.rs), level. build-native.mjs makes a crate of this.
use std::ffi::{c_char, CStr};
use std::io::Write;

use pco::data_types::Number;
use pco::errors::PcoResult;
use pco::standalone::{simple_decompress_into, FileCompressor};
use pco::{ChunkConfig, PagingSpec};

const VERSION: &CStr = c"1.1.0";
static mut ELEMENT: i32 = 0;
static mut LEVEL: usize = 0;

#[no_mangle]
pub extern "C" fn library_version() -> *const c_char {
    VERSION.as_ptr()
}

#[no_mangle]
pub unsafe extern "C" fn library_open(parameters: *const i32) {
    ELEMENT = *parameters;
    LEVEL = *parameters.add(1) as usize;
}

#[no_mangle]
pub extern "C" fn library_bound(input_bytes: usize) -> usize {
    input_bytes + input_bytes / 4 + 4096
}

/// The steps, and so the bytes, of pco's simple_compress, into memory that is there.
fn write<T: Number>(numbers: &[T], room: &mut [u8]) -> PcoResult<usize> {
    let whole = room.len();
    let mut config = unsafe { ChunkConfig::default().with_compression_level(LEVEL) };
    let file = FileCompressor::default().with_n_hint(numbers.len());
    let mut sink: &mut [u8] = room;
    file.write_header(&mut sink as &mut dyn Write)?;
    let mut rest = numbers;
    for n in config.paging_spec.n_per_page(numbers.len())? {
        let (chunk, behind) = rest.split_at(n);
        rest = behind;
        config.paging_spec = PagingSpec::Exact(vec![n]);
        file.chunk_compressor(chunk, &config)?.write(&mut sink as &mut dyn Write)?;
    }
    file.write_footer(&mut sink as &mut dyn Write)?;
    Ok(whole - sink.len())
}

unsafe fn compress<T: Number>(input: *const u8, input_bytes: usize, output: *mut u8, room: usize) -> usize {
    if input.align_offset(align_of::<T>()) != 0 || input_bytes % size_of::<T>() != 0 {
        return usize::MAX;
    }
    let numbers = std::slice::from_raw_parts(input.cast::<T>(), input_bytes / size_of::<T>());
    write(numbers, std::slice::from_raw_parts_mut(output, room)).unwrap_or(usize::MAX)
}

unsafe fn decompress<T: Number>(input: *const u8, input_bytes: usize, output: *mut u8, room: usize) -> usize {
    let numbers = std::slice::from_raw_parts_mut(output.cast::<T>(), room / size_of::<T>());
    match simple_decompress_into(std::slice::from_raw_parts(input, input_bytes), numbers) {
        Ok(progress) if progress.finished => progress.n_processed * size_of::<T>(),
        _ => usize::MAX,
    }
}

#[no_mangle]
pub unsafe extern "C" fn library_compress(input: *const u8, input_bytes: usize, output: *mut u8, room: usize) -> usize {
    match ELEMENT {
        0 => compress::<i64>(input, input_bytes, output, room),
        4 => compress::<f64>(input, input_bytes, output, room),
        7 => compress::<u16>(input, input_bytes, output, room),
        _ => usize::MAX,
    }
}

#[no_mangle]
pub unsafe extern "C" fn library_decompress(
    input: *const u8,
    input_bytes: usize,
    output: *mut u8,
    room: usize,
) -> usize {
    match ELEMENT {
        0 => decompress::<i64>(input, input_bytes, output, room),
        4 => decompress::<f64>(input, input_bytes, output, room),
        7 => decompress::<u16>(input, input_bytes, output, room),
        _ => usize::MAX,
    }
}
