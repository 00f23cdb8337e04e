//! Reads delimited text in one pass: records, what each column's texts are, and the columns themselves. Only `workers/formats/csv/open/scan` calls it.
//!
//! JavaScript puts the bytes of the file piece by piece into a buffer here. A record that a piece cuts stays there until the next one.

mod casts;
mod chosen;
mod columns;
mod count_numbers;
mod counts;
mod decimals;
mod formats;
mod kinds;
mod look;
mod marks;
mod numbers;
mod places;
mod records;
mod results;
mod room;
mod row_hashes;
mod short_copy;
mod stops;
mod tally;
mod times;
mod usual;
mod words;

use formatlab_tables::{bytes_at, Span};

use crate::columns::Column;
use crate::counts::{Counts, Seen};
use crate::formats::Format;
use crate::kinds::Kind;
use crate::numbers::Marks;
use crate::records::{Fault, Field, Records};
use crate::row_hashes::RowHashes;
use crate::words::NullWords;

/// A format, and how many fields of a column are written in it. `not_midnight` counts those of them that are no whole days.
struct CountedFormat {
    column: usize,
    format: Format,
    fitting: u32,
    not_midnight: u32,
}

/// A row whose number of fields is not that of the columns, or whose quotes are broken.
struct BadRow {
    line: u32,
    line_count: u32,
    field_count: u32,
    fault: Option<Fault>,
    /// A column whose text is no value of its type, and the text.
    unfit: Option<(u32, Box<[u8]>)>,
}

const LISTED_ROWS: usize = 100;

pub struct Scan {
    records: Records,
    column_count: usize,
    marks: Marks,
    words: NullWords,
    /// Records that are passed over at the start.
    skipped: u32,
    /// Empty unless the texts are counted.
    counts: Vec<Counts>,
    columns: Vec<Option<Column>>,
    /// The formats of dates and times that are counted, by column.
    formats: Vec<CountedFormat>,
    hashes: Option<(RowHashes, i64)>,
    /// A word, and how many fields of each column equal it.
    word: Option<(Vec<u8>, Vec<u32>)>,
    buffer: Vec<u8>,
    /// The bytes of the buffer that are filled.
    filled: usize,
    /// The bytes of the whole text; None if they are not known, or once there is room for its columns.
    expected_bytes: Option<f64>,
    row_count: u32,
    ragged_count: u32,
    /// The bytes of rows with too many fields, each times the number of these fields.
    surplus_bytes: u64,
    empty_lines: u32,
    /// Rows with broken quotes, and the lines of all of them.
    broken_count: u32,
    broken_lines: u32,
    /// True if a row is left out where a text is no value of the type that its column is built as.
    is_strict: bool,
    unfit_count: u32,
    bad_rows: Vec<BadRow>,
    facts: Vec<f64>,
    zones: Vec<u8>,
}

/// `quote` is -1 if there is none. The first `skipped` records are no rows. The texts are counted if `counts_texts` is not 0.
#[no_mangle]
pub extern "C" fn scan_new(
    delimiter: u32,
    quote: i32,
    column_count: usize,
    decimal: u32,
    skipped: u32,
    counts_texts: u32,
) -> *mut Scan {
    let counted = if counts_texts == 0 { 0 } else { column_count };
    Box::into_raw(Box::new(Scan {
        records: Records::new(delimiter as u8, u8::try_from(quote).ok()),
        column_count,
        marks: Marks { decimal: decimal as u8, thousands: Vec::new() },
        words: NullWords::default(),
        skipped,
        counts: (0..counted).map(|_| Counts::new()).collect(),
        columns: (0..column_count).map(|_| None).collect(),
        formats: Vec::new(),
        hashes: None,
        word: None,
        buffer: Vec::new(),
        filled: 0,
        expected_bytes: None,
        row_count: 0,
        ragged_count: 0,
        surplus_bytes: 0,
        empty_lines: 0,
        broken_count: 0,
        broken_lines: 0,
        is_strict: false,
        unfit_count: 0,
        bad_rows: Vec::new(),
        facts: Vec::new(),
        zones: Vec::new(),
    }))
}

/// Sets the words that stand for null, with line feeds between them; in columns of text, too, if `in_text` is not 0.
///
/// # Safety
/// The words lie in memory.
#[no_mangle]
pub unsafe extern "C" fn scan_null_words(scan: &mut Scan, at: *const u8, size_bytes: usize, in_text: u32) {
    scan.words = NullWords::chosen(bytes_at(at, size_bytes), in_text != 0);
}

/// How often each of these words that is not a known one stands in a column, in their order, as uint32. Empty if there is none.
#[no_mangle]
pub extern "C" fn scan_own_words(scan: &Scan, column: usize, span: &mut Span) {
    *span = span_of(scan.counts.get(column).map_or(&[][..], |counts| counts.own_words()));
}

