//! What a column's texts are, counted as they pass. The rules are those of workers/own-file/csv.

use crate::casts::Cast;
use crate::decimals::Decimal;
use crate::marks::*;
use crate::numbers::{is_styled, Marks, Number, Plain};
use crate::places::{Example, Of, NUMBERS, STYLES, WORDS};
use crate::tally::Tally;
use crate::times::{has_late_hour, is_time_of_day, Moment};
use crate::usual::Usual;
use crate::words::{is_infinite_word, null_word, truth_of, NullWords, Truth};

pub struct Counts {
    /// Without what the tally counts.
    pub numbers: [u32; NUMBERS],
    tally: Tally,
    /// All numbers, for JavaScript.
    all: Vec<u32>,
    /// The chosen null words that are not in `NULL_WORDS`.
    own_words: Vec<u32>,
    examples: [Option<Box<[u8]>>; 5],
    /// The distinct offsets of times, at most `MOST_ZONES`.
    zones: Vec<Box<[u8]>>,
}

const MOST_ZONES: usize = 2_000;

/// What the count of a text found out, so that its column need not read it again.
#[derive(Clone, Copy)]
pub enum Seen<'a> {
    /// Nothing that would help.
    Text,
    /// No text, and no quotes around it.
    Null,
    /// Digits, perhaps behind a minus, that int64 holds.
    Integer(i64),
    /// A few digits around a decimal point.
    Decimal(Decimal),
    /// `true` or `false`.
    Truth(bool),
    /// A date or a time of ISO 8601.
    Moment(Moment<'a>),
}

impl Counts {
    pub fn new() -> Self {
        Self {
            numbers: [0; NUMBERS],
            tally: Tally::new(),
            all: Vec::new(),
            own_words: Vec::new(),
            examples: [const { None }; 5],
            zones: Vec::new(),
        }
    }

