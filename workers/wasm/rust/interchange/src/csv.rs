//! CSV as RFC 4180 defines it, but with `\n` at the end of every row: a header of names, then one row per item. Null and empty text are both
//! the empty field. A row of vectors has a field for each element.

use arrow_array::{Array, StructArray};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use csv_core::{ReadRecordResult, Reader};
use formatlab_tables::Failure;

use crate::arrays::struct_of;
use crate::cells::{Cells, Syntax};
use crate::columns::{Column, Values};
use crate::escapes::push_csv_text;
use crate::roles::Roles;

pub fn write(table: &StructArray, mut roles: Roles, out: &mut Vec<u8>) -> Result<(), Failure> {
    let names = header_of(table.fields());
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_csv_text(name.as_bytes(), out);
    }
    end_row(names.len() == 1 && names[0].is_empty(), out);
    let columns = table
        .fields()
        .iter()
        .zip(table.columns())
        .map(|(field, column)| Cells::new(field.name(), column, Syntax::Csv, &mut roles))
        .collect::<Result<Vec<_>, _>>()?;
    for row in 0..table.len() {
        let start = out.len();
        for (index, cells) in columns.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            cells.write(row, Syntax::Csv, out)?;
        }
        end_row(out.len() == start, out);
    }
    Ok(())
}

/// An empty field that is the only one of its row is quoted, because readers skip empty lines.
fn end_row(is_empty: bool, out: &mut Vec<u8>) {
    if is_empty {
        out.extend_from_slice(b"\"\"");
    }
    out.push(b'\n');
}

fn header_of(columns: &Fields) -> Vec<String> {
    let mut names = Vec::new();
    for column in columns {
        match column.data_type() {
            DataType::FixedSizeList(_, length) => names.extend((0..*length).map(|index| index.to_string())),
            _ => names.push(column.name().clone()),
        }
    }
    names
}

/// Splits a file into rows of fields.
struct Rows<'a> {
    rest: &'a [u8],
    parser: Reader,
    /// The fields of the row, one after another, and where each ends.
    fields: Vec<u8>,
    ends: Vec<usize>,
    field_count: usize,
    /// The rows so far. The header is row 1.
    row: usize,
}

impl<'a> Rows<'a> {
    fn new(file: &'a [u8]) -> Self {
        Self { rest: file, parser: Reader::new(), fields: vec![0; 4_096], ends: vec![0; 64], field_count: 0, row: 0 }
    }

    /// Reads the next row; false at the end of the file.
    fn next(&mut self) -> Result<bool, Failure> {
        let (mut fields_bytes, mut field_count) = (0, 0);
        self.row += 1;
        while !self.rest.is_empty() {
            let (result, read, written, ended) =
                self.parser.read_record(self.rest, &mut self.fields[fields_bytes..], &mut self.ends[field_count..]);
            self.rest = &self.rest[read..];
            fields_bytes += written;
            field_count += ended;
            match result {
                ReadRecordResult::OutputFull => self.fields.resize(2 * self.fields.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record => {
                    self.field_count = field_count;
                    return Ok(true);
                }
                ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
            }
        }
        if fields_bytes > 0 || field_count > 0 {
            return Err(format!("CSV: row {} opens a quote that is never closed.", self.row).into());
        }
        Ok(false)
    }

    #[inline]
    fn field(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.fields[start..self.ends[index]]
    }
}

/// At most 100 characters of a field, for an error.
fn start_of(field: &[u8]) -> String {
    String::from_utf8_lossy(field).chars().take(100).collect()
}

pub fn read(file: &[u8], table: &Field, mut roles: Roles, only: Option<usize>) -> Result<ArrayData, Failure> {
    let DataType::Struct(fields) = table.data_type() else { return Err("The schema is not that of a table.".into()) };
    if file.last() != Some(&b'\n') {
        return Err("CSV: the file does not end with a line end: it is empty or truncated.".into());
    }
    let mut rows = Rows::new(file);
    let expected = header_of(fields);
    if !rows.next()? {
        return Err("CSV: the file has no header.".into());
    }
    check_header(&rows, &expected)?;
    let expected_rows = memchr::memchr_iter(b'\n', file).count().saturating_sub(1);
    let mut columns = Vec::new();
    let mut place = 0;
    for (index, field) in fields.iter().enumerate() {
        let is_wanted = only.is_none_or(|only| only == index);
        let column = Column::new(field, if is_wanted { expected_rows } else { 0 }, &mut roles)?;
        let width = if let Values::Vector { length, .. } = column.values { length } else { 1 };
        if is_wanted {
            columns.push((place, column));
        }
        place += width;
    }
    let mut row_count = 0;
    while rows.next()? {
        if rows.field_count != expected.len() {
            let (row, found, names) = (rows.row, rows.field_count, expected.len());
            return Err(format!("CSV: row {row} has {found} fields, but the header has {names}.").into());
        }
        row_count += 1;
        for (place, column) in &mut columns {
            add_field(column, *place, &rows)?;
        }
    }
    struct_of(columns.into_iter().map(|(_, column)| column).collect(), row_count)
}

fn check_header(rows: &Rows, expected: &[String]) -> Result<(), Failure> {
    // csv-core leaves a byte order mark out, also where it is the first character of a name.
    let expected_at = |index: usize| {
        expected.get(index).map(|name| if index == 0 { name.strip_prefix('\u{feff}').unwrap_or(name) } else { name })
    };
    let found = rows.field_count;
    let wrong = (0..expected.len())
        .find(|&index| index >= found || expected_at(index).map(str::as_bytes) != Some(rows.field(index)));
    if wrong.is_none() && found == expected.len() {
        return Ok(());
    }
    let where_it_is = wrong.map_or_else(String::new, |index| {
        let name = if index < found { start_of(rows.field(index)) } else { String::new() };
        format!(", and “{name}” where “{}” is", expected[index])
    });
    Err(format!("CSV: the header has {found} names, but {} are expected{where_it_is}.", expected.len()).into())
}

/// Adds a row's field. The value of an empty field is null if the column is nullable, otherwise an empty text or empty bytes.
#[inline]
fn add_field(column: &mut Column, place: usize, rows: &Rows) -> Result<(), Failure> {
    if let Values::Vector { length, item } = &mut column.values {
        for index in 0..*length {
            let text = rows.field(place + index);
            if !item.add(text)? {
                return Err(
                    format!("CSV: row {}, value {index}: “{}” is not a number.", rows.row, start_of(text)).into()
                );
            }
        }
        return column.close_nested();
    }
    let text = rows.field(place);
    let is_added = if text.is_empty() && column.nullable { column.add_null()? } else { column.add(text)? };
    if is_added {
        return Ok(());
    }
    let (row, name, text) = (rows.row, &column.name, start_of(text));
    Err(format!("CSV: row {row}, column {name}: “{text}” is not a valid {}.", column.type_name()).into())
}
