//! What was seen of a column's values, from which its type follows.

use std::io::Write;

use crate::exactness::{alters, is_long_whole, keeps_every_digit, number_of, Float, Number};
use crate::times::{parse_days, parse_time, ticks_of};

/// Types are offered by so many texts.
const SAMPLE: usize = 200;

#[derive(Default)]
pub struct Facts {
    pub booleans: usize,
    pub integers: usize,
    pub fractions: usize,
    pub written: usize,
    pub texts: usize,
    pub lists: usize,
    pub objects: usize,
    pub nulls: usize,
    /// The smallest and the largest whole number, and 0.
    min: i128,
    max: i128,
    /// Numbers that float64 alters, and the first of them.
    altered: usize,
    first_altered: String,
    /// Whole numbers beyond 2^53 that float32 alters. Of a column of floats it can't be told any more how they were written.
    altered_single: usize,
    of_texts: Option<Box<TextFacts>>,
}

impl Facts {
    #[inline]
    pub fn add_number(&mut self, number: Number, written: &[u8]) {
        match number {
            Number::Whole(value) => {
                self.integers += 1;
                self.min = self.min.min(value);
                self.max = self.max.max(value);
                if value.unsigned_abs() > crate::exactness::MAX_SAFE.unsigned_abs() {
                    self.add_long(written);
                }
            }
            Number::Huge { negative } => {
                self.integers += 1;
                if negative {
                    self.min = i128::MIN;
                } else {
                    self.max = i128::MAX;
                }
                self.add_long(written);
            }
            Number::Fraction(value) => {
                self.fractions += 1;
                if is_long_whole(value) {
                    self.altered_single += usize::from(alters(value, Float::Single));
                }
            }
            Number::Written => {
                self.written += 1;
                self.add_altered(written);
            }
        }
    }

    fn add_long(&mut self, written: &[u8]) {
        if !keeps_every_digit(written, Float::Double) {
            self.add_altered(written);
        }
        self.altered_single += usize::from(!keeps_every_digit(written, Float::Single));
    }

    fn add_altered(&mut self, written: &[u8]) {
        self.altered += 1;
        if self.altered == 1 {
            self.first_altered = String::from_utf8_lossy(&written[..written.len().min(200)]).into_owned();
        }
    }

    /// True if the numbers are stored as floats, and these alter none.
    pub fn are_floats(&self) -> bool {
        self.fractions + self.written > 0 && self.altered == 0
    }

    pub fn are_altered_floats(&self) -> bool {
        self.fractions + self.written > 0 && self.altered > 0
    }

    pub fn fit_int64(&self) -> bool {
        i128::from(i64::MIN) <= self.min && self.max <= i128::from(i64::MAX)
    }

    pub fn add_text(&mut self, text: &[u8], counts_all_times: bool) {
        self.texts += 1;
        let facts = self.of_texts.get_or_insert_with(Box::default);
        facts.add(text, counts_all_times);
    }

    /// Appends the facts that are not 0 as members of a JSON object.
    pub fn write(&self, out: &mut Vec<u8>) {
        let counts = [
            ("booleans", self.booleans),
            ("integers", self.integers),
            ("fractions", self.fractions),
            ("written", self.written),
            ("texts", self.texts),
            ("lists", self.lists),
            ("objects", self.objects),
            ("nulls", self.nulls),
            ("altered", self.altered),
            ("alteredSingle", self.altered_single),
        ];
        write_counts(&counts, out);
        if self.min < 0 {
            let _ = write!(out, ",\"min\":\"{}\"", self.min);
        }
        if self.max > 0 {
            let _ = write!(out, ",\"max\":\"{}\"", self.max);
        }
        if self.altered > 0 {
            out.extend_from_slice(b",\"firstAltered\":");
            crate::text::push_json_text(self.first_altered.as_bytes(), out);
        }
        if let Some(facts) = &self.of_texts {
            facts.write(out);
        }
    }
}

pub fn write_counts(counts: &[(&str, usize)], out: &mut Vec<u8>) {
    for (name, count) in counts {
        if *count > 0 {
            let _ = write!(out, ",\"{name}\":{count}");
        }
    }
}

/// What was seen of texts: which are times, and as which types they can be read.
struct TextFacts {
    seen: usize,
    may_be: Alternatives<bool>,
    left_out: Alternatives<usize>,
    altered: usize,
    times: TimeFacts,
    /// True if a text is longer than a date.
    has_clock: bool,
}

#[derive(Default)]
struct Alternatives<T> {
    date: T,
    timestamp: T,
    int64: T,
    float64: T,
    bool: T,
}

impl Default for TextFacts {
    fn default() -> Self {
        Self {
            seen: 0,
            may_be: Alternatives { date: true, timestamp: true, int64: true, float64: true, bool: true },
            left_out: Alternatives::default(),
            altered: 0,
            times: TimeFacts::default(),
            has_clock: false,
        }
    }
}

