//! The side of WASM of every module that reads and writes tables: memory for JavaScript, and the reason of the last failure.
//!
//! JavaScript allocates memory, fills it with the buffers of a table or the bytes of a file, and calls. Nothing is copied on either side of
//! a call: writers read the buffers where they lie, and read arrays and written files stay here until they are released.
//! Functions that can fail return a negative number or a null pointer; `message` then says why.

mod memory;

use std::cell::RefCell;

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What failed, in upstream's words.
pub type Failure = Box<dyn std::error::Error>;

/// Keeps the reason of a failure for `message`.
pub fn report<T>(result: Result<T, Failure>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            MESSAGE.set(error.to_string());
            None
        }
    }
}

/// A part of the memory, for JavaScript.
#[repr(C)]
pub struct Span {
    at: *const u8,
    size_bytes: usize,
}

impl Span {
    pub fn of(bytes: &[u8]) -> Self {
        Self { at: bytes.as_ptr(), size_bytes: bytes.len() }
    }

    pub fn of_numbers(numbers: &[u32]) -> Self {
        Self { at: numbers.as_ptr().cast(), size_bytes: std::mem::size_of_val(numbers) }
    }
}

/// The UTF-8 text of the last failure.
#[no_mangle]
pub extern "C" fn message(span: &mut Span) {
    MESSAGE.with_borrow(|text| *span = Span::of(text.as_bytes()));
}

/// The bytes at an address that JavaScript filled.
///
/// # Safety
/// The memory holds so many bytes there, and nothing writes to them while the slice is used.
pub unsafe fn bytes_at<'a>(at: *const u8, size_bytes: usize) -> &'a [u8] {
    if size_bytes == 0 {
        return &[];
    }
    std::slice::from_raw_parts(at, size_bytes)
}

/// The UTF-8 text at an address.
///
/// # Safety
/// As for [`bytes_at`].
pub unsafe fn text_at(at: *const u8, size_bytes: usize) -> Result<String, Failure> {
    Ok(std::str::from_utf8(bytes_at(at, size_bytes))?.to_owned())
}
