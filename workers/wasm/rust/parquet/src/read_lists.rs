//! Reads columns of lists of numbers in which no list is null or empty or holds a null. Their levels say only where rows begin, so they are read
//! run by run, and the values go to where they stay. All other columns are read by the crate's own way, which makes two arrays of all levels.

use std::sync::{Arc, Mutex};

use arrow_array::types::*;
use arrow_array::{ArrayRef, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, FieldRef};
use bytes::Bytes;
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{get_column_reader, get_typed_column_reader};
use parquet::data_type::{DoubleType, FloatType, Int32Type as ParquetInt32, Int64Type as ParquetInt64};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::Length;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescriptor;

use crate::counted_file::CountedFile;
use formatlab_tables::Failure;

/// Where the rows of a column begin.
#[derive(Default)]
struct Rows {
    /// The first value of each row.
    starts: Vec<i32>,
    values: usize,
    /// The repetition levels of the page whose values are being read, and their number. A few bytes may claim any number of rows, so the rows are
    /// added when as many values were read.
    page: Option<(Bytes, usize)>,
    /// A list is null or empty or holds a null, or its levels are stored in another way.
    other: bool,
}

/// The pages of a column of lists as those of a column of its values.
struct ValuePages {
    pages: SerializedPageReader<CountedFile>,
    max_definition: i16,
    /// The rows that the row groups up to this one claim.
    max_rows: usize,
    rows: Arc<Mutex<Rows>>,
}

/// Calls with each run of equal levels: its level and length. False if the data end before `count` levels.
fn each_run(mut data: &[u8], width: u32, count: usize, mut run: impl FnMut(u8, usize) -> bool) -> bool {
    let mut left = count;
    while left > 0 {
        let mut header = 0_u64;
        let mut shift = 0;
        loop {
            let Some((&byte, rest)) = data.split_first() else { return false };
            data = rest;
            header |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
            if shift > 28 {
                return false;
            }
        }
        // 34 bits, which an address of WASM has no room for.
        let length = header >> 1;
        if header & 1 == 0 {
            let Some((&level, rest)) = data.split_first() else { return false };
            data = rest;
            let length = fewer(length, left);
            if length == 0 || !run(level, length) {
                return false;
            }
            left -= length;
            continue;
        }
        // Groups of eight levels.
        let packed_bytes = usize::try_from(length * u64::from(width));
        let Some((packed, rest)) = packed_bytes.ok().and_then(|bytes| data.split_at_checked(bytes)) else {
            return false;
        };
        data = rest;
        let length = fewer(8 * length, left);
        if length == 0 {
            return false;
        }
        let mask = (1_u8 << width) - 1;
        for bit in (0..length).map(|index| index * width as usize) {
            // A width of one or two bits divides a byte.
            if !run((packed[bit / 8] >> (bit % 8)) & mask, 1) {
                return false;
            }
        }
        left -= length;
    }
    true
}

/// The smaller of both.
fn fewer(length: u64, left: usize) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX).min(left)
}

impl Rows {
    /// Begins a page, after the one before. False if the column is not as this module reads it.
    fn begin_page(
        &mut self,
        repetition: Bytes,
        definition: &[u8],
        max_definition: i16,
        max_rows: usize,
        count: u32,
    ) -> Result<bool> {
        if !self.end_page(max_rows)? {
            return Ok(false);
        }
        let count = count as usize;
        let width = if max_definition == 1 { 1 } else { 2 };
        let whole = each_run(definition, width, count, |level, _| i16::from(level) == max_definition);
        let end = self.values.checked_add(count).map(i32::try_from);
        self.page = Some((repetition, count));
        Ok(whole && matches!(end, Some(Ok(_))))
    }

    /// Adds the rows of the page whose values were read. False if the column is not as this module reads it.
    fn end_page(&mut self, max_rows: usize) -> Result<bool> {
        let Some((repetition, count)) = self.page.take() else { return Ok(true) };
        let Self { starts, values, .. } = self;
        let mut full = false;
        let done = each_run(&repetition, 1, count, |level, length| {
            if level == 0 {
                if length > max_rows.saturating_sub(starts.len()) {
                    return false;
                }
                if starts.try_reserve(length).is_err() {
                    full = true;
                    return false;
                }
                starts.extend((0..length).map(|row| (*values + row) as i32));
            }
            *values += length;
            level <= 1 && !starts.is_empty()
        });
        if full {
            return Err(no_memory(starts.len() as u64, "rows"));
        }
        Ok(done)
    }
}

