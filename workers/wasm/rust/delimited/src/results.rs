//! What JavaScript asks for after the pass: what was found, and the columns that were built.

use formatlab_tables::Span;

use crate::records::Fault;
use crate::{span_of, BadRow, Scan};

/// What was found so far, as float64: the numbers of rows and of those that are left out, oddities of the text, the bytes of surplus fields,
/// and of each listed row that is left out its
/// line, its lines, its fields and what is wrong: 0 the number of fields, 1 a broken quote, 2 an open one.
#[no_mangle]
pub extern "C" fn scan_facts(scan: &mut Scan, span: &mut Span) {
    let odd = &scan.records.oddities;
    let counts: [u32; 10] = [
        scan.row_count,
        scan.ragged_count,
        scan.broken_count,
        scan.broken_lines,
        scan.records.lines_read(),
        odd.other_line_ends,
        odd.zero_bytes,
        odd.longest_record,
        scan.empty_lines,
        scan.unfit_count,
    ];
    let fault_of = |row: &BadRow| match (row.fault, &row.unfit) {
        (_, Some(_)) => 3,
        (None, None) => 0,
        (Some(Fault::Broken), None) => 1,
        (Some(Fault::Open), None) => 2,
    };
    let place_of = |row: &BadRow| row.unfit.as_ref().map_or(row.field_count, |(column, _)| *column);
    let rows = scan.bad_rows.iter().flat_map(|row| [row.line, row.line_count, place_of(row), fault_of(row)]);
    let rows = rows.map(f64::from);
    scan.facts = counts.map(f64::from).into_iter().chain([scan.surplus_bytes as f64]).chain(rows).collect();
    *span = span_of(&scan.facts);
}

/// The text for which a listed row was left out; -1 if it was for another reason.
#[no_mangle]
pub extern "C" fn scan_unfit_text(scan: &Scan, row: usize, span: &mut Span) -> i32 {
    match scan.bad_rows.get(row).and_then(|row| row.unfit.as_ref()) {
        Some((_, text)) => {
            *span = Span::of(text);
            0
        }
        None => -1,
    }
}

/// The line, from 0, of the first value that is not of the kind that a column is built as. The value is put into the span. -1 if all are.
#[no_mangle]
pub extern "C" fn scan_first_unfit(scan: &Scan, column: usize, span: &mut Span) -> i32 {
    match scan.columns.get(column).and_then(|column| column.as_ref()?.first_unfit()) {
        Some((line, text)) => {
            *span = Span::of(text);
            *line as i32
        }
        None => -1,
    }
}

/// How many numbers of a built column lost digits by a chosen type. The first of them is put into the span.
#[no_mangle]
pub extern "C" fn scan_altered(scan: &Scan, column: usize, span: &mut Span) -> u32 {
    let (count, first) =
        scan.columns.get(column).and_then(|column| column.as_ref()).map_or((0, &[][..]), |column| column.altered());
    *span = Span::of(first);
    count
}

/// The counts of all columns, one after another, as uint32.
#[no_mangle]
pub extern "C" fn scan_counts(scan: &mut Scan, column: usize, span: &mut Span) -> i32 {
    match scan.counts.get_mut(column) {
        Some(counts) => {
            *span = span_of(counts.numbers());
            0
        }
        None => -1,
    }
}

/// The first text of a kind in a column; -1 if there is none.
#[no_mangle]
pub extern "C" fn scan_example(scan: &Scan, column: usize, which: usize, span: &mut Span) -> i32 {
    match scan.counts.get(column).and_then(|counts| counts.example(which)) {
        Some(text) => {
            *span = Span::of(text);
            0
        }
        None => -1,
    }
}

/// The distinct offsets from UTC in a column, each with a line feed behind it.
#[no_mangle]
pub extern "C" fn scan_zones(scan: &mut Scan, column: usize, span: &mut Span) {
    let zones = scan.counts.get(column).map_or(&[][..], |counts| counts.zones());
    scan.zones = zones.iter().flat_map(|zone| zone.iter().copied().chain([b'\n'])).collect();
    *span = Span::of(&scan.zones);
}

/// A part of a column that was built: 0 the validity, 1 the values, 2 the offsets of texts. -1 if there is no such part, or if a value is not of the kind.
#[no_mangle]
pub extern "C" fn scan_column(scan: &Scan, column: usize, part: u32, span: &mut Span) -> i32 {
    let Some(Some(column)) = scan.columns.get(column) else { return -1 };
    if !column.fits() {
        return -1;
    }
    *span = match part {
        0 => match column.validity() {
            Some(bits) => Span::of(bits),
            None => return -1,
        },
        1 => Span::of(column.data()),
        _ => span_of(column.ends()),
    };
    0
}

/// Releases a column that JavaScript has copied.
#[no_mangle]
pub extern "C" fn scan_drop(scan: &mut Scan, column: usize) {
    if let Some(place) = scan.columns.get_mut(column) {
        *place = None;
    }
}
