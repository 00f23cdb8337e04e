//! Numbers as text: the shortest decimals that read back to the same bits, as JavaScript writes them.

use half::f16;

/// `NaN`, `Infinity`, and `-0.0`, since many readers take `-0` for an integer; other values as `String(value)` writes them.
pub fn write_f64(value: f64, out: &mut Vec<u8>) {
    if value == 0.0 && value.is_sign_negative() {
        out.extend_from_slice(b"-0.0");
    } else {
        out.extend_from_slice(ryu_js::Buffer::new().format(value).as_bytes());
    }
}

pub fn write_f32(value: f32, out: &mut Vec<u8>) {
    if !value.is_finite() || value == 0.0 {
        return write_f64(value.into(), out);
    }
    let mut buffer = ryu_js::Buffer::new();
    let shortest = buffer.format_finite(value);
    // A decimal of 6 digits that reads back to a normal float32 is the nearest of 6 digits. The length counts a sign, zeros and a point as well.
    if (value.is_normal() && shortest.len() <= 6) || !needs_nearest(value) {
        out.extend_from_slice(shortest.as_bytes());
    } else {
        write_nearest(value.into(), 6..=9, |decimal| decimal as f32 == value, out);
    }
}

/// True if the shortest decimal that reads back to the value need not be the one that workers/columns/text-values.ts writes.
fn needs_nearest(value: f32) -> bool {
    // Below a power of two, floats lie closer together than above it, so the shortest decimal need not be the nearest of its length.
    let is_power = value.to_bits() & 0x007f_ffff == 0;
    // Two decimals may be equally near if the value ends in a 5 after at most 10 digits, and then it has at most 14 bits after the point.
    let may_tie = value.fract() != 0.0 && (value * 16_384.0).fract() == 0.0;
    is_power || may_tie || !value.is_normal()
}

pub fn write_f16(bits: u16, out: &mut Vec<u8>) {
    let value = f16::from_bits(bits).to_f64();
    if !value.is_finite() || value == 0.0 {
        write_f64(value, out);
    } else {
        write_nearest(value, 1..=5, |decimal| f16::from_f64(decimal).to_bits() == bits, out);
    }
}

/// Writes the nearest decimal with the fewest of so many digits that `is_same` accepts. The most digits are always enough.
fn write_nearest(
    value: f64,
    digits: std::ops::RangeInclusive<usize>,
    is_same: impl Fn(f64) -> bool,
    out: &mut Vec<u8>,
) {
    for count in digits {
        let decimal = rounded(value, count);
        if is_same(decimal) {
            return write_f64(decimal, out);
        }
    }
    write_f64(value, out);
}

/// All digits of any float32.
const EXACT_DIGITS: usize = 120;

/// The nearest decimal of so many digits, and of two that are equally near the larger, as JavaScript's toPrecision gives it.
fn rounded(value: f64, count: usize) -> f64 {
    let exact = format!("{:.EXACT_DIGITS$e}", value.abs());
    let (mantissa, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    let kept = digits[..count].iter().fold(0_u64, |number, digit| 10 * number + u64::from(digit - b'0'));
    let number = kept + u64::from(digits[count] >= b'5');
    let exponent = exponent.parse::<i64>().unwrap_or(0) - (count as i64 - 1);
    let decimal: f64 = format!("{number}e{exponent}").parse().unwrap_or(f64::NAN);
    decimal.copysign(value)
}

pub fn write_integer<I: itoa::Integer>(value: I, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// The most digits of which any number fits 64 bits.
const SAFE_DIGITS: usize = 18;

/// Digits after an optional minus sign, which leading zeros may precede.
pub fn parse_integer(text: &[u8]) -> Option<i128> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || text.len() > 20 {
        return None;
    }
    let magnitude: i128 = if digits.len() <= SAFE_DIGITS {
        let mut value = 0_u64;
        for &byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            value = 10 * value + u64::from(digit);
        }
        value.into()
    } else {
        let mut value = 0_i128;
        for &byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            value = 10 * value + i128::from(digit);
        }
        value
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// 10^0 to 10^22, which float64 holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// The nearest float64 to a decimal number, or NaN or an infinity by its name.
pub fn parse_f64(text: &[u8]) -> Option<f64> {
    let (negative, unsigned) = match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        unsigned => (false, unsigned),
    };
    match unsigned {
        b"NaN" if !negative => return Some(f64::NAN),
        b"Infinity" => return Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY }),
        _ => {}
    }
    let mut mantissa = 0_u64;
    let mut at = 0;
    let mut take_digits = |at: &mut usize| {
        let start = *at;
        while let Some(digit) = unsigned.get(*at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit <= 9) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(digit.into());
            *at += 1;
        }
        *at - start
    };
    let whole_digits = take_digits(&mut at);
    let mut fraction_digits = 0;
    if whole_digits == 0 {
        return None;
    }
    if unsigned.get(at) == Some(&b'.') {
        at += 1;
        fraction_digits = take_digits(&mut at);
        if fraction_digits == 0 {
            return None;
        }
    }
    if at == unsigned.len() {
        // Both are exact, and so the quotient is rounded once (Clinger, “How to read floating point numbers accurately”, 1990).
        if whole_digits + fraction_digits <= SAFE_DIGITS && mantissa <= 1 << 53 {
            let value = mantissa as f64 / POWERS[fraction_digits];
            return Some(if negative { -value } else { value });
        }
    } else {
        let exponent = match unsigned.get(at..) {
            Some([b'e' | b'E', b'+' | b'-', digits @ ..] | [b'e' | b'E', digits @ ..]) => digits,
            _ => return None,
        };
        if exponent.is_empty() || !exponent.iter().all(u8::is_ascii_digit) {
            return None;
        }
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The nearest float16, unless the number is beyond the largest.
pub fn parse_f16(text: &[u8]) -> Option<u16> {
    let value = parse_f64(text)?;
    let nearest = f16::from_f64(value);
    (nearest.is_finite() || !value.is_finite()).then(|| nearest.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(write: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_are_written_as_javascript_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0.0"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e-7, "1e-7"),
            (0.1, "0.1"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(text_of(|out| write_f64(value, out)), text);
        }
        assert_eq!(text_of(|out| write_f32(0.1, out)), "0.1");
        assert_eq!(text_of(|out| write_f32(16_777_216.0, out)), "16777216");
        assert_eq!(text_of(|out| write_f16(0x3c01, out)), "1.001");
    }

    #[test]
    fn every_float16_comes_back() {
        for bits in 0..=u16::MAX {
            let value = f16::from_bits(bits);
            if value.is_nan() {
                continue;
            }
            assert_eq!(parse_f16(text_of(|out| write_f16(bits, out)).as_bytes()), Some(bits));
        }
    }

    #[test]
    fn numbers_are_read_strictly() {
        for text in ["", "-", ".5", "5.", "+5", "1e", "1e+", "inf", "nan", "-NaN", "1_0", "5.e3", "0x1", " 1"] {
            assert_eq!(parse_f64(text.as_bytes()), None, "{text}");
            assert_eq!(parse_integer(text.as_bytes()), None, "{text}");
        }
        for text in [
            "0.1",
            "1e23",
            "8.442911973260991817129021e15",
            "9007199254740993",
            "123456789.987654321",
            "-1.5E-3",
            "1e999",
        ] {
            assert_eq!(parse_f64(text.as_bytes()), Some(text.parse().unwrap()), "{text}");
        }
        assert_eq!(parse_integer(b"-9223372036854775808"), Some(i128::from(i64::MIN)));
        assert_eq!(parse_integer(b"18446744073709551615"), Some(i128::from(u64::MAX)));
    }
}
