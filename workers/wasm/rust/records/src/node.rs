//! A column, or a part of one, whose type is found as its values come.

use rustc_hash::FxHashMap;

use crate::build::{Build, TooLarge, Values};
use crate::exactness::{integer_of, number_with_point, Number};
use crate::facts::{write_counts, Facts};
use crate::tape::{Kind, Tape};
use crate::text::{entries_of, index_of, keys_inside, name_of, push_decoded};

/// Names that enclose a part, and its own, may be so many; the parts of a name between points count.
const MOST_NAMES: usize = 32;
const ITEM: &[u8] = b"item";

/// What a value is read with.
pub struct Reading<'a> {
    pub tape: &'a Tape,
    pub text: &'a [u8],
    pub losses: &'a mut Losses,
    pub room: &'a mut Room,
    /// Whether times are counted in every column, also in those that may not be read as times.
    pub counts_all_times: bool,
}

/// What JSON.parse and UTF-8 lose.
#[derive(Default)]
pub struct Losses {
    pub repeated_names: usize,
    pub broken_texts: usize,
}

/// Memory that is used again for each object.
#[derive(Default)]
pub struct Room {
    name: Vec<u8>,
    text: Vec<u8>,
    /// The fields and the values of the objects that are being read, the innermost last.
    entries: Vec<(u32, u32)>,
}

impl Reading<'_> {
    fn written(&self, at: usize) -> &[u8] {
        let token = self.tape.tokens[at];
        &self.text[token.start as usize..token.end as usize]
    }

    /// Counts the losses in a value that no column is made of.
    fn audit(&mut self, value: usize) {
        for at in value..self.tape.tokens[value].next as usize {
            match self.tape.tokens[at].kind {
                // An object whose names are repeated is rare, and its lost values do not count.
                Kind::Object => {
                    let mut lost = 0;
                    let entries = entries_of(self.tape, self.text, at, &mut lost);
                    if lost > 0 {
                        self.losses.repeated_names += lost;
                        self.audit_entries(&entries);
                        return self.audit_rest(at, value);
                    }
                }
                Kind::EscapedText => {
                    self.room.text.clear();
                    let token = self.tape.tokens[at];
                    let written = &self.text[token.start as usize..token.end as usize];
                    self.losses.broken_texts += usize::from(push_decoded(written, &mut self.room.text));
                }
                _ => {}
            }
        }
    }

    fn audit_entries(&mut self, entries: &[(usize, usize)]) {
        for (_, value) in entries {
            self.audit(*value);
        }
    }

    /// Goes on behind an object in a value.
    fn audit_rest(&mut self, object: usize, value: usize) {
        let mut at = self.tape.tokens[object].next as usize;
        let end = self.tape.tokens[value].next as usize;
        while at < end {
            let is_key = matches!(self.tape.tokens[at].kind, Kind::Key | Kind::EscapedKey);
            if !is_key {
                self.audit(at);
            }
            at = if is_key { at + 1 } else { self.tape.tokens[at].next as usize };
        }
    }
}

#[derive(Default)]
pub struct Node {
    pub name: Box<[u8]>,
    /// How many names enclose it, its own included.
    depth: usize,
    pub facts: Facts,
    /// How often it occurs in an object, also as null.
    pub present: usize,
    /// The row that it was last found in, plus 1.
    stamp: usize,
    pub build: Build,
    pub item: Option<Box<Node>>,
    pub fields: Option<Box<Fields>>,
}

/// The columns of a table, or the fields of a struct.
#[derive(Default)]
pub struct Fields {
    pub nodes: Vec<Node>,
    places: FxHashMap<Box<[u8]>, u32>,
    /// The nodes in the order in which JavaScript would find their names.
    pub order: Vec<u32>,
    /// Where the next name is probably found.
    guess: usize,
}

fn parts_of(name: &[u8]) -> usize {
    1 + name.iter().filter(|byte| **byte == b'.').count()
}

impl Fields {
    pub fn find(&mut self, name: &[u8]) -> Option<usize> {
        if let Some(node) = self.nodes.get(self.guess) {
            if *node.name == *name {
                self.guess += 1;
                return Some(self.guess - 1);
            }
        }
        let found = *self.places.get(name)? as usize;
        self.guess = found + 1;
        Some(found)
    }

