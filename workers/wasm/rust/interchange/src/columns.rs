//! Columns that grow by the texts of their values.

use arrow_buffer::i256;
use arrow_schema::{DataType, TimeUnit};
use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use formatlab_tables::Failure;
use rustc_hash::FxHashMap;

use crate::decimals::{parse_decimal128, parse_decimal256};
use crate::numbers::{parse_f16, parse_f64, parse_integer, write_f32, write_f64};
use crate::times::{parse_clock, parse_date, parse_timestamp};
use crate::tokens::Token;

/// A column that is read value by value.
pub struct Column {
    pub name: String,
    pub nullable: bool,
    pub token: Token,
    pub data_type: DataType,
    pub rows: usize,
    /// Bits of the rows, if the column is nullable.
    pub validity: Vec<u8>,
    pub nulls: usize,
    pub values: Values,
}

pub enum Values {
    Int8(Vec<i8>),
    Int16(Vec<i16>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    UInt8(Vec<u8>),
    UInt16(Vec<u16>),
    UInt32(Vec<u32>),
    UInt64(Vec<u64>),
    Float16(Vec<u16>),
    Float32(Vec<f32>),
    Float64(Vec<f64>),
    /// Bits of the rows.
    Bool(Vec<u8>),
    Date(Vec<i32>),
    Timestamp {
        ticks: Vec<i64>,
        unit: TimeUnit,
        zoned: bool,
    },
    ShortTime {
        ticks: Vec<i32>,
        unit: TimeUnit,
    },
    Time {
        ticks: Vec<i64>,
        unit: TimeUnit,
    },
    Decimal128 {
        integers: Vec<i128>,
        precision: u8,
        scale: i8,
    },
    Decimal256 {
        integers: Vec<i256>,
        precision: u8,
        scale: i8,
    },
    Text {
        offsets: Vec<i32>,
        data: Vec<u8>,
    },
    Bytes {
        offsets: Vec<i32>,
        data: Vec<u8>,
    },
    FixedBytes {
        width: usize,
        data: Vec<u8>,
    },
    /// Categories in the order of their first rows.
    Category {
        indices: Vec<i32>,
        places: FxHashMap<Vec<u8>, i32>,
        item: Box<Column>,
    },
    List {
        offsets: Vec<i32>,
        item: Box<Column>,
    },
    Struct(Vec<Column>),
    Vector {
        length: usize,
        item: Box<Column>,
    },
}

fn set_bit(bits: &mut Vec<u8>, row: usize, value: bool) {
    if row & 7 == 0 {
        bits.push(value.into());
    } else if value {
        bits[row >> 3] |= 1 << (row & 7);
    }
}

/// Arrow's offsets are signed integers of 32 bits.
fn offset(size: usize) -> Result<i32, Failure> {
    i32::try_from(size).map_err(|_| "a column holds more than 2 GiB, which Arrow's offsets cannot count".into())
}

impl Column {
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row. Returns false if the text is not a value of the column's type.
    #[inline]
    pub fn add(&mut self, text: &[u8]) -> Result<bool, Failure> {
        macro_rules! take {
            ($values:expr, $parsed:expr) => {
                match $parsed {
                    Some(value) => $values.push(value),
                    None => return Ok(false),
                }
            };
        }
        macro_rules! integer {
            ($values:expr) => {
                take!($values, parse_integer(text).and_then(|value| value.try_into().ok()))
            };
        }
        match &mut self.values {
            Values::Int8(values) => integer!(values),
            Values::Int16(values) => integer!(values),
            Values::Int32(values) => integer!(values),
            Values::Int64(values) => integer!(values),
            Values::UInt8(values) => integer!(values),
            Values::UInt16(values) => integer!(values),
            Values::UInt32(values) => integer!(values),
            Values::UInt64(values) => integer!(values),
            Values::Float16(values) => take!(values, parse_f16(text)),
            Values::Float32(values) => take!(values, parse_f64(text).map(|value| value as f32)),
            Values::Float64(values) => take!(values, parse_f64(text)),
            Values::Bool(bits) => match text {
                b"true" => set_bit(bits, self.rows, true),
                b"false" => set_bit(bits, self.rows, false),
                _ => return Ok(false),
            },
            Values::Date(days) => take!(days, parse_date(text)),
            Values::Timestamp { ticks, unit, zoned } => take!(ticks, parse_timestamp(text, *unit, *zoned)),
            Values::ShortTime { ticks, unit } => {
                take!(ticks, parse_clock(text, *unit).and_then(|value| value.try_into().ok()))
            }
            Values::Time { ticks, unit } => take!(ticks, parse_clock(text, *unit)),
            Values::Decimal128 { integers, precision, scale } => {
                take!(integers, parse_decimal128(text, *precision, *scale));
            }
            Values::Decimal256 { integers, precision, scale } => {
                take!(integers, parse_decimal256(text, *precision, *scale));
            }
            Values::Text { offsets, data } => {
                data.extend_from_slice(text);
                offsets.push(offset(data.len())?);
            }
            Values::Bytes { offsets, data } => {
                if STANDARD.decode_vec(text, data).is_err() {
                    return Ok(false);
                }
                offsets.push(offset(data.len())?);
            }
            Values::FixedBytes { width, data } => {
                let start = data.len();
                if STANDARD.decode_vec(text, data).is_err() || data.len() - start != *width {
                    return Ok(false);
                }
            }
            Values::Category { indices, places, item } => {
                let place = match places.get(text) {
                    Some(place) => *place,
                    None => {
                        let place = offset(places.len())?;
                        if !item.add(text)? {
                            return Ok(false);
                        }
                        places.insert(text.to_vec(), place);
                        place
                    }
                };
                indices.push(place);
            }
            Values::List { .. } | Values::Struct(_) | Values::Vector { .. } => return Ok(false),
        }
        self.added(true);
        Ok(true)
    }

