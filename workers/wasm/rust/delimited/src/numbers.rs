//! Numbers as they are written, and what types keep of them.

use crate::marks::is_space;

/// The marks in numbers: before decimals, and between groups of three digits; the latter is empty if there is none.
pub struct Marks {
    pub decimal: u8,
    pub thousands: Vec<u8>,
}

/// A text without the marks of thousands.
pub enum Plain<'a> {
    /// It has none.
    AsWritten(&'a [u8]),
    Ungrouped(Vec<u8>),
    /// They do not separate groups of three digits.
    Misplaced(Vec<u8>),
}

impl Marks {
    /// True if decimals have a point and thousands have no mark.
    #[inline]
    pub fn are_usual(&self) -> bool {
        self.decimal == b'.' && self.thousands.is_empty()
    }

    #[inline]
    pub fn plain<'a>(&self, text: &'a [u8]) -> Plain<'a> {
        if self.thousands.is_empty() || memchr::memmem::find(text, &self.thousands).is_none() {
            return Plain::AsWritten(text);
        }
        let mut without = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((&first, more)) = rest.split_first() {
            if let Some(after) = rest.strip_prefix(&self.thousands[..]) {
                rest = after;
            } else {
                without.push(first);
                rest = more;
            }
        }
        if is_styled(text, &[self.decimal], &self.thousands) {
            Plain::Ungrouped(without)
        } else {
            Plain::Misplaced(without)
        }
    }
}

/// A number in its parts: `[+-]digits.digits[e[+-]digits]`, perhaps with white space around it.
#[derive(Clone, Copy)]
pub struct Number<'a> {
    pub is_negative: bool,
    pub has_plus: bool,
    pub has_trailing_space: bool,
    pub whole: &'a [u8],
    pub has_point: bool,
    pub fraction: &'a [u8],
    /// The power of ten behind `e`; None if there is none. Those of more than six digits are cut to a million.
    pub exponent: Option<i32>,
    /// The number without its sign and white space.
    pub body: &'a [u8],
}

fn digits_from(text: &[u8]) -> usize {
    text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len())
}

impl<'a> Number<'a> {
    /// None if the text is no number. `decimal` is the mark before the fraction.
    #[inline]
    pub fn parse(text: &'a [u8], decimal: u8) -> Option<Self> {
        let mut rest = text;
        while let [first, more @ ..] = rest {
            if !is_space(*first) {
                break;
            }
            rest = more;
        }
        while let [more @ .., last] = rest {
            if !is_space(*last) {
                break;
            }
            rest = more;
        }
        let has_trailing_space = text.last() != rest.last();
        let (is_negative, has_plus) = (rest.first() == Some(&b'-'), rest.first() == Some(&b'+'));
        let body = if is_negative || has_plus { &rest[1..] } else { rest };
        let (whole, after) = body.split_at(digits_from(body));
        let has_point = after.first() == Some(&decimal);
        let after = if has_point { &after[1..] } else { after };
        let (fraction, after) = if has_point { after.split_at(digits_from(after)) } else { (&after[..0], after) };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let exponent = match after {
            [] => None,
            [b'e' | b'E', power @ ..] => Some(exponent_of(power)?),
            _ => return None,
        };
        Some(Self { is_negative, has_plus, has_trailing_space, whole, has_point, fraction, exponent, body })
    }

    /// How many digits precede the first that is not 0, and how many follow until the last such.
    pub fn significant(&self) -> (usize, usize) {
        let all = self.whole.iter().chain(self.fraction);
        let leading = all.clone().take_while(|&&digit| digit == b'0').count();
        let count = self.whole.len() + self.fraction.len();
        if leading == count {
            return (leading, 0);
        }
        let trailing = all.rev().take_while(|&&digit| digit == b'0').count();
        (leading, count - leading - trailing)
    }

    pub fn is_plain_integer(&self) -> bool {
        !self.has_point && self.exponent.is_none()
    }

    /// The nearest float64. `decimal` is as in `parse`.
    pub fn value(&self, decimal: u8) -> f64 {
        self.value_as(decimal).unwrap_or(f64::NAN)
    }

    /// The nearest number of a type of floats.
    pub fn value_as<T: std::str::FromStr + std::ops::Neg<Output = T>>(&self, decimal: u8) -> Option<T> {
        let mut own;
        let body = if self.has_point && decimal != b'.' {
            own = self.body.to_vec();
            own[self.whole.len()] = b'.';
            &own[..]
        } else {
            self.body
        };
        // SAFETY: all bytes are digits, a point, `e` or signs.
        let text = unsafe { std::str::from_utf8_unchecked(body) };
        let value: T = text.parse().ok()?;
        Some(if self.is_negative { -value } else { value })
    }

    /// True if the value is a whole number, and not −0.
    pub fn is_whole(&self) -> bool {
        let (leading, count) = self.significant();
        if count == 0 {
            return !self.is_negative;
        }
        self.whole.len() as i32 - leading as i32 + self.exponent.unwrap_or(0) >= count as i32
    }
}