impl TextFacts {
    fn add(&mut self, text: &[u8], counts_all_times: bool) {
        self.seen += 1;
        let is_sample = self.seen <= SAMPLE;
        self.has_clock |= text.len() > 10;
        let look = |may_be: &mut bool, left_out: &mut usize, fits: bool| {
            if is_sample {
                *may_be &= fits;
            }
            *left_out += usize::from(!fits);
        };
        let (may, out) = (&mut self.may_be, &mut self.left_out);
        if may.timestamp || counts_all_times {
            let is_time = self.times.add(text);
            look(&mut may.timestamp, &mut out.timestamp, is_time);
        }
        if may.date {
            look(&mut may.date, &mut out.date, parse_days(text).is_some());
        }
        if may.int64 {
            look(&mut may.int64, &mut out.int64, whole_of_text(text).is_some_and(|value| i64::try_from(value).is_ok()));
        }
        if may.float64 {
            let fits = is_number(text);
            look(&mut may.float64, &mut out.float64, fits);
            self.altered += usize::from(fits && !keeps_every_digit(text, Float::Double));
        }
        if may.bool {
            look(&mut may.bool, &mut out.bool, matches!(text, b"true" | b"false"));
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let _ = write!(out, ",\"ofTexts\":{{\"seen\":{}", self.seen);
        let (may, left) = (&self.may_be, &self.left_out);
        for (name, may_be, left_out) in [
            ("date", may.date, left.date),
            ("timestamp", may.timestamp, left.timestamp),
            ("int64", may.int64, left.int64),
            ("float64", may.float64, left.float64),
            ("bool", may.bool, left.bool),
        ] {
            if may_be {
                let _ = write!(out, ",\"{name}\":{left_out}");
            }
        }
        write_counts(&[("altered", self.altered), ("hasClock", self.has_clock.into())], out);
        self.times.write(out);
        out.push(b'}');
    }
}

/// Counts times among texts.
#[derive(Default)]
pub struct TimeFacts {
    times: usize,
    finer: usize,
    beyond: usize,
    without_offset: bool,
    offsets: Vec<Box<[u8]>>,
}

impl TimeFacts {
    /// True if the text is a time.
    pub fn add(&mut self, text: &[u8]) -> bool {
        let Some(time) = parse_time(text) else { return false };
        self.times += 1;
        self.finer += usize::from(time.nanoseconds % 1_000 != 0);
        self.beyond += usize::from(i64::try_from(time.nanoseconds).is_err());
        match time.offset {
            None => self.without_offset = true,
            Some(offset) => {
                if !self.offsets.iter().any(|known| **known == *offset) {
                    self.offsets.push(offset.into());
                }
            }
        }
        true
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        write_counts(
            &[
                ("times", self.times),
                ("finer", self.finer),
                ("beyond", self.beyond),
                ("withoutOffset", self.without_offset.into()),
            ],
            out,
        );
        if self.offsets.is_empty() {
            return;
        }
        out.extend_from_slice(b",\"offsets\":[");
        for (at, offset) in self.offsets.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            crate::text::push_json_text(offset, out);
        }
        out.push(b']');
    }
}

/// The whole number that a text is, with or without a sign.
pub fn whole_of_text(text: &[u8]) -> Option<i128> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let digits = &digits[zeros..];
    if digits.len() > 38 {
        return Some(if negative { i128::MIN } else { i128::MAX });
    }
    let magnitude = digits.iter().fold(0_i128, |value, digit| 10 * value + i128::from(digit - b'0'));
    Some(if negative { -magnitude } else { magnitude })
}

/// True for a decimal number with or without a sign, a point and an exponent.
pub fn is_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let digits_at = |at: usize| unsigned[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits_at(0);
    let mut at = whole;
    if unsigned.get(at) == Some(&b'.') {
        let fraction = digits_at(at + 1);
        if whole + fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    } else if whole == 0 {
        return false;
    }
    if matches!(unsigned.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(unsigned.get(at), Some(b'+' | b'-')));
        let exponent = digits_at(at.min(unsigned.len()));
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == unsigned.len()
}

/// The float64 that a text is.
pub fn float_of_text(text: &[u8]) -> Option<f64> {
    if is_number(text) {
        number_of(text)
    } else {
        None
    }
}

/// The ticks of a text that is a time.
pub fn ticks_of_text(text: &[u8], in_nanoseconds: bool) -> Option<i64> {
    ticks_of(text, in_nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_numbers_as_the_page_offers_them() {
        for text in ["1", "+1", "-1.5", ".5", "5.", "1e5", "1.E-5", "007"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in ["", "+", ".", "1e", "e5", "1 ", "0x1", "NaN", "1_0", "--1", "1e+"] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
        assert_eq!(whole_of_text(b"+007"), Some(7));
        assert_eq!(whole_of_text(b"-"), None);
    }
}
