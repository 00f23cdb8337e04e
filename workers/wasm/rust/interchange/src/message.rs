//! MessagePack: a map of columns, a map of entries, one array, or arrays in arrays. Instants (timestamps with a time zone) have MessagePack's
//! timestamp type; dates, times and timestamps of a local clock are ISO 8601 texts, and decimals are texts with all digits. Durations are numbers of
//! ticks, float16 becomes float32, and a category is the value that it names. Integers have their shortest form.

use arrow_array::{Array, StructArray};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, TimeUnit};
use formatlab_tables::Failure;
use rmp::encode::{
    write_array_len, write_bin, write_bool, write_ext_meta, write_f32, write_f64, write_map_len, write_nil, write_sint,
    write_str_len, write_uint,
};
use rmp::Marker;

use crate::cells::{Cells, Syntax, Values as CellValues};
use crate::columns::{struct_of, Column, Token, Values};
use crate::roles::Roles;
use crate::times::ticks_per_day;
use crate::Layout;

const TIMESTAMP: i8 = -1;
const NANOSECONDS: i64 = 1_000_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

fn ticks_per_second(unit: TimeUnit) -> i64 {
    ticks_per_day(unit) / SECONDS_PER_DAY
}

fn count(items: usize) -> Result<u32, Failure> {
    u32::try_from(items).map_err(|_| "MessagePack counts at most 4,294,967,295 items.".into())
}

fn push_text(text: &[u8], out: &mut Vec<u8>) -> Result<(), Failure> {
    write_str_len(out, count(text.len())?)?;
    out.extend_from_slice(text);
    Ok(())
}

pub fn write(
    table: &StructArray,
    layout: Layout,
    mut roles: Roles,
    shape: &[u32],
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let columns = table
        .fields()
        .iter()
        .zip(table.columns())
        .map(|(field, column)| Cells::new(field.name(), column, Syntax::Message, &mut roles))
        .collect::<Result<Vec<_>, _>>()?;
    let rows = table.len();
    match (layout, columns.as_slice()) {
        (Layout::MessageColumns, columns) => {
            write_map_len(out, count(columns.len())?)?;
            for (field, cells) in table.fields().iter().zip(columns) {
                push_text(field.name().as_bytes(), out)?;
                write_rows(cells, 0, rows, out)?;
            }
        }
        (Layout::MessageEntries, [key, value]) => {
            write_map_len(out, count(rows)?)?;
            for row in 0..rows {
                write_cell(key, row, out)?;
                write_cell(value, row, out)?;
            }
        }
        (Layout::MessageValues, [values]) => write_rows(values, 0, rows, out)?,
        (Layout::MessageArray, [values]) => write_axis(values.elements().unwrap_or(values), shape, &mut 0, out)?,
        _ => return Err("The table has other columns than its layout.".into()),
    }
    Ok(())
}

fn write_axis(elements: &Cells, shape: &[u32], at: &mut usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    let [length, inner @ ..] = shape else {
        *at += 1;
        return write_cell(elements, *at - 1, out);
    };
    write_array_len(out, *length)?;
    for _ in 0..*length {
        write_axis(elements, inner, at, out)?;
    }
    Ok(())
}

fn write_rows(cells: &Cells, from: usize, to: usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    write_array_len(out, count(to - from)?)?;
    for row in from..to {
        write_cell(cells, row, out)?;
    }
    Ok(())
}