fn exponent_of(power: &[u8]) -> Option<i32> {
    let (sign, digits) = match power {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    if digits.is_empty() || digits_from(digits) < digits.len() {
        return None;
    }
    let value = digits.iter().fold(0_i32, |value, digit| (value * 10 + i32::from(digit - b'0')).min(1_000_000));
    Some(sign * value)
}

/// The larger one of two decimals of so many digits, if the float64 lies in the middle between them: its digits, without trailing zeros, and its exponent.
fn larger_of_equally_near(value: f64, count: usize) -> Option<(Vec<u8>, i32)> {
    // No float64 has more digits than these, so that they tell whether it lies in the middle.
    let (mut digits, exponent) = split(&format!("{:.*e}", 800, value.abs()));
    if digits.len() != count + 1 || digits.pop() != Some(b'5') {
        return None;
    }
    while digits.last() == Some(&b'9') {
        digits.pop();
    }
    match digits.last_mut() {
        Some(last) => *last += 1,
        None => return Some((vec![b'1'], exponent + 1)),
    }
    Some((digits, exponent))
}

/// The digits of a text such as `1.25e-8`, without trailing zeros, and its exponent.
fn split(text: &str) -> (Vec<u8>, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    (digits, exponent.parse().unwrap_or(0))
}

/// The type of floats that keeps a number, whose value is given as a float64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Double,
    Single,
}

/// As `keepsEveryDigit` of workers/own-file/decimal-text.ts: whether a float keeps the number as it is written.
pub fn keeps_every_digit(number: &Number, value: f64, kept: Kept) -> bool {
    let (leading, count) = number.significant();
    if count == 0 {
        return true;
    }
    // Floats keep any 15 digits, or 6, where the exponent is usual, but a longer whole number is exact with its zeros, too.
    let (digits, places) = if kept == Kept::Double { (15, 100) } else { (6, 10) };
    let is_usual = |count: usize| count < places;
    let power = number.exponent.unwrap_or(0);
    let is_long_integer = number.is_plain_integer() && number.whole.len() >= 16;
    let lengths = [power.unsigned_abs() as usize, number.whole.len(), number.fraction.len()];
    if !is_long_integer && count <= digits && lengths.into_iter().all(is_usual) {
        return true;
    }
    if !value.is_finite() || count > 100 {
        return false;
    }
    let all: Vec<u8> = number.whole.iter().chain(number.fraction).copied().collect();
    if is_long_integer {
        return format!("{:.0}", value.abs()).as_bytes() == &all[leading..];
    }
    let written = (all[leading..leading + count].to_vec(), number.whole.len() as i32 - leading as i32 - 1 + power);
    // Programs print either of two decimals that are equally near. Rounding gives the one that ends in an even digit.
    split(&format!("{:e}", value.abs())) == written
        || split(&format!("{:.*e}", count - 1, value.abs())) == written
        || larger_of_equally_near(value, count).as_ref() == Some(&written)
}

/// True if a float32 of the value is printed as other digits. A value halfway between two is: the shortest digits that printers find lie within.
pub fn is_altered_by_f32(value: f64) -> bool {
    let narrow = value as f32;
    if !narrow.is_finite() {
        return false;
    }
    let wide = f64::from(narrow);
    if wide == value {
        return format!("{narrow:e}").parse() != Ok(value);
    }
    let neighbour = if value > wide { narrow.next_up() } else { narrow.next_down() };
    (wide + f64::from(neighbour)) / 2.0 == value || format!("{narrow:e}").parse() != Ok(value)
}

pub fn u64_of(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

/// The value of a number without a fraction and an exponent; None if int64 does not hold it.
pub fn integer_of(number: &Number) -> Option<i64> {
    let magnitude = i128::from(u64_of(number.whole)?);
    i64::try_from(if number.is_negative { -magnitude } else { magnitude }).ok()
}

/// Whether a text is a number with this mark before decimals and this mark between groups of three digits, as `numberPattern` of
/// workers/formats/csv/open/guess-reading.ts.
pub fn is_styled(text: &[u8], decimal: &[u8], thousands: &[u8]) -> bool {
    let mut rest = crate::marks::trimmed(text);
    if let [b'+' | b'-', more @ ..] = rest {
        rest = more;
    }
    let run = digits_from(rest);
    let mut after = &rest[run..];
    if !thousands.is_empty() && (1..=3).contains(&run) && rest[0] != b'0' {
        while let Some(group) = after.strip_prefix(thousands) {
            if digits_from(group) < 3 {
                break;
            }
            after = &group[3..];
        }
    }
    if let Some(fraction) = after.strip_prefix(decimal) {
        let count = digits_from(fraction);
        if run == 0 && count == 0 {
            return false;
        }
        after = &fraction[count..];
    } else if run == 0 {
        return false;
    }
    match after {
        [] => true,
        [b'e' | b'E', power @ ..] => exponent_of(power).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{keeps_every_digit, Kept, Number};

    fn keeps(text: &str) -> bool {
        let number = Number::parse(text.as_bytes(), b'.').unwrap();
        keeps_every_digit(&number, number.value(b'.'), Kept::Double)
    }

    #[test]
    fn a_float64_keeps_what_programs_print_of_it_and_both_of_two_equally_near_decimals() {
        // 2^-24 is 5.9604644775390625e-8, 797.41290283203125 lies in the middle, too.
        for text in [
            "5.960464477539062e-8",
            "5.960464477539063e-8",
            "5.9604644775390625e-8",
            "797.4129028320312",
            "797.4129028320313",
            "0.1",
        ] {
            assert!(keeps(text), "{text}");
        }
        for text in ["5.96046447753906251e-8", "0.12345678901234567891", "9007199254740993", "1e400"] {
            assert!(!keeps(text), "{text}");
        }
    }
}