    /// Adds an integer or ticks. Returns false if the column's type does not hold it.
    #[inline]
    pub fn add_integer(&mut self, integer: i128) -> bool {
        macro_rules! take {
            ($values:expr) => {
                match integer.try_into() {
                    Ok(value) => $values.push(value),
                    Err(_) => return false,
                }
            };
        }
        match &mut self.values {
            Values::Int8(values) => take!(values),
            Values::Int16(values) => take!(values),
            Values::Int32(values) => take!(values),
            Values::Int64(values) | Values::Timestamp { ticks: values, .. } => take!(values),
            Values::UInt8(values) => take!(values),
            Values::UInt16(values) => take!(values),
            Values::UInt32(values) => take!(values),
            Values::UInt64(values) => take!(values),
            Values::Category { .. } => {
                return self.add(integer.to_string().as_bytes()).unwrap_or(false);
            }
            _ => return false,
        }
        self.added(true);
        true
    }

    /// Adds a float. Returns false if the column's type does not hold it exactly.
    #[inline]
    pub fn add_float(&mut self, float: f64) -> Result<bool, Failure> {
        match &mut self.values {
            Values::Float64(values) => values.push(float),
            Values::Float32(values) if float.is_nan() || f64::from(float as f32) == float => values.push(float as f32),
            Values::Float16(values) => {
                let half = half::f16::from_f64(float);
                if !float.is_nan() && half.to_f64() != float {
                    return Ok(false);
                }
                values.push(half.to_bits());
            }
            Values::Category { item, .. } => {
                let mut text = Vec::new();
                match item.values {
                    Values::Float32(_) => write_f32(float as f32, &mut text),
                    _ => write_f64(float, &mut text),
                }
                return self.add(&text);
            }
            _ => return Ok(false),
        }
        self.added(true);
        Ok(true)
    }

