//! Reads files into Arrow arrays.

use std::sync::Arc;

use arrow_array::ffi::{to_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, RecordBatchReader, StructArray};
use arrow_schema::{DataType, FieldRef, Fields, Schema};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::arrow::ProjectionMask;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData};

use crate::counted_file::CountedFile;
use crate::read_lists::read_lists;
use formatlab_tables::{bytes_at, report, Failure, Span};

/// A file whose footer was read.
pub struct Reader {
    file: CountedFile,
    metadata: ArrowReaderMetadata,
    batches: Vec<FFI_ArrowArray>,
    schema: Option<FFI_ArrowSchema>,
}

/// Opens a file, whose bytes must stay where they are until `reader_drop`. Returns null on failure.
///
/// # Safety
/// The bytes lie in memory.
#[no_mangle]
pub unsafe extern "C" fn reader_open(at: *const u8, size_bytes: usize, with_offset_index: bool) -> *mut Reader {
    // SAFETY: 'static holds as long as JavaScript keeps the bytes, which it does until it drops the reader.
    let file = CountedFile::new(Bytes::from_static(bytes_at(at, size_bytes)));
    let policy = if with_offset_index { PageIndexPolicy::Optional } else { PageIndexPolicy::Skip };
    let options = ArrowReaderOptions::new().with_offset_index_policy(policy);
    match report(load(&file, options)) {
        Some(metadata) => Box::into_raw(Box::new(Reader { file, metadata, batches: Vec::new(), schema: None })),
        None => std::ptr::null_mut(),
    }
}

/// Reads the footer. Arrow's types of views are read as those without, which hold the same values.
fn load(file: &CountedFile, options: ArrowReaderOptions) -> Result<ArrowReaderMetadata, Failure> {
    let found = ArrowReaderMetadata::load(file, options.clone())?;
    let fields = found.schema().fields();
    let wanted: Fields = fields.iter().map(without_views).collect();
    if &wanted == fields {
        return Ok(found);
    }
    let schema = Schema::new_with_metadata(wanted, found.schema().metadata().clone());
    Ok(ArrowReaderMetadata::try_new(Arc::clone(found.metadata()), options.with_schema(Arc::new(schema)))?)
}

fn without_views(field: &FieldRef) -> FieldRef {
    let data_type = match field.data_type() {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::List(item) => DataType::List(without_views(item)),
        DataType::LargeList(item) => DataType::LargeList(without_views(item)),
        DataType::FixedSizeList(item, length) => DataType::FixedSizeList(without_views(item), *length),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(without_views).collect()),
        _ => return Arc::clone(field),
    };
    Arc::new(field.as_ref().clone().with_data_type(data_type))
}

/// Releases the reader and its arrays.
///
/// # Safety
/// `reader` comes from `reader_open`.
#[no_mangle]
pub unsafe extern "C" fn reader_drop(reader: *mut Reader) {
    drop(Box::from_raw(reader));
}

/// The value of a key in the file's metadata; false if it has none.
///
/// # Safety
/// The key lies in memory.
#[no_mangle]
pub unsafe extern "C" fn reader_note(reader: &Reader, key_at: *const u8, key_bytes: usize, span: &mut Span) -> bool {
    let key = bytes_at(key_at, key_bytes);
    let pairs = reader.metadata.metadata().file_metadata().key_value_metadata();
    let value =
        pairs.into_iter().flatten().find(|pair| pair.key.as_bytes() == key).and_then(|pair| pair.value.as_ref());
    if let Some(value) = value {
        *span = Span::of(value.as_bytes());
    }
    value.is_some()
}

/// The bytes of the file that were read since it was opened, the footer and the index included.
#[no_mangle]
pub extern "C" fn reader_touched_bytes(reader: &Reader) -> f64 {
    reader.file.touched_bytes() as f64
}

#[no_mangle]
pub extern "C" fn reader_row_groups(reader: &Reader) -> usize {
    reader.metadata.metadata().num_row_groups()
}

/// The rows of a row group.
#[no_mangle]
pub extern "C" fn reader_group_rows(reader: &Reader, group: usize) -> f64 {
    reader.metadata.metadata().row_group(group).num_rows() as f64
}

/// The number of the column with this name at the top level; -1 if there is none.
///
/// # Safety
/// The name lies in memory.
#[no_mangle]
pub unsafe extern "C" fn reader_column(reader: &Reader, name_at: *const u8, name_bytes: usize) -> i32 {
    let name = bytes_at(name_at, name_bytes);
    let fields = reader.metadata.schema().fields();
    fields.iter().position(|field| field.name().as_bytes() == name).map_or(-1, |column| column as i32)
}

/// The table that was read, for JavaScript.
#[repr(C)]
pub struct Arrays {
    schema: *const FFI_ArrowSchema,
    /// The first of the batches, which follow each other.
    batches: *const FFI_ArrowArray,
    batch_count: usize,
}

/// What is read: all of the file, or of one row group the rows from `from_row` on.
#[repr(C)]
pub struct Request {
    /// Numbers of columns at the top level, in order.
    columns: *const u32,
    column_count: usize,
    all_columns: u32,
    /// -1 for all row groups.
    row_group: i32,
    from_row: u32,
    row_count: u32,
    /// The most rows of an array.
    batch_rows: u32,
}

