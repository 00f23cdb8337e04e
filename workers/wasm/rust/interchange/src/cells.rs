//! The cells of columns, written as fields of CSV or values of JSON.

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{i256, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, TimeUnit};
use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use formatlab_tables::Failure;

use crate::decimals::write_decimal;
use crate::escapes::{push_csv_text, push_json_text};
use crate::message::write_cell;
use crate::numbers::{write_f16, write_f32, write_f64, write_integer};
use crate::roles::{Role, Roles};
use crate::times::{ticks_per_day, write_clock, write_date, write_timestamp};
use crate::verbatim::{push_compact_json, push_record};

/// The syntax of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Csv,
    Json,
    /// MessagePack.
    Message,
}

/// A column that is written cell by cell.
pub struct Cells {
    name: String,
    validity: Option<NullBuffer>,
    pub values: Values,
}

pub enum Values {
    Int8(ScalarBuffer<i8>),
    Int16(ScalarBuffer<i16>),
    Int32(ScalarBuffer<i32>),
    Int64(ScalarBuffer<i64>),
    UInt8(ScalarBuffer<u8>),
    UInt16(ScalarBuffer<u16>),
    UInt32(ScalarBuffer<u32>),
    UInt64(ScalarBuffer<u64>),
    Float16(ScalarBuffer<half::f16>),
    Float32(ScalarBuffer<f32>),
    Float64(ScalarBuffer<f64>),
    Bool(BooleanBuffer),
    Date(ScalarBuffer<i32>),
    Timestamp {
        ticks: ScalarBuffer<i64>,
        unit: TimeUnit,
        zoned: bool,
    },
    ShortTime {
        ticks: ScalarBuffer<i32>,
        unit: TimeUnit,
    },
    Time {
        ticks: ScalarBuffer<i64>,
        unit: TimeUnit,
    },
    Decimal128 {
        integers: ScalarBuffer<i128>,
        scale: i8,
    },
    Decimal256 {
        integers: ScalarBuffer<i256>,
        scale: i8,
    },
    Bytes {
        offsets: OffsetBuffer<i32>,
        data: Buffer,
    },
    FixedBytes {
        width: usize,
        data: Buffer,
    },
    Text {
        offsets: OffsetBuffer<i32>,
        data: Buffer,
        role: Role,
    },
    /// An int64 between quotes, as JSON's keys are.
    QuotedInteger(ScalarBuffer<i64>),
    /// The cell of each category.
    Category {
        indices: ScalarBuffer<i32>,
        cells: Vec<Vec<u8>>,
    },
    List {
        offsets: OffsetBuffer<i32>,
        item: Box<Cells>,
    },
    /// Each field with its key in the syntax: its name in MessagePack.
    Struct(Vec<(Vec<u8>, Cells)>),
    Vector {
        length: usize,
        item: Box<Cells>,
    },
}

