//! Writes a table as a file, one row group after another.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{from_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::arrow_writer::{compute_leaves, ArrowRowGroupWriterFactory, ArrowWriterOptions};
use parquet::arrow::ArrowWriter;
use parquet::data_type::{DoubleType, FloatType, Int32Type as ParquetInt32, Int64Type as ParquetInt64};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};

use crate::properties::Properties;
use formatlab_tables::{report, Failure, Span};

/// A written file, and the memory of which the next file is made.
pub struct Written {
    bytes: Vec<u8>,
}

#[no_mangle]
pub extern "C" fn file_new() -> *mut Written {
    Box::into_raw(Box::new(Written { bytes: Vec::new() }))
}

/// # Safety
/// `file` comes from `file_new`.
#[no_mangle]
pub unsafe extern "C" fn file_drop(file: *mut Written) {
    drop(Box::from_raw(file));
}

/// Writes a table, whose buffers stay where they are and are not released. The result lies in `file` until the next call with it.
/// Consumes the properties. Returns -1 on failure.
///
/// # Safety
/// `properties` comes from `properties_new`; `array` and `schema` are a struct of the columns, whose buffers lie in memory.
#[no_mangle]
pub unsafe extern "C" fn file_write(
    file: &mut Written,
    properties: *mut Properties,
    array: *const FFI_ArrowArray,
    schema: &FFI_ArrowSchema,
    span: &mut Span,
) -> i32 {
    let properties = Box::from_raw(properties);
    file.bytes.clear();
    let done = from_ffi(std::ptr::read(array), schema)
        .map_err(Failure::from)
        .and_then(|data| write(StructArray::from(data), *properties, &mut file.bytes));
    match report(done) {
        Some(()) => {
            *span = Span::of(&file.bytes);
            0
        }
        None => -1,
    }
}

fn write(table: StructArray, properties: Properties, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let schema = Arc::new(Schema::new(table.fields().clone()));
    let properties = properties.build();
    let group_rows = properties.max_row_group_row_count().unwrap_or(usize::MAX).max(1);
    let options = ArrowWriterOptions::new().with_properties(properties);
    let writer = ArrowWriter::try_new_with_options(&mut *bytes, Arc::clone(&schema), options)?;
    let (mut writer, factory) = writer.into_serialized_writer()?;
    let mut from = 0;
    let mut index = 0;
    while from < table.len() {
        let rows = group_rows.min(table.len() - from);
        write_row_group(&mut writer, &factory, index, &schema, &table.slice(from, rows))?;
        from += rows;
        index += 1;
    }
    writer.close()?;
    Ok(())
}

fn write_row_group(
    writer: &mut SerializedFileWriter<&mut Vec<u8>>,
    factory: &ArrowRowGroupWriterFactory,
    index: usize,
    schema: &Schema,
    rows: &StructArray,
) -> Result<(), Failure> {
    // One for each leaf; those of columns that are written in place stay unused.
    let mut writers = factory.create_column_writers(index)?.into_iter();
    let batch_levels = writer.properties().write_batch_size();
    let mut group = writer.next_row_group()?;
    for (field, column) in schema.fields().iter().zip(rows.columns()) {
        if write_in_place(&mut group, field, column)? || write_lists_in_place(&mut group, field, column, batch_levels)?
        {
            writers.next();
            continue;
        }
        for leaf in compute_leaves(field, column)? {
            let mut writer = writers.next().ok_or("a column has more leaves than the schema")?;
            writer.write(&leaf)?;
            writer.close()?.append_to_row_group(&mut group)?;
        }
    }
    group.close()?;
    Ok(())
}

/// Writes a column of numbers without nulls from where it lies. False if the column is another one, and nothing was written.
fn write_in_place(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    field: &Field,
    column: &ArrayRef,
) -> Result<bool, Failure> {
    if field.is_nullable() {
        return Ok(false);
    }
    macro_rules! values {
        ($parquet:ty, $values:expr) => {{
            let mut writer = group.next_column()?.ok_or("the schema has fewer leaves than columns")?;
            writer.typed::<$parquet>().write_batch($values, None, None)?;
            writer.close()?;
            Ok(true)
        }};
    }
    match column.data_type() {
        DataType::Int32 => values!(ParquetInt32, column.as_primitive::<Int32Type>().values()),
        DataType::Date32 => values!(ParquetInt32, column.as_primitive::<Date32Type>().values()),
        DataType::Int64 => values!(ParquetInt64, column.as_primitive::<Int64Type>().values()),
        // Parquet has no unit of seconds: the crate writes them as it says in its own schema.
        DataType::Timestamp(TimeUnit::Second, _) => Ok(false),
        DataType::Timestamp(..) | DataType::Time64(_) => values!(ParquetInt64, &words_of(column.as_ref())),
        DataType::Float32 => values!(FloatType, column.as_primitive::<Float32Type>().values()),
        DataType::Float64 => values!(DoubleType, column.as_primitive::<Float64Type>().values()),
        _ => Ok(false),
    }
}

