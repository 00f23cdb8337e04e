//! Dates and times in ISO 8601, as the rules of workers/formats/csv/open/zoned-times.ts and written-as.ts have them.

/// A time of day on a date, perhaps with an offset from UTC.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// Days since 1970-01-01.
    pub days: i32,
    /// None for a date alone.
    pub clock: Option<Clock>,
    /// The offset as it is written, without the space before it; empty if there is none.
    pub zone: &'a [u8],
}

#[derive(Clone, Copy)]
pub struct Clock {
    pub seconds: i32,
    pub nanoseconds: u32,
    /// True if seconds are written.
    pub has_seconds: bool,
    /// True if the fraction has a digit other than 0 beyond the microseconds.
    pub is_finer: bool,
    /// True if the fraction has a digit other than 0 beyond the nanoseconds, or none.
    pub is_odd: bool,
}

fn two(text: &[u8], at: usize) -> Option<u32> {
    let [tens, ones] = *text.get(at..)?.first_chunk()?;
    pair(tens, ones)
}

fn days_in(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The days since 1970-01-01 of a date of the proleptic Gregorian calendar, in a year from 0 on.
fn days_of(year: i32, month: u32, day: u32) -> i32 {
    // Years that begin in March, one cycle of the calendar later, so that none is negative.
    let year = year as u32 + 400 - u32::from(month <= 2);
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    days as i32 - 146_097 - 719_468
}

/// As `days_of`; None if there is no such day.
pub fn days_of_day(year: i32, month: u32, day: u32) -> Option<i32> {
    (day <= days_in(year, month)).then(|| days_of(year, month, day))
}

/// The number of two digits.
#[inline]
fn pair(tens: u8, ones: u8) -> Option<u32> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens < 10 && ones < 10).then(|| u32::from(tens) * 10 + u32::from(ones))
}

/// `YYYY-MM-DD` at the start of a text.
#[inline]
fn date_of(text: &[u8]) -> Option<i32> {
    let [first, second, third, fourth, b'-', tens_of_month, ones_of_month, b'-', tens_of_day, ones_of_day] =
        *text.first_chunk()?
    else {
        return None;
    };
    let year = pair(first, second)? * 100 + pair(third, fourth)?;
    let (month, day) = (pair(tens_of_month, ones_of_month)?, pair(tens_of_day, ones_of_day)?);
    let is_day = (1..=12).contains(&month) && day >= 1 && day <= days_in(year as i32, month);
    is_day.then(|| days_of(year as i32, month, day))
}

impl<'a> Moment<'a> {
    /// None if the text is written in another way.
    pub fn parse(text: &'a [u8]) -> Option<Self> {
        if text.len() < 10 {
            return None;
        }
        let days = date_of(text)?;
        if text.len() == 10 {
            return Some(Self { days, clock: None, zone: &[] });
        }
        if !matches!(text[10], b'T' | b' ') {
            return None;
        }
        let (hours, minutes) = (two(text, 11)?, two(text, 14)?);
        if text.get(13) != Some(&b':') || hours > 23 || minutes > 59 {
            return None;
        }
        let mut clock = Clock {
            seconds: (hours * 3_600 + minutes * 60) as i32,
            nanoseconds: 0,
            has_seconds: false,
            is_finer: false,
            is_odd: false,
        };
        let mut at = 16;
        if text.get(at) == Some(&b':') {
            let seconds = two(text, at + 1).filter(|&seconds| seconds < 60)?;
            clock.seconds += seconds as i32;
            clock.has_seconds = true;
            at += 3;
            if text.get(at) == Some(&b'.') {
                let fraction = &text[at + 1..];
                let count = fraction.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(fraction.len());
                at += 1 + count;
                clock.add_fraction(&fraction[..count]);
            }
        }
        let zone = zone_of(&text[at..])?;
        Some(Self { days, clock: Some(clock), zone })
    }

