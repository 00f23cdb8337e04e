//! Values of the types that a user chooses for a column. They are read from more texts than a type that is found: `1.5` rounds to an integer, and `y` is true.

use crate::casts::Cast;
use crate::marks::trimmed;
use crate::numbers::{keeps_every_digit, Kept, Number};
use crate::times::{is_time_of_day, Moment};
use crate::words::{is_infinite_word, truth_of, Truth};

/// A number as a type of fewer digits has it, and whether it lost some.
pub struct Read<T> {
    pub value: T,
    pub is_altered: bool,
}

/// The nearest integer; halves are rounded away from zero. None beyond 38 digits.
fn rounded(number: &Number) -> Option<i128> {
    let digits: Vec<u8> = number.whole.iter().chain(number.fraction).copied().collect();
    if digits.iter().all(|digit| *digit == b'0') {
        return Some(0);
    }
    let point = number.whole.len() as i64 + i64::from(number.exponent.unwrap_or(0));
    let digit_at =
        |place: i64| usize::try_from(place).ok().and_then(|place| digits.get(place)).map_or(0, |digit| digit - b'0');
    let leading = number.significant().0 as i64;
    if point - leading > 38 {
        return None;
    }
    let whole = (leading..point).fold(0_i128, |value, place| value * 10 + i128::from(digit_at(place)));
    let magnitude = whole + i128::from(digit_at(point) >= 5);
    Some(if number.is_negative { -magnitude } else { magnitude })
}

/// None if the text is no number, or one that the type does not hold.
pub fn integer_of<T: TryFrom<i128>>(text: &[u8], decimal: u8) -> Option<Read<T>> {
    let number = Number::parse(text, decimal)?;
    let value = T::try_from(rounded(&number)?).ok()?;
    Some(Read { value, is_altered: !number.is_whole() })
}

fn word_of(text: &[u8]) -> Option<f64> {
    if !is_infinite_word(text) {
        return None;
    }
    // One bit pattern stands for every NaN.
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    Some(if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value })
}

#[inline]
pub fn float64_of(text: &[u8], decimal: u8) -> Option<f64> {
    Number::parse(text, decimal).map_or_else(|| word_of(text), |number| Some(number.value(decimal)))
}

pub fn chosen_float64_of(text: &[u8], decimal: u8) -> Option<Read<f64>> {
    let Some(number) = Number::parse(text, decimal) else {
        return word_of(text).map(|value| Read { value, is_altered: false });
    };
    let value = number.value(decimal);
    Some(Read { value, is_altered: !keeps_every_digit(&number, value, Kept::Double) })
}

/// None for a number that is larger than every float32, too.
pub fn float32_of(text: &[u8], decimal: u8) -> Option<Read<f32>> {
    let Some(number) = Number::parse(text, decimal) else {
        return word_of(text).map(|value| Read { value: value as f32, is_altered: false });
    };
    let value = number.value_as::<f32>(decimal)?;
    if value.is_infinite() && number.value(decimal).is_finite() {
        return None;
    }
    Some(Read { value, is_altered: !keeps_every_digit(&number, f64::from(value), Kept::Single) })
}

pub fn bool_of(text: &[u8]) -> Option<u8> {
    match truth_of(text) {
        None => match text {
            b"1" => Some(1),
            b"0" => Some(0),
            _ => None,
        },
        Some(Truth::Clear | Truth::Likely | Truth::Possible) => {
            Some(u8::from(matches!(text[0].to_ascii_lowercase(), b't' | b'y')))
        }
    }
}

/// The local day of a date or a time of ISO 8601, or of a text that is cast to one.
pub fn date_of(text: &[u8]) -> Option<i32> {
    match Moment::parse(text).filter(|moment| !moment.clock.is_some_and(|clock| clock.is_odd)) {
        Some(moment) => Some(moment.days),
        None => Cast::of(text).filter(|cast| cast.is_written).and_then(|cast| i32::try_from(cast.days).ok()),
    }
}

