// Behind workers/wasm/rust/fsst/src/lib.rs, in one file with it: its container is ours, so what the module writes is written here by the same functions of
// its, but straight into the caller's buffers. No parameters; build-native.mjs makes a crate of both.
#[no_mangle]
pub extern "C" fn library_version() -> *const core::ffi::c_char {
    <Fsst as Codec>::VERSION.as_ptr()
}

#[no_mangle]
pub extern "C" fn library_open(_parameters: *const i32) {}

#[no_mangle]
pub extern "C" fn library_bound(input_bytes: usize) -> usize {
    input_bytes * 2 + MOST_HEADER_BYTES
}

#[no_mangle]
pub unsafe extern "C" fn library_compress(input: *const u8, input_bytes: usize, output: *mut u8, room: usize) -> usize {
    let input = core::slice::from_raw_parts(input, input_bytes);
    let room = core::slice::from_raw_parts_mut(output, room);
    room[..4].copy_from_slice(MAGIC);
    room[4] = VERSION;
    room[5] = TABLE_FOLLOWS;
    let mut at = 6 + write_size(&mut room[6..], input.len());
    let compressor = train(&[input]);
    at += table::write(&compressor, &mut room[at..]);
    at + compressor.compress_into(input, uninit(&mut room[at..]))
}

#[no_mangle]
pub unsafe extern "C" fn library_decompress(
    input: *const u8,
    input_bytes: usize,
    output: *mut u8,
    room: usize,
) -> usize {
    let input = core::slice::from_raw_parts(input, input_bytes);
    let Some((declared, rest)) = read_size(&input[6..]) else { return usize::MAX };
    let Ok((table, codes)) = Table::read(rest) else { return usize::MAX };
    if declared as usize > room {
        return usize::MAX;
    }
    table.decompressor().decompress_into(codes, uninit(core::slice::from_raw_parts_mut(output, room)))
}
