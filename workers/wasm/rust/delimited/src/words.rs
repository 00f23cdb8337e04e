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
    match text {
        [b'N' | b'n' | b'#' | b'<' | b'm' | b'\\', ..] if text.len() <= 7 => known_word(text),
        [b'-' | b'.' | b'?'] | [b'-', b'-'] => known_word(text),
        _ => None,
    }
}

fn known_word(text: &[u8]) -> Option<usize> {
    NULL_WORDS.iter().position(|word| *word == text)
}

/// The words that stand for null: those of `NULL_WORDS` but NaN, or those that a user chose.
#[derive(Default)]
pub struct NullWords {
    /// Which of `NULL_WORDS` are chosen; None if nobody chose.
    chosen: Option<[bool; NULL_WORDS.len()]>,
    /// The other words that are chosen.
    own: Vec<Vec<u8>>,
    /// True if the words stand for null in columns of text, too.
    pub is_in_text: bool,
}

impl NullWords {
    /// Chosen words with line feeds between them.
    pub fn chosen(text: &[u8], is_in_text: bool) -> Self {
        let words: Vec<&[u8]> = text.split(|&byte| byte == b'\n').filter(|word| !word.is_empty()).collect();
        let own = words.iter().filter(|word| !NULL_WORDS.contains(*word)).map(|word| word.to_vec()).collect();
        Self { chosen: Some(NULL_WORDS.map(|known| words.contains(&known))), own, is_in_text }
    }

    /// The place of a text among the chosen words that are not in `NULL_WORDS`.
    #[inline]
    pub fn own_place(&self, text: &[u8]) -> Option<usize> {
        self.own.iter().position(|word| word == text)
    }

    pub fn own_count(&self) -> usize {
        self.own.len()
    }

    /// Whether the word at this place of `NULL_WORDS` is null.
    #[inline]
    pub fn is_null(&self, word: usize) -> bool {
        self.chosen.as_ref().map_or(!is_nan(word), |chosen| chosen[word])
    }

    /// Whether a text, which must not be empty, is null.
    #[inline]
    pub fn has(&self, text: &[u8]) -> bool {
        null_word(text).is_some_and(|word| self.is_null(word)) || self.own_place(text).is_some()
    }
}

fn is_nan(word: usize) -> bool {
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

#[inline]
pub fn truth_of(text: &[u8]) -> Option<Truth> {
    match text {
        [b't' | b'T' | b'f' | b'F' | b'y' | b'Y' | b'n' | b'N', ..] if text.len() <= 5 => truth_word(text),
        _ => None,
    }
}

fn truth_word(text: &[u8]) -> Option<Truth> {
    let (words, truth): (&[&[u8]], _) = match text.len() {
        5 => (&[b"false"], Truth::Clear),
        4 => (&[b"true"], Truth::Clear),
        3 => (&[b"yes"], Truth::Likely),
        2 => (&[b"no"], Truth::Likely),
        1 if matches!(text[0], b't' | b'T' | b'f' | b'F') => return Some(Truth::Likely),
        _ => return Some(Truth::Possible),
    };
    is_one_of(text, words).then_some(truth)
}
