//! What the bytes of a file tell before they are split: whether they are UTF-8, how lines end, which quotes there are, and which have a backslash before them.

use formatlab_tables::{bytes_at, Span};
use memchr::memchr_iter;

#[derive(Default)]
pub struct Look {
    is_broken: bool,
    /// True if a byte is none of ASCII.
    is_wide: bool,
    has_double: bool,
    has_single: bool,
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
        let seen = Seen::of(bytes);
        self.is_wide |= seen.is_wide;
        self.has_double |= seen.has_double;
        self.has_single |= seen.has_single;
        if seen.is_wide || !self.cut.is_empty() {
            self.check_utf8(bytes);
        }
        if seen.has_return || self.last == b'\r' {
            self.look_at_feeds(bytes);
        } else {
            self.feeds_alone |= seen.has_feed;
        }
        let escaped = |look: &mut Self, byte: Option<&u8>| match byte {
            Some(b'"') => look.escaped_double = true,
            Some(b'\'') => look.escaped_single = true,
            _ => {}
        };
        if self.last == b'\\' {
            escaped(self, bytes.first());
        }
        if seen.has_backslash {
            for at in memchr_iter(b'\\', bytes) {
                escaped(self, bytes.get(at + 1));
            }
        }
        self.last = last;
    }

    fn look_at_feeds(&mut self, bytes: &[u8]) {
        let before = |at: usize, first: u8| if at == 0 { first } else { bytes[at - 1] };
        for at in memchr_iter(b'\n', bytes) {
            if self.feeds_alone && self.feeds_after_return {
                return;
            }
            if before(at, self.last) == b'\r' {
                self.feeds_after_return = true;
            } else {
                self.feeds_alone = true;
            }
        }
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

/// Which kinds of bytes there are.
struct Seen {
    is_wide: bool,
    has_double: bool,
    has_single: bool,
    has_backslash: bool,
    has_feed: bool,
    has_return: bool,
}

impl Seen {
    fn of(bytes: &[u8]) -> Self {
        // The compiler makes SIMD of loops over as many bytes.
        let mut all = [0_u8; 16];
        let mut found = [[0_u8; 16]; WANTED.len()];
        let mut add = |chunk: &[u8; 16]| {
            for (seen, byte) in all.iter_mut().zip(chunk) {
                *seen |= byte;
            }
            for (found, wanted) in found.iter_mut().zip(WANTED) {
                for (is_found, byte) in found.iter_mut().zip(chunk) {
                    *is_found |= u8::from(*byte == wanted);
                }
            }
        };
        let (chunks, rest) = bytes.as_chunks();
        chunks.iter().for_each(&mut add);
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        add(&last);
        let [has_double, has_single, has_backslash, has_feed, has_return] =
            found.map(|found| found.into_iter().any(|is_found| is_found != 0));
        let is_wide = !all.is_ascii();
        Self { is_wide, has_double, has_single, has_backslash, has_feed, has_return }
    }
}

const WANTED: [u8; 5] = *b"\"'\\\n\r";

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

/// A byte each, 1 for true: the file is UTF-8, its line feeds mix, a double quote has a backslash before it, a single quote has one, the file is ASCII, it has
/// double quotes, it has single ones.
#[no_mangle]
pub extern "C" fn look_facts(look: &mut Look, span: &mut Span) {
    let is_utf8 = !look.is_broken && look.cut.is_empty();
    let mixes = look.feeds_alone && look.feeds_after_return;
    let escaped = [look.escaped_double, look.escaped_single];
    let quotes = [look.has_double, look.has_single];
    look.facts =
        [&[is_utf8, mixes][..], &escaped, &[!look.is_wide], &quotes].concat().into_iter().map(u8::from).collect();
    *span = Span::of(&look.facts);
}