impl Cells {
    /// `roles` has the next roles for this column and those inside it.
    pub fn new(name: &str, array: &ArrayRef, syntax: Syntax, roles: &mut Roles) -> Result<Self, Failure> {
        let role = roles.next();
        let inner =
            |name: &str, array: &ArrayRef, roles: &mut Roles| Self::new(name, array, syntax, roles).map(Box::new);
        macro_rules! numbers {
            ($kind:ident, $arrow:ty) => {
                Values::$kind(array.as_primitive::<$arrow>().values().clone())
            };
        }
        let values = match array.data_type() {
            DataType::Int8 => numbers!(Int8, Int8Type),
            DataType::Int16 => numbers!(Int16, Int16Type),
            DataType::Int32 => numbers!(Int32, Int32Type),
            DataType::Int64 if role == Role::QuotedInteger => numbers!(QuotedInteger, Int64Type),
            DataType::Int64 => numbers!(Int64, Int64Type),
            DataType::UInt8 => numbers!(UInt8, UInt8Type),
            DataType::UInt16 => numbers!(UInt16, UInt16Type),
            DataType::UInt32 => numbers!(UInt32, UInt32Type),
            DataType::UInt64 => numbers!(UInt64, UInt64Type),
            DataType::Float16 => numbers!(Float16, Float16Type),
            DataType::Float32 => numbers!(Float32, Float32Type),
            DataType::Float64 => numbers!(Float64, Float64Type),
            DataType::Boolean => Values::Bool(array.as_boolean().values().clone()),
            DataType::Date32 => numbers!(Date, Date32Type),
            DataType::Timestamp(unit, zone) => {
                Values::Timestamp { ticks: words_of(array), unit: *unit, zoned: zone.is_some() }
            }
            DataType::Time32(TimeUnit::Second) => Values::ShortTime {
                ticks: array.as_primitive::<Time32SecondType>().values().clone(),
                unit: TimeUnit::Second,
            },
            DataType::Time32(unit) => {
                Values::ShortTime { ticks: array.as_primitive::<Time32MillisecondType>().values().clone(), unit: *unit }
            }
            DataType::Time64(unit) => Values::Time { ticks: words_of(array), unit: *unit },
            DataType::Duration(_) => Values::Int64(words_of(array)),
            DataType::Decimal128(_, scale) => {
                Values::Decimal128 { integers: array.as_primitive::<Decimal128Type>().values().clone(), scale: *scale }
            }
            DataType::Decimal256(_, scale) => {
                Values::Decimal256 { integers: array.as_primitive::<Decimal256Type>().values().clone(), scale: *scale }
            }
            DataType::Binary => {
                let bytes = array.as_binary::<i32>();
                Values::Bytes { offsets: bytes.offsets().clone(), data: bytes.values().clone() }
            }
            DataType::FixedSizeBinary(width) => {
                let bytes = array.as_fixed_size_binary();
                Values::FixedBytes { width: *width as usize, data: bytes.values().clone() }
            }
            DataType::Utf8 => {
                let texts = array.as_string::<i32>();
                Values::Text { offsets: texts.offsets().clone(), data: texts.values().clone(), role }
            }
            DataType::Dictionary(_, _) => {
                let dictionary = array.as_dictionary::<Int32Type>();
                let categories = Self::new(name, dictionary.values(), syntax, &mut Roles::one(role))?;
                let cells = (0..dictionary.values().len())
                    .map(|row| {
                        let mut cell = Vec::new();
                        categories.write(row, syntax, &mut cell).map(|()| cell)
                    })
                    .collect::<Result<_, _>>()?;
                Values::Category { indices: dictionary.keys().values().clone(), cells }
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                Values::List { offsets: list.offsets().clone(), item: inner(name, list.values(), roles)? }
            }
            DataType::FixedSizeList(_, length) => {
                let item = Self::new(name, array.as_fixed_size_list().values(), syntax, &mut Roles::one(Role::Value))?;
                Values::Vector { length: *length as usize, item: Box::new(item) }
            }
            DataType::Struct(fields) => {
                let columns = fields.iter().zip(array.as_struct().columns());
                let fields = columns.map(|(field, column)| {
                    let mut key = Vec::new();
                    if syntax == Syntax::Message {
                        key.extend_from_slice(field.name().as_bytes());
                    } else {
                        push_json_text(field.name().as_bytes(), &mut key);
                        key.push(b':');
                    }
                    Ok((key, *inner(&format!("{name}.{}", field.name()), column, roles)?))
                });
                Values::Struct(fields.collect::<Result<_, Failure>>()?)
            }
            other => return Err(format!("The column “{name}” has the type {other}, which no text stands for.").into()),
        };
        Ok(Self { name: name.to_owned(), validity: array.nulls().cloned(), values })
    }

    #[inline]
    pub fn is_null(&self, row: usize) -> bool {
        self.validity.as_ref().is_some_and(|validity| validity.is_null(row))
    }

