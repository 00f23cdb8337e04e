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

/// What libdeflate calls. Each block begins with its size.
mod c_library {
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
}