    /// Adds bytes. Returns false if the column holds none, or of another width.
    pub fn add_bytes(&mut self, bytes: &[u8]) -> Result<bool, Failure> {
        match &mut self.values {
            Values::Bytes { offsets, data } => {
                data.extend_from_slice(bytes);
                offsets.push(offset(data.len())?);
            }
            Values::FixedBytes { width, data } if bytes.len() == *width => data.extend_from_slice(bytes),
            Values::Category { .. } => return self.add(STANDARD.encode(bytes).as_bytes()),
            _ => return Ok(false),
        }
        self.added(true);
        Ok(true)
    }

    /// Lets instants and bytes, at any depth, stand for themselves instead of for their texts.
    pub fn take_binary_tokens(&mut self) {
        let is_bytes = |values: &Values| matches!(values, Values::Bytes { .. } | Values::FixedBytes { .. });
        match &mut self.values {
            Values::Timestamp { unit, zoned: true, .. } => self.token = Token::Instant(*unit),
            Values::List { item, .. } | Values::Vector { item, .. } => item.take_binary_tokens(),
            Values::Struct(fields) => fields.iter_mut().for_each(Self::take_binary_tokens),
            Values::Category { item, .. } if is_bytes(&item.values) => self.token = Token::Bytes,
            values if is_bytes(values) => self.token = Token::Bytes,
            _ => {}
        }
    }

    /// Adds a null row. Returns false if the column may not hold nulls.
    pub fn add_null(&mut self) -> Result<bool, Failure> {
        if !self.nullable {
            return Ok(false);
        }
        self.add_zero()?;
        self.added(false);
        Ok(true)
    }

    /// Adds the value of a field under a null struct: 0 or nothing, which is not null.
    pub fn add_empty(&mut self) -> Result<(), Failure> {
        self.add_zero()?;
        self.added(true);
        Ok(())
    }

    /// Adds a row whose items or fields were added before.
    pub fn close_nested(&mut self) -> Result<(), Failure> {
        if let Values::List { offsets, item } = &mut self.values {
            offsets.push(offset(item.rows)?);
        }
        self.added(true);
        Ok(())
    }

    #[inline]
    fn added(&mut self, valid: bool) {
        if self.nullable {
            set_bit(&mut self.validity, self.rows, valid);
            self.nulls += usize::from(!valid);
        }
        self.rows += 1;
    }

    fn add_zero(&mut self) -> Result<(), Failure> {
        match &mut self.values {
            Values::Int8(values) => values.push(0),
            Values::Int16(values) => values.push(0),
            Values::Int32(values) => values.push(0),
            Values::Int64(values) => values.push(0),
            Values::UInt8(values) => values.push(0),
            Values::UInt16(values) => values.push(0),
            Values::UInt32(values) => values.push(0),
            Values::UInt64(values) => values.push(0),
            Values::Float16(values) => values.push(0),
            Values::Float32(values) => values.push(0.0),
            Values::Float64(values) => values.push(0.0),
            Values::Bool(bits) => set_bit(bits, self.rows, false),
            Values::Date(values) => values.push(0),
            Values::Timestamp { ticks, .. } | Values::Time { ticks, .. } => ticks.push(0),
            Values::ShortTime { ticks, .. } => ticks.push(0),
            Values::Decimal128 { integers, .. } => integers.push(0),
            Values::Decimal256 { integers, .. } => integers.push(i256::ZERO),
            Values::Text { offsets, data } | Values::Bytes { offsets, data } => offsets.push(offset(data.len())?),
            Values::FixedBytes { width, data } => data.resize(data.len() + *width, 0),
            Values::Category { indices, .. } => indices.push(0),
            Values::List { offsets, item } => offsets.push(offset(item.rows)?),
            Values::Struct(fields) => {
                for field in fields {
                    field.add_empty()?;
                }
            }
            Values::Vector { length, item } => {
                for _ in 0..*length {
                    item.add_empty()?;
                }
            }
        }
        Ok(())
    }
}
