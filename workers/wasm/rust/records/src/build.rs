//! The values of a column that grows, without a type that is told before.

use std::cell::Cell;

use crate::plan::Type;
use crate::times::ticks_of;

/// The rows of a column so far. Rows at the end that have no value yet are added when the next one has.
#[derive(Default)]
pub struct Build {
    pub rows: usize,
    /// A bit for each row that is not null, from the first null on; the bits of the rows before it are 1.
    validity: Option<Vec<u8>>,
    pub values: Values,
}

#[derive(Default)]
pub enum Values {
    /// Only nulls so far.
    #[default]
    Empty,
    /// The values are kept otherwise: they are of several kinds, or no type here holds them.
    None,
    Bool(Vec<u8>),
    Integer(Vec<i64>),
    Float(Vec<f64>),
    Text {
        offsets: Vec<i32>,
        data: Vec<u8>,
    },
    /// The ends of the lists.
    List(Vec<i32>),
    /// Objects, whose fields are columns of their own with a row for each object.
    Struct,
    Int8(Vec<i8>),
    Int16(Vec<i16>),
    Int32(Vec<i32>),
    UInt8(Vec<u8>),
    UInt16(Vec<u16>),
    UInt32(Vec<u32>),
    UInt64(Vec<u64>),
    Float32(Vec<f32>),
}

impl Values {
    fn bytes_of_null(&self) -> usize {
        match self {
            Self::Empty | Self::None | Self::Struct => 0,
            Self::Bool(_) | Self::Int8(_) | Self::UInt8(_) => 1,
            Self::Int16(_) | Self::UInt16(_) => 2,
            Self::Int32(_) | Self::UInt32(_) | Self::Float32(_) | Self::Text { .. } | Self::List(_) => 4,
            Self::Integer(_) | Self::Float(_) | Self::UInt64(_) => 8,
        }
    }
}

/// Arrow's offsets are signed integers of 32 bits.
fn offset(size: usize) -> Result<i32, TooLarge> {
    i32::try_from(size).map_err(|_| TooLarge::Column)
}

/// Why columns cannot grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// A column holds more than its offsets can count.
    Column,
    /// Most records lack most columns, whose nulls would fill the memory.
    Sparse,
}

/// The most bytes that nulls of all columns take together: as many as a dataset may have.
const MOST_NULL_BYTES: usize = 1 << 30;
/// The memory grows by so much where nulls fill it, since each growth takes a millisecond.
const STEP_BYTES: usize = 1 << 26;

thread_local! {
    static NULL_BYTES: Cell<usize> = const { Cell::new(0) };
    static GROWN_BYTES: Cell<usize> = const { Cell::new(1 << 20) };
}

/// Fails if so many nulls were added that nothing else has room. Of 60,000 records with a name each there would be 3,600 million.
pub fn check_nulls() -> Result<(), TooLarge> {
    let bytes = NULL_BYTES.get();
    if bytes > MOST_NULL_BYTES {
        return Err(TooLarge::Sparse);
    }
    if bytes > GROWN_BYTES.get() {
        GROWN_BYTES.set(bytes + STEP_BYTES / 2);
        drop(std::hint::black_box(Vec::<u8>::with_capacity(STEP_BYTES)));
    }
    Ok(())
}

pub fn is_set(bits: &[u8], at: usize) -> bool {
    bits[at >> 3] & (1 << (at & 7)) != 0
}

fn filled(rows: usize) -> Vec<u8> {
    let mut bits = vec![0xff; rows.div_ceil(8)];
    if !rows.is_multiple_of(8) {
        bits[rows / 8] = (1 << (rows % 8)) - 1;
    }
    bits
}

impl Build {
    pub fn of(kind: Type) -> Self {
        let values = match kind {
            Type::Bool => Values::Bool(Vec::new()),
            Type::Int8 => Values::Int8(Vec::new()),
            Type::Int16 => Values::Int16(Vec::new()),
            Type::Int32 | Type::Date => Values::Int32(Vec::new()),
            Type::Int64 | Type::Micros | Type::Nanos => Values::Integer(Vec::new()),
            Type::UInt8 => Values::UInt8(Vec::new()),
            Type::UInt16 => Values::UInt16(Vec::new()),
            Type::UInt32 => Values::UInt32(Vec::new()),
            Type::UInt64 => Values::UInt64(Vec::new()),
            Type::Float32 => Values::Float32(Vec::new()),
            Type::Float64 => Values::Float(Vec::new()),
            Type::Text | Type::Json => Values::Text { offsets: vec![0], data: Vec::new() },
            Type::List => Values::List(vec![0]),
            Type::Struct => Values::Struct,
        };
        Self { rows: 0, validity: None, values }
    }

    /// Forgets the values.
    pub fn give_up(&mut self) {
        *self = Self { rows: 0, validity: None, values: Values::None };
    }

    pub fn is_given_up(&self) -> bool {
        matches!(self.values, Values::None)
    }

    /// Adds nulls up to the row.
    pub fn pad(&mut self, row: usize) {
        if self.rows >= row || self.is_given_up() {
            return;
        }
        let rows = self.rows;
        NULL_BYTES.set(NULL_BYTES.get() + (row - rows) * self.values.bytes_of_null());
        let bits = self.validity.get_or_insert_with(|| filled(rows));
        bits.resize(row.div_ceil(8), 0);
        self.add_zeros(row);
        self.rows = row;
    }

