//! Memory for JavaScript.

use std::alloc::{alloc, dealloc, Layout};

/// Arrow recommends that buffers start at multiples of 64 bytes.
const ALIGNMENT: usize = 64;

fn layout(size_bytes: usize) -> Option<Layout> {
    Layout::from_size_align(size_bytes.max(1), ALIGNMENT).ok()
}

/// Memory that is not cleared; null if there is none.
#[no_mangle]
pub extern "C" fn allocate(size_bytes: usize) -> *mut u8 {
    match layout(size_bytes) {
        // SAFETY: the layout's size is not 0.
        Some(layout) => unsafe { alloc(layout) },
        None => std::ptr::null_mut(),
    }
}

/// # Safety
/// `at` comes from `allocate` with the same size, and is released once.
#[no_mangle]
pub unsafe extern "C" fn release(at: *mut u8, size_bytes: usize) {
    if let Some(layout) = layout(size_bytes) {
        dealloc(at, layout);
    }
}
