//! What a column's texts are, counted as they pass. The rules are those of workers/own-file/csv.

use crate::casts::Cast;
use crate::marks::*;
use crate::numbers::{is_altered_by_f32, is_styled, keeps_every_digit, Kept, Marks, Number, Plain};
use crate::places::{Example, Of, NUMBERS, STYLES, WORDS};
use crate::times::{has_late_hour, is_time_of_day, Moment};
use crate::words::{is_infinite_word, null_word, truth_of, NullWords, Truth};

pub struct Counts {
    numbers: [u32; NUMBERS],
    /// The chosen null words that are not in `NULL_WORDS`.
    own_words: Vec<u32>,
    examples: [Option<Box<[u8]>>; 5],
    /// The distinct offsets of times, at most `MOST_ZONES`.
    zones: Vec<Box<[u8]>>,
}

const MOST_ZONES: usize = 2_000;

impl Counts {
    pub fn new() -> Self {
        Self { numbers: [0; NUMBERS], own_words: Vec::new(), examples: [const { None }; 5], zones: Vec::new() }
    }

    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    pub fn own_words(&self) -> &[u32] {
        &self.own_words
    }

    pub fn example(&self, which: usize) -> Option<&[u8]> {
        self.examples.get(which)?.as_deref()
    }

    pub fn zones(&self) -> &[Box<[u8]>] {
        &self.zones
    }

    #[inline]
    fn add(&mut self, of: Of) {
        self.numbers[of as usize] += 1;
    }

    fn most(&mut self, of: Of, value: usize) {
        let most = &mut self.numbers[of as usize];
        *most = (*most).max(value as u32);
    }

    fn keep(&mut self, which: Example, text: &[u8]) {
        self.examples[which as usize].get_or_insert_with(|| text.into());
    }

    /// Counts a field.
    #[inline]
    pub fn count(&mut self, text: &[u8], kinds: u16, is_quoted: bool, marks: &Marks, words: &NullWords) {
        if text.is_empty() {
            if is_quoted {
                self.add(Of::QuotedEmpties);
            }
            return;
        }
        if let Some(word) = words.own_place(text) {
            self.own_words.resize(words.own_count(), 0);
            self.own_words[word] += 1;
            return;
        }
        if kinds & !(DIGIT | MINUS) == 0 && kinds & DIGIT != 0 && text.len() < 19 && self.count_integer(text) {
            return;
        }
        if let Some(word) = null_word(text) {
            self.numbers[WORDS + word] += 1;
            if words.is_null(word) {
                return;
            }
        }
        self.add(Of::Values);
        if kinds & COMMA != 0 {
            self.add(Of::Commas);
            self.keep(Example::Comma, text);
        }
        let of_number = DIGIT | MINUS | POINT | COMMA | EXPONENT | PLUS | SPACE;
        let has_only = |kinds: u16| kinds & DIGIT != 0 && kinds & !of_number == 0;
        let parsed = |text| Number::parse(text, marks.decimal);
        let number = match marks.plain(text) {
            Plain::AsWritten(plain) => {
                let number = if has_only(kinds) { parsed(plain) } else { None };
                match &number {
                    Some(number) => self.count_number(number, text, true, marks.decimal),
                    None => self.count_other(text, kinds),
                }
                number
            }
            Plain::Ungrouped(plain) => {
                match parsed(&plain) {
                    Some(number) => self.count_number(&number, &plain, false, marks.decimal),
                    None => self.count_other(text, kinds),
                }
                None
            }
            Plain::Misplaced(plain) => {
                if parsed(&plain).is_some() {
                    self.add(Of::Ungrouped);
                }
                self.count_other(text, kinds);
                None
            }
        };
        let of_mark = POINT | COMMA | SPACE | APOSTROPHE | WIDE;
        if kinds & DIGIT != 0 && kinds & of_mark != 0 && kinds & !(of_number | of_mark) == 0 {
            self.count_styles(text, kinds, number.as_ref());
        }
    }

    /// Counts an integer of at most 18 digits, the most common value; false if the text is none.
    #[inline]
    fn count_integer(&mut self, text: &[u8]) -> bool {
        let is_negative = text[0] == b'-';
        let digits = if is_negative { &text[1..] } else { text };
        if digits.is_empty() || digits[0] == b'0' && (is_negative || digits.len() > 1) {
            return false;
        }
        let mut value = 0_i64;
        for &byte in digits {
            if !byte.is_ascii_digit() {
                return false;
            }
            value = value * 10 + i64::from(byte - b'0');
        }
        self.add(Of::Values);
        self.add(Of::Integers);
        self.count_value(if is_negative { -value } else { value }, digits.len());
        if !is_negative {
            self.add(Of::UnsignedDigits);
        }
        if digits.len() > 15 && (value as f64) as i64 != value {
            self.add(Of::FloatAltered);
            self.keep(Example::Altered, text);
        }
        if digits.len() > 6 && is_altered_by_f32(value as f64) {
            self.add(Of::AlteredByFloat32);
        }
        self.add(Of::ToInteger);
        self.add(Of::ToFloat);
        self.add(Of::Decimals);
        self.most(Of::WholeDigits, if value == 0 { 0 } else { digits.len() });
        if text.len() == 1 && value < 2 {
            self.add(Of::PossibleTruths);
        }
        true
    }

