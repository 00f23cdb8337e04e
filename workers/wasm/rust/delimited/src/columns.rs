//! The columns that a file's fields become, in the canonical form of workers/model/column.ts.

use crate::chosen::{self, float64_of, Read};
use crate::counts::Seen;
use crate::formats::Format;
use crate::kinds::{Chosen, Kind};
use crate::marks::trimmed;
use crate::numbers::{integer_of, Marks, Number, Plain};
use crate::short_copy::append;
use crate::times::Moment;
use crate::words::NullWords;

pub struct Column {
    kind: Kind,
    /// The format of dates or times; None for ISO 8601.
    format: Option<Format>,
    row_count: usize,
    nulls: usize,
    /// Kept while there are nulls only.
    validity: Vec<u8>,
    /// The values of a fixed width, or the bytes of texts.
    data: Vec<u8>,
    /// The ends of texts.
    ends: Vec<i32>,
    /// False once a value is not of the kind. The column is of no use then.
    fits: bool,
    /// The first such value, and the line of its row, from 0.
    first_unfit: Option<(u32, Box<[u8]>)>,
    /// Numbers that lost digits, the first of them, and whether the last value did.
    altered: u32,
    first_altered: Vec<u8>,
    is_last_altered: bool,
}

impl Column {
    pub fn new(kind: Kind, format: Option<Format>) -> Self {
        let ends = if kind.is_text() { vec![0] } else { Vec::new() };
        Self {
            kind,
            format,
            row_count: 0,
            nulls: 0,
            validity: Vec::new(),
            data: Vec::new(),
            ends,
            fits: true,
            first_unfit: None,
            altered: 0,
            first_altered: Vec::new(),
            is_last_altered: false,
        }
    }

    /// How many numbers lost digits, and the first of them in standard form.
    pub fn altered(&self) -> (u32, &[u8]) {
        (self.altered, &self.first_altered)
    }

    pub fn fits(&self) -> bool {
        self.fits
    }

    /// Null if no row is null.
    pub fn validity(&self) -> Option<&[u8]> {
        (self.nulls > 0).then_some(&self.validity)
    }

    pub fn size_bytes(&self) -> usize {
        self.data.len() + size_of_val(&self.ends[..])
    }

    /// Makes room for as many times what it has, if there is memory for it.
    pub fn expect(&mut self, times: f64) {
        let more = |count: usize| (count as f64 * (times - 1.0)) as usize;
        let _ = self.data.try_reserve_exact(more(self.data.len()));
        let _ = self.ends.try_reserve_exact(more(self.ends.len()));
    }

    pub fn data(&self) -> &[u8] {
        &self.data
    }

    pub fn ends(&self) -> &[i32] {
        &self.ends
    }

    /// Adds a value. Once one does not fit, no other is added.
    #[inline]
    pub fn push(&mut self, text: &[u8], is_quoted: bool, marks: &Marks, words: &NullWords, line: u32) {
        if self.fits && !self.try_push(text, is_quoted, marks, words) {
            self.fits = false;
            self.first_unfit = Some((line, text.into()));
        }
    }

    /// Adds a value as its count has seen it. False if that does not help, so that the text must be read.
    #[inline]
    pub fn push_seen(&mut self, text: &[u8], seen: Seen, words: &NullWords) -> bool {
        if !self.fits {
            return true;
        }
        let is_added = match (self.kind, seen) {
            (Kind::Texts | Kind::Int64 | Kind::Float64, Seen::Null) => {
                let is_added = self.push_value(None, b'.');
                self.push_validity(true);
                return is_added;
            }
            (Kind::Texts, _) if !text.is_empty() && !words.is_in_text => self.push_text(text),
            (Kind::Int64, Seen::Integer(value)) => self.push_number(Some(value)),
            (Kind::Float64, Seen::Integer(value)) => self.push_number(Some(value as f64)),
            (Kind::Float64, Seen::Decimal(decimal)) => self.push_number(Some(decimal.value())),
            (Kind::Bool, Seen::Truth(is_true)) => self.push_number(Some(u8::from(is_true))),
            (Kind::Date, Seen::Moment(moment)) if self.format.is_none() && moment.clock.is_none() => {
                self.push_number(Some(moment.days))
            }
            (Kind::Timestamp, Seen::Moment(moment)) if self.format.is_none() => {
                self.push_number(ticks_of(&moment, false, false))
            }
            (Kind::Microseconds, Seen::Moment(moment)) => self.push_number(ticks_of(&moment, true, false)),
            (Kind::Nanoseconds, Seen::Moment(moment)) => self.push_number(ticks_of(&moment, true, true)),
            _ => false,
        };
        if is_added {
            self.push_validity(false);
        }
        is_added
    }

