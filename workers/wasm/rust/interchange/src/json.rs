//! JSON: one object of lists, one list of objects, an object on each line, or lists of numbers. The types come from the schema, and keys stand in its order.

use arrow_array::{Array, StructArray};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use formatlab_tables::Failure;
use jiter::{Jiter, JiterError, Peek};

use crate::arrays::struct_of;
use crate::cells::{Cells, Syntax};
use crate::columns::{Column, Values};
use crate::escapes::push_json_text;
use crate::roles::Roles;
use crate::tokens::Token;
use crate::verbatim::compact;
use crate::Layout;

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
        .map(|(field, column)| Cells::new(field.name(), column, Syntax::Json, &mut roles))
        .collect::<Result<Vec<_>, _>>()?;
    let keys: Vec<Vec<u8>> = table
        .fields()
        .iter()
        .map(|field| {
            let mut key = Vec::new();
            push_json_text(field.name().as_bytes(), &mut key);
            key.push(b':');
            key
        })
        .collect();
    let rows = table.len();
    match (layout, columns.as_slice()) {
        (Layout::Columns, columns) => {
            out.push(b'{');
            for (index, (key, cells)) in keys.iter().zip(columns).enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                out.extend_from_slice(key);
                cells.write_list(0, rows, Syntax::Json, out)?;
            }
            out.push(b'}');
        }
        (Layout::Records, columns) => {
            out.push(b'[');
            for row in 0..rows {
                if row > 0 {
                    out.push(b',');
                }
                write_record(row, &keys, columns, out)?;
            }
            out.push(b']');
        }
        (Layout::Lines, columns) => {
            for row in 0..rows {
                write_record(row, &keys, columns, out)?;
                out.push(b'\n');
            }
        }
        (Layout::Entries, [key, value]) => {
            out.push(b'{');
            for row in 0..rows {
                if row > 0 {
                    out.push(b',');
                }
                key.write(row, Syntax::Json, out)?;
                out.push(b':');
                value.write(row, Syntax::Json, out)?;
            }
            out.push(b'}');
        }
        (Layout::Values, [values]) => values.write_list(0, rows, Syntax::Json, out)?,
        (Layout::Array, [values]) => write_axis(values.elements().unwrap_or(values), shape, &mut 0, out)?,
        _ => return Err("The table has other columns than its layout.".into()),
    }
    Ok(())
}

fn write_record(row: usize, keys: &[Vec<u8>], columns: &[Cells], out: &mut Vec<u8>) -> Result<(), Failure> {
    out.push(b'{');
    for (index, (key, cells)) in keys.iter().zip(columns).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(key);
        cells.write(row, Syntax::Json, out)?;
    }
    out.push(b'}');
    Ok(())
}

/// Writes the lists of the first axis. `at` is the next element.
fn write_axis(elements: &Cells, shape: &[u32], at: &mut usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    let [length, inner @ ..] = shape else {
        *at += 1;
        return elements.write(*at - 1, Syntax::Json, out);
    };
    out.push(b'[');
    for index in 0..*length {
        if index > 0 {
            out.push(b',');
        }
        write_axis(elements, inner, at, out)?;
    }
    out.push(b']');
    Ok(())
}

/// A parser of a file that is UTF-8.
struct Parser<'a> {
    file: &'a [u8],
    parser: Jiter<'a>,
}

impl From<JsonFailure> for Failure {
    fn from(failure: JsonFailure) -> Self {
        failure.0.into()
    }
}

struct JsonFailure(String);

impl From<JiterError> for JsonFailure {
    fn from(error: JiterError) -> Self {
        Self(format!("JSON: {} at byte {}.", error.error_type, error.index))
    }
}

impl<'a> Parser<'a> {
    fn error(&self, what: &str) -> Failure {
        let at = self.parser.current_index();
        let next = String::from_utf8_lossy(&self.file[at.min(self.file.len())..]).chars().take(20).collect::<String>();
        format!("JSON: {what} at byte {at}, but “{next}” was found.").into()
    }