#[inline]
pub fn write_cell(cells: &Cells, row: usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    if cells.is_null(row) {
        return Ok(write_nil(out)?);
    }
    match &cells.values {
        CellValues::Int8(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int16(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int32(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int64(values) | CellValues::QuotedInteger(values) => _ = write_sint(out, values[row])?,
        CellValues::UInt8(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt16(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt32(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt64(values) => _ = write_uint(out, values[row])?,
        CellValues::Float16(values) => write_f32(out, values[row].to_f32())?,
        CellValues::Float32(values) => write_f32(out, values[row])?,
        CellValues::Float64(values) => write_f64(out, values[row])?,
        CellValues::Bool(values) => write_bool(out, values.value(row))?,
        CellValues::Timestamp { ticks, unit, zoned: true } => write_instant(ticks[row], *unit, out)?,
        CellValues::Bytes { offsets, data } => {
            write_bin(out, &data[offsets[row] as usize..offsets[row + 1] as usize])?;
        }
        CellValues::FixedBytes { width, data } => write_bin(out, &data[row * width..(row + 1) * width])?,
        CellValues::Text { offsets, data, .. } => {
            push_text(&data[offsets[row] as usize..offsets[row + 1] as usize], out)?;
        }
        CellValues::Category { indices, cells } => {
            let cell = cells.get(indices[row] as usize).ok_or("A row has a category that is not listed.")?;
            out.extend_from_slice(cell);
        }
        CellValues::List { offsets, item } => write_rows(item, offsets[row] as usize, offsets[row + 1] as usize, out)?,
        CellValues::Vector { length, item } => write_rows(item, row * length, (row + 1) * length, out)?,
        CellValues::Struct(fields) => {
            write_map_len(out, count(fields.len())?)?;
            for (name, field) in fields {
                push_text(name, out)?;
                write_cell(field, row, out)?;
            }
        }
        CellValues::Date(_)
        | CellValues::Timestamp { .. }
        | CellValues::ShortTime { .. }
        | CellValues::Time { .. }
        | CellValues::Decimal128 { .. }
        | CellValues::Decimal256 { .. } => {
            let mut text = Vec::with_capacity(32);
            cells.write(row, Syntax::Csv, &mut text)?;
            push_text(&text, out)?;
        }
    }
    Ok(())
}

/// Seconds of UTC in 32, 34 or 64 bits, and nanoseconds.
fn write_instant(ticks: i64, unit: TimeUnit, out: &mut Vec<u8>) -> Result<(), Failure> {
    let per_second = ticks_per_second(unit);
    let seconds = ticks.div_euclid(per_second);
    let nanoseconds = (ticks.rem_euclid(per_second) * (NANOSECONDS / per_second)) as u32;
    match (u64::try_from(seconds), nanoseconds) {
        (Ok(short), 0) if short <= u32::MAX.into() => {
            write_ext_meta(out, 4, TIMESTAMP)?;
            out.extend_from_slice(&(short as u32).to_be_bytes());
        }
        (Ok(short), _) if short < 1 << 34 => {
            write_ext_meta(out, 8, TIMESTAMP)?;
            out.extend_from_slice(&(u64::from(nanoseconds) << 34 | short).to_be_bytes());
        }
        _ => {
            write_ext_meta(out, 12, TIMESTAMP)?;
            out.extend_from_slice(&nanoseconds.to_be_bytes());
            out.extend_from_slice(&seconds.to_be_bytes());
        }
    }
    Ok(())
}

/// Reads one message of known types. Nothing is allocated for items that the file does not hold.
struct Parser<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, what: &str) -> Failure {
        format!("MessagePack: {what} at byte {}.", self.at).into()
    }

    fn take(&mut self, size_bytes: usize) -> Result<&'a [u8], Failure> {
        let taken = self.at.checked_add(size_bytes).and_then(|end| self.file.get(self.at..end));
        let taken = taken.ok_or_else(|| {
            Failure::from(format!("MessagePack: the file ends at byte {}, in the middle of a value.", self.file.len()))
        })?;
        self.at += size_bytes;
        Ok(taken)
    }

    fn number<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], Failure> {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(self.take(BYTES)?);
        Ok(bytes)
    }

    fn peek(&self) -> Option<Marker> {
        self.file.get(self.at).map(|byte| Marker::from_u8(*byte))
    }

    fn marker(&mut self) -> Result<Marker, Failure> {
        Ok(Marker::from_u8(self.take(1)?[0]))
    }

    fn count_of(&mut self, bytes: usize) -> Result<usize, Failure> {
        Ok(self.take(bytes)?.iter().fold(0, |count, byte| count << 8 | usize::from(*byte)))
    }

    /// The number of an array's items. Each takes a byte at least.
    fn array(&mut self) -> Result<usize, Failure> {
        let items = match self.marker()? {
            Marker::FixArray(items) => items.into(),
            Marker::Array16 => self.count_of(2)?,
            Marker::Array32 => self.count_of(4)?,
            _ => return Err(self.error("an array was expected before the value that ends")),
        };
        if items > self.file.len() - self.at {
            return Err(self.error(&format!("an array of {items} items begins, which is more than the file holds,")));
        }
        Ok(items)
    }

    fn map(&mut self) -> Result<usize, Failure> {
        let entries = match self.marker()? {
            Marker::FixMap(entries) => entries.into(),
            Marker::Map16 => self.count_of(2)?,
            Marker::Map32 => self.count_of(4)?,
            _ => return Err(self.error("a map was expected before the value that ends")),
        };
        if entries > (self.file.len() - self.at) / 2 {
            return Err(self.error(&format!("a map of {entries} entries begins, which is more than the file holds,")));
        }
        Ok(entries)
    }

    fn bytes(&mut self, marker: Marker) -> Result<Option<&'a [u8]>, Failure> {
        let size_bytes = match marker {
            Marker::Bin8 => self.count_of(1)?,
            Marker::Bin16 => self.count_of(2)?,
            Marker::Bin32 => self.count_of(4)?,
            _ => return Ok(None),
        };
        self.take(size_bytes).map(Some)
    }

    fn text(&mut self, marker: Marker) -> Result<Option<&'a [u8]>, Failure> {
        let size_bytes = match marker {
            Marker::FixStr(size_bytes) => size_bytes.into(),
            Marker::Str8 => self.count_of(1)?,
            Marker::Str16 => self.count_of(2)?,
            Marker::Str32 => self.count_of(4)?,
            _ => return Ok(None),
        };
        let text = self.take(size_bytes)?;
        if simdutf8::basic::from_utf8(text).is_err() {
            return Err(self.error("a text is not UTF-8 that ends"));
        }
        Ok(Some(text))
    }

    #[inline]
    fn integer(&mut self, marker: Marker) -> Result<Option<i128>, Failure> {
        Ok(Some(match marker {
            Marker::FixPos(value) => value.into(),
            Marker::FixNeg(value) => value.into(),
            Marker::U8 => u8::from_be_bytes(self.number()?).into(),
            Marker::U16 => u16::from_be_bytes(self.number()?).into(),
            Marker::U32 => u32::from_be_bytes(self.number()?).into(),
            Marker::U64 => u64::from_be_bytes(self.number()?).into(),
            Marker::I8 => i8::from_be_bytes(self.number()?).into(),
            Marker::I16 => i16::from_be_bytes(self.number()?).into(),
            Marker::I32 => i32::from_be_bytes(self.number()?).into(),
            Marker::I64 => i64::from_be_bytes(self.number()?).into(),
            _ => return Ok(None),
        }))
    }

    #[inline]
    fn float(&mut self, marker: Marker) -> Result<Option<f64>, Failure> {
        match marker {
            Marker::F64 => Ok(Some(f64::from_be_bytes(self.number()?))),
            Marker::F32 => Ok(Some(f32::from_be_bytes(self.number()?).into())),
            // Integers that a float holds exactly.
            other => Ok(self.integer(other)?.and_then(|integer| {
                let float = integer as f64;
                (float as i128 == integer).then_some(float)
            })),
        }
    }

    /// An instant in ticks, if the unit and 64 bits can express it.
    fn instant(&mut self, marker: Marker, unit: TimeUnit) -> Result<Option<i64>, Failure> {
        let size_bytes = match marker {
            Marker::FixExt4 => 4,
            Marker::FixExt8 => 8,
            Marker::Ext8 => self.count_of(1)?,
            _ => return Ok(None),
        };
        let [kind] = self.number()?;
        if i8::from_be_bytes([kind]) != TIMESTAMP {
            return Ok(None);
        }
        let (seconds, nanoseconds) = match size_bytes {
            4 => (u32::from_be_bytes(self.number()?).into(), 0),
            8 => {
                let both = u64::from_be_bytes(self.number()?);
                ((both & 0x3_ffff_ffff) as i64, (both >> 34) as i64)
            }
            12 => {
                let nanoseconds = u32::from_be_bytes(self.number()?).into();
                (i64::from_be_bytes(self.number()?), nanoseconds)
            }
            _ => return Ok(None),
        };
        let per_second = ticks_per_second(unit);
        let per_tick = NANOSECONDS / per_second;
        if nanoseconds >= NANOSECONDS || nanoseconds % per_tick != 0 {
            return Ok(None);
        }
        let ticks = i128::from(seconds) * i128::from(per_second) + i128::from(nanoseconds / per_tick);
        Ok(ticks.try_into().ok())
    }

    fn rows(&mut self, column: &mut Column) -> Result<usize, Failure> {
        let rows = self.array()?;
        for _ in 0..rows {
            self.cell(column)?;
        }
        Ok(rows)
    }

    fn key(&mut self) -> Result<&'a [u8], Failure> {
        let marker = self.marker()?;
        self.text(marker)?.ok_or_else(|| self.error("a key that is not a text ends"))
    }

    fn cell(&mut self, column: &mut Column) -> Result<(), Failure> {
        if column.nullable && self.peek() == Some(Marker::Null) {
            self.at += 1;
            column.add_null()?;
            return Ok(());
        }
        match &mut column.values {
            Values::List { item, .. } => {
                self.rows(item)?;
                return column.close_nested();
            }
            Values::Vector { length, item } => {
                let length = *length;
                let found = self.rows(item)?;
                if found != length {
                    return Err(self.error(&format!("a vector has {found} values, but {length} are expected; it ends")));
                }
                return column.close_nested();
            }
            Values::Struct(fields) => {
                let entries = self.map()?;
                if entries != fields.len() {
                    let expected = fields.len();
                    return Err(
                        self.error(&format!("a map has {entries} fields, but {expected} are expected; it begins"))
                    );
                }
                for field in fields {
                    self.named(field)?;
                    self.cell(field)?;
                }
                return column.close_nested();
            }
            _ => {}
        }
        let marker = self.marker()?;
        let is_added = match column.token {
            Token::Integer => match self.integer(marker)? {
                Some(integer) => column.add_integer(integer),
                None => false,
            },
            Token::Float => match self.float(marker)? {
                Some(float) => column.add_float(float)?,
                None => false,
            },
            Token::Bool => match marker {
                Marker::True => column.add(b"true")?,
                Marker::False => column.add(b"false")?,
                _ => false,
            },
            Token::Instant(unit) => match self.instant(marker, unit)? {
                Some(ticks) => column.add_integer(ticks.into()),
                None => false,
            },
            Token::Bytes => match self.bytes(marker)? {
                Some(bytes) => column.add_bytes(bytes)?,
                None => false,
            },
            _ => match self.text(marker)? {
                Some(text) => column.add(text)?,
                None => false,
            },
        };
        if is_added {
            return Ok(());
        }
        let (row, name, kind) = (column.rows(), &column.name, column.type_name());
        Err(self.error(&format!("value {row} of “{name}” is not a valid {kind}; it ends")))
    }

    /// Reads a key, which must be the column's name.
    fn named(&mut self, column: &Column) -> Result<(), Failure> {
        let key = self.key()?;
        if key == column.name.as_bytes() {
            return Ok(());
        }
        let key: String = String::from_utf8_lossy(key).chars().take(100).collect();
        Err(self.error(&format!("the key “{key}” was found instead of “{}”; it ends", column.name)))
    }

    fn axis(&mut self, elements: &mut Column, shape: &[u32], axis: usize) -> Result<(), Failure> {
        let Some(&length) = shape.get(axis) else { return self.cell(elements) };
        let found = self.array()?;
        if found != length as usize {
            return Err(self.error(&format!("an array has {found} items, but axis {axis} has {length}; it begins")));
        }
        for _ in 0..found {
            self.axis(elements, shape, axis + 1)?;
        }
        Ok(())
    }
}