    pub fn add(&mut self, name: &[u8], depth: usize) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Node { name: name.into(), depth: depth + parts_of(name), ..Node::default() });
        self.places.insert(name.into(), place as u32);
        self.guess = place + 1;
        place
    }

    /// Reads an object, which is the row of all fields. `depth` is that of what encloses them.
    pub fn take_object(
        &mut self,
        object: usize,
        row: usize,
        depth: usize,
        reading: &mut Reading,
    ) -> Result<(), TooLarge> {
        let known = self.nodes.len();
        let first = reading.room.entries.len();
        let end = reading.tape.tokens[object].next as usize;
        let mut at = object + 1;
        self.guess = 0;
        while at < end {
            let value = at + 1;
            let mut name_room = std::mem::take(&mut reading.room.name);
            let name = name_of(reading.tape, reading.text, at, &mut name_room);
            let place = self.find(name).unwrap_or_else(|| self.add(name, depth));
            reading.room.name = name_room;
            let node = &mut self.nodes[place];
            if node.stamp == row + 1 {
                let entries = &mut reading.room.entries[first..];
                if let Some(entry) = entries.iter_mut().find(|(other, _)| *other as usize == place) {
                    reading.losses.repeated_names += 1 + keys_inside(reading.tape, entry.1 as usize);
                    entry.1 = value as u32;
                }
            } else {
                node.stamp = row + 1;
                reading.room.entries.push((place as u32, value as u32));
            }
            at = reading.tape.tokens[value].next as usize;
        }
        if self.nodes.len() > known {
            self.put_in_order(known);
        }
        for at in first..reading.room.entries.len() {
            let (place, value) = reading.room.entries[at];
            self.nodes[place as usize].take(value as usize, row, reading)?;
        }
        reading.room.entries.truncate(first);
        Ok(())
    }

    /// JavaScript finds the names of an object that are indices first, in the order of the numbers.
    fn put_in_order(&mut self, known: usize) {
        let mut new: Vec<u32> = (known as u32..self.nodes.len() as u32).collect();
        new.sort_by_key(|place| match index_of(&self.nodes[*place as usize].name) {
            Some(index) => (0, index),
            None => (1, 0),
        });
        self.order.extend(new);
    }
}

impl Node {
    /// Reads the value of a row, which is beyond the rows so far.
    pub fn take(&mut self, value: usize, row: usize, reading: &mut Reading) -> Result<(), TooLarge> {
        self.present += 1;
        let token = reading.tape.tokens[value];
        match token.kind {
            Kind::Null => {
                self.facts.nulls += 1;
                Ok(())
            }
            Kind::True | Kind::False => {
                self.facts.booleans += 1;
                self.build.begin(row, || Values::Bool(Vec::new()));
                match &mut self.build.values {
                    Values::Bool(values) => values.push((token.kind == Kind::True).into()),
                    _ => self.give_up(),
                }
                Ok(())
            }
            Kind::Integer => self.take_number(integer_of(reading.written(value)), value, row, reading),
            Kind::Number => self.take_number(number_with_point(reading.written(value)), value, row, reading),
            Kind::Infinite => {
                let number = match reading.written(value) {
                    b"NaN" => f64::NAN,
                    b"Infinity" => f64::INFINITY,
                    _ => f64::NEG_INFINITY,
                };
                self.take_number(Number::Fraction(number), value, row, reading)
            }
            Kind::Text | Kind::EscapedText => self.take_text(value, row, reading),
            Kind::List => self.take_list(value, row, reading),
            Kind::Object => self.take_struct(value, row, reading),
            // No value begins with a key.
            Kind::Key | Kind::EscapedKey => Ok(()),
        }
    }

    fn give_up(&mut self) {
        self.build.give_up();
        self.item = None;
        self.fields = None;
    }

