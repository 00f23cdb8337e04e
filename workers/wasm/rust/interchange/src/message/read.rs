//! Reads one message into columns.

use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, TimeUnit};
use formatlab_tables::Failure;
use rmp::Marker;

use super::{ticks_per_second, NANOSECONDS, TIMESTAMP};
use crate::arrays::struct_of;
use crate::columns::{Column, Values};
use crate::roles::Roles;
use crate::tokens::Token;
use crate::Layout;

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
