//! Whether a type holds a number as it is written. workers/own-file/decimal-text.ts does the same in TypeScript.

/// The digits of which every float64, and every float32, within the range of normal numbers keeps all.
const SAFE_DIGITS_64: usize = 15;
const SAFE_DIGITS_32: usize = 6;
/// Of more digits it is not asked whether they are kept: JavaScript's toPrecision gives no more.
const MOST_DIGITS: usize = 100;
/// More than the digits of any float64.
const ALL_DIGITS: usize = 780;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Float {
    Single,
    Double,
}

impl Float {
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::Single => f64::from(value as f32),
            Self::Double => value,
        }
    }
}

/// A decimal number, 0.digits × 10^exponent; its digits have no zeros at either end, and zero has none.
#[derive(PartialEq, Eq, Debug)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

/// The decimal number that the text is, which may have white space around it; `None` for other texts.
fn decimal_of(text: &[u8]) -> Option<Decimal> {
    let text = text.trim_ascii();
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (mantissa, power) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let power = match power {
        None => 0,
        Some(power) => {
            let digits = power.strip_prefix(b"-").or(power.strip_prefix(b"+")).unwrap_or(power);
            if digits.is_empty() || digits.len() > 6 || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            std::str::from_utf8(power).ok()?.parse::<i64>().ok()?
        }
    };
    let point = mantissa.iter().position(|byte| *byte == b'.');
    let whole = point.unwrap_or(mantissa.len());
    let all: Vec<u8> =
        mantissa.iter().enumerate().filter(|(at, _)| Some(*at) != point).map(|(_, byte)| *byte).collect();
    if all.is_empty() || !all.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = all.iter().take_while(|digit| **digit == b'0').count();
    let end = all.iter().rposition(|digit| *digit != b'0').map_or(zeros, |at| at + 1);
    if end <= zeros {
        return Some(Decimal { negative: false, digits: Vec::new(), exponent: 0 });
    }
    Some(Decimal { negative, digits: all[zeros..end].to_vec(), exponent: whole as i64 - zeros as i64 + power })
}

/// Digits beyond those that are asked for, which nearly always tell how to round.
const MORE_DIGITS: usize = 20;

/// The value rounded to so many digits, and of two that are equally near the one farther from 0, as JavaScript's toPrecision rounds.
fn rounded(value: f64, count: usize) -> Decimal {
    let (mut digits, mut exponent) = digits_of(value, count + MORE_DIGITS);
    // They are rounded, too: a tail of 5 and zeros may stand for less.
    if digits[count..].first() == Some(&b'5') && digits[count + 1..].iter().all(|digit| *digit == b'0') {
        (digits, exponent) = digits_of(value, ALL_DIGITS);
    }
    let up = digits.get(count).is_some_and(|digit| *digit >= b'5');
    digits.truncate(count);
    if up {
        match digits.iter().rposition(|digit| *digit != b'9') {
            Some(at) => {
                digits[at] += 1;
                digits.truncate(at + 1);
            }
            None => {
                digits = vec![b'1'];
                exponent += 1;
            }
        }
    }
    let end = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |at| at + 1);
    digits.truncate(end);
    Decimal { negative: value < 0.0, digits, exponent }
}

/// The first digits of a number, rounded to them, and the exponent of 0.digits.
fn digits_of(value: f64, count: usize) -> (Vec<u8>, i64) {
    let text = format!("{:.*e}", count - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.bytes().filter(u8::is_ascii_digit).collect(), exponent.parse::<i64>().unwrap_or(0) + 1)
}

/// True if the type preserves every digit of the text, also if the text is no decimal number. Whole numbers of 16 digits and more count digit by digit.
pub fn keeps_every_digit(text: &[u8], float: Float) -> bool {
    if keeps_few_digits(text, float) {
        return true;
    }
    let Some(decimal) = decimal_of(text) else { return true };
    if decimal.digits.is_empty() {
        return true;
    }
    let Some(double) = number_of(text) else { return true };
    let value = float.round(double);
    if !value.is_finite() || decimal.digits.len() > MOST_DIGITS {
        return false;
    }
    if is_written_whole(text) {
        return exact_whole(value) == decimal;
    }
    if value == double && is_shortest(value, &decimal) {
        return true;
    }
    rounded(value, decimal.digits.len()) == decimal
}

/// True if the digits are the fewest that read back to the value, as JavaScript and Python print it.
fn is_shortest(value: f64, decimal: &Decimal) -> bool {
    let mut buffer = ryu_js::Buffer::new();
    decimal_of(buffer.format_finite(value).as_bytes()).is_some_and(|shortest| shortest == *decimal)
}

/// True for short numbers without an exponent, of which nothing must be computed.
fn keeps_few_digits(text: &[u8], float: Float) -> bool {
    let most = if float == Float::Double { SAFE_DIGITS_64 } else { SAFE_DIGITS_32 };
    text.len() <= most && text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
}

fn is_written_whole(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    digits.len() >= 16 && digits.iter().all(u8::is_ascii_digit)
}

