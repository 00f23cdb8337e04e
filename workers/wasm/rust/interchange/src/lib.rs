//! CSV, JSON and MessagePack, parsed by upstream's crates straight into columns, and written from columns. Tables come and go as the structs of Arrow's C data interface.

mod arrays;
mod cells;
mod column_types;
mod columns;
mod csv;
mod decimals;
mod escapes;
mod json;
mod message;
mod numbers;
mod roles;
mod times;
mod tokens;
mod verbatim;

use arrow_array::ffi::{from_ffi, to_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::StructArray;
use arrow_data::ArrayData;
use arrow_schema::Field;
use formatlab_tables::{bytes_at, report, Failure, Span};

use crate::roles::Roles;

/// How a table stands in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Csv,
    /// One JSON object of lists.
    Columns,
    /// One JSON list of objects.
    Records,
    /// A JSON object on each line.
    Lines,
    /// One JSON object with a key for each row of two columns.
    Entries,
    /// One JSON list of the values of a single column.
    Values,
    /// JSON lists in lists, one level for each axis.
    Array,
    /// One map of MessagePack, from each column to an array of its rows.
    MessageColumns,
    /// One map of MessagePack with a key for each row of two columns.
    MessageEntries,
    /// One array of MessagePack, of the values of a single column.
    MessageValues,
    /// Arrays of MessagePack in arrays, one level for each axis.
    MessageArray,
}

impl Layout {
    fn of(number: u32) -> Result<Self, Failure> {
        use Layout::*;
        [
            Csv,
            Columns,
            Records,
            Lines,
            Entries,
            Values,
            Array,
            MessageColumns,
            MessageEntries,
            MessageValues,
            MessageArray,
        ]
        .get(number as usize)
        .copied()
        .ok_or_else(|| "there is no such layout".into())
    }

    fn is_message(self) -> bool {
        use Layout::*;
        matches!(self, MessageColumns | MessageEntries | MessageValues | MessageArray)
    }
}

/// What a file holds besides what Arrow's schema says.
#[repr(C)]
pub struct Form {
    layout: u32,
    /// A byte for each column and each column inside it: see `Roles`.
    roles_at: *const u8,
    role_count: usize,
    /// The lengths of an array's axes.
    shape_at: *const u32,
    axis_count: usize,
}

impl Form {
    unsafe fn roles(&self) -> Roles<'_> {
        Roles::new(bytes_at(self.roles_at, self.role_count))
    }

    unsafe fn shape(&self) -> &[u32] {
        if self.axis_count == 0 {
            return &[];
        }
        std::slice::from_raw_parts(self.shape_at, self.axis_count)
    }
}

/// A written file, and the memory of which the next file is made.
pub struct Written {
    bytes: Vec<u8>,
}

#[no_mangle]
pub extern "C" fn file_new() -> *mut Written {
    Box::into_raw(Box::new(Written { bytes: Vec::new() }))
}

/// Writes a table, whose buffers stay where they are and are not released. The result lies in `file` until the next call with it.
/// Returns -1 on failure.
///
/// # Safety
/// `array` and `schema` are a struct of the columns, whose buffers lie in memory, as those of `form` do.
#[no_mangle]
pub unsafe extern "C" fn file_write(
    file: &mut Written,
    form: &Form,
    array: *const FFI_ArrowArray,
    schema: &FFI_ArrowSchema,
    span: &mut Span,
) -> i32 {
    file.bytes.clear();
    let done = from_ffi(std::ptr::read(array), schema)
        .map_err(Failure::from)
        .and_then(|data| write(&StructArray::from(data), form, &mut file.bytes));
    match report(done) {
        Some(()) => {
            *span = Span::of(&file.bytes);
            0
        }
        None => -1,
    }
}

unsafe fn write(table: &StructArray, form: &Form, out: &mut Vec<u8>) -> Result<(), Failure> {
    match Layout::of(form.layout)? {
        Layout::Csv => csv::write(table, form.roles(), out),
        layout if layout.is_message() => message::write(table, layout, form.roles(), form.shape(), out),
        layout => json::write(table, layout, form.roles(), form.shape(), out),
    }
}

/// What was read, until the next call.
pub struct Reader {
    array: Option<FFI_ArrowArray>,
    schema: Option<FFI_ArrowSchema>,
}

/// The table that was read, for JavaScript.
#[repr(C)]
pub struct Table {
    schema: *const FFI_ArrowSchema,
    array: *const FFI_ArrowArray,
}

#[no_mangle]
pub extern "C" fn reader_new() -> *mut Reader {
    Box::into_raw(Box::new(Reader { array: None, schema: None }))
}

/// Releases the arrays that were read.
#[no_mangle]
pub extern "C" fn reader_clear(reader: &mut Reader) {
    reader.array = None;
    reader.schema = None;
}

/// Reads a file into arrays of the types of a schema, which stay until the next call. `only` is the number of the column that is read, or
/// -1 for all. Returns -1 on failure.
///
/// # Safety
/// The file, the schema and what `form` names lie in memory.
#[no_mangle]
pub unsafe extern "C" fn reader_read(
    reader: &mut Reader,
    form: &Form,
    schema: &FFI_ArrowSchema,
    file_at: *const u8,
    file_bytes: usize,
    only: i32,
    table: &mut Table,
) -> i32 {
    reader_clear(reader);
    let done = read(bytes_at(file_at, file_bytes), form, schema, usize::try_from(only).ok())
        .and_then(|data| to_ffi(&data).map_err(Failure::from));
    match report(done) {
        Some((array, schema)) => {
            *table = Table { schema: reader.schema.insert(schema), array: reader.array.insert(array) };
            0
        }
        None => -1,
    }
}

unsafe fn read(file: &[u8], form: &Form, schema: &FFI_ArrowSchema, only: Option<usize>) -> Result<ArrayData, Failure> {
    let table = Field::try_from(schema)?;
    let layout = Layout::of(form.layout)?;
    if layout.is_message() {
        return message::read(file, &table, layout, form.roles(), form.shape());
    }
    if simdutf8::basic::from_utf8(file).is_err() {
        return Err("The file is not UTF-8.".into());
    }
    match layout {
        Layout::Csv => csv::read(file, &table, form.roles(), only),
        layout => json::read(file, &table, layout, form.roles(), form.shape()),
    }
}
