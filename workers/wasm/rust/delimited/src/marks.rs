//! The kinds of bytes, by which a field is told apart from a number or a time before it is looked at.

pub const DIGIT: u16 = 1;
pub const MINUS: u16 = 2;
pub const POINT: u16 = 4;
pub const EXPONENT: u16 = 8;
pub const PLUS: u16 = 16;
pub const COLON: u16 = 32;
pub const SPACE: u16 = 64;
pub const COMMA: u16 = 128;
pub const APOSTROPHE: u16 = 256;
pub const LETTER: u16 = 512;
pub const UNDERSCORE: u16 = 1_024;
/// A byte outside ASCII.
pub const WIDE: u16 = 2_048;
pub const OTHER: u16 = 4_096;

const fn kind_of(byte: u8) -> u16 {
    match byte {
        b'0'..=b'9' => DIGIT,
        b'-' => MINUS,
        b'.' => POINT,
        b'e' | b'E' => EXPONENT,
        b'+' => PLUS,
        b':' => COLON,
        b' ' | b'\t' | b'\n' | b'\r' | 0x0c => SPACE,
        b',' => COMMA,
        b'\'' => APOSTROPHE,
        b'A'..=b'Z' | b'a'..=b'z' => LETTER,
        b'_' => UNDERSCORE,
        0x80.. => WIDE,
        _ => OTHER,
    }
}

const fn kinds() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = kind_of(byte as u8);
        byte += 1;
    }
    table
}

pub static KINDS: [u16; 256] = kinds();

/// The kinds of a text's bytes.
#[inline]
pub fn kinds_of(text: &[u8]) -> u16 {
    text.iter().fold(0, |kinds, &byte| kinds | KINDS[byte as usize])
}

#[inline]
pub fn is_space(byte: u8) -> bool {
    KINDS[byte as usize] == SPACE
}

/// The text without white space around it.
pub fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_space(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_space(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}