    /// The types that hold an integer.
    #[inline]
    fn count_value(&mut self, value: i64, digit_count: usize) {
        if !(0..=0x7f).contains(&value) {
            let outside = [
                (Of::OutsideInt32, i32::try_from(value).is_err()),
                (Of::OutsideInt16, i16::try_from(value).is_err()),
                (Of::OutsideInt8, i8::try_from(value).is_err()),
                (Of::OutsideUint64, value < 0),
                (Of::OutsideUint32, u32::try_from(value).is_err()),
                (Of::OutsideUint16, u16::try_from(value).is_err()),
                (Of::OutsideUint8, u8::try_from(value).is_err()),
            ];
            for (of, is_outside) in outside {
                self.numbers[of as usize] += u32::from(is_outside);
            }
        }
        if digit_count > 6 {
            let float = value as f64;
            if float as i128 != i128::from(value) {
                self.add(Of::IntegerNotInFloat64);
            }
            if value as f32 as i128 != i128::from(value) {
                self.add(Of::IntegerNotInFloat32);
            }
        }
    }

    /// `text` is the number without marks of thousands, and `is_unmarked` true if it was written so.
    fn count_number(&mut self, number: &Number, text: &[u8], is_unmarked: bool, decimal: u8) {
        let is_integer = number.is_plain_integer();
        let (leading, significant) = number.significant();
        let whole: Option<i64> = if is_integer { integer_of(number) } else { None };
        let has_leading_zero = number.whole.len() > 1 && number.whole[0] == b'0';
        let is_cut = number.has_trailing_space && whole.is_none();
        if number.has_plus || is_cut || has_leading_zero && !number.is_negative {
            self.add(Of::Others);
        } else if let Some(value) = whole {
            self.add(Of::Integers);
            self.count_value(value, number.whole.len());
        } else {
            self.add(Of::Floats);
        }
        if is_integer && number.is_negative && significant == 0 {
            self.add(Of::NegativeZeros);
        }
        if is_unmarked && number.body.len() == text.len() && is_integer && u64_of(number.whole).is_some() {
            self.add(Of::UnsignedDigits);
        }
        let needs_value = significant > 6 || number.exponent.is_some() || number.whole.len() > 7;
        let value = if needs_value { number.value(decimal) } else { 0.0 };
        self.add(Of::ToFloat);
        if needs_value && !keeps_every_digit(number, value, Kept::Double) {
            self.add(Of::FloatAltered);
            self.keep(Example::Altered, text);
        }
        self.count_as_float(number, value, needs_value);
        self.count_to_integer(number, whole, value);
        self.count_decimal(number, leading);
        let is_code = number.exponent.is_some() && !number.has_point && !number.is_negative && !number.has_plus;
        if is_code && number.body.iter().all(|byte| !matches!(byte, b'-' | b'+')) {
            self.add(Of::Codes);
            self.keep(Example::Code, text);
        }
        if matches!(text, b"0" | b"1") {
            self.add(Of::PossibleTruths);
        }
    }