    pub fn numbers(&mut self) -> &[u32] {
        let mut numbers = self.numbers;
        self.tally.add_to(&mut numbers);
        self.all = numbers.to_vec();
        &self.all
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
    pub fn add(&mut self, of: Of) {
        self.numbers[of as usize] += 1;
    }

    pub fn most(&mut self, of: Of, value: usize) {
        let most = &mut self.numbers[of as usize];
        *most = (*most).max(value as u32);
    }

    pub fn keep(&mut self, which: Example, text: &[u8]) {
        self.examples[which as usize].get_or_insert_with(|| text.into());
    }

    /// Counts a field. `may_have_comma` is false if no comma can stand in it.
    #[inline]
    pub fn count<'a>(
        &mut self,
        text: &'a [u8],
        is_quoted: bool,
        may_have_comma: bool,
        marks: &Marks,
        words: &NullWords,
    ) -> Seen<'a> {
        let Some(&first) = text.first() else {
            self.numbers[Of::QuotedEmpties as usize] += u32::from(is_quoted);
            return if is_quoted { Seen::Text } else { Seen::Null };
        };
        if let Some(word) = words.own_place(text) {
            self.own_words.resize(words.own_count(), 0);
            self.own_words[word] += 1;
            return Seen::Text;
        }
        let kind = KINDS[first as usize];
        if kind & (DIGIT | MINUS) != 0 {
            if let Some(seen) = self.count_usual(text, marks) {
                return seen;
            }
        }
        if let Some(word) = null_word(text) {
            self.numbers[WORDS + word] += 1;
            if words.is_null(word) {
                return Seen::Text;
            }
        }
        if kind == LETTER {
            return self.count_word(text, may_have_comma);
        }
        self.count_value_text(text, kinds_of(text), marks)
    }

    /// Counts one of the most common values that begin with a digit or a minus. None if it is another one.
    #[inline]
    fn count_usual<'a>(&mut self, text: &'a [u8], marks: &Marks) -> Option<Seen<'a>> {
        match Usual::parse(text, marks.are_usual()) {
            Some(Usual::Integer(value)) => {
                if !self.tally.add_integer(value) {
                    self.keep(Example::Altered, text);
                }
                return Some(Seen::Integer(value));
            }
            Some(Usual::Decimal(decimal)) => {
                self.tally.add_decimal(&decimal);
                return Some(Seen::Decimal(decimal));
            }
            None => {}
        }
        // What follows holds for it as for other texts that are no numbers: it has no comma, and is neither a time of day nor in another style of numbers.
        let moment = usual_moment(text)?;
        self.add(Of::Values);
        self.add(Of::Others);
        self.keep(Example::NoNumber, text);
        self.count_moment(&moment, text);
        Some(Seen::Moment(moment))
    }

    /// Counts a text that begins with a letter, but for `e`: it is neither a number nor a time, whatever the marks of numbers are.
    #[inline]
    fn count_word<'a>(&mut self, text: &'a [u8], may_have_comma: bool) -> Seen<'a> {
        self.add(Of::Values);
        if may_have_comma && text.contains(&b',') {
            self.add(Of::Commas);
            self.keep(Example::Comma, text);
        }
        match text {
            b"true" | b"false" => {
                self.keep(Example::NoNumber, text);
                self.add(Of::ClearTruths);
                self.add(Of::Others);
                Seen::Truth(text.len() == 4)
            }
            _ => {
                self.count_other(text, LETTER);
                Seen::Text
            }
        }
    }

    /// Counts a text that is neither null nor one of the most common numbers.
    fn count_value_text<'a>(&mut self, text: &'a [u8], kinds: u16, marks: &Marks) -> Seen<'a> {
        self.add(Of::Values);
        if kinds & COMMA != 0 {
            self.add(Of::Commas);
            self.keep(Example::Comma, text);
        }
        let of_number = DIGIT | MINUS | POINT | COMMA | EXPONENT | PLUS | SPACE;
        let has_only = |kinds: u16| kinds & DIGIT != 0 && kinds & !of_number == 0;
        let parsed = |text| Number::parse(text, marks.decimal);
        let mut moment = None;
        let number = match marks.plain(text) {
            Plain::AsWritten(plain) => {
                let number = if has_only(kinds) { parsed(plain) } else { None };
                match &number {
                    Some(number) => self.count_number(number, text, true, marks.decimal),
                    None => moment = self.count_other(text, kinds),
                }
                number
            }
            Plain::Ungrouped(plain) => {
                match parsed(&plain) {
                    Some(number) => self.count_number(&number, &plain, false, marks.decimal),
                    None => moment = self.count_other(text, kinds),
                }
                None
            }
            Plain::Misplaced(plain) => {
                if parsed(&plain).is_some() {
                    self.add(Of::Ungrouped);
                }
                moment = self.count_other(text, kinds);
                None
            }
        };
        let of_mark = POINT | COMMA | SPACE | APOSTROPHE | WIDE;
        if kinds & DIGIT != 0 && kinds & of_mark != 0 && kinds & !(of_number | of_mark) == 0 {
            self.count_styles(text, kinds, number.as_ref());
        }
        moment.map_or(Seen::Text, Seen::Moment)
    }

    /// Counts a value that is no number. Returns what it is if it is a usual date or time.
    fn count_other<'a>(&mut self, text: &'a [u8], kinds: u16) -> Option<Moment<'a>> {
        if matches!(text[0], b'+' | b'-' | b'i' | b'I' | b'n' | b'N') && is_infinite_word(text) {
            self.add(Of::InfiniteWords);
            self.keep(Example::InfiniteWord, text);
            self.add(Of::ToFloat);
            self.add(Of::OutsideInt64);
            return None;
        }
        self.keep(Example::NoNumber, text);
        match truth_of(text) {
            Some(Truth::Clear) => self.add(Of::ClearTruths),
            Some(Truth::Likely) => self.add(Of::LikelyTruths),
            Some(Truth::Possible) => self.add(Of::PossibleTruths),
            None => {}
        }
        // What begins with a letter, the most common text, is neither a number in another form nor a time.
        if kinds & DIGIT == 0 || KINDS[text[0] as usize] == LETTER {
            self.add(Of::Others);
            return None;
        }
        self.add(if is_based_integer(text) { Of::BasedIntegers } else { Of::Others });
        if kinds & COLON != 0 && is_time_of_day(text) {
            self.add(Of::TimesOfDay);
        }
        let moment = usual_moment(text);
        match &moment {
            Some(moment) => self.count_moment(moment, text),
            None => self.count_cast(text),
        }
        moment
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
            // The most common: digits with a point.
            if text[text.len() - number.fraction.len() - 1] == b'.' {
                let is_group = (1..=3).contains(&number.whole.len()) && number.whole[0] != b'0';
                return self.count_pointed(is_group && number.fraction.len() == 3);
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

/// A date or a time of ISO 8601, unless it is finer than nanoseconds.
#[inline]
fn usual_moment(text: &[u8]) -> Option<Moment<'_>> {
    Moment::parse(text).filter(|moment| !moment.clock.is_some_and(|clock| clock.is_odd))
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