/// Reads rows into arrays, which stay until the next call or `reader_drop`. Returns -1 on failure.
///
/// # Safety
/// `reader` comes from `reader_open`; the request's columns lie in memory.
#[no_mangle]
pub unsafe extern "C" fn reader_read(reader: &mut Reader, request: &Request, arrays: &mut Arrays) -> i32 {
    reader.batches.clear();
    reader.schema = None;
    match report(read(reader, request)) {
        Some((schema, batches)) => {
            let schema = reader.schema.insert(schema);
            reader.batches = batches;
            *arrays = Arrays { schema, batches: reader.batches.as_ptr(), batch_count: reader.batches.len() };
            0
        }
        None => -1,
    }
}

unsafe fn read(reader: &Reader, request: &Request) -> Result<(FFI_ArrowSchema, Vec<FFI_ArrowArray>), Failure> {
    let fields = reader.metadata.schema().fields();
    let roots = if request.all_columns != 0 {
        (0..fields.len()).collect::<Vec<_>>()
    } else if request.column_count == 0 {
        Vec::new()
    } else {
        let columns = std::slice::from_raw_parts(request.columns, request.column_count);
        columns.iter().map(|&column| column as usize).collect()
    };
    let group = usize::try_from(request.row_group).ok();
    check_row_counts(reader.metadata.metadata(), &roots, group)?;
    let mut lists = Vec::new();
    if group.is_none() {
        for &root in &roots {
            lists.extend(read_whole_lists(reader, root)?.map(|column| (root, column)));
        }
    }
    let metadata = reader.metadata.clone();
    let mut builder = ParquetRecordBatchReaderBuilder::new_with_metadata(reader.file.clone(), metadata)
        .with_batch_size(request.batch_rows as usize);
    let others = roots.iter().copied().filter(|root| lists.iter().all(|(other, _)| other != root));
    let mask = ProjectionMask::roots(builder.parquet_schema(), others);
    builder = builder.with_projection(mask);
    if let Some(group) = group {
        let (from, count) = (request.from_row as usize, request.row_count as usize);
        let selection = RowSelection::from(vec![RowSelector::skip(from), RowSelector::select(count)]);
        builder = builder.with_row_groups(vec![group]).with_row_selection(selection);
    }
    let rows = builder.build()?;
    let read_fields = rows.schema();
    let list_fields = lists.iter().map(|(root, _)| (*root, Arc::clone(&fields[*root]))).collect::<Vec<_>>();
    let schema = Arc::new(Schema::new(in_order(&roots, &list_fields, read_fields.fields().iter().cloned())));
    let mut batches = Vec::new();
    let mut from = 0;
    for batch in rows {
        let batch = batch?;
        let count = batch.num_rows();
        if lists.iter().any(|(_, column)| count > column.len() - from) {
            return Err("the columns hold different numbers of rows".into());
        }
        let slices = lists.iter().map(|(root, column)| (*root, column.slice(from, count))).collect::<Vec<_>>();
        let columns = in_order(&roots, &slices, batch.columns().iter().cloned());
        // The rows of a table without columns are counted, too.
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        batches.push(exported(RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options)?)?);
        from += count;
    }
    if lists.iter().any(|(_, column)| column.len() != from) {
        return Err("the columns hold different numbers of rows".into());
    }
    let empty = RecordBatch::new_empty(Arc::clone(&schema));
    let (_, schema) = to_ffi(&StructArray::from(empty).to_data())?;
    Ok((schema, batches))
}

/// Compares the rows that row groups claim with the values that their columns claim, because room is made for the rows first.
fn check_row_counts(metadata: &ParquetMetaData, roots: &[usize], only: Option<usize>) -> Result<(), Failure> {
    let schema = metadata.file_metadata().schema_descr();
    let mut is_read = vec![false; schema.root_schema().get_fields().len()];
    for &root in roots {
        *is_read.get_mut(root).ok_or("there is no column with this number")? = true;
    }
    for (index, group) in
        metadata.row_groups().iter().enumerate().filter(|(index, _)| only.is_none_or(|one| one == *index))
    {
        let rows = group.num_rows();
        for (leaf, column) in group.columns().iter().enumerate() {
            let values = column.num_values();
            // A row of a list has at least one value, even if the list is empty.
            let fits = if column.column_descr().max_rep_level() == 0 { values == rows } else { values >= rows };
            if is_read[schema.get_column_root_idx(leaf)] && (rows < 0 || !fits) {
                let path = column.column_path().string();
                return Err(format!(
                    "row group {index} claims {rows} rows, but its column “{path}” has {values} values"
                )
                .into());
            }
        }
    }
    Ok(())
}

/// One for each column in the file's order: from `lists`, by the column's number, or else the next of the others.
fn in_order<T: Clone>(roots: &[usize], lists: &[(usize, T)], mut others: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted = roots.to_vec();
    sorted.sort_unstable();
    let of = |root| lists.iter().find(|(other, _)| *other == root).map(|(_, one)| one.clone());
    sorted.into_iter().filter_map(|root| of(root).or_else(|| others.next())).collect()
}

/// A column that `read_lists` reads, of all row groups.
fn read_whole_lists(reader: &Reader, root: usize) -> Result<Option<ArrayRef>, Failure> {
    let file = reader.file.counted_anew();
    let Some(field) = reader.metadata.schema().fields().get(root) else { return Ok(None) };
    let column = read_lists(&file, reader.metadata.metadata(), root, field)?;
    if column.is_some() {
        reader.file.add_touched_bytes(file.touched_bytes());
    }
    Ok(column)
}

fn exported(batch: RecordBatch) -> Result<FFI_ArrowArray, Failure> {
    Ok(to_ffi(&StructArray::from(batch).to_data())?.0)
}

#[cfg(test)]
mod tests;