/// The rows of a column of lists, none of which is null or empty or holds a null.
struct WholeLists<'a> {
    item: &'a Field,
    /// The values of all rows, one behind the other.
    values: ArrayRef,
    row_lengths: Vec<usize>,
}

fn whole_lists<'a>(field: &'a Field, column: &ArrayRef) -> Option<WholeLists<'a>> {
    let (DataType::FixedSizeList(item, _) | DataType::List(item)) = field.data_type() else { return None };
    // Lists of other types may have many rows, whose lengths would be of no use.
    if !matches!(item.data_type(), DataType::Int32 | DataType::Int64 | DataType::Float32 | DataType::Float64) {
        return None;
    }
    let (values, row_lengths) = match field.data_type() {
        DataType::FixedSizeList(_, length) => {
            let lists = column.as_fixed_size_list();
            let length = usize::try_from(*length).ok()?;
            (lists.values().slice(0, lists.len().checked_mul(length)?), vec![length; lists.len()])
        }
        _ => {
            let offsets = column.as_list::<i32>().value_offsets();
            let (first, last) = (*offsets.first()? as usize, *offsets.last()? as usize);
            let lengths = offsets.windows(2).map(|ends| (ends[1] - ends[0]) as usize).collect();
            (column.as_list::<i32>().values().slice(first, last - first), lengths)
        }
    };
    let whole = column.null_count() == 0 && values.null_count() == 0 && !row_lengths.contains(&0);
    whole.then_some(WholeLists { item, values, row_lengths })
}

/// Writes a column of lists of numbers from where the numbers lie, if no list is null or empty or holds a null. Otherwise false, and nothing was
/// written. The pages are those of the crate's own way, which copies the numbers by an index for each of them.
fn write_lists_in_place(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    field: &Field,
    column: &ArrayRef,
    batch_levels: usize,
) -> Result<bool, Failure> {
    let Some(WholeLists { item, values, row_lengths }) = whole_lists(field, column) else { return Ok(false) };
    let level = i16::from(field.is_nullable()) + 1 + i16::from(item.is_nullable());
    macro_rules! lists {
        ($arrow:ty, $parquet:ty) => {{
            let mut writer = group.next_column()?.ok_or("the schema has fewer leaves than columns")?;
            let typed = writer.typed::<$parquet>();
            let mut rest: &[_] = values.as_primitive::<$arrow>().values();
            let (mut definition, mut repetition) = (Vec::new(), Vec::new());
            let mut rows = row_lengths.iter().peekable();
            while rows.peek().is_some() {
                // As many rows as the crate's own way takes at once: a page may end after them.
                repetition.clear();
                while let Some(length) = rows.next_if(|_| repetition.len() < batch_levels) {
                    repetition.push(0);
                    repetition.resize(repetition.len() + length - 1, 1);
                }
                definition.resize(repetition.len(), level);
                let (batch, after) = rest.split_at(repetition.len());
                typed.write_batch(batch, Some(&definition), Some(&repetition))?;
                rest = after;
            }
            writer.close()?;
            Ok(true)
        }};
    }
    match item.data_type() {
        DataType::Int32 => lists!(Int32Type, ParquetInt32),
        DataType::Int64 => lists!(Int64Type, ParquetInt64),
        DataType::Float32 => lists!(Float32Type, FloatType),
        DataType::Float64 => lists!(Float64Type, DoubleType),
        _ => Ok(false),
    }
}

/// The values of a column of 64-bit integers of whatever meaning.
fn words_of(column: &dyn Array) -> ScalarBuffer<i64> {
    let data = column.to_data();
    ScalarBuffer::new(data.buffers()[0].clone(), data.offset(), data.len())
}
