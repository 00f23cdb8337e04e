//! Texts that DuckDB casts to dates and timestamps beside those of ISO 8601: `2024/1/5`, `2024-01-05 9:05`, `12024-01-01`, and dates with any text behind them.

use crate::times::days_of_day;

pub struct Cast {
    /// Days since 1970-01-01.
    pub days: i64,
    /// True if the year does not have just four digits.
    pub has_odd_year: bool,
    /// True if the text is written as the rules of workers/formats/csv/open/written-as.ts want: it begins with four digits, and its hour is not 24.
    pub is_written: bool,
    /// None if the text casts to a date alone.
    pub timestamp: Option<CastTimestamp>,
}

impl Cast {
    /// Microseconds since 1970-01-01T00:00; None if the text does not cast to a timestamp that 64 bits hold.
    pub fn microseconds(&self) -> Option<i64> {
        let clock = self.timestamp.as_ref()?.microseconds;
        self.days.checked_mul(86_400_000_000)?.checked_add(clock)
    }
}

pub struct CastTimestamp {
    pub has_clock: bool,
    /// Since the midnight of the day, less the offset.
    pub microseconds: i64,
    /// True for a whole day without an offset.
    pub is_midnight: bool,
}

/// The greatest day that DuckDB's dates hold, and the greatest whole day of its timestamps, in days since 1970-01-01.
const MOST_DATE_DAYS: i64 = 2_147_483_646;
const MOST_TIMESTAMP_DAYS: i64 = 106_751_990;

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn without_spaces(text: &[u8]) -> &[u8] {
    let count = text.iter().take_while(|&&byte| is_space(byte)).count();
    &text[count..]
}

/// The number of the first digits, at most `most`, and what follows them.
fn number_of(text: &[u8], most: usize) -> Option<(i64, &[u8])> {
    let count = text.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..count].iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
    (count > 0).then_some((value, &text[count..]))
}

impl Cast {
    /// None if the text does not cast to a date.
    pub fn of(text: &[u8]) -> Option<Self> {
        let start = without_spaces(text);
        let is_negative = start.first() == Some(&b'-');
        let digits = if is_negative { &start[1..] } else { start };
        let (year, rest) = number_of(digits, 8)?;
        let separator = *rest.first().filter(|byte| matches!(byte, b' ' | b'-' | b'/' | b'\\'))?;
        let (month, rest) = number_of(&rest[1..], 2)?;
        let (day, rest) = number_of(rest.strip_prefix(&[separator])?, 2)?;
        if rest.first().is_some_and(u8::is_ascii_digit) || !(1..=12).contains(&month) || day < 1 {
            return None;
        }
        let (rest, year) = match rest.strip_prefix(b" (BC)") {
            Some(_) if is_negative || year == 0 => return None,
            Some(rest) => (rest, 1 - year),
            None => (rest, if is_negative { -year } else { year }),
        };
        // Years repeat after 400 years, and a date of eight digits would not fit an i32.
        let days = i64::from(days_of_day(year.rem_euclid(400) as i32, month as u32, day as u32)?)
            + year.div_euclid(400) * 146_097;
        let year_digits = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let has_late_hour = text.windows(4).any(|part| matches!(part, [b'T' | b' ', b'2', b'4', b':']));
        (days.abs() <= MOST_DATE_DAYS).then(|| Self {
            days,
            has_odd_year: is_negative || year_digits != 4,
            is_written: !is_negative && year_digits >= 4 && !has_late_hour,
            timestamp: timestamp_of(rest).filter(|_| days.abs() <= MOST_TIMESTAMP_DAYS),
        })
    }
}

