// snap's raw format. No parameters. build-native.mjs makes a crate of this.
use std::ffi::{c_char, CStr};

static mut ENCODER: Option<snap::raw::Encoder> = None;
const VERSION: &CStr = c"1.1.2";

#[no_mangle]
pub extern "C" fn library_version() -> *const c_char {
    VERSION.as_ptr()
}

#[no_mangle]
pub unsafe extern "C" fn library_open(_parameters: *const i32) {
    ENCODER = Some(snap::raw::Encoder::new());
}

#[no_mangle]
pub extern "C" fn library_bound(input_bytes: usize) -> usize {
    snap::raw::max_compress_len(input_bytes)
}

#[no_mangle]
pub unsafe extern "C" fn library_compress(input: *const u8, input_bytes: usize, output: *mut u8, room: usize) -> usize {
    let Some(encoder) = (*&raw mut ENCODER).as_mut() else { return usize::MAX };
    encoder
        .compress(std::slice::from_raw_parts(input, input_bytes), std::slice::from_raw_parts_mut(output, room))
        .unwrap_or(usize::MAX)
}

#[no_mangle]
pub unsafe extern "C" fn library_decompress(
    input: *const u8,
    input_bytes: usize,
    output: *mut u8,
    room: usize,
) -> usize {
    snap::raw::Decoder::new()
        .decompress(std::slice::from_raw_parts(input, input_bytes), std::slice::from_raw_parts_mut(output, room))
        .unwrap_or(usize::MAX)
}
