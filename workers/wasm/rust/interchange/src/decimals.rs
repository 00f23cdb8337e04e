//! Decimals as text: integers in units of 10^−scale.

use arrow_buffer::i256;

/// The decimal `integer` × 10^−scale with exactly `scale` digits after the point, or with −scale zeros more.
pub fn write_decimal(integer: &str, scale: i8, out: &mut Vec<u8>) {
    let (sign, digits) = match integer.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", integer),
    };
    out.extend_from_slice(sign.as_bytes());
    let Some(places) = usize::try_from(scale).ok().filter(|places| *places > 0) else {
        out.extend_from_slice(digits.as_bytes());
        if digits != "0" {
            out.resize(out.len() + usize::from(scale.unsigned_abs()), b'0');
        }
        return;
    };
    if digits.len() <= places {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + places - digits.len(), b'0');
        out.extend_from_slice(digits.as_bytes());
    } else {
        let (whole, fraction) = digits.split_at(digits.len() - places);
        out.extend_from_slice(whole.as_bytes());
        out.push(b'.');
        out.extend_from_slice(fraction.as_bytes());
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The digits, with their sign, of the integer in units of 10^−scale that equals the text exactly and has at most `precision` digits.
fn scaled_digits(text: &[u8], precision: u8, scale: i8) -> Option<String> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (whole, rest) = split_digits(unsigned);
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => split_digits(rest),
        rest => (&[][..], rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let power: i64 = match rest {
        [] => 0,
        [b'e' | b'E', power @ ..] => {
            let (sign, digits) = match power {
                [b'-', digits @ ..] => (-1, digits),
                [b'+', digits @ ..] => (1, digits),
                digits => (1, digits),
            };
            if digits.is_empty() || digits.len() > 4 || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            sign * digits.iter().fold(0, |value, digit| 10 * value + i64::from(digit - b'0'))
        }
        _ => return None,
    };
    let shift = i64::from(scale) + power - fraction.len() as i64;
    let mut digits: Vec<u8> = whole.iter().chain(fraction).copied().skip_while(|digit| *digit == b'0').collect();
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    if shift < 0 {
        let kept = digits.len().checked_sub(usize::try_from(-shift).ok()?)?;
        if digits[kept..].iter().any(|digit| *digit != b'0') {
            return None;
        }
        digits.truncate(kept);
    } else {
        let places = usize::try_from(shift).ok()?;
        if digits.len() + places > precision.into() {
            return None;
        }
        digits.resize(digits.len() + places, b'0');
    }
    if digits.is_empty() || digits.len() > precision.into() {
        return None;
    }
    if negative {
        digits.insert(0, b'-');
    }
    String::from_utf8(digits).ok()
}

pub fn parse_decimal128(text: &[u8], precision: u8, scale: i8) -> Option<i128> {
    scaled_digits(text, precision, scale)?.parse().ok()
}

pub fn parse_decimal256(text: &[u8], precision: u8, scale: i8) -> Option<i256> {
    i256::from_string(&scaled_digits(text, precision, scale)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_come_back_exactly() {
        for (text, precision, scale, integer) in [
            ("-0.50", 9, 2, Some(-50)),
            ("12", 9, 2, Some(1_200)),
            ("1.230", 9, 2, Some(123)),
            ("1.234", 9, 2, None),
            ("1e3", 9, 2, Some(100_000)),
            ("1e-3", 9, 2, None),
            ("0.000", 9, 2, Some(0)),
            ("-5000", 9, -2, Some(-50)),
            ("5050", 9, -2, None),
            ("12345678901", 9, 0, None),
            ("", 9, 0, None),
            (".", 9, 0, None),
            ("1.5.5", 9, 2, None),
        ] {
            assert_eq!(parse_decimal128(text.as_bytes(), precision, scale), integer, "{text}");
        }
        for (integer, scale, text) in
            [("-50", 2, "-0.50"), ("50", -2, "5000"), ("0", -2, "0"), ("123", 2, "1.23"), ("7", 0, "7")]
        {
            let mut out = Vec::new();
            write_decimal(integer, scale, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), text);
        }
    }
}