/// The time of day behind a date, where nothing else follows.
fn timestamp_of(rest: &[u8]) -> Option<CastTimestamp> {
    if rest.is_empty() {
        return Some(CastTimestamp { has_clock: false, microseconds: 0, is_midnight: true });
    }
    let rest = match rest {
        [b'T' | b' ', more @ ..] => more,
        _ => rest,
    };
    let (hours, rest) = number_of(without_spaces(rest), 9)?;
    let (minutes, rest) = number_of(rest.strip_prefix(b":")?, 2)?;
    if minutes > 59 || hours > 24 {
        return None;
    }
    let of = |seconds: i64, fraction: i64, offset_seconds: i64, end: &[u8]| {
        let is_next_day = hours == 24 && minutes == 0 && seconds == 0 && fraction == 0;
        (hours < 24 || is_next_day).then_some(CastTimestamp {
            has_clock: true,
            microseconds: (hours * 3_600 + minutes * 60 + seconds - offset_seconds) * 1_000_000 + fraction,
            is_midnight: hours % 24 == 0 && minutes == 0 && seconds == 0 && fraction == 0 && end.is_empty(),
        })
    };
    if rest.is_empty() {
        return of(0, 0, 0, rest);
    }
    let (seconds, rest) = number_of(rest.strip_prefix(b":")?, 2)?;
    let (fraction, rest) = match rest.strip_prefix(b".") {
        Some(fraction) => {
            let count = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = fraction[..count].iter().copied().chain(std::iter::repeat(b'0')).take(6);
            (digits.fold(0, |value, digit| value * 10 + i64::from(digit - b'0')), &fraction[count..])
        }
        None => (0, rest),
    };
    if seconds > 59 {
        return None;
    }
    of(seconds, fraction, offset_of(rest)?, rest)
}

/// The offset in seconds at the end of a timestamp: none, `Z`, ` UTC`, or hours, minutes and seconds. None for any other end.
fn offset_of(rest: &[u8]) -> Option<i64> {
    let [sign, offset @ ..] = rest else { return Some(0) };
    if matches!(rest, b"Z" | b" UTC") {
        return Some(0);
    }
    if !matches!(sign, b'+' | b'-') {
        return None;
    }
    let mut parts = offset;
    let mut seconds = 0;
    let mut unit = 3_600;
    while let [tens @ b'0'..=b'9', ones @ b'0'..=b'9', more @ ..] = parts {
        if unit == 0 {
            return None;
        }
        seconds += unit * i64::from((tens - b'0') * 10 + ones - b'0');
        unit /= 60;
        parts = more.strip_prefix(b":").filter(|more| !more.is_empty()).unwrap_or(more);
    }
    let is_whole = unit < 3_600 && parts.is_empty();
    is_whole.then_some(if *sign == b'-' { -seconds } else { seconds })
}

#[cfg(test)]
mod tests {
    use super::Cast;

    /// Whether a text casts to a date, to a timestamp, and to a whole day, as DuckDB answers.
    #[test]
    fn knows_what_casts_to_dates_and_timestamps() {
        let cases: [(&str, bool, bool, bool); 18] = [
            ("2024-1-5", true, true, true),
            ("2024 01 05", true, true, true),
            ("2024-01/05", false, false, false),
            ("2024-02-30", false, false, false),
            ("2024-1-5 ", true, false, false),
            ("2024-1-5 soon", true, false, false),
            ("2024-001-05", false, false, false),
            ("2024/01/05\t9:5", true, true, false),
            ("2024-01-05 010:00", true, true, false),
            ("2024-01-05 24:00:00", true, true, true),
            ("2024-01-05 24:00:01", true, false, false),
            ("2024-01-05 10:00:60", true, false, false),
            ("2024-01-05 00:00:00.0000009", true, true, true),
            ("2024-01-05 00:00:00+02:00:00", true, true, false),
            ("2024-01-05 10:00Z", true, false, false),
            ("5881580-07-10", true, false, false),
            ("5881580-07-11", false, false, false),
            ("0000-01-01 (BC)", false, false, false),
        ];
        for (text, is_date, is_timestamp, is_midnight) in cases {
            let cast = Cast::of(text.as_bytes());
            let timestamp = cast.as_ref().and_then(|cast| cast.timestamp.as_ref());
            let found = (cast.is_some(), timestamp.is_some(), timestamp.is_some_and(|timestamp| timestamp.is_midnight));
            assert_eq!(found, (is_date, is_timestamp, is_midnight), "{text}");
        }
    }
}