fn no_memory(count: u64, what: &str) -> ParquetError {
    ParquetError::General(format!("there is no memory for more than {count} {what} of a column of lists"))
}

/// The levels of a page of version 1, which begin with their size, and what follows them.
fn split_levels(data: &Bytes) -> Option<(Bytes, Bytes)> {
    let size_bytes = u32::from_le_bytes(data.first_chunk::<4>().copied()?) as usize;
    let end = size_bytes.checked_add(4)?;
    (end <= data.len()).then(|| (data.slice(4..end), data.slice(end..)))
}

impl ValuePages {
    /// The page without its levels; None if the column is not as this module reads it.
    fn values_of(&self, page: Page) -> Result<Option<Page>> {
        let Ok(mut rows) = self.rows.lock() else { return Ok(None) };
        let mut begin = |repetition: Bytes, definition: &[u8], count: u32| {
            rows.begin_page(repetition, definition, self.max_definition, self.max_rows, count)
        };
        let (buf, num_values, encoding, statistics) = match page {
            Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, statistics } => {
                if def_level_encoding != Encoding::RLE || rep_level_encoding != Encoding::RLE {
                    return Ok(None);
                }
                let Some((repetition, rest)) = split_levels(&buf) else { return Ok(None) };
                let Some((definition, values)) = split_levels(&rest) else { return Ok(None) };
                if !begin(repetition, &definition, num_values)? {
                    return Ok(None);
                }
                (values, num_values, encoding, statistics)
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                def_levels_byte_len,
                rep_levels_byte_len,
                statistics,
                ..
            } => {
                let repetition_end = rep_levels_byte_len as usize;
                let end = repetition_end.checked_add(def_levels_byte_len as usize);
                let Some(end) = end.filter(|&end| end <= buf.len()) else { return Ok(None) };
                if !begin(buf.slice(..repetition_end), &buf[repetition_end..end], num_values)? {
                    return Ok(None);
                }
                (buf.slice(end..), num_values, encoding, statistics)
            }
            dictionary => return Ok(Some(dictionary)),
        };
        Ok(Some(Page::DataPage {
            buf,
            num_values,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics,
        }))
    }
}

impl Iterator for ValuePages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for ValuePages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(page) = self.pages.get_next_page()? else { return Ok(None) };
        let values = self.values_of(page)?;
        if values.is_none() {
            if let Ok(mut rows) = self.rows.lock() {
                rows.other = true;
            }
            return Err(ParquetError::General("the column holds other lists".into()));
        }
        Ok(values)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

/// The values that are allocated before they are read, for each byte of the file: what a file claims is believed no further.
const EXPECTED_EXPANSION: u64 = 16;

/// The values that are read at once: room for so many is made before it is known whether a page holds what it claims.
const VALUES_AT_ONCE: usize = 1 << 20;

/// How many values of a size are allocated for a column that claims so many, in a file of so many bytes.
fn expected_values(claimed: u64, file_bytes: u64, value_bytes: usize) -> u64 {
    claimed.min(EXPECTED_EXPANSION.saturating_mul(file_bytes) / value_bytes as u64)
}

/// Reads a column at the top level, of all row groups. None if the column is not as this module reads it.
pub fn read_lists(
    file: &CountedFile,
    metadata: &ParquetMetaData,
    root: usize,
    field: &FieldRef,
) -> Result<Option<ArrayRef>, Failure> {
    let schema = metadata.file_metadata().schema_descr();
    let mut leaves = (0..schema.num_columns()).filter(|&leaf| schema.get_column_root_idx(leaf) == root);
    let (Some(leaf), None) = (leaves.next(), leaves.next()) else { return Ok(None) };
    let descriptor = schema.column(leaf);
    let (DataType::List(item) | DataType::FixedSizeList(item, _)) = field.data_type() else { return Ok(None) };
    if descriptor.max_rep_level() != 1 || !(1..=3).contains(&descriptor.max_def_level()) {
        return Ok(None);
    }
    let of = Column { file, metadata, leaf, descriptor: &descriptor };
    match (item.data_type(), descriptor.physical_type()) {
        (DataType::Int32, Type::INT32) => of.read::<ParquetInt32, Int32Type>(field, item),
        (DataType::Int64, Type::INT64) => of.read::<ParquetInt64, Int64Type>(field, item),
        (DataType::Float32, Type::FLOAT) => of.read::<FloatType, Float32Type>(field, item),
        (DataType::Float64, Type::DOUBLE) => of.read::<DoubleType, Float64Type>(field, item),
        _ => Ok(None),
    }
}