    /// The first value that is not of the kind, and the line of its row, from 0.
    pub fn first_unfit(&self) -> Option<&(u32, Box<[u8]>)> {
        self.first_unfit.as_ref()
    }

    /// Adds a value if it is of the kind, and returns whether it is.
    #[inline]
    pub fn try_push(&mut self, text: &[u8], is_quoted: bool, marks: &Marks, words: &NullWords) -> bool {
        let is_null = if self.kind == Kind::Texts {
            text.is_empty() && !is_quoted || words.is_in_text && !text.is_empty() && words.has(text)
        } else {
            text.is_empty() || words.has(text)
        };
        let is_added = if is_null {
            self.push_value(None, marks.decimal)
        } else if self.kind.is_number() {
            match marks.plain(text) {
                Plain::AsWritten(text) => self.push_value(Some(text), marks.decimal),
                Plain::Ungrouped(text) => self.push_value(Some(&text), marks.decimal),
                Plain::Misplaced(_) => false,
            }
        } else {
            self.push_value(Some(text), marks.decimal)
        };
        if is_added {
            self.push_validity(is_null);
        }
        is_added
    }

    #[inline]
    fn push_validity(&mut self, is_null: bool) {
        if is_null || self.nulls > 0 {
            self.push_bit(is_null);
        }
        self.row_count += 1;
    }

    fn push_bit(&mut self, is_null: bool) {
        if self.nulls == 0 {
            self.validity.clear();
            self.validity.resize(self.row_count / 8, u8::MAX);
            if !self.row_count.is_multiple_of(8) {
                self.validity.push((1 << (self.row_count % 8)) - 1);
            }
        }
        if self.row_count.is_multiple_of(8) {
            self.validity.push(0);
        }
        if is_null {
            self.nulls += 1;
        } else {
            self.validity[self.row_count / 8] |= 1 << (self.row_count % 8);
        }
    }

    /// Takes the last value out again.
    pub fn pop(&mut self) {
        if self.kind.is_text() {
            self.ends.pop();
            self.data.truncate(self.ends.last().map_or(0, |end| *end as usize));
        } else {
            self.data.truncate(self.data.len() / self.row_count * (self.row_count - 1));
        }
        self.row_count -= 1;
        if self.nulls > 0 {
            self.pop_bit();
        }
        if std::mem::take(&mut self.is_last_altered) {
            self.altered -= 1;
            if self.altered == 0 {
                self.first_altered.clear();
            }
        }
    }

    fn pop_bit(&mut self) {
        let mask = 1 << (self.row_count % 8);
        let last = &mut self.validity[self.row_count / 8];
        if *last & mask == 0 {
            self.nulls -= 1;
        }
        *last &= !mask;
        if self.row_count.is_multiple_of(8) {
            self.validity.pop();
        }
    }

    #[inline]
    fn push_value(&mut self, text: Option<&[u8]>, decimal: u8) -> bool {
        match self.kind {
            Kind::Texts => self.push_text(text.unwrap_or_default()),
            Kind::Chosen(kind) => self.push_chosen(kind, text, decimal),
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
            Kind::Timestamp => self.push_ticks(text, false, false),
            Kind::Microseconds => self.push_ticks(text, true, false),
            Kind::Nanoseconds => self.push_ticks(text, true, true),
        }
    }