    /// Writes a row: nothing for a null of CSV.
    #[inline]
    pub fn write(&self, row: usize, syntax: Syntax, out: &mut Vec<u8>) -> Result<(), Failure> {
        if syntax == Syntax::Message {
            return write_cell(self, row, out);
        }
        if self.is_null(row) {
            if syntax == Syntax::Json {
                out.extend_from_slice(b"null");
            }
            return Ok(());
        }
        let is_json = syntax == Syntax::Json;
        macro_rules! quoted {
            ($write:expr) => {{
                if is_json {
                    out.push(b'"');
                }
                $write;
                if is_json {
                    out.push(b'"');
                }
            }};
        }
        match &self.values {
            Values::Int8(values) => write_integer(values[row], out),
            Values::Int16(values) => write_integer(values[row], out),
            Values::Int32(values) => write_integer(values[row], out),
            Values::Int64(values) => write_integer(values[row], out),
            Values::UInt8(values) => write_integer(values[row], out),
            Values::UInt16(values) => write_integer(values[row], out),
            Values::UInt32(values) => write_integer(values[row], out),
            Values::UInt64(values) => write_integer(values[row], out),
            Values::Float16(values) if is_json && !values[row].is_finite() => out.extend_from_slice(b"null"),
            Values::Float16(values) => write_f16(values[row].to_bits(), out),
            Values::Float32(values) if is_json && !values[row].is_finite() => out.extend_from_slice(b"null"),
            Values::Float32(values) => write_f32(values[row], out),
            Values::Float64(values) if is_json && !values[row].is_finite() => out.extend_from_slice(b"null"),
            Values::Float64(values) => write_f64(values[row], out),
            Values::Bool(values) => out.extend_from_slice(if values.value(row) { b"true" } else { b"false" }),
            Values::Date(days) => quoted!(write_date(days[row].into(), out)),
            Values::Timestamp { ticks, unit, zoned } => quoted!(write_timestamp(ticks[row], *unit, *zoned, out)),
            Values::ShortTime { ticks, unit } => quoted!(self.write_time(row, ticks[row].into(), *unit, out)?),
            Values::Time { ticks, unit } => quoted!(self.write_time(row, ticks[row], *unit, out)?),
            Values::Decimal128 { integers, scale } => {
                quoted!(write_decimal(itoa::Buffer::new().format(integers[row]), *scale, out));
            }
            Values::Decimal256 { integers, scale } => {
                quoted!(write_decimal(&integers[row].to_string(), *scale, out));
            }
            Values::Bytes { offsets, data } => {
                quoted!(write_base64(&data[offsets[row] as usize..offsets[row + 1] as usize], out));
            }
            Values::FixedBytes { width, data } => quoted!(write_base64(&data[row * width..(row + 1) * width], out)),
            Values::Text { offsets, data, role } => {
                let text = &data[offsets[row] as usize..offsets[row + 1] as usize];
                match (syntax, role) {
                    (Syntax::Csv | Syntax::Message, _) => push_csv_text(text, out),
                    (Syntax::Json, Role::Json) => push_compact_json(text, out)
                        .map_err(|reason| format!("The nested value in column {}, row {row}, {reason}.", self.name))?,
                    (Syntax::Json, Role::Record) => push_record(text, out),
                    (Syntax::Json, _) => push_json_text(text, out),
                }
            }
            Values::QuotedInteger(values) => {
                out.push(b'"');
                write_integer(values[row], out);
                out.push(b'"');
            }
            Values::Category { indices, cells } => {
                let cell = cells.get(indices[row] as usize).ok_or("A row has a category that is not listed.")?;
                out.extend_from_slice(cell);
            }
            Values::List { offsets, item } => {
                item.write_list(offsets[row] as usize, offsets[row + 1] as usize, syntax, out)?;
            }
            Values::Vector { length, item } if is_json => {
                item.write_list(row * length, (row + 1) * length, syntax, out)?;
            }
            Values::Vector { length, item } => {
                for at in row * length..(row + 1) * length {
                    if at > row * length {
                        out.push(b',');
                    }
                    item.write(at, syntax, out)?;
                }
            }
            Values::Struct(fields) => {
                out.push(b'{');
                for (index, (key, cells)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    out.extend_from_slice(key);
                    cells.write(row, syntax, out)?;
                }
                out.push(b'}');
            }
        }
        Ok(())
    }

    /// Writes rows as an array of JSON.
    pub fn write_list(&self, from: usize, to: usize, syntax: Syntax, out: &mut Vec<u8>) -> Result<(), Failure> {
        out.push(b'[');
        for row in from..to {
            if row > from {
                out.push(b',');
            }
            self.write(row, syntax, out)?;
        }
        out.push(b']');
        Ok(())
    }

    /// The elements of all vectors.
    pub fn elements(&self) -> Option<&Cells> {
        match &self.values {
            Values::Vector { item, .. } => Some(item),
            _ => None,
        }
    }

    fn write_time(&self, row: usize, ticks: i64, unit: TimeUnit, out: &mut Vec<u8>) -> Result<(), Failure> {
        if !(0..ticks_per_day(unit)).contains(&ticks) {
            let unit = match unit {
                TimeUnit::Second => "s",
                TimeUnit::Millisecond => "ms",
                TimeUnit::Microsecond => "us",
                TimeUnit::Nanosecond => "ns",
            };
            let name = &self.name;
            return Err(
                format!("Row {row} of “{name}” is {ticks} {unit} since midnight, which is not a time of day.").into()
            );
        }
        write_clock(ticks, unit, out);
        Ok(())
    }
}

fn write_base64(bytes: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + bytes.len().div_ceil(3) * 4, 0);
    let written = STANDARD.encode_slice(bytes, &mut out[start..]).unwrap_or(0);
    out.truncate(start + written);
}

/// The values of a column of 64-bit integers of whatever meaning.
fn words_of(column: &dyn Array) -> ScalarBuffer<i64> {
    let data = column.to_data();
    ScalarBuffer::new(data.buffers()[0].clone(), data.offset(), data.len())
}
