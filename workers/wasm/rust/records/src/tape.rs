//! The tokens of JSON values, found before anything is made of them: a text that is no JSON leaves nothing behind, and a name that occurs again
//! is known before its first value is counted.

/// What stands at a place of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Null,
    True,
    False,
    /// A number without a point and an exponent.
    Integer,
    Number,
    /// `NaN`, `Infinity` or `-Infinity`, as Python's json writes them.
    Infinite,
    /// A text without escapes; its span lies between the quotes, as that of all texts and keys.
    Text,
    EscapedText,
    List,
    Object,
    Key,
    EscapedKey,
}

/// A value or a key. The tokens of a list's or an object's inside follow, up to the token `next`.
#[derive(Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    pub next: u32,
}

/// Why no value could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The text ends within the value.
    Incomplete,
    Invalid,
}

/// Values may be nested so deep. Deeper ones would need more stack than there is.
pub const MOST_LEVELS: usize = 1_000;

/// The tokens of the values that were read last.
#[derive(Default)]
pub struct Tape {
    pub tokens: Vec<Token>,
    open: Vec<u32>,
    pub infinite: usize,
}

pub fn skip_space(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is 0. Bits above the first such byte may be wrong.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

/// The place of the next quote, backslash or control character.
fn text_end(text: &[u8], mut at: usize) -> usize {
    while let Some(eight) = text.get(at..at + 8) {
        let word = u64::from_le_bytes([eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], eight[7]]);
        let below = word.wrapping_sub(LOW * 0x20) & !word & HIGH;
        let found = zeros(word ^ (LOW * 0x22)) | zeros(word ^ (LOW * 0x5c)) | below;
        if found != 0 {
            return at + (found.trailing_zeros() >> 3) as usize;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        at += 1;
    }
    at
}

/// The length of an escape behind its backslash.
fn escape_length(text: &[u8], at: usize) -> Result<usize, Stop> {
    match text.get(at) {
        None => Err(Stop::Incomplete),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(1),
        Some(b'u') => {
            for digit in 1..=4 {
                match text.get(at + digit) {
                    None => return Err(Stop::Incomplete),
                    Some(byte) if byte.is_ascii_hexdigit() => {}
                    Some(_) => return Err(Stop::Invalid),
                }
            }
            Ok(5)
        }
        Some(_) => Err(Stop::Invalid),
    }
}

/// The end of a text whose first character stands at `at`, and whether it has escapes.
fn read_text(text: &[u8], mut at: usize) -> Result<(usize, bool), Stop> {
    let mut escaped = false;
    loop {
        at = text_end(text, at);
        match text.get(at) {
            None => return Err(Stop::Incomplete),
            Some(b'"') => return Ok((at, escaped)),
            Some(b'\\') => {
                escaped = true;
                at += 1 + escape_length(text, at + 1)?;
            }
            Some(_) => return Err(Stop::Invalid),
        }
    }
}

fn digits(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// The kind and the end of a number.
fn read_number(text: &[u8], start: usize) -> Result<(Kind, usize), Stop> {
    let missing = |at: usize| if at == text.len() { Stop::Incomplete } else { Stop::Invalid };
    let mut at = start + usize::from(text[start] == b'-');
    if text.get(at) == Some(&b'I') {
        return read_word(text, at, b"Infinity", Kind::Infinite);
    }
    let whole = at;
    at = digits(text, at);
    if at == whole {
        return Err(missing(at));
    }
    if text[whole] == b'0' && at > whole + 1 {
        return Err(Stop::Invalid);
    }
    let mut kind = Kind::Integer;
    if text.get(at) == Some(&b'.') {
        kind = Kind::Number;
        let fraction = at + 1;
        at = digits(text, fraction);
        if at == fraction {
            return Err(missing(at));
        }
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        kind = Kind::Number;
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let exponent = at;
        at = digits(text, exponent);
        if at == exponent {
            return Err(missing(at));
        }
    }
    Ok((kind, at))
}

fn read_word(text: &[u8], at: usize, word: &[u8], kind: Kind) -> Result<(Kind, usize), Stop> {
    let found = &text[at..text.len().min(at + word.len())];
    match found {
        _ if found == word => Ok((kind, at + word.len())),
        _ if word.starts_with(found) => Err(Stop::Incomplete),
        _ => Err(Stop::Invalid),
    }
}

impl Tape {
    pub fn clear(&mut self) {
        self.tokens.clear();
        self.infinite = 0;
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.tokens.len() as u32 + 1;
        self.tokens.push(Token { kind, start: start as u32, end: end as u32, next });
    }

    /// Adds the tokens of the value that begins at `at`, or behind white space there, and returns its end.
    pub fn read_value(&mut self, text: &[u8], mut at: usize) -> Result<usize, Stop> {
        self.open.clear();
        loop {
            at = skip_space(text, at);
            let opens = self.read_start(text, &mut at)?;
            if opens {
                at = skip_space(text, at);
                let is_object = self.tokens[self.tokens.len() - 1].kind == Kind::Object;
                match (is_object, text.get(at)) {
                    (_, None) => return Err(Stop::Incomplete),
                    (true, Some(b'}')) | (false, Some(b']')) => {}
                    (true, Some(_)) => {
                        at = self.read_key(text, at)?;
                        continue;
                    }
                    (false, Some(_)) => continue,
                }
            }
            match self.close(text, at)? {
                (end, true) => return Ok(end),
                (next, false) => at = next,
            }
        }
    }

    /// Reads a value that is no list or object, or the beginning of one; true for the latter.
    fn read_start(&mut self, text: &[u8], at: &mut usize) -> Result<bool, Stop> {
        let start = *at;
        let (kind, end) = match *text.get(start).ok_or(Stop::Incomplete)? {
            b'"' => {
                let (end, escaped) = read_text(text, start + 1)?;
                self.push(if escaped { Kind::EscapedText } else { Kind::Text }, start + 1, end);
                *at = end + 1;
                return Ok(false);
            }
            b'{' | b'[' if self.open.len() == MOST_LEVELS => return Err(Stop::Invalid),
            opening @ (b'{' | b'[') => {
                self.open.push(self.tokens.len() as u32);
                self.push(if opening == b'{' { Kind::Object } else { Kind::List }, start, start);
                *at = start + 1;
                return Ok(true);
            }
            b'-' | b'0'..=b'9' => read_number(text, start)?,
            b't' => read_word(text, start, b"true", Kind::True)?,
            b'f' => read_word(text, start, b"false", Kind::False)?,
            b'n' => read_word(text, start, b"null", Kind::Null)?,
            b'N' => read_word(text, start, b"NaN", Kind::Infinite)?,
            b'I' => read_word(text, start, b"Infinity", Kind::Infinite)?,
            _ => return Err(Stop::Invalid),
        };
        self.infinite += usize::from(kind == Kind::Infinite);
        self.push(kind, start, end);
        *at = end;
        Ok(false)
    }

    /// Reads a key with its colon, and returns where its value begins.
    fn read_key(&mut self, text: &[u8], at: usize) -> Result<usize, Stop> {
        match text.get(at) {
            None => return Err(Stop::Incomplete),
            Some(b'"') => {}
            Some(_) => return Err(Stop::Invalid),
        }
        let (end, escaped) = read_text(text, at + 1)?;
        self.push(if escaped { Kind::EscapedKey } else { Kind::Key }, at + 1, end);
        let colon = skip_space(text, end + 1);
        match text.get(colon) {
            None => Err(Stop::Incomplete),
            Some(b':') => Ok(colon + 1),
            Some(_) => Err(Stop::Invalid),
        }
    }

    /// Goes on behind a value: to the next value of what is open, and true if nothing is open any more.
    fn close(&mut self, text: &[u8], mut at: usize) -> Result<(usize, bool), Stop> {
        while let Some(&opened) = self.open.last() {
            let opened = opened as usize;
            let is_object = self.tokens[opened].kind == Kind::Object;
            at = skip_space(text, at);
            match (*text.get(at).ok_or(Stop::Incomplete)?, is_object) {
                (b',', true) => {
                    let key = skip_space(text, at + 1);
                    return Ok((self.read_key(text, key)?, false));
                }
                (b',', false) => return Ok((at + 1, false)),
                (b'}', true) | (b']', false) => {
                    at += 1;
                    self.tokens[opened].end = at as u32;
                    self.tokens[opened].next = self.tokens.len() as u32;
                    self.open.pop();
                }
                _ => return Err(Stop::Invalid),
            }
        }
        Ok((at, true))
    }

    /// The places of the tokens of the items of a list, or of the keys of an object.
    pub fn inside(&self, at: usize) -> std::ops::Range<usize> {
        at + 1..self.tokens[at].next as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<usize, Stop> {
        Tape::default().read_value(text.as_bytes(), 0)
    }

    #[test]
    fn values_are_read_as_json_demands() {
        for text in [
            "1",
            "-0",
            "1.5e-7",
            "\"\"",
            "\"a\\u00e9\\\\ é\"",
            "[]",
            "{}",
            "[[],{}]",
            "{\"a\":[1,{\"b\":null}]}",
            "NaN",
            "-Infinity",
            " [ true , false ] ",
            "\"0123456789 0123456789\"",
        ] {
            assert_eq!(read(text), Ok(text.trim_end().len()), "{text}");
        }
        for text in [
            "01x",
            "[1,]",
            "{,}",
            "{\"a\" 1}",
            "[1}",
            "nul1",
            "\"\\x\"",
            "\"\\u00g0\"",
            "\"a\nb\"",
            "+1",
            ".5",
            "'a'",
            "]",
            "{a:1}",
            "-NaN",
        ] {
            assert_eq!(read(text), Err(Stop::Invalid), "{text}");
        }
        for text in ["", "[", "{\"a\"", "{\"a\":", "[1,", "\"abc", "\"\\u00", "tru", "-", "1.", "1e", "[[]", "-Inf"] {
            assert_eq!(read(text), Err(Stop::Incomplete), "{text}");
        }
    }

    #[test]
    fn tokens_know_where_their_insides_end() {
        let mut tape = Tape::default();
        tape.read_value(b"{\"a\":[1,[2]],\"b\\u0041\":{}}", 0).unwrap();
        let kinds: Vec<_> = tape.tokens.iter().map(|token| (token.kind, token.next)).collect();
        use Kind::*;
        assert_eq!(
            kinds,
            [(Object, 8), (Key, 2), (List, 6), (Integer, 4), (List, 6), (Integer, 6), (EscapedKey, 7), (Object, 8)]
        );
    }
}
