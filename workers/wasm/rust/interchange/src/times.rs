//! Dates and times as ISO 8601 text, in the proleptic Gregorian calendar. Years before 0 and after 9999 have a sign and at least six digits.
//! Fractions of a second have all digits of their unit, or none if they are 0. workers/model/time-text.ts does the same in TypeScript.

use arrow_schema::TimeUnit;

use crate::numbers::parse_integer;

const SECONDS_PER_DAY: i64 = 86_400;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH_DAY: i64 = 719_468;
/// Days in 400 years, after which the calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;

fn digits_of(unit: TimeUnit) -> u32 {
    match unit {
        TimeUnit::Second => 0,
        TimeUnit::Millisecond => 3,
        TimeUnit::Microsecond => 6,
        TimeUnit::Nanosecond => 9,
    }
}

pub fn ticks_per_day(unit: TimeUnit) -> i64 {
    SECONDS_PER_DAY * 10_i64.pow(digits_of(unit))
}

fn write_two(value: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]);
}

/// Days since 1970-01-01 (Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, civil_from_days).
pub fn write_date(days: i64, out: &mut Vec<u8>) {
    let shifted = days + EPOCH_DAY;
    let era = shifted.div_euclid(DAYS_PER_ERA);
    let day_of_era = shifted.rem_euclid(DAYS_PER_ERA);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    if (0..=9_999).contains(&year) {
        write_two(year / 100, out);
        write_two(year % 100, out);
    } else {
        out.push(if year < 0 { b'-' } else { b'+' });
        out.extend_from_slice(format!("{:06}", year.unsigned_abs()).as_bytes());
    }
    out.push(b'-');
    write_two(month, out);
    out.push(b'-');
    write_two(day, out);
}

/// Ticks since midnight, which are less than a day.
pub fn write_clock(ticks: i64, unit: TimeUnit, out: &mut Vec<u8>) {
    let digits = digits_of(unit);
    let per_second = 10_i64.pow(digits);
    let seconds = ticks / per_second;
    let fraction = ticks % per_second;
    write_two(seconds / 3_600, out);
    out.push(b':');
    write_two(seconds / 60 % 60, out);
    out.push(b':');
    write_two(seconds % 60, out);
    if fraction != 0 {
        out.push(b'.');
        let start = out.len();
        out.resize(start + digits as usize, b'0');
        let mut rest = fraction;
        for byte in out[start..].iter_mut().rev() {
            *byte = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
}

/// Ticks since 1970-01-01T00:00, with `Z` if they have a time zone.
pub fn write_timestamp(ticks: i64, unit: TimeUnit, zoned: bool, out: &mut Vec<u8>) {
    let per_day = ticks_per_day(unit);
    write_date(ticks.div_euclid(per_day), out);
    out.push(b'T');
    write_clock(ticks.rem_euclid(per_day), unit, out);
    if zoned {
        out.push(b'Z');
    }
}

fn two_digits(text: &[u8]) -> Option<i64> {
    match text {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(i64::from(tens - b'0') * 10 + i64::from(ones - b'0')),
        _ => None,
    }
}

/// Days since 1970-01-01 of any year of at most 12 digits (days_from_civil of the same source).
fn parse_days(text: &[u8]) -> Option<i64> {
    let split = text.len().checked_sub(6)?;
    let (year_text, rest) = text.split_at(split);
    if rest[0] != b'-' || rest[3] != b'-' {
        return None;
    }
    let month = two_digits(&rest[1..3])?;
    let day = two_digits(&rest[4..6])?;
    let year = match year_text {
        [b'0'..=b'9', ..] if year_text.len() == 4 => 100 * two_digits(&year_text[..2])? + two_digits(&year_text[2..])?,
        [sign @ (b'+' | b'-'), digits @ ..] if (6..=12).contains(&digits.len()) && digits[0] != b'-' => {
            let year = parse_integer(digits)? as i64;
            // Only one text stands for each year.
            if year <= 9_999 && (*sign == b'+' || year == 0) || digits.len() > 6 && digits[0] == b'0' {
                return None;
            }
            if *sign == b'-' {
                -year
            } else {
                year
            }
        }
        _ => return None,
    };
    let is_leap = year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0);
    let last_day = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if day < 1 || day > last_day {
        return None;
    }
    let shifted_year = year - i64::from(month <= 2);
    let era = shifted_year.div_euclid(400);
    let year_of_era = shifted_year.rem_euclid(400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    Some(era * DAYS_PER_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - EPOCH_DAY)
}

/// Days since 1970-01-01, if 32 bits can hold them.
pub fn parse_date(text: &[u8]) -> Option<i32> {
    parse_days(text)?.try_into().ok()
}

/// Ticks since midnight, unless the text has more digits than the unit.
pub fn parse_clock(text: &[u8], unit: TimeUnit) -> Option<i64> {
    if text.len() < 8 || text[2] != b':' || text[5] != b':' {
        return None;
    }
    let (hours, minutes, seconds) = (two_digits(&text[..2])?, two_digits(&text[3..5])?, two_digits(&text[6..8])?);
    if hours > 23 || minutes > 59 || seconds > 59 {
        return None;
    }
    let digits = digits_of(unit) as usize;
    let fraction = match &text[8..] {
        [] => &[][..],
        [b'.', fraction @ ..] if !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit) => fraction,
        _ => return None,
    };
    if fraction.iter().skip(digits).any(|&digit| digit != b'0') {
        return None;
    }
    let ticks =
        (0..digits).fold(0, |ticks, index| 10 * ticks + fraction.get(index).map_or(0, |digit| i64::from(digit - b'0')));
    Some((hours * 3_600 + minutes * 60 + seconds) * 10_i64.pow(digits as u32) + ticks)
}

/// Seconds east of Greenwich.
fn parse_offset(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        b"Z" => return Some(0),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.len() {
        2 => (two_digits(digits)?, 0),
        4 => (two_digits(&digits[..2])?, two_digits(&digits[2..])?),
        5 if digits[2] == b':' => (two_digits(&digits[..2])?, two_digits(&digits[3..])?),
        _ => return None,
    };
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 3_600 + minutes * 60))
}

