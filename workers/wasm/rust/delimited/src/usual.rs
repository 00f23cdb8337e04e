//! The most common numbers, read in one go: `[-]digits` of at most 18 digits, and `[-]digits.digits` of a few.

use crate::decimals::Decimal;

pub enum Usual {
    /// Written without leading zeros, and not −0.
    Integer(i64),
    Decimal(Decimal),
}

const MOST_BYTES: usize = 18;

impl Usual {
    /// None if the text is another number, or none. A decimal is one only where `has_usual_marks`.
    #[inline]
    pub fn parse(text: &[u8], has_usual_marks: bool) -> Option<Self> {
        if text.len() > MOST_BYTES {
            return None;
        }
        let (is_negative, body) = match text {
            [b'-', body @ ..] => (true, body),
            body => (false, body),
        };
        let mut value = 0_u64;
        let mut count = 0;
        for &byte in body {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value * 10 + u64::from(digit);
            count += 1;
        }
        if count < body.len() {
            let is_decimal = has_usual_marks && body[count] == b'.';
            return if is_decimal { Decimal::parse(body, is_negative, value, count).map(Self::Decimal) } else { None };
        }
        if count == 0 || body[0] == b'0' && (is_negative || count > 1) {
            return None;
        }
        let value = value as i64;
        Some(Self::Integer(if is_negative { -value } else { value }))
    }
}
