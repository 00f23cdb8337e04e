//! What libdeflate and brotli call. Each block of memory begins with its size.

use std::alloc::{alloc, dealloc, Layout};

const HEADER_BYTES: usize = 16;

fn layout(size_bytes: usize) -> Option<Layout> {
    Layout::from_size_align(size_bytes.checked_add(HEADER_BYTES)?, HEADER_BYTES).ok()
}

#[no_mangle]
unsafe extern "C" fn malloc(size_bytes: usize) -> *mut u8 {
    let Some(layout) = layout(size_bytes) else { return std::ptr::null_mut() };
    let at = alloc(layout);
    if at.is_null() {
        return at;
    }
    at.cast::<usize>().write(size_bytes);
    at.add(HEADER_BYTES)
}

#[no_mangle]
unsafe extern "C" fn free(at: *mut u8) {
    if at.is_null() {
        return;
    }
    let start = at.sub(HEADER_BYTES);
    if let Some(layout) = layout(start.cast::<usize>().read()) {
        dealloc(start, layout);
    }
}

/// brotli ends the program where it has no memory: here, a trap.
#[no_mangle]
extern "C" fn exit(_code: i32) -> ! {
    std::process::abort()
}
