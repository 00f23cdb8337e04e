//! Splits bytes into records and fields, as RFC 4180 says: a quote opens a field only at its start, and line ends in quotes are part of the value.

use crate::stops::Stops;

/// A field of a record: a part of the bytes, or of `Records::unescaped` if it has doubled quotes.
#[derive(Clone, Copy)]
pub struct Field {
    pub start: u32,
    pub end: u32,
    pub is_quoted: bool,
    pub is_unescaped: bool,
}

/// What is wrong with the quotes of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Text follows the quote that closes a field.
    Broken,
    /// A quote is never closed.
    Open,
}

/// What the bytes hold besides records of fields. Each may need a reader that can do more.
#[derive(Clone, Copy, Default)]
pub struct Oddities {
    /// Carriage returns outside quotes that no line feed follows, or line feeds where carriage returns end lines.
    pub other_line_ends: u32,
    pub zero_bytes: u32,
    pub longest_record: u32,
}

pub struct Records {
    /// What may stop a field without quotes, and one in quotes; zero bytes, too, which are counted.
    stops: Stops,
    quoted_stops: Stops,
    pub delimiter: u8,
    quote: Option<u8>,
    /// A line feed, or a carriage return in texts without one.
    pub line_end: u8,
    pub fields: Vec<Field>,
    pub unescaped: Vec<u8>,
    pub oddities: Oddities,
    pub fault: Option<Fault>,
    /// The line of the record, from 0.
    pub line: u32,
    next_line: u32,
}

/// Where a record ends, and what stands there.
enum End {
    Field(usize),
    Record(usize),
    /// The bytes end before the record does.
    Missing,
}

impl Records {
    pub fn new(delimiter: u8, quote: Option<u8>) -> Self {
        Self {
            stops: Stops::new([delimiter, b'\n', b'\r', 0]),
            quoted_stops: Stops::new([quote.unwrap_or(b'"'), b'\n', b'\r', 0]),
            delimiter,
            quote,
            line_end: b'\n',
            fields: Vec::new(),
            unescaped: Vec::new(),
            oddities: Oddities::default(),
            fault: None,
            line: 0,
            next_line: 0,
        }
    }

    /// Must be called before bytes are read that were not read last.
    pub fn forget_bytes(&mut self) {
        self.stops.forget();
        self.quoted_stops.forget();
    }

    /// Reads the record at `start` into `fields`, and returns where the next one begins; None if the bytes end before. `is_last` is true if nothing
    /// follows the bytes, so that their end ends a record, too.
    pub fn read(&mut self, bytes: &[u8], start: usize, is_last: bool) -> Option<usize> {
        self.fields.clear();
        self.unescaped.clear();
        self.fault = None;
        if start >= bytes.len() {
            return None;
        }
        let (oddities, lines) = (self.oddities, self.next_line);
        self.line = lines;
        let mut at = start;
        loop {
            let is_quoted = at < bytes.len() && Some(bytes[at]) == self.quote;
            let end = if is_quoted {
                self.quoted(bytes, at, is_last)
            } else {
                let stop = self.stops.next(bytes, at);
                // The most common end of a field.
                if bytes.get(stop) == Some(&self.delimiter) {
                    self.push_plain(at, stop);
                    at = stop + 1;
                    continue;
                }
                self.plain(bytes, at, stop, is_last)
            };
            match end {
                End::Field(next) => at = next,
                End::Record(next) => {
                    self.next_line += 1;
                    let length = (next - start) as u32;
                    self.oddities.longest_record = self.oddities.longest_record.max(length);
                    return Some(next);
                }
                End::Missing => {
                    // The record is read again with the bytes that follow.
                    self.oddities = oddities;
                    self.next_line = lines;
                    return None;
                }
            }
        }
    }

    pub fn text<'a>(&'a self, bytes: &'a [u8], field: &Field) -> &'a [u8] {
        let source = if field.is_unescaped { &self.unescaped } else { bytes };
        &source[field.start as usize..field.end as usize]
    }

    /// True for a line without anything.
    pub fn is_empty_line(&self) -> bool {
        matches!(self.fields[..], [Field { start, end, is_quoted: false, .. }] if start == end)
    }

