//! The most common numbers with a fraction: `[-]digits.digits` of at most six significant digits.

/// Powers of ten that a float64 holds exactly, so that a quotient by them is rounded once.
const POWERS: [f64; 10] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const MOST_DIGITS: usize = POWERS.len() - 1;
/// A float32 keeps as many digits, so that no type of floats alters the number.
const LEAST_LONGER: u32 = 1_000_000;

#[derive(Clone, Copy)]
pub struct Decimal {
    is_negative: bool,
    /// The number without its sign and point; not 0.
    digits: u32,
    whole_digits: u8,
    fraction_digits: u8,
    /// The part before the point.
    whole: u32,
}

impl Decimal {
    /// `body` is a number without its sign, whose first `whole_digits` bytes are the digits of `whole`. None if it is another number, or none: one of
    /// more digits, without any on one side of the point, with zeros in front, or 0.
    #[inline]
    pub fn parse(body: &[u8], is_negative: bool, whole: u64, whole_digits: usize) -> Option<Self> {
        let fraction = body.get(whole_digits..)?.strip_prefix(b".")?;
        if body.len() > MOST_DIGITS + 1 || whole_digits == 0 || whole_digits > 7 || fraction.is_empty() {
            return None;
        }
        let mut digits = whole;
        for &byte in fraction {
            if !byte.is_ascii_digit() {
                return None;
            }
            digits = digits * 10 + u64::from(byte - b'0');
        }
        let has_zero_in_front = whole_digits > 1 && body[0] == b'0';
        if has_zero_in_front || digits == 0 {
            return None;
        }
        // Beside the point there are at most nine digits.
        let (digits, whole) = (digits as u32, whole as u32);
        let is_short = digits < LEAST_LONGER || significant(digits) < LEAST_LONGER;
        is_short.then_some(Self {
            is_negative,
            digits,
            whole_digits: whole_digits as u8,
            fraction_digits: fraction.len() as u8,
            whole,
        })
    }

    /// The nearest float64.
    #[inline]
    pub fn value(&self) -> f64 {
        let magnitude = f64::from(self.digits) / POWERS[usize::from(self.fraction_digits)];
        if self.is_negative {
            -magnitude
        } else {
            magnitude
        }
    }

    /// True if the fraction has zeros only.
    #[inline]
    pub fn is_whole(&self) -> bool {
        f64::from(self.whole) * POWERS[usize::from(self.fraction_digits)] == f64::from(self.digits)
    }

    /// The digits before the point, but for a single 0.
    #[inline]
    pub fn significant_whole(&self) -> usize {
        if self.whole == 0 {
            0
        } else {
            usize::from(self.whole_digits)
        }
    }

    #[inline]
    pub fn fraction_digits(&self) -> usize {
        usize::from(self.fraction_digits)
    }

    /// True for a number such as `1.234`, whose point may separate a group of three digits.
    #[inline]
    pub fn may_be_grouped(&self) -> bool {
        self.fraction_digits == 3 && self.whole_digits <= 3 && self.whole > 0
    }
}

/// A number without the zeros at its end.
fn significant(mut digits: u32) -> u32 {
    while digits.is_multiple_of(10) {
        digits /= 10;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::Decimal;
    use crate::numbers::Number;
    use crate::usual::Usual;

    fn decimal_of(text: &str) -> Option<Decimal> {
        match Usual::parse(text.as_bytes(), true) {
            Some(Usual::Decimal(decimal)) => Some(decimal),
            _ => None,
        }
    }

    #[test]
    fn reads_short_decimals_as_other_numbers_are_read() {
        for text in ["0.1", "-18.76", "1.234", "0.001", "224.860", "999999.0", "0.000123", "1000000.0", "-7.00"] {
            let number = Number::parse(text.as_bytes(), b'.').unwrap();
            let decimal = decimal_of(text).unwrap();
            assert_eq!(decimal.value().to_bits(), number.value(b'.').to_bits(), "{text}");
            assert_eq!(decimal.is_whole(), number.is_whole(), "{text}");
            assert_eq!(decimal.fraction_digits(), number.fraction.len(), "{text}");
            let leading = number.significant().0;
            assert_eq!(decimal.significant_whole(), number.whole.len() - leading.min(number.whole.len()), "{text}");
        }
    }

    #[test]
    fn leaves_other_numbers() {
        for text in [
            "0.0",
            "1.",
            ".5",
            "01.5",
            "1.2.3",
            "--1.5",
            "1-5.0",
            "1.234567",
            "123456.7",
            "12345678.0",
            "12",
            ".",
            "1234567890",
        ] {
            assert!(decimal_of(text).is_none(), "{text}");
        }
    }
}