/// Ends lines with carriage returns instead of line feeds.
#[no_mangle]
pub extern "C" fn scan_ends_with_returns(scan: &mut Scan) {
    scan.records.line_end = b'\r';
}

/// Sets the mark between groups of three digits in numbers.
///
/// # Safety
/// The mark lies in memory.
#[no_mangle]
pub unsafe extern "C" fn scan_thousands(scan: &mut Scan, at: *const u8, size_bytes: usize) {
    scan.marks.thousands = bytes_at(at, size_bytes).to_vec();
}

/// # Safety
/// `scan` comes from `scan_new` and is released once.
#[no_mangle]
pub unsafe extern "C" fn scan_free(scan: *mut Scan) {
    drop(Box::from_raw(scan));
}

/// Builds a column of this kind. Its dates or times are written in a format, or in ISO 8601 if that is empty. Returns -1 if there is no such kind, column or
/// format.
///
/// # Safety
/// The format lies in memory.
#[no_mangle]
pub unsafe extern "C" fn scan_build(
    scan: &mut Scan,
    column: usize,
    kind: u32,
    format_at: *const u8,
    format_bytes: usize,
) -> i32 {
    let format = bytes_at(format_at, format_bytes);
    let format = if format.is_empty() { Some(None) } else { Format::of(format).map(Some) };
    match (scan.columns.get_mut(column), Kind::of(kind), format) {
        (Some(place), Some(kind), Some(format)) => {
            *place = Some(Column::new(kind, format));
            0
        }
        _ => -1,
    }
}

/// Leaves out rows where a text is no value of the type that its column is built as.
#[no_mangle]
pub extern "C" fn scan_be_strict(scan: &mut Scan) {
    scan.is_strict = true;
}

/// Counts the fields of a column that are written in a format. Returns -1 if there is no such column or format.
///
/// # Safety
/// The format lies in memory.
#[no_mangle]
pub unsafe extern "C" fn scan_format(scan: &mut Scan, column: usize, at: *const u8, size_bytes: usize) -> i32 {
    match Format::of(bytes_at(at, size_bytes)) {
        Some(format) if column < scan.column_count => {
            scan.formats.push(CountedFormat { column, format, fitting: 0, not_midnight: 0 });
            0
        }
        _ => -1,
    }
}

/// The counts of the formats in the order in which they were given, as float64: those that fit, and those of them that are no whole days.
#[no_mangle]
pub extern "C" fn scan_format_counts(scan: &mut Scan, span: &mut Span) {
    scan.facts = scan.formats.iter().flat_map(|each| [each.fitting, each.not_midnight]).map(f64::from).collect();
    *span = span_of(&scan.facts);
}

/// Compares the rows with those of other readings. `side` is 1 or -1.
#[no_mangle]
pub extern "C" fn scan_compare(scan: &mut Scan, side: i32) {
    scan.hashes = Some((RowHashes::default(), i64::from(side)));
}

/// Compares with what an earlier scan has read, which other scans can be compared with, too.
#[no_mangle]
pub extern "C" fn scan_compare_with(scan: &mut Scan, earlier: &Scan) {
    scan.hashes = earlier.hashes.clone().map(|(hashes, side)| (hashes, -side));
}

/// The rows of the reading of side 1 that the other does not have.
#[no_mangle]
pub extern "C" fn scan_first_only(scan: &Scan) -> f64 {
    scan.hashes.as_ref().map_or(0.0, |(hashes, _)| hashes.first_only() as f64)
}

/// Counts the fields that equal a word, which must not be empty.
///
/// # Safety
/// The word lies in memory.
#[no_mangle]
pub unsafe extern "C" fn scan_word(scan: &mut Scan, at: *const u8, size_bytes: usize) {
    scan.word = Some((bytes_at(at, size_bytes).to_vec(), vec![0; scan.column_count]));
}

/// How many fields of each column equal the word, as uint32.
#[no_mangle]
pub extern "C" fn scan_word_counts(scan: &Scan, span: &mut Span) {
    *span = span_of(scan.word.as_ref().map_or(&[][..], |(_, counts)| counts));
}

/// Where JavaScript puts the next bytes of the file.
#[no_mangle]
pub extern "C" fn scan_room(scan: &mut Scan, size_bytes: usize) -> *mut u8 {
    let needed = scan.filled + size_bytes;
    if scan.buffer.len() < needed {
        scan.buffer.resize(needed, 0);
    }
    scan.buffer[scan.filled..].as_mut_ptr()
}