    /// True if nothing but white space is left.
    fn has_ended(&self) -> bool {
        let rest = &self.file[self.parser.current_index().min(self.file.len())..];
        rest.iter().all(u8::is_ascii_whitespace)
    }

    fn peek(&mut self) -> Result<Peek, Failure> {
        Ok(self.parser.peek().map_err(JsonFailure::from)?)
    }

    /// Reads the items of a list and returns their number.
    fn read_list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), Failure>) -> Result<usize, Failure> {
        let mut count = 0;
        let mut next = self.parser.next_array().map_err(JsonFailure::from)?;
        while next.is_some() {
            item(self)?;
            count += 1;
            next = self.parser.array_step().map_err(JsonFailure::from)?;
        }
        Ok(count)
    }

    /// Reads the entries of an object, whose keys must be those of the columns in their order.
    fn read_fields(
        &mut self,
        columns: &mut [Column],
        mut read: impl FnMut(&mut Self, &mut Column) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, column) in columns.iter_mut().enumerate() {
            let key = if index == 0 { self.parser.next_object() } else { self.parser.next_key() };
            match key.map_err(JsonFailure::from)? {
                Some(key) if key == column.name => {}
                Some(key) => {
                    let key: String = key.chars().take(100).collect();
                    return Err(self.error(&format!("the key “{key}” was found instead of “{}”", column.name)));
                }
                None => return Err(self.error(&format!("the key “{}” was expected", column.name))),
            }
            read(self, column)?;
        }
        let more = if columns.is_empty() { self.parser.next_object() } else { self.parser.next_key() };
        match more.map_err(JsonFailure::from)? {
            None => Ok(()),
            Some(_) => Err(self.error("“}” was expected")),
        }
    }

    fn read_record(&mut self, columns: &mut [Column]) -> Result<(), Failure> {
        self.read_fields(columns, |parser, column| parser.read_cell(column))
    }

    /// Reads any value and returns its text.
    fn read_verbatim(&mut self, peek: Peek) -> Result<&'a [u8], Failure> {
        let start = self.parser.current_index();
        self.parser.known_skip(peek).map_err(JsonFailure::from)?;
        Ok(&self.file[start..self.parser.current_index()])
    }

    fn read_cell(&mut self, column: &mut Column) -> Result<(), Failure> {
        let peek = self.peek()?;
        // Where nulls are not allowed, null is a JSON value like any other.
        let is_value = column.token == Token::Json && !column.nullable;
        if peek == Peek::Null && !is_value {
            self.parser.known_null().map_err(JsonFailure::from)?;
            // In a column without nulls, null stands for a number that JSON cannot write.
            let is_added = column.add_null()? || column.token == Token::Float && column.add(b"NaN")?;
            return if is_added { Ok(()) } else { Err(self.invalid(column, "null")) };
        }
        let is_added = match (column.token, &mut column.values) {
            (Token::Nested, Values::List { item, .. }) => {
                self.read_list(|parser| parser.read_cell(item))?;
                column.close_nested()?;
                true
            }
            (Token::Nested, Values::Vector { length, item }) => {
                let length = *length;
                let found = self.read_list(|parser| parser.read_cell(item))?;
                if found != length {
                    return Err(self.error(&format!("a vector has {found} values, but {length} are expected; it ends")));
                }
                column.close_nested()?;
                true
            }
            (Token::Nested, Values::Struct(fields)) => {
                self.read_record(fields)?;
                column.close_nested()?;
                true
            }
            (Token::Json, _) => {
                let mut text = Vec::new();
                compact(self.read_verbatim(peek)?, &mut text);
                column.add(&text)?
            }
            (Token::Record, _) if peek == Peek::Array || peek == Peek::Object => {
                let text = self.read_verbatim(peek)?;
                column.add(text)?
            }
            (Token::Text | Token::Record, _) => {
                let text = self.parser.next_str().map_err(JsonFailure::from)?;
                column.add(text.as_bytes())?
            }
            (Token::Decimal, _) if peek == Peek::String => {
                let text = self.parser.known_str().map_err(JsonFailure::from)?;
                column.add(text.as_bytes())?
            }
            (Token::Bool, _) => {
                let value = self.parser.known_bool(peek).map_err(JsonFailure::from)?;
                column.add(if value { b"true" } else { b"false" })?
            }
            _ => {
                let start = self.parser.current_index();
                let text = self.parser.known_number_bytes(peek).map_err(JsonFailure::from)?;
                if !column.add(text)? {
                    let text = String::from_utf8_lossy(self.parser.slice_to_current(start)).into_owned();
                    return Err(self.invalid(column, &text));
                }
                true
            }
        };
        if is_added {
            return Ok(());
        }
        Err(self.invalid(column, "the text"))
    }

    fn invalid(&self, column: &Column, text: &str) -> Failure {
        let text: String = text.chars().take(100).collect();
        self.error(&format!("in column {} “{text}” is not a valid {}; it ends", column.name, column.type_name()))
    }

    /// Reads the lists of the first axis.
    fn read_axis(&mut self, elements: &mut Column, shape: &[u32], axis: usize) -> Result<(), Failure> {
        let Some(&length) = shape.get(axis) else { return self.read_cell(elements) };
        let found = self.read_list(|parser| parser.read_axis(elements, shape, axis + 1))?;
        if found != length as usize {
            return Err(self.error(&format!("a list has {found} items, but axis {axis} has {length}; it ends")));
        }
        Ok(())
    }
}