    /// The effect of float32 and int64 on a float64.
    fn count_as_float(&mut self, number: &Number, value: f64, has_value: bool) {
        if has_value {
            if value.is_finite() && !(value as f32).is_finite() {
                self.add(Of::OutsideFloat32);
            } else {
                // Between ten and fifteen digits, no float32 is printed with them.
                let count = number.significant().1;
                let is_altered = (10..=15).contains(&count) && number.exponent.is_none() || is_altered_by_f32(value);
                self.numbers[Of::AlteredByFloat32 as usize] += u32::from(is_altered);
            }
            if value >= 18_446_744_073_709_551_616.0 {
                self.add(Of::OutsideUint64AsFloat);
            }
            if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
                self.add(Of::OutsideInt64);
                return;
            }
        }
        let is_altered =
            if has_value { value.fract() != 0.0 || value == 0.0 && number.is_negative } else { !number.is_whole() };
        self.numbers[Of::AlteredByInt64 as usize] += u32::from(is_altered);
    }

    fn count_to_integer(&mut self, number: &Number, whole: Option<i64>, value: f64) {
        if number.is_plain_integer() {
            if whole.is_none() {
                return;
            }
        } else if !(-9.2e18..9.2e18).contains(&value) {
            return;
        }
        self.add(Of::ToInteger);
        if !number.is_whole() {
            self.add(Of::IntegerAltered);
        }
    }

    fn count_decimal(&mut self, number: &Number, leading: usize) {
        if number.exponent.is_some() {
            self.add(Of::Exponents);
            return;
        }
        self.add(Of::Decimals);
        self.most(Of::WholeDigits, number.whole.len() - leading.min(number.whole.len()));
        self.most(Of::FractionDigits, number.fraction.len());
    }

    fn count_other(&mut self, text: &[u8], kinds: u16) {
        if matches!(text[0], b'+' | b'-' | b'i' | b'I' | b'n' | b'N') && is_infinite_word(text) {
            self.add(Of::InfiniteWords);
            self.keep(Example::InfiniteWord, text);
            self.add(Of::ToFloat);
            return self.add(Of::OutsideInt64);
        }
        self.keep(Example::NoNumber, text);
        match truth_of(text) {
            Some(Truth::Clear) => self.add(Of::ClearTruths),
            Some(Truth::Likely) => self.add(Of::LikelyTruths),
            Some(Truth::Possible) => self.add(Of::PossibleTruths),
            None => {}
        }
        if kinds & DIGIT == 0 {
            return self.add(Of::Others);
        }
        self.add(if is_based_integer(text) { Of::BasedIntegers } else { Of::Others });
        if kinds & COLON != 0 && is_time_of_day(text) {
            self.add(Of::TimesOfDay);
        }
        match Moment::parse(text).filter(|moment| !moment.clock.is_some_and(|clock| clock.is_odd)) {
            Some(moment) => self.count_moment(&moment, text),
            None => self.count_cast(text),
        }
    }

    /// Counts a text that is no date or time of ISO 8601 but may be cast to one.
    fn count_cast(&mut self, text: &[u8]) {
        if has_late_hour(text) {
            return self.add(Of::LateHours);
        }
        let Some(cast) = Cast::of(text) else { return };
        let timestamp = cast.timestamp.as_ref();
        if cast.has_odd_year {
            let has_clock = timestamp.is_some_and(|timestamp| timestamp.has_clock);
            self.add(if has_clock { Of::OddYearTimes } else { Of::OddYearDates });
        }
        if !cast.is_written {
            return;
        }
        self.add(Of::CastDates);
        if !timestamp.is_some_and(|timestamp| timestamp.is_midnight) {
            self.add(Of::CastDatesAltered);
        }
        self.numbers[Of::ToTimestamp as usize] += u32::from(timestamp.is_some());
    }

    fn count_moment(&mut self, moment: &Moment, text: &[u8]) {
        let Some(clock) = moment.clock else {
            self.add(Of::ToTimestamp);
            return self.add(Of::Dates);
        };
        if clock.is_finer {
            self.add(Of::Finer);
        }
        if moment.zone.is_empty() {
            if !moment.is_midnight() {
                self.add(Of::NotMidnight);
            }
            self.add(Of::ToTimestamp);
            return self.add(Of::Timestamps);
        }
        self.add(Of::Zoned);
        if moment.nanoseconds().is_none() {
            self.add(Of::BeyondNanoseconds);
        }
        if self.zones.len() < MOST_ZONES && !self.zones.iter().any(|zone| **zone == *moment.zone) {
            self.zones.push(moment.zone.into());
        }
        let is_spaced = text[text.len() - moment.zone.len() - 1] == b' ';
        let is_utc = moment.zone == b"UTC";
        if clock.has_seconds && is_spaced == is_utc {
            self.numbers[Of::SniffedZoned as usize] += u32::from(is_utc);
            self.add(Of::ToTimestamp);
        }
    }

    /// Counts the styles of numbers in which a text with marks is one.
    fn count_styles(&mut self, text: &[u8], kinds: u16, number: Option<&Number>) {
        if let Some(number) = number.filter(|number| number.has_point && kinds & !(DIGIT | MINUS | POINT) == 0) {
            // The most common: digits with a point, which is the mark of decimals, or of thousands in `1.234`.
            if text[text.len() - number.fraction.len() - 1] == b'.' {
                for style in [0, 2, 4, 6, 8, 10] {
                    self.numbers[Of::Styles as usize + style] += 1;
                }
                let is_group = (1..=3).contains(&number.whole.len()) && number.whole[0] != b'0';
                self.numbers[Of::Styles as usize + 3] += u32::from(is_group && number.fraction.len() == 3);
                return;
            }
        }
        let has_mark = |mark: &[u8]| match mark {
            b"." => kinds & POINT != 0,
            b"," => kinds & COMMA != 0,
            b" " => kinds & SPACE != 0 && text.contains(&b' '),
            b"'" => kinds & APOSTROPHE != 0,
            [] => false,
            wide => kinds & WIDE != 0 && memchr::memmem::find(text, wide).is_some(),
        };
        for (at, (decimal, thousands)) in STYLES.iter().enumerate() {
            if (has_mark(decimal) || has_mark(thousands)) && is_styled(text, decimal, thousands) {
                self.numbers[Of::Styles as usize + at] += 1;
            }
        }
    }
}

/// True for an integer in hexadecimal or binary form: `0x1f`, `-0b11`.
fn is_based_integer(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b"-").unwrap_or(text);
    match rest {
        [b'0', b'x' | b'X', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit),
        [b'0', b'b' | b'B', digits @ ..] => {
            !digits.is_empty() && digits.iter().all(|digit| matches!(digit, b'0' | b'1'))
        }
        _ => false,
    }
}

fn u64_of(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

/// The value of a number without a fraction and an exponent; None if int64 does not hold it.
pub fn integer_of(number: &Number) -> Option<i64> {
    let magnitude = i128::from(u64_of(number.whole)?);
    i64::try_from(if number.is_negative { -magnitude } else { magnitude }).ok()
}
