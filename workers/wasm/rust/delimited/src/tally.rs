//! Counts the most common numbers of a column by few additions each. `add_to` makes of them what `Counts` has.

use crate::decimals::Decimal;
use crate::numbers::is_altered_by_f32;
use crate::places::{Of, NUMBERS};

/// As many bits as an integer of 18 digits has.
const SIZES: usize = 61;
/// Longer integers may lose digits as a float32.
const MOST_KEPT_BY_F32: u64 = 1 << 24;
/// Digits that tell a float32 from all others, so that its shortest text never has more.
const LEAST_BEYOND_F32_TEXT: u64 = 1_000_000_000;

pub struct Tally {
    /// Integers from 0 on, and negative ones, by the bits of `value ^ (value >> 63)`.
    sizes: [[u32; SIZES]; 2],
    most_magnitude: u64,
    not_in_float64: u32,
    not_in_float32: u32,
    altered_by_float32: u32,
    decimals: u32,
    whole_decimals: u32,
    /// Those whose point may separate a group of three digits.
    grouped: u32,
    most_whole_digits: usize,
    most_fraction_digits: usize,
}

impl Tally {
    pub fn new() -> Self {
        Self {
            sizes: [[0; SIZES]; 2],
            most_magnitude: 0,
            not_in_float64: 0,
            not_in_float32: 0,
            altered_by_float32: 0,
            decimals: 0,
            whole_decimals: 0,
            grouped: 0,
            most_whole_digits: 0,
            most_fraction_digits: 0,
        }
    }

    /// Counts an integer of at most 18 digits that is written without a plus and leading zeros, and is not −0. Returns whether a float64 holds it.
    #[inline]
    pub fn add_integer(&mut self, value: i64) -> bool {
        let is_negative = value < 0;
        let size = 64 - (value ^ (value >> 63)).leading_zeros() as usize;
        self.sizes[usize::from(is_negative)][size] += 1;
        let magnitude = value.unsigned_abs();
        self.most_magnitude = self.most_magnitude.max(magnitude);
        magnitude <= MOST_KEPT_BY_F32 || self.add_long(magnitude)
    }

    fn add_long(&mut self, magnitude: u64) -> bool {
        let significant_bits = 64 - magnitude.leading_zeros() - magnitude.trailing_zeros();
        self.not_in_float32 += u32::from(significant_bits > 24);
        let mut digits = magnitude;
        while digits.is_multiple_of(10) {
            digits /= 10;
        }
        let is_beyond = digits >= LEAST_BEYOND_F32_TEXT && significant_bits <= 53;
        let is_altered = is_beyond || is_altered_by_f32(magnitude as f64);
        self.altered_by_float32 += u32::from(is_altered);
        self.not_in_float64 += u32::from(significant_bits > 53);
        significant_bits <= 53
    }

    /// Counts a decimal of a few digits, without an exponent, a plus and leading zeros.
    #[inline]
    pub fn add_decimal(&mut self, decimal: &Decimal) {
        self.decimals += 1;
        self.whole_decimals += u32::from(decimal.is_whole());
        self.grouped += u32::from(decimal.may_be_grouped());
        self.most_whole_digits = self.most_whole_digits.max(decimal.significant_whole());
        self.most_fraction_digits = self.most_fraction_digits.max(decimal.fraction_digits());
    }

    /// Adds what was counted here to the numbers of `Counts`.
    pub fn add_to(&self, numbers: &mut [u32; NUMBERS]) {
        let mut add = |of: Of, count: u32| numbers[of as usize] += count;
        let [positive, negative] = &self.sizes;
        let above = |sizes: &[u32; SIZES], bits: usize| sizes[bits + 1..].iter().sum::<u32>();
        let negatives: u32 = negative.iter().sum();
        let unsigned = positive.iter().sum::<u32>();
        let integers = unsigned + negatives;
        for of in [Of::Values, Of::ToInteger, Of::ToFloat, Of::Decimals] {
            add(of, integers + self.decimals);
        }
        add(Of::Integers, integers);
        add(Of::UnsignedDigits, unsigned);
        for (of, bits) in [(Of::OutsideInt32, 31), (Of::OutsideInt16, 15), (Of::OutsideInt8, 7)] {
            add(of, above(positive, bits) + above(negative, bits));
        }
        for (of, bits) in [(Of::OutsideUint32, 32), (Of::OutsideUint16, 16), (Of::OutsideUint8, 8)] {
            add(of, above(positive, bits) + negatives);
        }
        add(Of::OutsideUint64, negatives);
        add(Of::IntegerNotInFloat64, self.not_in_float64);
        add(Of::FloatAltered, self.not_in_float64);
        add(Of::IntegerNotInFloat32, self.not_in_float32);
        add(Of::AlteredByFloat32, self.altered_by_float32);
        // 0 and 1.
        add(Of::PossibleTruths, positive[0] + positive[1]);
        add(Of::Floats, self.decimals);
        add(Of::AlteredByInt64, self.decimals - self.whole_decimals);
        add(Of::IntegerAltered, self.decimals - self.whole_decimals);
        let mut most = |of: Of, count: usize| numbers[of as usize] = numbers[of as usize].max(count as u32);
        most(Of::WholeDigits, self.most_magnitude.checked_ilog10().map_or(0, |power| power as usize + 1));
        most(Of::WholeDigits, self.most_whole_digits);
        most(Of::FractionDigits, self.most_fraction_digits);
        // The point is the mark of decimals, or of thousands in `1.234`.
        for style in [0, 2, 4, 6, 8, 10] {
            numbers[Of::Styles as usize + style] += self.decimals;
        }
        numbers[Of::Styles as usize + 3] += self.grouped;
    }
}