pub fn read(file: &[u8], table: &Field, layout: Layout, mut roles: Roles, shape: &[u32]) -> Result<ArrayData, Failure> {
    let DataType::Struct(fields) = table.data_type() else { return Err("The schema is not that of a table.".into()) };
    if layout == Layout::Lines && !file.is_empty() && file.last() != Some(&b'\n') {
        return Err("JSON: the last line has no line end: the file is truncated.".into());
    }
    let mut columns = fields.iter().map(|field| Column::new(field, 0, &mut roles)).collect::<Result<Vec<_>, _>>()?;
    let mut parser = Parser { file, parser: Jiter::new(file) };
    let mut rows = 0;
    match (layout, columns.as_mut_slice()) {
        (Layout::Columns, columns) => {
            let mut first = None;
            parser.read_fields(columns, |parser, column| {
                let count = parser.read_list(|parser| parser.read_cell(column))?;
                let expected = *first.get_or_insert(count);
                if count == expected {
                    return Ok(());
                }
                let name = &column.name;
                Err(parser.error(&format!("column {name} has {count} values, but the first column has {expected}")))
            })?;
            rows = first.unwrap_or(0);
        }
        (Layout::Records, columns) => rows = parser.read_list(|parser| parser.read_record(columns))?,
        (Layout::Lines, columns) => {
            while !parser.has_ended() {
                parser.read_record(columns)?;
                rows += 1;
            }
        }
        (Layout::Entries, [key, value]) => {
            let mut next = parser.parser.next_object().map_err(JsonFailure::from)?;
            while let Some(text) = next {
                if !key.add(text.as_bytes())? {
                    let text: String = text.chars().take(100).collect();
                    return Err(
                        parser.error(&format!("the key “{text}” is not a valid {}; its value begins", key.type_name()))
                    );
                }
                parser.read_cell(value)?;
                rows += 1;
                next = parser.parser.next_key().map_err(JsonFailure::from)?;
            }
        }
        (Layout::Values, [values]) => rows = parser.read_list(|parser| parser.read_cell(values))?,
        (Layout::Array, [values]) => {
            if let Values::Vector { length, item } = &mut values.values {
                let length = *length;
                parser.read_axis(item, shape, 0)?;
                rows = item.rows() / length.max(1);
                for _ in 0..rows {
                    values.close_nested()?;
                }
            } else {
                parser.read_axis(values, shape, 0)?;
                rows = values.rows();
            }
        }
        _ => return Err("The table has other columns than its layout.".into()),
    }
    if !parser.has_ended() {
        return Err(parser.error("more text follows after the value"));
    }
    struct_of(columns, rows)
}
