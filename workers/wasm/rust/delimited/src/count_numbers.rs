//! What is counted of texts that are numbers.

use crate::counts::Counts;
use crate::numbers::{integer_of, is_altered_by_f32, keeps_every_digit, u64_of, Kept, Number};
use crate::places::{Example, Of};

impl Counts {
    /// Counts the styles of a number of digits and a point, which is the mark of decimals, or of thousands in `1.234`.
    #[inline]
    pub fn count_pointed(&mut self, may_be_grouped: bool) {
        for style in [0, 2, 4, 6, 8, 10] {
            self.numbers[Of::Styles as usize + style] += 1;
        }
        self.numbers[Of::Styles as usize + 3] += u32::from(may_be_grouped);
    }

    /// The types that hold an integer.
    #[inline]
    fn count_value(&mut self, value: i64, digit_count: usize) {
        if !(0..=0x7f).contains(&value) {
            let outside = [
                (Of::OutsideInt32, i32::try_from(value).is_err()),
                (Of::OutsideInt16, i16::try_from(value).is_err()),
                (Of::OutsideInt8, i8::try_from(value).is_err()),
                (Of::OutsideUint64, value < 0),
                (Of::OutsideUint32, u32::try_from(value).is_err()),
                (Of::OutsideUint16, u16::try_from(value).is_err()),
                (Of::OutsideUint8, u8::try_from(value).is_err()),
            ];
            for (of, is_outside) in outside {
                self.numbers[of as usize] += u32::from(is_outside);
            }
        }
        if digit_count > 6 {
            let float = value as f64;
            if float as i128 != i128::from(value) {
                self.add(Of::IntegerNotInFloat64);
            }
            if value as f32 as i128 != i128::from(value) {
                self.add(Of::IntegerNotInFloat32);
            }
        }
    }

    /// `text` is the number without marks of thousands, and `is_unmarked` true if it was written so.
    pub fn count_number(&mut self, number: &Number, text: &[u8], is_unmarked: bool, decimal: u8) {
        let is_integer = number.is_plain_integer();
        let (leading, significant) = number.significant();
        let whole: Option<i64> = if is_integer { integer_of(number) } else { None };
        let has_leading_zero = number.whole.len() > 1 && number.whole[0] == b'0';
        let is_cut = number.has_trailing_space && whole.is_none();
        if number.has_plus || is_cut || has_leading_zero && !number.is_negative {
            self.add(Of::Others);
        } else if let Some(value) = whole {
            self.add(Of::Integers);
            self.count_value(value, number.whole.len());
        } else {
            self.add(Of::Floats);
        }
        if is_integer && number.is_negative && significant == 0 {
            self.add(Of::NegativeZeros);
        }
        if is_unmarked && number.body.len() == text.len() && is_integer && u64_of(number.whole).is_some() {
            self.add(Of::UnsignedDigits);
        }
        let needs_value = significant > 6 || number.exponent.is_some() || number.whole.len() > 7;
        let value = if needs_value { number.value(decimal) } else { 0.0 };
        self.add(Of::ToFloat);
        if needs_value && !keeps_every_digit(number, value, Kept::Double) {
            self.add(Of::FloatAltered);
            self.keep(Example::Altered, text);
        }
        self.count_as_float(number, value, needs_value);
        self.count_to_integer(number, whole, value);
        self.count_decimal(number, leading);
        let is_code = number.exponent.is_some() && !number.has_point && !number.is_negative && !number.has_plus;
        if is_code && number.body.iter().all(|byte| !matches!(byte, b'-' | b'+')) {
            self.add(Of::Codes);
            self.keep(Example::Code, text);
        }
        if matches!(text, b"0" | b"1") {
            self.add(Of::PossibleTruths);
        }
    }

    /// The effect of float32 and int64 on a float64.
    fn count_as_float(&mut self, number: &Number, value: f64, has_value: bool) {
        if has_value {
            if value.is_finite() && !(value as f32).is_finite() {
                self.add(Of::OutsideFloat32);
            } else {
                // Between ten and fifteen digits, no float32 is printed with them.
                let count = number.significant().1;
                let is_altered = (10..=15).contains(&count) && number.exponent.is_none() || is_altered_by_f32(value);
                self.numbers[Of::AlteredByFloat32 as usize] += u32::from(is_altered);
            }
            if value >= 18_446_744_073_709_551_616.0 {
                self.add(Of::OutsideUint64AsFloat);
            }
            if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
                self.add(Of::OutsideInt64);
                return;
            }
        }
        let is_altered =
            if has_value { value.fract() != 0.0 || value == 0.0 && number.is_negative } else { !number.is_whole() };
        self.numbers[Of::AlteredByInt64 as usize] += u32::from(is_altered);
    }

    fn count_to_integer(&mut self, number: &Number, whole: Option<i64>, value: f64) {
        if number.is_plain_integer() {
            if whole.is_none() {
                return;
            }
        } else if !(-9.2e18..9.2e18).contains(&value) {
            return;
        }
        self.add(Of::ToInteger);
        if !number.is_whole() {
            self.add(Of::IntegerAltered);
        }
    }

    fn count_decimal(&mut self, number: &Number, leading: usize) {
        if number.exponent.is_some() {
            self.add(Of::Exponents);
            return;
        }
        self.add(Of::Decimals);
        self.most(Of::WholeDigits, number.whole.len() - leading.min(number.whole.len()));
        self.most(Of::FractionDigits, number.fraction.len());
    }
}
