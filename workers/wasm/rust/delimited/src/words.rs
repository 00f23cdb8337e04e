//! Words that programs write for missing values, truth values and infinities.

/// `knownNullWords` of workers/model/reading-options.ts, in its order. `NaN` and `nan` are numbers where nobody chooses otherwise.
pub const NULL_WORDS: [&[u8]; 19] = [
    b"NA", b"N/A", b"n/a", b"#N/A", b"<NA>", b"null", b"NULL", b"Null", b"None", b"none", b"NaN", b"NaT", b"nan",
    b"missing", b"\\N", b"-", b"--", b".", b"?",
];
/// The places of `NaN` and `nan`.
const NOT_A_NUMBER: [usize; 2] = [10, 12];

/// The place of a text in `NULL_WORDS`.
#[inline]
pub fn null_word(text: &[u8]) -> Option<usize> {
    if text.len() > 7 || !matches!(text[0], b'N' | b'n' | b'#' | b'<' | b'm' | b'\\' | b'-' | b'.' | b'?') {
        return None;
    }
    NULL_WORDS.iter().position(|word| *word == text)
}

pub fn is_nan(word: usize) -> bool {
    NOT_A_NUMBER.contains(&word)
}

fn is_one_of(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Infinities and NaN, as `[+-]?(inf(inity)?|nan)`.
pub fn is_infinite_word(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    is_one_of(rest, &[b"inf", b"infinity", b"nan"])
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// `true` and `false`.
    Clear,
    /// A word that may be a truth value and that the sniffing reader takes for one: `t`, `f`, `yes`, `no`.
    Likely,
    /// A word that is a truth value if one asks for it: `y`, `n`.
    Possible,
}

pub fn truth_of(text: &[u8]) -> Option<Truth> {
    if text.len() > 5 {
        return None;
    }
    if is_one_of(text, &[b"true", b"false"]) {
        Some(Truth::Clear)
    } else if is_one_of(text, &[b"t", b"f", b"yes", b"no"]) {
        Some(Truth::Likely)
    } else if is_one_of(text, &[b"y", b"n"]) {
        Some(Truth::Possible)
    } else {
        None
    }
}