    fn push_ticks(&mut self, text: Option<&[u8]>, is_zoned: bool, is_fine: bool) -> bool {
        self.push_number(text.map_or(Some(0), |text| ticks_of(&Moment::parse(text)?, is_zoned, is_fine)))
    }

    #[inline]
    fn push_text(&mut self, text: &[u8]) -> bool {
        let Ok(end) = i32::try_from(self.data.len() + text.len()) else { return false };
        append(&mut self.data, text);
        self.ends.push(end);
        true
    }

    fn push_chosen(&mut self, kind: Chosen, text: Option<&[u8]>, decimal: u8) -> bool {
        self.is_last_altered = false;
        let Some(text) = text else { return self.push_nothing(kind) };
        match kind {
            Chosen::Int8 => self.push_read(chosen::integer_of::<i8>(text, decimal), text, decimal),
            Chosen::Int16 => self.push_read(chosen::integer_of::<i16>(text, decimal), text, decimal),
            Chosen::Int32 => self.push_read(chosen::integer_of::<i32>(text, decimal), text, decimal),
            Chosen::Int64 => self.push_read(chosen::integer_of::<i64>(text, decimal), text, decimal),
            Chosen::Uint8 => self.push_read(chosen::integer_of::<u8>(text, decimal), text, decimal),
            Chosen::Uint16 => self.push_read(chosen::integer_of::<u16>(text, decimal), text, decimal),
            Chosen::Uint32 => self.push_read(chosen::integer_of::<u32>(text, decimal), text, decimal),
            Chosen::Uint64 => self.push_read(chosen::integer_of::<u64>(text, decimal), text, decimal),
            Chosen::Float32 => self.push_read(chosen::float32_of(text, decimal), text, decimal),
            Chosen::Float64 => self.push_read(chosen::chosen_float64_of(text, decimal), text, decimal),
            Chosen::Bool => self.push_number(chosen::bool_of(text)),
            Chosen::Date => self.push_number(chosen::date_of(text)),
            Chosen::Timestamp => self.push_number(chosen::timestamp_of(text)),
            Chosen::Time => self.push_number(chosen::time_of(text)),
            Chosen::Decimal => chosen::decimal_of(text, decimal).is_some_and(|text| self.push_text(&text)),
        }
    }

    /// Adds the value of a null.
    fn push_nothing(&mut self, kind: Chosen) -> bool {
        let width = match kind {
            Chosen::Decimal => return self.push_text(&[]),
            Chosen::Int8 | Chosen::Uint8 | Chosen::Bool => 1,
            Chosen::Int16 | Chosen::Uint16 => 2,
            Chosen::Int32 | Chosen::Uint32 | Chosen::Float32 | Chosen::Date => 4,
            Chosen::Int64 | Chosen::Uint64 | Chosen::Float64 | Chosen::Timestamp | Chosen::Time => 8,
        };
        self.data.resize(self.data.len() + width, 0);
        true
    }

    /// Adds a number, and counts it if it lost digits.
    fn push_read<T: Bytes>(&mut self, read: Option<Read<T>>, text: &[u8], decimal: u8) -> bool {
        let Some(Read { value, is_altered }) = read else { return false };
        if is_altered {
            self.altered += 1;
            self.is_last_altered = true;
            if self.first_altered.is_empty() {
                self.first_altered = text.iter().map(|byte| if *byte == decimal { b'.' } else { *byte }).collect();
            }
        }
        self.push_number(Some(value))
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
bytes!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64);

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

fn ticks_of(moment: &Moment, is_zoned: bool, is_fine: bool) -> Option<i64> {
    if moment.zone.is_empty() == is_zoned || moment.clock.is_some_and(|clock| clock.is_odd) {
        return None;
    }
    if is_fine {
        moment.nanoseconds()
    } else {
        Some(moment.microseconds())
    }
}
