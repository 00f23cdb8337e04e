//! The second reading of a file, of the columns whose type the first one has only found at its end, or that the user has chosen.

use std::io::Write;

use crate::build::TooLarge;
use crate::facts::write_counts;
use crate::node::Fields;
use crate::plan::{Planned, Shape, Value};
use crate::tape::Tape;
use crate::text::name_of;
use crate::text::push_json_text;

/// So many records that are left out are told; the others are counted.
const TOLD: usize = 100;

const NOTHING: usize = usize::MAX;

pub struct Second {
    /// By the place of the column among all.
    pub planned: Vec<Option<Planned>>,
    /// The places of columns by those of their fields.
    places: Vec<usize>,
    /// The tokens of the values of a record, or `NOTHING`.
    values: Vec<usize>,
    told: Vec<u8>,
    told_count: usize,
    pub left_out: Vec<u32>,
    rows: usize,
}

impl Second {
    /// The columns for which `is_read` says so are read with their shapes.
    pub fn new(fields: &Fields, shapes: &[Shape], is_read: &[bool]) -> Self {
        let mut places = vec![0; fields.nodes.len()];
        let mut planned = Vec::new();
        for (place, (field, shape)) in fields.order.iter().zip(shapes).enumerate() {
            places[*field as usize] = place;
            planned.push(is_read[place].then(|| Planned::new(&fields.nodes[*field as usize], shape)));
        }
        let values = vec![NOTHING; places.len()];
        Self { planned, places, values, told: Vec::new(), told_count: 0, left_out: Vec::new(), rows: 0 }
    }

    pub fn kept(&self) -> usize {
        self.rows - self.left_out.len()
    }

    /// Reads a record, or leaves it out if a value has not the type of its column.
    pub fn take_record(
        &mut self,
        fields: &mut Fields,
        tape: &Tape,
        text: &[u8],
        record: usize,
        line: usize,
    ) -> Result<(), TooLarge> {
        self.values.fill(NOTHING);
        let mut room = Vec::new();
        let end = tape.tokens[record].next as usize;
        let mut at = record + 1;
        while at < end {
            if let Some(field) = fields.find(name_of(tape, text, at, &mut room)) {
                self.values[self.places[field]] = at + 1;
            }
            at = tape.tokens[at + 1].next as usize;
        }
        self.take_values(tape, text, line)
    }

    /// Reads a value that is a row of a single column.
    pub fn take_value(&mut self, tape: &Tape, text: &[u8], value: usize, line: usize) -> Result<(), TooLarge> {
        self.values[0] = value;
        self.take_values(tape, text, line)
    }

    fn take_values(&mut self, tape: &Tape, text: &[u8], line: usize) -> Result<(), TooLarge> {
        let value_at = |at: usize| Value { tape, text, at };
        self.rows += 1;
        let unfit = self.planned.iter().zip(&self.values).position(|(planned, at)| match planned {
            Some(planned) if *at != NOTHING => !value_at(*at).is_null() && !planned.holds(value_at(*at)),
            _ => false,
        });
        if let Some(place) = unfit {
            let value = value_at(self.values[place]);
            self.left_out.push((self.rows - 1) as u32);
            self.tell(place, value, line);
            return Ok(());
        }
        let row = self.kept() - 1;
        for (planned, at) in self.planned.iter_mut().zip(&self.values) {
            if let (Some(planned), true) = (planned, *at != NOTHING) {
                planned.take(value_at(*at), row)?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, place: usize, value: Value, line: usize) {
        self.told_count += 1;
        if self.told_count > TOLD {
            return;
        }
        let row = self.rows - 1;
        let comma = if self.told_count > 1 { "," } else { "" };
        let _ = write!(self.told, "{comma}{{\"row\":{row},\"line\":{line},\"column\":{place},\"json\":");
        push_json_text(value.written(), &mut self.told);
        self.told.push(b'}');
    }

    /// Appends what was found as a JSON object.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"leftOut\":[");
        out.extend_from_slice(&self.told);
        out.extend_from_slice(b"],\"columns\":[");
        for (at, planned) in self.planned.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            let Some(planned) = planned else {
                out.extend_from_slice(b"null");
                continue;
            };
            let _ = write!(out, "{{\"present\":{}", planned.present);
            write_counts(&[("altered", planned.altered)], out);
            out.extend_from_slice(b",\"firstAltered\":");
            push_json_text(planned.first_altered.as_bytes(), out);
            planned.times.write(out);
            out.push(b'}');
        }
        out.extend_from_slice(b"]}");
    }
}