    /// The field that begins at `start`, and of which `at` is the first stop.
    fn plain(&mut self, bytes: &[u8], start: usize, mut at: usize, is_last: bool) -> End {
        loop {
            let Some(&byte) = bytes.get(at) else {
                return if is_last { self.end_plain((start, at), at, true) } else { End::Missing };
            };
            if byte == self.delimiter {
                return self.end_plain((start, at), at + 1, false);
            }
            if byte == self.line_end {
                return self.end_plain((start, at), at + 1, true);
            }
            if byte == 0 {
                self.oddities.zero_bytes += 1;
                at = self.stops.next(bytes, at + 1);
                continue;
            }
            match bytes.get(at + 1) {
                Some(b'\n') if byte == b'\r' => return self.end_plain((start, at), at + 2, true),
                None if !is_last => return End::Missing,
                // The text is cut between a carriage return and its line feed.
                None if byte == b'\r' => return self.end_plain((start, at), at + 1, true),
                _ => {
                    self.oddities.other_line_ends += 1;
                    at = self.stops.next(bytes, at + 1);
                }
            }
        }
    }

    #[inline]
    fn push_plain(&mut self, start: usize, end: usize) {
        self.fields.push(Field { start: start as u32, end: end as u32, is_quoted: false, is_unescaped: false });
    }

    #[inline]
    fn end_plain(&mut self, (start, end): (usize, usize), next: usize, ends_record: bool) -> End {
        self.push_plain(start, end);
        if ends_record {
            End::Record(next)
        } else {
            End::Field(next)
        }
    }

    /// The field whose quote is at `open`.
    fn quoted(&mut self, bytes: &[u8], open: usize, is_last: bool) -> End {
        let quote = bytes[open];
        let unescaped_start = self.unescaped.len();
        let mut part = open + 1;
        let mut at = part;
        let mut has_zero = false;
        let mut is_unescaped = false;
        loop {
            at = self.quoted_stops.next(bytes, at);
            let Some(&byte) = bytes.get(at) else {
                if !is_last {
                    return End::Missing;
                }
                self.fault = Some(Fault::Open);
                return self.end_plain((open, at), at, true);
            };
            if byte != quote {
                self.next_line += u32::from(byte == self.line_end);
                has_zero |= byte == 0;
                at += 1;
                continue;
            }
            match bytes.get(at + 1) {
                None if !is_last => return End::Missing,
                Some(&next) if next == quote => {
                    self.unescaped.extend_from_slice(&bytes[part..=at]);
                    is_unescaped = true;
                    part = at + 2;
                    at = part;
                }
                after => {
                    let (start, end) = if is_unescaped {
                        self.unescaped.extend_from_slice(&bytes[part..at]);
                        (unescaped_start, self.unescaped.len())
                    } else {
                        (open + 1, at)
                    };
                    self.oddities.zero_bytes += u32::from(has_zero);
                    self.fields.push(Field { start: start as u32, end: end as u32, is_quoted: true, is_unescaped });
                    return self.after_quote(bytes, at + 1, after.copied(), is_last);
                }
            }
        }
    }

    /// What stands behind a closing quote.
    fn after_quote(&mut self, bytes: &[u8], at: usize, byte: Option<u8>, is_last: bool) -> End {
        match byte {
            None => End::Record(at),
            Some(byte) if byte == self.delimiter => End::Field(at + 1),
            Some(byte) if byte == self.line_end => End::Record(at + 1),
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => End::Record(at + 2),
            Some(b'\r') if at + 1 == bytes.len() => {
                if is_last {
                    End::Record(at + 1)
                } else {
                    End::Missing
                }
            }
            // The record goes on as RFC 4180 says, so that quotes of other fields still hold line ends.
            _ => {
                self.fault = Some(Fault::Broken);
                let stop = self.stops.next(bytes, at);
                self.plain(bytes, at, stop, is_last)
            }
        }
    }

    /// The number of lines of the record.
    pub fn line_count(&self) -> u32 {
        self.next_line - self.line
    }

    /// The number of lines that were read.
    pub fn lines_read(&self) -> u32 {
        self.next_line
    }
}