    fn add_zeros(&mut self, rows: usize) {
        match &mut self.values {
            Values::Empty | Values::None | Values::Struct => {}
            Values::Bool(values) | Values::UInt8(values) => values.resize(rows, 0),
            Values::Integer(values) => values.resize(rows, 0),
            Values::Float(values) => values.resize(rows, 0.0),
            Values::Int8(values) => values.resize(rows, 0),
            Values::Int16(values) => values.resize(rows, 0),
            Values::Int32(values) => values.resize(rows, 0),
            Values::UInt16(values) => values.resize(rows, 0),
            Values::UInt32(values) => values.resize(rows, 0),
            Values::UInt64(values) => values.resize(rows, 0),
            Values::Float32(values) => values.resize(rows, 0.0),
            Values::Text { offsets, .. } | Values::List(offsets) => {
                let last = offsets.last().copied().unwrap_or(0);
                offsets.resize(rows + 1, last);
            }
        }
    }

    /// Begins a row that has a value, and gives the column values of a kind if it has none yet.
    #[inline]
    pub fn begin(&mut self, row: usize, first: impl FnOnce() -> Values) {
        if matches!(self.values, Values::Empty) {
            self.values = first();
            self.add_zeros(self.rows);
        }
        if self.rows < row {
            self.pad(row);
        }
        if let Some(bits) = &mut self.validity {
            if row & 7 == 0 {
                bits.push(1);
            } else {
                bits[row >> 3] |= 1 << (row & 7);
            }
        }
        self.rows = row + 1;
    }

    /// Whole numbers as floats.
    pub fn widen(&mut self) {
        if let Values::Integer(values) = &self.values {
            self.values = Values::Float(values.iter().map(|value| *value as f64).collect());
        }
    }

    /// Ends a row of a list, or of a text.
    pub fn close(offsets: &mut Vec<i32>, end: usize) -> Result<(), TooLarge> {
        offsets.push(offset(end)?);
        Ok(())
    }

    /// Gives a column of nulls, or texts that are times, the values of a type. Other columns stay as they are.
    pub fn convert(&mut self, kind: Type) {
        if matches!(self.values, Values::Empty) {
            self.values = Self::of(kind).values;
            self.add_zeros(self.rows);
            return;
        }
        let (Values::Text { offsets, data }, Type::Micros | Type::Nanos) = (&self.values, kind) else { return };
        let ticks = offsets.windows(2).enumerate().map(|(row, ends)| {
            let is_valid = self.validity.as_ref().is_none_or(|bits| is_set(bits, row));
            let text = &data[ends[0] as usize..ends[1] as usize];
            if is_valid {
                ticks_of(text, kind == Type::Nanos).unwrap_or(0)
            } else {
                0
            }
        });
        self.values = Values::Integer(ticks.collect());
    }

    /// The rows that have a value; `None` if all have one.
    pub fn validity(&self) -> Option<&[u8]> {
        self.validity.as_deref()
    }

    /// Moves the rows to the places of the set bits, of which there are as many as rows. The rows between hold 0 or nothing, and are not null.
    pub fn spread(&mut self, present: &[u8], rows: usize) {
        if let Some(old) = self.validity.take() {
            let mut bits = filled(rows);
            let mut from = 0;
            for row in 0..rows {
                if !is_set(present, row) {
                    continue;
                }
                if !is_set(&old, from) {
                    bits[row >> 3] &= !(1 << (row & 7));
                }
                from += 1;
            }
            self.validity = Some(bits);
        }
        match &mut self.values {
            Values::Empty | Values::None | Values::Struct => {}
            Values::Bool(values) | Values::UInt8(values) => spread_values(values, present, rows),
            Values::Integer(values) => spread_values(values, present, rows),
            Values::Float(values) => spread_values(values, present, rows),
            Values::Int8(values) => spread_values(values, present, rows),
            Values::Int16(values) => spread_values(values, present, rows),
            Values::Int32(values) => spread_values(values, present, rows),
            Values::UInt16(values) => spread_values(values, present, rows),
            Values::UInt32(values) => spread_values(values, present, rows),
            Values::UInt64(values) => spread_values(values, present, rows),
            Values::Float32(values) => spread_values(values, present, rows),
            Values::Text { offsets, .. } | Values::List(offsets) => {
                let mut from = 0;
                let mut spread = Vec::with_capacity(rows + 1);
                spread.push(0);
                for row in 0..rows {
                    from += usize::from(is_set(present, row));
                    spread.push(offsets[from]);
                }
                *offsets = spread;
            }
        }
        self.rows = rows;
    }
}

fn spread_values<T: Copy + Default>(values: &mut Vec<T>, present: &[u8], rows: usize) {
    let mut from = values.len();
    values.resize(rows, T::default());
    for row in (0..rows).rev() {
        if is_set(present, row) {
            from -= 1;
            values[row] = values[from];
        } else {
            values[row] = T::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_value_are_null() {
        let mut build = Build::default();
        build.pad(2);
        build.begin(9, || Values::Integer(Vec::new()));
        if let Values::Integer(values) = &mut build.values {
            values.push(7);
        }
        build.pad(11);
        assert!(matches!(&build.values, Values::Integer(values) if values[..] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0]));
        assert_eq!(build.validity(), Some(&[0, 2][..]));
    }

    #[test]
    fn rows_are_spread_between_those_that_are_not_there() {
        let mut build = Build { rows: 2, validity: Some(vec![0b10]), values: Values::Float(vec![0.0, 5.0]) };
        build.spread(&[0b1010], 4);
        assert!(matches!(&build.values, Values::Float(values) if values[..] == [0.0, 0.0, 0.0, 5.0]));
        assert_eq!(build.validity(), Some(&[0b1101][..]));
    }
}