    #[inline]
    fn take_number(&mut self, number: Number, value: usize, row: usize, reading: &Reading) -> Result<(), TooLarge> {
        self.facts.add_number(number, reading.written(value));
        if self.build.is_given_up() {
            return Ok(());
        }
        if self.facts.are_altered_floats() || !(self.facts.fractions > 0 || self.facts.fit_int64()) {
            self.give_up();
            return Ok(());
        }
        let are_floats = self.facts.are_floats();
        if are_floats {
            self.build.widen();
        }
        self.build.begin(row, || if are_floats { Values::Float(Vec::new()) } else { Values::Integer(Vec::new()) });
        match (&mut self.build.values, number) {
            (Values::Integer(values), Number::Whole(whole)) => values.push(whole as i64),
            (Values::Float(values), Number::Whole(whole)) => values.push(whole as f64),
            (Values::Float(values), Number::Fraction(float)) => values.push(float),
            _ => self.give_up(),
        }
        Ok(())
    }

    fn take_text(&mut self, value: usize, row: usize, reading: &mut Reading) -> Result<(), TooLarge> {
        let is_escaped = reading.tape.tokens[value].kind == Kind::EscapedText;
        self.build.begin(row, || Values::Text { offsets: vec![0], data: Vec::new() });
        if let Values::Text { offsets, data } = &mut self.build.values {
            let start = data.len();
            if is_escaped {
                reading.losses.broken_texts += usize::from(push_decoded(reading.written(value), data));
            } else {
                data.extend_from_slice(reading.written(value));
            }
            Build::close(offsets, data.len())?;
            self.facts.add_text(&data[start..], reading.counts_all_times);
            return Ok(());
        }
        self.give_up();
        let mut text = std::mem::take(&mut reading.room.text);
        text.clear();
        if is_escaped {
            reading.losses.broken_texts += usize::from(push_decoded(reading.written(value), &mut text));
        } else {
            text.extend_from_slice(reading.written(value));
        }
        self.facts.add_text(&text, reading.counts_all_times);
        reading.room.text = text;
        Ok(())
    }

    fn take_list(&mut self, value: usize, row: usize, reading: &mut Reading) -> Result<(), TooLarge> {
        self.facts.lists += 1;
        if !self.may_nest() {
            self.give_up();
            reading.audit(value);
            return Ok(());
        }
        self.build.begin(row, || Values::List(vec![0]));
        if !matches!(self.build.values, Values::List(_)) {
            self.give_up();
            reading.audit(value);
            return Ok(());
        }
        let depth = self.depth + 1;
        let item = self.item.get_or_insert_with(|| Box::new(Node { name: ITEM.into(), depth, ..Node::default() }));
        let end = reading.tape.tokens[value].next as usize;
        let mut at = value + 1;
        let mut items = item.present;
        while at < end {
            item.take(at, items, reading)?;
            items += 1;
            at = reading.tape.tokens[at].next as usize;
        }
        if let Values::List(offsets) = &mut self.build.values {
            Build::close(offsets, items)?;
        }
        Ok(())
    }

    fn take_struct(&mut self, value: usize, row: usize, reading: &mut Reading) -> Result<(), TooLarge> {
        self.facts.objects += 1;
        if !self.may_nest() {
            self.give_up();
            reading.audit(value);
            return Ok(());
        }
        self.build.begin(row, || Values::Struct);
        if !matches!(self.build.values, Values::Struct) {
            self.give_up();
            reading.audit(value);
            return Ok(());
        }
        let fields = self.fields.get_or_insert_with(Box::default);
        fields.take_object(value, self.facts.objects - 1, self.depth, reading)
    }

    fn may_nest(&self) -> bool {
        self.depth < MOST_NAMES && !self.build.is_given_up()
    }

    /// Appends what was seen as a JSON object.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"name\":");
        crate::text::push_json_text(&self.name, out);
        write_counts(&[("present", self.present)], out);
        self.facts.write(out);
        if let Some(item) = &self.item {
            out.extend_from_slice(b",\"item\":");
            item.write(out);
        }
        if let Some(fields) = &self.fields {
            out.extend_from_slice(b",\"fields\":");
            fields.write(out);
        }
        out.push(b'}');
    }
}

impl Fields {
    /// Appends what was seen of each as a JSON list.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(b'[');
        for (at, place) in self.order.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            self.nodes[*place as usize].write(out);
        }
        out.push(b']');
    }
}