/// The number of a text that is one, as JavaScript's Number gives it.
pub fn number_of(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

/// The whole number that a float is.
fn exact_whole(value: f64) -> Decimal {
    let (mut digits, exponent) = digits_of(value, ALL_DIGITS);
    let end = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |at| at + 1);
    digits.truncate(end);
    Decimal { negative: value < 0.0, digits, exponent }
}

/// True if the type alters a float64, of which the shortest digits count. Those of whole numbers beyond 2^53 must be looked at as they are written.
pub fn alters(value: f64, float: Float) -> bool {
    if float == Float::Double || !value.is_finite() || value == 0.0 {
        return false;
    }
    let single = float.round(value);
    if single == value {
        return false;
    }
    if !single.is_finite() {
        return true;
    }
    let mut buffer = ryu_js::Buffer::new();
    let shortest = buffer.format_finite(value).as_bytes();
    let Some(decimal) = decimal_of(shortest) else { return false };
    let count = decimal.digits.len();
    if count <= SAFE_DIGITS_32 && (single as f32).is_normal() {
        return false;
    }
    // A unit of the last digit is at most this.
    if (value - single).abs() > value.abs() * 10_f64.powi(1 - count as i32) {
        return true;
    }
    rounded(single, count) != decimal
}

/// A number of JSON.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A whole number that a float64 counts, or one with all its digits.
    Whole(i128),
    /// A whole number of more than 38 digits.
    Huge {
        negative: bool,
    },
    Fraction(f64),
    /// A number that no float64 holds as it is written.
    Written,
}

/// 2^53 - 1, the largest number up to which float64 counts.
pub const MAX_SAFE: i128 = (1 << 53) - 1;

/// True for a whole number beyond those that float64 counts.
pub fn is_long_whole(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() > MAX_SAFE as f64
}

/// What a number of JSON without a point and an exponent is.
pub fn integer_of(text: &[u8]) -> Number {
    let negative = text[0] == b'-';
    let digits = &text[usize::from(negative)..];
    if negative && digits == b"0" {
        return Number::Fraction(-0.0);
    }
    if digits.len() > 38 {
        return Number::Huge { negative };
    }
    let magnitude = if digits.len() <= 18 {
        i128::from(digits.iter().fold(0_i64, |value, digit| 10 * value + i64::from(digit - b'0')))
    } else {
        digits.iter().fold(0_i128, |value, digit| 10 * value + i128::from(digit - b'0'))
    };
    Number::Whole(if negative { -magnitude } else { magnitude })
}

/// What a number of JSON with a point or an exponent is.
pub fn number_with_point(text: &[u8]) -> Number {
    if !keeps_every_digit(text, Float::Double) {
        return Number::Written;
    }
    let value = number_of(text).unwrap_or(f64::NAN);
    if value.fract() == 0.0 && value.abs() <= MAX_SAFE as f64 && !(value == 0.0 && value.is_sign_negative()) {
        Number::Whole(value as i128)
    } else {
        Number::Fraction(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_kept_or_not_as_javascript_says() {
        for text in [
            "0.1",
            "1e300",
            "5e-324",
            "9007199254740992",
            "0.30000000000000004",
            "1.50",
            "-0.0",
            "1e22",
            "10000000000000000000000",
            "abc",
            "2.2250738585072014e-308",
            "-797.4129028320312",
            "0.000001",
            "123456789012345.6",
        ] {
            assert!(keeps_every_digit(text.as_bytes(), Float::Double), "{text}");
        }
        for text in [
            "9007199254740993",
            "1e400",
            "1e-400",
            "0.12345678901234567890",
            "1.23456789123456789123",
            "399000000000000000000000",
            "9007199254740993.0",
            "0.1000000000000000055",
        ] {
            assert!(!keeps_every_digit(text.as_bytes(), Float::Double), "{text}");
        }
        assert!(keeps_every_digit(b"16777216", Float::Single));
        assert!(!keeps_every_digit(b"16777217", Float::Single));
        assert!(keeps_every_digit(b" +0.1 ", Float::Single));
        assert!(!alters(0.1, Float::Single) && alters(0.1234567891, Float::Single) && alters(1e300, Float::Single));
        assert!(
            !alters(f64::INFINITY, Float::Single) && !alters(0.5, Float::Single) && alters(16_777_217.0, Float::Single)
        );
    }

    #[test]
    fn numbers_are_whole_where_they_count() {
        assert_eq!(number_with_point(b"1.0"), Number::Whole(1));
        assert_eq!(number_with_point(b"1e2"), Number::Whole(100));
        assert_eq!(number_with_point(b"1e17"), Number::Fraction(1e17));
        assert_eq!(number_with_point(b"1e400"), Number::Written);
        assert_eq!(integer_of(b"-9223372036854775808"), Number::Whole(i64::MIN.into()));
        assert!(matches!(integer_of(b"-0"), Number::Fraction(zero) if zero.is_sign_negative()));
    }
}