struct Column<'a> {
    file: &'a CountedFile,
    metadata: &'a ParquetMetaData,
    leaf: usize,
    descriptor: &'a ColumnDescriptor,
}

impl Column<'_> {
    fn read<P, A>(&self, field: &FieldRef, item: &FieldRef) -> Result<Option<ArrayRef>, Failure>
    where
        A: ArrowPrimitiveType,
        P: parquet::data_type::DataType<T = A::Native>,
    {
        let groups = self.metadata.row_groups();
        let chunks = || groups.iter().map(|group| group.column(self.leaf));
        let claimed = chunks().fold(0_u64, |sum, chunk| sum.saturating_add_signed(chunk.num_values().max(0)));
        let expected = expected_values(claimed, self.file.len(), size_of::<A::Native>());
        let mut values: Vec<A::Native> = Vec::new();
        if !usize::try_from(expected).is_ok_and(|expected| values.try_reserve_exact(expected).is_ok()) {
            return Err(no_memory(expected, "values").into());
        }
        let rows = Arc::new(Mutex::new(Rows::default()));
        let mut max_rows = 0_usize;
        for group in groups {
            let group_rows = usize::try_from(group.num_rows())?;
            let start = values.len();
            let first_row = max_rows;
            max_rows = first_row.checked_add(group_rows).ok_or("the row groups claim more rows than can be read")?;
            let chunk = group.column(self.leaf);
            let pages = ValuePages {
                pages: SerializedPageReader::new(Arc::new(self.file.clone()), chunk, group_rows, None)?,
                max_definition: self.descriptor.max_def_level(),
                max_rows,
                rows: Arc::clone(&rows),
            };
            let flat = ColumnDescriptor::new(self.descriptor.self_type_ptr(), 0, 0, self.descriptor.path().clone());
            let mut reader = get_typed_column_reader::<P>(get_column_reader(Arc::new(flat), Box::new(pages)));
            let count = usize::try_from(chunk.num_values())?;
            let mut complete = true;
            while complete && values.len() - start < count {
                let wanted = VALUES_AT_ONCE.min(count - (values.len() - start));
                if values.try_reserve(wanted).is_err() {
                    return Err(no_memory(values.len() as u64, "values").into());
                }
                complete =
                    matches!(reader.read_records(wanted, None, None, &mut values), Ok((read, ..)) if read == wanted);
            }
            let mut found = rows.lock().map_err(|_| "another thread failed")?;
            // What is damaged gets the crate's own error from its own way.
            let complete = complete
                && !found.other
                && found.end_page(max_rows)?
                && found.starts.len() == max_rows
                && found.starts.get(first_row).is_none_or(|&first| first as usize == start)
                && found.values == values.len()
                && values.len() - start == count;
            if !complete {
                return Ok(None);
            }
        }
        let mut starts = std::mem::take(&mut rows.lock().map_err(|_| "another thread failed")?.starts);
        let length = values.len();
        let items: ArrayRef = Arc::new(PrimitiveArray::<A>::new(ScalarBuffer::from(values), None));
        Ok(match field.data_type() {
            DataType::FixedSizeList(_, size) => {
                let expected = (0..starts.len()).map(|row| row as i64 * i64::from(*size));
                let fits = expected.eq(starts.iter().map(|&start| i64::from(start)))
                    && starts.len() as i64 * i64::from(*size) == length as i64;
                if !fits || starts.is_empty() {
                    return Ok(None);
                }
                Some(Arc::new(FixedSizeListArray::try_new(Arc::clone(item), *size, items, None)?))
            }
            _ => {
                starts.push(i32::try_from(length)?);
                Some(Arc::new(ListArray::try_new(
                    Arc::clone(item),
                    OffsetBuffer::new(ScalarBuffer::from(starts)),
                    items,
                    None,
                )?))
            }
        })
    }
}

#[cfg(test)]
mod tests;
