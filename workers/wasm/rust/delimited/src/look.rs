//! What the bytes of a whole file tell before they are split: whether they are UTF-8, how lines end, and which quotes have a backslash before them.

use formatlab_tables::{bytes_at, Span};
use memchr::memchr_iter;

#[derive(Default)]
pub struct Look {
    is_broken: bool,
    /// The bytes of a character that a piece cuts.
    cut: Vec<u8>,
    last: u8,
    feeds_alone: bool,
    feeds_after_return: bool,
    escaped_double: bool,
    escaped_single: bool,
    facts: Vec<u8>,
}

impl Look {
    fn read(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else { return };
        self.check_utf8(bytes);
        let before = |at: usize, first: u8| if at == 0 { first } else { bytes[at - 1] };
        if !(self.feeds_alone && self.feeds_after_return) {
            for at in memchr_iter(b'\n', bytes) {
                if before(at, self.last) == b'\r' {
                    self.feeds_after_return = true;
                } else {
                    self.feeds_alone = true;
                }
                if self.feeds_alone && self.feeds_after_return {
                    break;
                }
            }
        }
        let escaped = |look: &mut Self, byte: Option<&u8>| match byte {
            Some(b'"') => look.escaped_double = true,
            Some(b'\'') => look.escaped_single = true,
            _ => {}
        };
        if self.last == b'\\' {
            escaped(self, bytes.first());
        }
        for at in memchr_iter(b'\\', bytes) {
            escaped(self, bytes.get(at + 1));
        }
        self.last = last;
    }

    fn check_utf8(&mut self, bytes: &[u8]) {
        if self.is_broken {
            return;
        }
        let mut rest = bytes;
        while !self.cut.is_empty() && !rest.is_empty() {
            self.cut.push(rest[0]);
            rest = &rest[1..];
            match std::str::from_utf8(&self.cut) {
                Ok(_) => self.cut.clear(),
                Err(error) if error.error_len().is_some() => {
                    self.is_broken = true;
                    return;
                }
                Err(_) => {}
            }
        }
        if let Err(error) = std::str::from_utf8(rest) {
            match error.error_len() {
                Some(_) => self.is_broken = true,
                None => self.cut = rest[error.valid_up_to()..].to_vec(),
            }
        }
    }
}

#[no_mangle]
pub extern "C" fn look_new() -> *mut Look {
    Box::into_raw(Box::default())
}

/// # Safety
/// `look` comes from `look_new` and is released once.
#[no_mangle]
pub unsafe extern "C" fn look_free(look: *mut Look) {
    drop(Box::from_raw(look));
}

/// Reads the next bytes of the file.
///
/// # Safety
/// The bytes lie in memory.
#[no_mangle]
pub unsafe extern "C" fn look_read(look: &mut Look, at: *const u8, size_bytes: usize) {
    look.read(bytes_at(at, size_bytes));
}

/// A byte each, 1 for true: the file is UTF-8, its line feeds mix, a double quote has a backslash before it, a single quote has one.
#[no_mangle]
pub extern "C" fn look_facts(look: &mut Look, span: &mut Span) {
    let is_utf8 = !look.is_broken && look.cut.is_empty();
    let mixes = look.feeds_alone && look.feeds_after_return;
    look.facts = [is_utf8, mixes, look.escaped_double, look.escaped_single].map(u8::from).to_vec();
    *span = Span::of(&look.facts);
}
