//! Reads records of JSON into columns whose types are found as the values come, in one reading of the file by pieces. A second reading makes the
//! columns for which the first had to give up the type it began with. Only `workers/formats/json/open/reader` calls it.

mod build;
mod column;
mod exactness;
mod facts;
mod node;
mod plan;
mod second;
mod session;
mod tape;
mod text;
mod times;

use formatlab_tables::{bytes_at, report, Failure, Span};

use build::TooLarge;
use exactness::{alters, is_long_whole, Float};
use session::{Fed, Form, Session};

/// What is read, and what JavaScript looks at until the next call.
pub struct Records {
    session: Session,
    json: Vec<u8>,
    table: Vec<u32>,
}

/// `form` is the number of a `Form` in its order. What is read stays until the instance of the module ends.
#[no_mangle]
pub extern "C" fn records_new(form: u32, counts_all_times: u32) -> *mut Records {
    let form = match form {
        0 => Form::Lines,
        1 => Form::List,
        2 => Form::Values,
        _ => Form::Rows,
    };
    let session = Session::new(form, counts_all_times != 0);
    Box::into_raw(Box::new(Records { session, json: Vec::new(), table: Vec::new() }))
}

/// Room for the next bytes of the file.
#[no_mangle]
pub extern "C" fn records_room(records: &mut Records, size_bytes: usize) -> *mut u8 {
    let session = &mut records.session;
    session.pending.drain(..session.at);
    session.at = 0;
    session.pending.reserve(size_bytes);
    session.pending.spare_capacity_mut().as_mut_ptr().cast()
}

fn status(result: Result<Fed, TooLarge>) -> i32 {
    match result {
        Ok(fed) => fed as i32,
        Err(TooLarge::Column) => -1,
        Err(TooLarge::Sparse) => -2,
    }
}

/// Reads what the room got: a number of `Fed`, -1 if a column has become too large, or -2 if most records lack most columns.
///
/// # Safety
/// The room holds so many bytes.
#[no_mangle]
pub unsafe extern "C" fn records_feed(records: &mut Records, size_bytes: usize, is_last: u32) -> i32 {
    let session = &mut records.session;
    session.pending.set_len(session.pending.len() + size_bytes);
    status(session.feed(is_last != 0))
}

/// The line that was rejected. Returns its number, from 1.
#[no_mangle]
pub extern "C" fn records_rejected(records: &Records, span: &mut Span) -> u32 {
    let session = &records.session;
    *span = Span::of(&session.pending[session.rejected.clone()]);
    session.line as u32
}

/// Reads a text as the line that was rejected.
///
/// # Safety
/// The text lies in memory.
#[no_mangle]
pub unsafe extern "C" fn records_insert(records: &mut Records, at: *const u8, size_bytes: usize) -> i32 {
    let read = records.session.read_line(bytes_at(at, size_bytes));
    status(read.map(|is_read| if is_read { Fed::More } else { Fed::Rejected }))
}

/// What was found of the columns, as JSON.
#[no_mangle]
pub extern "C" fn records_facts(records: &mut Records, span: &mut Span) {
    records.json.clear();
    records.session.write_facts(&mut records.json);
    *span = Span::of(&records.json);
}

/// See `Session::plan`; -1 if the numbers are wrong.
///
/// # Safety
/// The numbers lie in memory.
#[no_mangle]
pub unsafe extern "C" fn records_plan(records: &mut Records, at: *const u8, size_bytes: usize) -> i32 {
    let count = records.session.plan(bytes_at(at, size_bytes));
    report(count.ok_or_else(|| Failure::from("the types are not those of the columns")))
        .map_or(-1, |count| count as i32)
}

/// What the second reading found, as JSON.
#[no_mangle]
pub extern "C" fn records_second(records: &mut Records, span: &mut Span) {
    records.json.clear();
    if let Some(second) = &records.session.second {
        second.write(&mut records.json);
    }
    *span = Span::of(&records.json);
}

/// The rows that the second reading left out, as numbers of 32 bits.
#[no_mangle]
pub extern "C" fn records_left_out(records: &mut Records, span: &mut Span) {
    records.json.clear();
    if let Some(second) = &records.session.second {
        records.json.extend(second.left_out.iter().flat_map(|row| row.to_le_bytes()));
    }
    *span = Span::of(&records.json);
}

/// Makes the columns. The span has the addresses of their buffers: see `Column::write`.
#[no_mangle]
pub extern "C" fn records_columns(records: &mut Records, span: &mut Span) {
    records.session.finish();
    records.table.clear();
    for column in &records.session.columns {
        column.write(&mut records.table);
    }
    *span = Span::of_numbers(&records.table);
}

/// How many numbers that the first reading took for float64 are altered by float32. Whole numbers beyond 2^53 are left aside, since the facts have them.
#[no_mangle]
pub extern "C" fn records_altered_single(records: &Records, column: usize) -> u32 {
    let floats = records.session.floats(column).unwrap_or(&[]);
    floats.iter().filter(|value| !is_long_whole(**value) && alters(**value, Float::Single)).count() as u32
}