pub fn read(file: &[u8], table: &Field, layout: Layout, mut roles: Roles, shape: &[u32]) -> Result<ArrayData, Failure> {
    let DataType::Struct(fields) = table.data_type() else { return Err("The schema is not that of a table.".into()) };
    let mut columns = fields.iter().map(|field| Column::new(field, 0, &mut roles)).collect::<Result<Vec<_>, _>>()?;
    for column in &mut columns {
        column.take_binary_tokens();
    }
    let mut parser = Parser { file, at: 0 };
    let mut rows = 0;
    match (layout, columns.as_mut_slice()) {
        (Layout::MessageColumns, columns) => {
            let found = parser.map()?;
            if found != columns.len() {
                let expected = columns.len();
                return Err(
                    parser.error(&format!("the map has {found} columns, but {expected} are expected; it begins"))
                );
            }
            for (index, column) in columns.iter_mut().enumerate() {
                parser.named(column)?;
                let count = parser.rows(column)?;
                if index > 0 && count != rows {
                    let name = &column.name;
                    return Err(parser.error(&format!(
                        "column “{name}” has {count} rows, but the first column has {rows}; it ends"
                    )));
                }
                rows = count;
            }
        }
        (Layout::MessageEntries, [key, value]) => {
            rows = parser.map()?;
            for _ in 0..rows {
                parser.cell(key)?;
                parser.cell(value)?;
            }
        }
        (Layout::MessageValues, [values]) => rows = parser.rows(values)?,
        (Layout::MessageArray, [values]) => {
            if let Values::Vector { length, item } = &mut values.values {
                let length = *length;
                parser.axis(item, shape, 0)?;
                rows = item.rows() / length.max(1);
                for _ in 0..rows {
                    values.close_nested()?;
                }
            } else {
                parser.axis(values, shape, 0)?;
                rows = values.rows();
            }
        }
        _ => return Err("The table has other columns than its layout.".into()),
    }
    if parser.at < file.len() {
        let more = file.len() - parser.at;
        return Err(parser.error(&format!("{more} more bytes follow after the value,")));
    }
    struct_of(columns, rows)
}
