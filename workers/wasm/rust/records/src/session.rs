//! Records of JSON that come in pieces of a file.

use std::io::Write;

use crate::build::{check_nulls, TooLarge, Values};
use crate::column::Column;
use crate::facts::write_counts;
use crate::node::{Fields, Losses, Reading, Room};
use crate::plan::Shape;
use crate::second::Second;
use crate::tape::{skip_space, Kind, Stop, Tape};

/// How records stand in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One or several on a line.
    Lines,
    /// Items of one list.
    List,
    /// Any items of one list, each the value of a single column.
    Values,
    /// One after the other.
    Rows,
}

/// Why `feed` has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fed {
    /// It needs more, or has read all.
    More = 0,
    /// A line is no record; `rejected` has it.
    Rejected = 1,
    /// An item is no record.
    NoRecord = 2,
    /// The text is no JSON.
    Invalid = 3,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    /// Behind the bracket that opens the list.
    First,
    Value,
    BehindValue,
    End,
}

pub struct Session {
    form: Form,
    place: Place,
    /// What was fed and not read yet begins at `at`.
    pub pending: Vec<u8>,
    pub at: usize,
    tape: Tape,
    room: Room,
    losses: Losses,
    counts_all_times: bool,
    pub fields: Fields,
    rows: usize,
    /// The line, or the record, that was read last, from 1.
    pub line: usize,
    infinite: usize,
    in_a_row: usize,
    pub rejected: std::ops::Range<usize>,
    shapes: Vec<Shape>,
    pub second: Option<Second>,
    pub columns: Vec<Column>,
}

/// The name of the column of values that are no records.
const VALUE: &[u8] = b"value";

impl Session {
    pub fn new(form: Form, counts_all_times: bool) -> Self {
        let mut fields = Fields::default();
        if form == Form::Values {
            fields.add(VALUE, 0);
            fields.order.push(0);
        }
        Self {
            form,
            place: Place::Start,
            pending: Vec::new(),
            at: 0,
            tape: Tape::default(),
            room: Room::default(),
            losses: Losses::default(),
            counts_all_times,
            fields,
            rows: 0,
            line: 0,
            infinite: 0,
            in_a_row: 0,
            rejected: 0..0,
            shapes: Vec::new(),
            second: None,
            columns: Vec::new(),
        }
    }

    /// Reads the records that are there. `is_last` says that nothing follows.
    pub fn feed(&mut self, is_last: bool) -> Result<Fed, TooLarge> {
        let pending = std::mem::take(&mut self.pending);
        let fed = match self.form {
            Form::Lines => self.read_lines(&pending, is_last),
            _ => self.read_items(&pending, is_last),
        };
        self.pending = pending;
        fed
    }

    fn read_lines(&mut self, text: &[u8], is_last: bool) -> Result<Fed, TooLarge> {
        while self.at < text.len() {
            let start = self.at;
            let end = match memchr::memchr(b'\n', &text[start..]) {
                Some(found) => start + found,
                None if is_last => text.len(),
                None => break,
            };
            self.at = text.len().min(end + 1);
            self.line += 1;
            if !self.read_line(&text[start..end])? {
                self.rejected = start..end;
                return Ok(Fed::Rejected);
            }
        }
        Ok(Fed::More)
    }

    /// Reads the records of a line; false if it holds anything else.
    pub fn read_line(&mut self, line: &[u8]) -> Result<bool, TooLarge> {
        self.tape.clear();
        let mut records = 0;
        let mut at = skip_space(line, 0);
        while at < line.len() {
            let root = self.tape.tokens.len();
            match self.tape.read_value(line, at) {
                Ok(end) if self.tape.tokens[root].kind == Kind::Object => at = skip_space(line, end),
                _ => return Ok(false),
            }
            records += 1;
        }
        if records > 1 {
            self.in_a_row += records;
        }
        let mut root = 0;
        for _ in 0..records {
            let next = self.tape.tokens[root].next as usize;
            self.take(line, root)?;
            root = next;
        }
        self.infinite += self.tape.infinite;
        Ok(true)
    }

    fn read_items(&mut self, text: &[u8], is_last: bool) -> Result<Fed, TooLarge> {
        loop {
            let at = skip_space(text, self.at);
            let Some(&next) = text.get(at) else {
                let is_whole = self.place == Place::End || self.form == Form::Rows && self.place == Place::BehindValue;
                return Ok(if is_last && !is_whole { Fed::Invalid } else { Fed::More });
            };
            match (self.place, next) {
                (Place::Start | Place::BehindValue, _) if self.form == Form::Rows => self.place = Place::Value,
                (Place::Start, b'[') => (self.place, self.at) = (Place::First, at + 1),
                (Place::First, b']') | (Place::BehindValue, b']') => (self.place, self.at) = (Place::End, at + 1),
                (Place::BehindValue, b',') => (self.place, self.at) = (Place::Value, at + 1),
                (Place::First | Place::Value, _) => match self.read_item(text, at, is_last)? {
                    Some(fed) => return Ok(fed),
                    None => self.place = Place::BehindValue,
                },
                (Place::Start | Place::BehindValue | Place::End, _) => return Ok(Fed::Invalid),
            }
        }
    }