/// Microseconds of a time of ISO 8601, or of a text that is cast to one.
pub fn timestamp_of(text: &[u8]) -> Option<i64> {
    match Moment::parse(text).filter(|moment| !moment.clock.is_some_and(|clock| clock.is_odd)) {
        Some(moment) => Some(moment.microseconds()),
        None => Cast::of(text).filter(|cast| cast.is_written)?.microseconds(),
    }
}

/// Microseconds since midnight of a time of day.
pub fn time_of(text: &[u8]) -> Option<i64> {
    let text = trimmed(text);
    if !is_time_of_day(text) {
        return None;
    }
    let mut parts = text.splitn(3, |byte| *byte == b':');
    let mut next = || std::str::from_utf8(parts.next().unwrap_or(b"0")).ok()?.parse::<f64>().ok();
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    Some(((hours * 3_600.0 + minutes * 60.0 + seconds) * 1_000_000.0).round() as i64)
}

/// A number without an exponent, with a decimal point and without white space.
pub fn decimal_of(text: &[u8], decimal: u8) -> Option<Vec<u8>> {
    let number = Number::parse(text, decimal).filter(|number| number.exponent.is_none())?;
    let sign = if number.is_negative { &b"-"[..] } else { b"" };
    let whole = if number.whole.is_empty() { b"0" } else { number.whole };
    let point = if number.fraction.is_empty() { &b""[..] } else { b"." };
    Some([sign, whole, point, number.fraction].concat())
}

#[cfg(test)]
mod tests {
    use super::{bool_of, date_of, decimal_of, float32_of, integer_of, time_of, timestamp_of};

    #[test]
    fn rounds_to_integers_of_the_type() {
        let cases: [(&str, Option<(i8, bool)>); 10] = [
            ("1.5", Some((2, true))),
            ("-1.5", Some((-2, true))),
            ("1.49", Some((1, true))),
            (" 12e1 ", Some((120, false))),
            ("1250e-2", Some((13, true))),
            ("0.04", Some((0, true))),
            ("-0", Some((0, true))),
            ("127.4", Some((127, true))),
            ("127.5", None),
            ("1e400", None),
        ];
        for (text, wanted) in cases {
            let found = integer_of::<i8>(text.as_bytes(), b'.').map(|read| (read.value, read.is_altered));
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn reads_what_a_float32_holds() {
        let read = |text: &str| float32_of(text.as_bytes(), b',').map(|read| (read.value, read.is_altered));
        assert_eq!(read("0,1"), Some((0.1, false)));
        assert_eq!(read("16777217"), Some((16_777_216.0, true)));
        assert_eq!(read("1e39"), None);
        assert_eq!(read("-inf"), Some((f32::NEG_INFINITY, false)));
    }

    #[test]
    fn reads_truth_values_times_and_decimals() {
        let truths = ["y", "No", "1", "0", "TRUE", "2"].map(|text| bool_of(text.as_bytes()));
        assert_eq!(truths, [Some(1), Some(0), Some(1), Some(0), Some(1), None]);
        assert_eq!(date_of(b"2024/1/5"), Some(19_727));
        assert_eq!(date_of(b"2024-01-05T23:59:59+02:00"), Some(19_727));
        let day = 19_727 * 86_400_000_000;
        assert_eq!(timestamp_of(b"2024-01-05"), Some(day));
        assert_eq!(timestamp_of(b"2024-1-5 9:05:00.25"), Some(day + 32_700_250_000));
        assert_eq!(timestamp_of(b"2024-1-5 9:05:00+01"), Some(day + 29_100_000_000));
        assert_eq!(timestamp_of(b"soon"), None);
        assert_eq!(time_of(b" 23:59:59.999999"), Some(86_399_999_999));
        assert_eq!(time_of(b"7:05"), Some(25_500_000_000));
        assert_eq!(decimal_of(b" -,50", b','), Some(b"-0.50".to_vec()));
        assert_eq!(decimal_of(b"1e5", b','), None);
    }
}
