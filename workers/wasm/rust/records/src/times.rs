//! Texts that are times. workers/own-file/timestamp-texts.ts does the same in TypeScript.

const SECONDS_PER_DAY: i64 = 86_400;
const NANOS: i128 = 1_000_000_000;

/// A time, and its offset from UTC as it is written.
pub struct Time<'a> {
    pub nanoseconds: i128,
    pub offset: Option<&'a [u8]>,
}

fn digits(text: &[u8], at: usize, count: usize) -> Option<i64> {
    let mut value = 0;
    for byte in text.get(at..at + count)? {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = 10 * value + i64::from(byte - b'0');
    }
    Some(value)
}

/// The days since 1970-01-01 of a text that begins with a date (Howard Hinnant, days_from_civil).
fn days_at_start(text: &[u8]) -> Option<i64> {
    let (year, month, day) = (digits(text, 0, 4)?, digits(text, 5, 2)?, digits(text, 8, 2)?);
    if text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if day < 1 || day > last {
        return None;
    }
    let shifted = year - i64::from(month <= 2);
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    Some(era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468)
}

/// The days since 1970-01-01 of a date, and of nothing else.
pub fn parse_days(text: &[u8]) -> Option<i32> {
    if text.len() == 10 {
        days_at_start(text).map(|days| days as i32)
    } else {
        None
    }
}

fn within(text: &[u8], at: usize, most: i64) -> Option<i64> {
    digits(text, at, 2).filter(|value| *value <= most)
}

/// The minutes of an offset from UTC.
fn offset_minutes(offset: &[u8]) -> Option<i64> {
    let sign = match offset {
        b"Z" | b"z" | b"UTC" => return Some(0),
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let hours = within(offset, 1, 23)?;
    let minutes = match offset.len() {
        3 => 0,
        5 => within(offset, 3, 59)?,
        6 if offset[3] == b':' => within(offset, 4, 59)?,
        _ => return None,
    };
    Some(sign * (60 * hours + minutes))
}

/// A time in ISO 8601, or as databases write it.
pub fn parse_time(text: &[u8]) -> Option<Time<'_>> {
    if text.len() < 10 {
        return None;
    }
    let days = days_at_start(text)?;
    let midnight = i128::from(days * SECONDS_PER_DAY) * NANOS;
    if text.len() == 10 {
        return Some(Time { nanoseconds: midnight, offset: None });
    }
    if !matches!(text[10], b'T' | b't' | b' ') || text.get(13) != Some(&b':') {
        return None;
    }
    let (hours, minutes) = (within(text, 11, 23)?, within(text, 14, 59)?);
    let mut at = 16;
    let mut seconds = 0;
    let mut fraction = 0_i128;
    if text.get(at) == Some(&b':') {
        seconds = within(text, 17, 59)?;
        at = 19;
        if text.get(at) == Some(&b'.') {
            (fraction, at) = parse_fraction(text, at + 1)?;
        }
    }
    let mut rest = &text[at..];
    if rest.first() == Some(&b' ') && rest.len() > 1 {
        rest = &rest[1..];
    }
    let (offset, offset_minutes) = if rest.is_empty() { (None, 0) } else { (Some(rest), offset_minutes(rest)?) };
    let whole = days * SECONDS_PER_DAY + (60 * hours + minutes - offset_minutes) * 60 + seconds;
    Some(Time { nanoseconds: i128::from(whole) * NANOS + fraction, offset })
}

/// Nanoseconds, and where they end. Behind nine digits only zeros may follow.
fn parse_fraction(text: &[u8], start: usize) -> Option<(i128, usize)> {
    let count = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 || text[start..start + count].iter().skip(9).any(|digit| *digit != b'0') {
        return None;
    }
    let value =
        (0..9).fold(0, |value, at| 10 * value + if at < count { i128::from(text[start + at] - b'0') } else { 0 });
    Some((value, start + count))
}

/// The time in microseconds, or in nanoseconds, if that is exact and 64 bits hold it.
pub fn ticks_of(text: &[u8], in_nanoseconds: bool) -> Option<i64> {
    let nanoseconds = parse_time(text)?.nanoseconds;
    if in_nanoseconds {
        return nanoseconds.try_into().ok();
    }
    if nanoseconds % 1_000 != 0 {
        return None;
    }
    (nanoseconds / 1_000).try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_databases_write_them() {
        let nanoseconds = |text: &str| parse_time(text.as_bytes()).map(|time| time.nanoseconds);
        assert_eq!(nanoseconds("1970-01-02"), Some(86_400 * NANOS));
        assert_eq!(nanoseconds("1970-01-01 02:00:00.123456789000+02"), Some(123_456_789));
        assert_eq!(nanoseconds("1969-12-31T23:59:59.5"), Some(-500_000_000));
        assert_eq!(nanoseconds("1970-01-01T00:00 UTC"), Some(0));
        assert_eq!(nanoseconds("1970-01-01t00:00:00-0030"), Some(1_800 * NANOS));
        assert_eq!(parse_time(b"2024-01-01T00:00Z").and_then(|time| time.offset), Some(&b"Z"[..]));
        for text in [
            "2023-02-29",
            "2024-01-01T24:00",
            "2024-01-01T00:60",
            "2024-01-01T0:00",
            "2024-01-01T00:00:00.",
            "2024-01-01T00:00 ",
            "2024-01-01T00:00:00.1234567891",
            "2024-01-01x",
            "2024-01-01T00:00+24",
            "2024-01-01T00:00  Z",
            "2024-13-01",
            "x",
        ] {
            assert_eq!(nanoseconds(text), None, "{text}");
        }
    }
}