/// Ticks since 1970-01-01T00:00: of UTC if the text must have `Z` or an offset, otherwise of local time. `T` or a space stands between date and time.
pub fn parse_timestamp(text: &[u8], unit: TimeUnit, zoned: bool) -> Option<i64> {
    let split = text.iter().position(|byte| matches!(byte, b'T' | b' '))?;
    let (date, rest) = (&text[..split], &text[split + 1..]);
    let zone_at = rest.iter().position(|byte| matches!(byte, b'Z' | b'+' | b'-')).unwrap_or(rest.len());
    if zoned != (zone_at < rest.len()) {
        return None;
    }
    let offset = if zoned { parse_offset(&rest[zone_at..])? } else { 0 };
    let clock = parse_clock(&rest[..zone_at], unit)?;
    let days = parse_days(date)?;
    let per_second = 10_i128.pow(digits_of(unit));
    let ticks = i128::from(days) * i128::from(SECONDS_PER_DAY) * per_second + i128::from(clock)
        - i128::from(offset) * per_second;
    ticks.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back() {
        for days in [0, -1, 59, 60, 11_016, -719_528, -719_529, 2_932_896, 2_932_897, i32::MIN, i32::MAX] {
            let mut text = Vec::new();
            write_date(days.into(), &mut text);
            assert_eq!(parse_date(&text), Some(days), "{}", String::from_utf8_lossy(&text));
        }
        for text in [
            "2023-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "+002024-01-01",
            "-000000-01-01",
            "+0100000-01-01",
            "24-01-01",
            "2024-1-01",
            "--2024-01-01",
        ] {
            assert_eq!(parse_date(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn timestamps_come_back() {
        for unit in [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond] {
            for ticks in [0, 1, -1, 1_700_000_000_123_456, i64::MIN, i64::MAX] {
                for zoned in [false, true] {
                    let mut text = Vec::new();
                    write_timestamp(ticks, unit, zoned, &mut text);
                    assert_eq!(parse_timestamp(&text, unit, zoned), Some(ticks), "{}", String::from_utf8_lossy(&text));
                    assert_eq!(parse_timestamp(&text, unit, !zoned), None);
                }
            }
        }
        let read = |text: &str| parse_timestamp(text.as_bytes(), TimeUnit::Millisecond, true);
        assert_eq!(read("1970-01-01 01:00:00.5+01:00"), Some(500));
        assert_eq!(read("1970-01-01T00:00:00-0030"), Some(1_800_000));
        assert_eq!(read("1970-01-01T00:00:00.0005Z"), None);
        assert_eq!(read("1970-01-01T24:00:00Z"), None);
    }
}