/// Reads the bytes that were put there. `is_last` is not 0 if the file ends with them. Returns the number of bytes that wait for the next ones.
#[no_mangle]
pub extern "C" fn scan_read(scan: &mut Scan, size_bytes: usize, is_last: u32) -> usize {
    let buffer = std::mem::take(&mut scan.buffer);
    let filled = scan.filled + size_bytes;
    let rest = scan.read(&buffer[..filled], is_last != 0);
    if is_last == 0 && rest > 0 {
        scan.make_room(rest);
    }
    scan.buffer = buffer;
    scan.buffer.copy_within(rest..filled, 0);
    scan.filled = filled - rest;
    scan.filled
}

impl Scan {
    fn read(&mut self, bytes: &[u8], is_last: bool) -> usize {
        let mut at = 0;
        self.records.forget_bytes();
        while let Some(next) = self.records.read(bytes, at, is_last) {
            let length = next - at;
            at = next;
            // In a single column, an empty line is a row.
            if self.column_count > 1 && self.records.is_empty_line() {
                self.empty_lines += 1;
                continue;
            }
            if self.skipped > 0 {
                self.skipped -= 1;
            } else if self.records.fault.is_none() && self.is_row() {
                match if self.is_strict { self.push_strictly(bytes) } else { None } {
                    None => self.add_row(bytes),
                    unfit => self.add_bad(unfit),
                }
            } else {
                let surplus = self.records.fields.len().saturating_sub(self.column_count);
                self.surplus_bytes = self.surplus_bytes.saturating_add(surplus as u64 * length as u64);
                self.add_bad(None);
            }
        }
        at
    }

    /// Whether the record has a field for each column. It may end with a delimiter behind the last, as DuckDB takes it.
    fn is_row(&mut self) -> bool {
        let fields = &mut self.records.fields;
        let ends_empty = |last: &Field| last.start == last.end && !last.is_quoted;
        if fields.len() == self.column_count + 1 && fields.last().is_some_and(ends_empty) {
            fields.pop();
        }
        fields.len() == self.column_count
    }

    fn add_row(&mut self, bytes: &[u8]) {
        self.row_count += 1;
        if let Some((hashes, side)) = &mut self.hashes {
            hashes.add(&self.records, bytes, *side);
        }
        if let Some((word, counts)) = &mut self.word {
            for (field, count) in self.records.fields.iter().zip(counts) {
                *count += u32::from(self.records.text(bytes, field) == &word[..]);
            }
        }
        for counted in &mut self.formats {
            let field = &self.records.fields[counted.column];
            if let Some(told) = counted.format.read(self.records.text(bytes, field)) {
                counted.fitting += 1;
                counted.not_midnight += u32::from(told.seconds != 0);
            }
        }
        let has_commas = self.records.delimiter != b',';
        for (at, field) in self.records.fields.iter().enumerate() {
            let text = self.records.text(bytes, field);
            let seen = match self.counts.get_mut(at) {
                Some(counts) => {
                    counts.count(text, field.is_quoted, has_commas || field.is_quoted, &self.marks, &self.words)
                }
                None => Seen::Text,
            };
            if self.is_strict {
                continue;
            }
            let Some(column) = &mut self.columns[at] else { continue };
            if !column.push_seen(text, seen, &self.words) {
                column.push(text, field.is_quoted, &self.marks, &self.words, self.records.line);
            }
        }
    }

    /// Adds the fields to their columns. If one does not fit, none is added, and its column and text are returned.
    fn push_strictly(&mut self, bytes: &[u8]) -> Option<(u32, Box<[u8]>)> {
        for (at, field) in self.records.fields.iter().enumerate() {
            let Some(column) = &mut self.columns[at] else { continue };
            let text = self.records.text(bytes, field);
            if !column.try_push(text, field.is_quoted, &self.marks, &self.words) {
                self.columns[..at].iter_mut().flatten().for_each(Column::pop);
                return Some((at as u32, text.into()));
            }
        }
        None
    }

    fn add_bad(&mut self, unfit: Option<(u32, Box<[u8]>)>) {
        let fault = self.records.fault;
        let line_count = self.records.line_count();
        if fault.is_some() {
            self.broken_count += 1;
            self.broken_lines += line_count;
        } else if unfit.is_some() {
            self.unfit_count += 1;
        } else {
            self.ragged_count += 1;
        }
        if self.bad_rows.len() < LISTED_ROWS {
            let (line, field_count) = (self.records.line, self.records.fields.len() as u32);
            self.bad_rows.push(BadRow { line, line_count, field_count, fault, unfit });
        }
    }
}

/// The bytes of numbers.
pub(crate) fn span_of<T: Copy>(values: &[T]) -> Span {
    // SAFETY: the numbers have no bytes between them.
    Span::of(unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), std::mem::size_of_val(values)) })
}