    fn read_item(&mut self, text: &[u8], at: usize, is_last: bool) -> Result<Option<Fed>, TooLarge> {
        self.tape.clear();
        let end = match self.tape.read_value(text, at) {
            // Digits may follow.
            Ok(end) if end == text.len() && !is_last && self.form == Form::Values => return Ok(Some(Fed::More)),
            Ok(end) => end,
            Err(Stop::Incomplete) if !is_last => return Ok(Some(Fed::More)),
            Err(_) => return Ok(Some(Fed::Invalid)),
        };
        if self.form != Form::Values && self.tape.tokens[0].kind != Kind::Object {
            return Ok(Some(Fed::NoRecord));
        }
        self.at = end;
        self.line = self.rows + 1;
        self.take(text, 0)?;
        self.infinite += self.tape.infinite;
        Ok(None)
    }

    /// Takes the value at a token as the next row.
    fn take(&mut self, text: &[u8], root: usize) -> Result<(), TooLarge> {
        check_nulls()?;
        let row = self.rows;
        self.rows += 1;
        if let Some(second) = &mut self.second {
            if self.form == Form::Values {
                return second.take_value(&self.tape, text, root, self.line);
            }
            return second.take_record(&mut self.fields, &self.tape, text, root, self.line);
        }
        let mut reading = Reading {
            tape: &self.tape,
            text,
            losses: &mut self.losses,
            room: &mut self.room,
            counts_all_times: self.counts_all_times,
        };
        if self.form == Form::Values {
            return self.fields.nodes[0].take(root, row, &mut reading);
        }
        self.fields.take_object(root, row, 0, &mut reading)
    }

    /// Appends what was found as a JSON object.
    pub fn write_facts(&self, out: &mut Vec<u8>) {
        let _ = write!(out, "{{\"rows\":{}", self.rows);
        write_counts(
            &[
                ("infinite", self.infinite),
                ("inARow", self.in_a_row),
                ("repeatedNames", self.losses.repeated_names),
                ("brokenTexts", self.losses.broken_texts),
            ],
            out,
        );
        out.extend_from_slice(b",\"columns\":");
        self.fields.write(out);
        out.push(b'}');
    }

    /// Gives the columns types: for each, 1 if its values are converted anew in any case and else 0, and its type's numbers. Returns how many columns
    /// must be read from the file again, which is then fed a second time; `None` if the numbers are not those of the columns.
    pub fn plan(&mut self, numbers: &[u8]) -> Option<usize> {
        let mut numbers = numbers.iter();
        let mut is_read = Vec::new();
        let mut shapes = Vec::new();
        for place in &self.fields.order {
            let node = &self.fields.nodes[*place as usize];
            let is_forced = *numbers.next()? == 1;
            let shape = Shape::read(node, &mut numbers)?;
            is_read.push(is_forced || !shape.is_built(node));
            shapes.push(shape);
        }
        let count = is_read.iter().filter(|is_read| **is_read).count();
        if count > 0 {
            self.second = Some(Second::new(&self.fields, &shapes, &is_read));
            (self.place, self.at, self.line, self.rows) = (Place::Start, 0, 0, 0);
            self.pending.clear();
        }
        self.shapes = shapes;
        Some(count)
    }

    /// Ends reading. The columns that the first reading made have all rows.
    pub fn finish(&mut self) {
        let rows = self.rows;
        for (place, field) in self.fields.order.iter().enumerate() {
            let planned = self.second.as_mut().and_then(|second| {
                let kept = second.kept();
                second.planned[place].as_mut().map(|planned| Column::of_planned(planned, kept))
            });
            let node = &mut self.fields.nodes[*field as usize];
            self.columns.push(planned.unwrap_or_else(|| Column::of_node(node, &self.shapes[place], rows)));
        }
    }

    /// The values of a column that the first reading took for float64.
    pub fn floats(&self, column: usize) -> Option<&[f64]> {
        let field = *self.fields.order.get(column)? as usize;
        match &self.fields.nodes[field].build.values {
            Values::Float(values) => Some(values),
            _ => self.columns.get(column)?.floats(),
        }
    }
}
