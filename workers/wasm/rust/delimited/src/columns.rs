//! The columns that a file's fields become, in the canonical form of workers/model/column.ts.

use crate::counts::integer_of;
use crate::formats::Format;
use crate::marks::trimmed;
use crate::numbers::{Marks, Number, Plain};
use crate::times::Moment;
use crate::words::{is_infinite_word, NullWords};

/// The types of columns, by the numbers that JavaScript gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Texts,
    Int64,
    Float64,
    Bool,
    Date,
    Timestamp,
    /// Instants in microseconds and in nanoseconds.
    Microseconds,
    Nanoseconds,
    Uint64,
}

impl Kind {
    pub fn of(number: u32) -> Option<Self> {
        use Kind::*;
        [Texts, Int64, Float64, Bool, Date, Timestamp, Microseconds, Nanoseconds, Uint64].get(number as usize).copied()
    }
}

pub struct Column {
    kind: Kind,
    /// The format of dates or times; None for ISO 8601.
    format: Option<Format>,
    row_count: usize,
    nulls: usize,
    validity: Vec<u8>,
    /// The values of a fixed width, or the bytes of texts.
    data: Vec<u8>,
    /// The ends of texts.
    ends: Vec<i32>,
    /// False once a value is not of the kind. The column is of no use then.
    fits: bool,
}

impl Column {
    pub fn new(kind: Kind, format: Option<Format>) -> Self {
        let ends = if kind == Kind::Texts { vec![0] } else { Vec::new() };
        Self { kind, format, row_count: 0, nulls: 0, validity: Vec::new(), data: Vec::new(), ends, fits: true }
    }

    pub fn fits(&self) -> bool {
        self.fits
    }

    /// Null if no row is null.
    pub fn validity(&self) -> Option<&[u8]> {
        (self.nulls > 0).then_some(&self.validity)
    }

    pub fn data(&self) -> &[u8] {
        &self.data
    }

    pub fn ends(&self) -> &[i32] {
        &self.ends
    }

    #[inline]
    pub fn push(&mut self, text: &[u8], is_quoted: bool, marks: &Marks, words: &NullWords) {
        if !self.fits {
            return;
        }
        if self.row_count.is_multiple_of(8) {
            self.validity.push(0);
        }
        let is_null = if self.kind == Kind::Texts {
            text.is_empty() && !is_quoted || words.is_in_text && !text.is_empty() && words.has(text)
        } else {
            text.is_empty() || words.has(text)
        };
        if is_null {
            self.nulls += 1;
        } else {
            self.validity[self.row_count / 8] |= 1 << (self.row_count % 8);
        }
        self.row_count += 1;
        self.fits = match self.kind {
            Kind::Int64 | Kind::Float64 if !is_null => match marks.plain(text) {
                Plain::AsWritten(text) => self.push_value(Some(text), marks.decimal),
                Plain::Ungrouped(text) => self.push_value(Some(&text), marks.decimal),
                Plain::Misplaced(_) => false,
            },
            _ => self.push_value(if is_null { None } else { Some(text) }, marks.decimal),
        };
    }

    #[inline]
    fn push_value(&mut self, text: Option<&[u8]>, decimal: u8) -> bool {
        match self.kind {
            Kind::Texts => {
                self.data.extend_from_slice(text.unwrap_or_default());
                let Ok(end) = i32::try_from(self.data.len()) else { return false };
                self.ends.push(end);
                true
            }
            Kind::Int64 => self.push_number(text.map_or(Some(0), int64_of)),
            Kind::Float64 => self.push_number(text.map_or(Some(0.0), |text| float64_of(text, decimal))),
            Kind::Bool => self.push_number(text.map_or(Some(0_u8), bool_of)),
            Kind::Uint64 => self.push_number(text.map_or(Some(0), uint64_of)),
            Kind::Date if self.format.is_some() => {
                let days = text.map_or(Some(0), |text| Some(self.format.as_ref()?.read(text)?.days));
                self.push_number(days)
            }
            Kind::Timestamp if self.format.is_some() => {
                let ticks = text.map_or(Some(0), |text| Some(self.format.as_ref()?.read(text)?.microseconds()));
                self.push_number(ticks)
            }
            Kind::Date => self.push_number(text.map_or(Some(0), date_of)),
            Kind::Timestamp => self.push_number(text.map_or(Some(0), |text| ticks_of(text, false, false))),
            Kind::Microseconds => self.push_number(text.map_or(Some(0), |text| ticks_of(text, true, false))),
            Kind::Nanoseconds => self.push_number(text.map_or(Some(0), |text| ticks_of(text, true, true))),
        }
    }

    #[inline]
    fn push_number<T: Bytes>(&mut self, value: Option<T>) -> bool {
        let Some(value) = value else { return false };
        value.append_to(&mut self.data);
        true
    }
}

trait Bytes {
    fn append_to(self, data: &mut Vec<u8>);
}

macro_rules! bytes {
    ($($number:ty),*) => {$(
        impl Bytes for $number {
            #[inline]
            fn append_to(self, data: &mut Vec<u8>) {
                data.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
bytes!(i64, f64, u8, u64, i32);

#[inline]
fn int64_of(text: &[u8]) -> Option<i64> {
    if text.len() < 19 {
        let (is_negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
            let value = digits.iter().fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
            return Some(if is_negative { -value } else { value });
        }
    }
    Number::parse(text, b'.').filter(Number::is_plain_integer).and_then(|number| integer_of(&number))
}

fn uint64_of(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[inline]
fn float64_of(text: &[u8], decimal: u8) -> Option<f64> {
    if let Some(number) = Number::parse(text, decimal) {
        return Some(number.value(decimal));
    }
    if !is_infinite_word(text) {
        return None;
    }
    // One bit pattern stands for every NaN.
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    Some(if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value })
}

fn bool_of(text: &[u8]) -> Option<u8> {
    if text.eq_ignore_ascii_case(b"true") {
        Some(1)
    } else if text.eq_ignore_ascii_case(b"false") {
        Some(0)
    } else {
        None
    }
}

fn date_of(text: &[u8]) -> Option<i32> {
    Moment::parse(trimmed(text)).filter(|moment| moment.clock.is_none()).map(|moment| moment.days)
}

fn ticks_of(text: &[u8], is_zoned: bool, is_fine: bool) -> Option<i64> {
    let moment = Moment::parse(text)?;
    if moment.zone.is_empty() == is_zoned || moment.clock.is_some_and(|clock| clock.is_odd) {
        return None;
    }
    if is_fine {
        moment.nanoseconds()
    } else {
        Some(moment.microseconds())
    }
}