    /// Minutes that the offset is east of UTC.
    fn offset_minutes(&self) -> i64 {
        let sign = match self.zone.first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return 0,
        };
        let digits: Vec<i64> =
            self.zone.iter().filter(|byte| byte.is_ascii_digit()).map(|byte| i64::from(byte - b'0')).collect();
        let minutes = if digits.len() >= 4 { digits[2] * 10 + digits[3] } else { 0 };
        sign * ((digits[0] * 10 + digits[1]) * 60 + minutes)
    }

    fn utc_seconds(&self) -> i64 {
        let clock = self.clock.map_or(0, |clock| i64::from(clock.seconds));
        i64::from(self.days) * 86_400 + clock - self.offset_minutes() * 60
    }

    /// Microseconds since 1970-01-01T00:00 UTC, cut.
    pub fn microseconds(&self) -> i64 {
        self.utc_seconds() * 1_000_000 + self.clock.map_or(0, |clock| i64::from(clock.nanoseconds / 1_000))
    }

    /// Nanoseconds since 1970-01-01T00:00 UTC; None if 64 bits do not hold them.
    pub fn nanoseconds(&self) -> Option<i64> {
        let (seconds, fraction) = (self.utc_seconds(), self.clock.map_or(0, |clock| i64::from(clock.nanoseconds)));
        if seconds.abs() < 9_000_000_000 {
            return Some(seconds * 1_000_000_000 + fraction);
        }
        i64::try_from(i128::from(seconds) * 1_000_000_000 + i128::from(fraction)).ok()
    }

    pub fn is_midnight(&self) -> bool {
        self.clock.is_none_or(|clock| clock.seconds == 0 && clock.nanoseconds / 1_000 == 0)
    }
}

impl Clock {
    fn add_fraction(&mut self, digits: &[u8]) {
        let is_zero = |digit: &u8| *digit == b'0';
        let kept = &digits[..digits.len().min(POWERS.len() - 1)];
        self.is_odd = digits.is_empty() || !digits[kept.len()..].iter().all(is_zero);
        self.is_finer = digits.len() > 6 && !digits[6..].iter().all(is_zero);
        let value = kept.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        self.nanoseconds = value * POWERS[kept.len()];
    }
}

/// What a fraction of so many digits is multiplied by to be nanoseconds.
const POWERS: [u32; 10] = [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/// The offset `( ?(Z|UTC|[+-]dd(:?dd)?))` that a text is; empty if the text is.
fn zone_of(text: &[u8]) -> Option<&[u8]> {
    let zone = text.strip_prefix(b" ").unwrap_or(text);
    let is_zone = match zone {
        [] => text.is_empty(),
        b"Z" | b"UTC" => true,
        [b'+' | b'-', digits @ ..] => {
            let is_digits = |some: &[u8]| some.iter().all(u8::is_ascii_digit);
            match digits.len() {
                2 | 4 => is_digits(digits),
                5 => digits[2] == b':' && is_digits(&digits[..2]) && is_digits(&digits[3..]),
                _ => false,
            }
        }
        _ => false,
    };
    is_zone.then_some(zone)
}

/// True for a date with an hour of 24 behind it.
pub fn has_late_hour(text: &[u8]) -> bool {
    text.len() > 11 && matches!(text[10], b'T' | b' ') && text[11..].starts_with(b"24:") && date_of(text).is_some()
}

/// A time of day: `([01]?d|2[0-3]):[0-5]d(:[0-5]d(.d{1,6})?)?`.
pub fn is_time_of_day(text: &[u8]) -> bool {
    let Some(colon) = text.iter().position(|&byte| byte == b':') else { return false };
    let is_hour = match &text[..colon] {
        [digit] => digit.is_ascii_digit(),
        [b'0' | b'1', digit] => digit.is_ascii_digit(),
        [b'2', digit] => matches!(digit, b'0'..=b'3'),
        _ => false,
    };
    let is_sixtieth = |at: usize| matches!(text.get(at..at + 2), Some([b'0'..=b'5', digit]) if digit.is_ascii_digit());
    if !is_hour || !is_sixtieth(colon + 1) {
        return false;
    }
    let rest = &text[colon + 3..];
    if rest.is_empty() {
        return true;
    }
    if rest[0] != b':' || !is_sixtieth(colon + 4) {
        return false;
    }
    match &text[colon + 6..] {
        [] => true,
        [b'.', digits @ ..] => (1..=6).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
