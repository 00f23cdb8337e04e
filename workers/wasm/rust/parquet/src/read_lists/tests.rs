//! Files that claim what they do not hold. WASM has addresses of 32 bits, and these tests run with 64, so they also test the numbers that would wrap.

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{Field, Schema};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::arrow::ArrowWriter;

use super::*;

/// The header of a run, as a varint.
fn header(length: u64, packed: bool) -> Vec<u8> {
    let mut rest = length << 1 | u64::from(packed);
    let mut bytes = Vec::new();
    loop {
        let byte = (rest & 0x7f) as u8;
        rest >>= 7;
        if rest == 0 {
            bytes.push(byte);
            return bytes;
        }
        bytes.push(byte | 0x80);
    }
}

fn run_of(length: u64, level: u8) -> Vec<u8> {
    [header(length, false), vec![level]].concat()
}

fn runs(data: &[u8], width: u32, count: usize) -> (bool, Vec<(u8, usize)>) {
    let mut found = Vec::new();
    let done = each_run(data, width, count, |level, length| {
        found.push((level, length));
        true
    });
    (done, found)
}

#[test]
fn a_run_longer_than_32_bits_is_not_a_short_one() {
    // With 32 bits, the first would be a run of 3 levels, and the data would end.
    assert_eq!(runs(&run_of((1 << 32) + 3, 1), 1, 100), (true, vec![(1, 100)]));
    assert_eq!(runs(&run_of((1 << 34) - 1, 1), 1, 100), (true, vec![(1, 100)]));
    // With 32 bits, these would be one group of eight levels, which the byte has.
    let packed = [header((1 << 32) + 1, true), vec![0xff]].concat();
    assert_eq!(runs(&packed, 1, 8), (false, vec![]));
    let packed = [header((1 << 31) + 1, true), vec![0xff; 2]].concat();
    assert_eq!(runs(&packed, 2, 8), (false, vec![]));
    let packed = [header((1 << 29) + 1, true), vec![0xff]].concat();
    assert_eq!(runs(&packed, 1, 8), (false, vec![]));
    // A header of more than five bytes.
    assert_eq!(runs(&run_of(1 << 34, 1), 1, 100), (false, vec![]));
}

#[test]
fn room_is_made_for_what_a_file_may_hold() {
    assert_eq!(expected_values(u64::MAX, 100, 8), 200);
    assert_eq!(expected_values(50, 100, 8), 50);
    // 16 × 300 MB exceed 32 bits.
    assert_eq!(expected_values(u64::MAX, 300_000_000, 4), 1_200_000_000);
    assert_eq!(expected_values(u64::MAX, u64::MAX, 4), u64::MAX / 4);
}

#[test]
fn more_values_than_32_bits_are_not_few() {
    let mut rows = Rows { values: 10, starts: vec![0], ..Rows::default() };
    let definition = run_of(u64::from(u32::MAX), 1);
    let repetition = Bytes::from(run_of(u64::from(u32::MAX), 0));
    assert!(!rows.begin_page(repetition, &definition, 1, usize::MAX, u32::MAX).unwrap());
}

#[test]
fn rows_are_added_when_their_values_were_read() {
    let count = i32::MAX as u32;
    let mut rows = Rows::default();
    let repetition = Bytes::from(run_of(u64::from(count), 0));
    assert!(rows.begin_page(repetition.clone(), &run_of(u64::from(count), 1), 1, 1_000, count).unwrap());
    assert_eq!(rows.starts.capacity(), 0);
    // More rows than the row groups claim.
    assert!(!rows.end_page(1_000).unwrap());
    assert_eq!(rows.starts.capacity(), 0);
    let mut rows = Rows::default();
    assert!(rows.begin_page(repetition.clone(), &run_of(3, 1), 1, 1_000, 3).unwrap());
    assert!(rows.begin_page(repetition, &run_of(2, 1), 1, 1_000, 2).unwrap());
    assert!(rows.end_page(1_000).unwrap());
    assert_eq!((rows.starts, rows.values), (vec![0, 1, 2, 3, 4], 5));
}

fn lists(rows: i32) -> RecordBatch {
    let mut lists = ListBuilder::new(Int32Builder::new());
    for row in 0..rows {
        lists.append_value((0..1 + row % 5).map(|index| Some(row * index)));
    }
    let column: ArrayRef = Arc::new(lists.finish());
    let schema = Schema::new(vec![Field::new("lists", column.data_type().clone(), false)]);
    RecordBatch::try_new(Arc::new(schema), vec![column]).unwrap()
}

fn written(batch: &RecordBatch) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    file
}

/// Reads the only column, with a footer that claims other numbers of rows and of values.
fn read(file: &[u8], rows: Option<i64>, values: Option<i64>) -> Option<ArrayRef> {
    let file = CountedFile::new(Bytes::copy_from_slice(file));
    let found = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).unwrap();
    let group = found.metadata().row_group(0).clone();
    let mut column = group.column(0).clone().into_builder();
    if let Some(values) = values {
        column = column.set_num_values(values);
    }
    let rows = rows.unwrap_or(group.num_rows());
    let group = group.into_builder().set_column_metadata(vec![column.build().unwrap()]).set_num_rows(rows);
    let metadata = found.metadata().as_ref().clone().into_builder();
    let metadata = metadata.set_row_groups(vec![group.build().unwrap()]).build();
    read_lists(&file, &metadata, 0, &found.schema().fields()[0]).unwrap()
}

#[test]
fn footers_that_claim_more_than_the_pages_hold() {
    let batch = lists(10_000);
    let file = written(&batch);
    assert_eq!(read(&file, None, None).unwrap().as_ref(), batch.column(0).as_ref());
    for rows in [0, 9_999, 10_001, 1 << 31, (1 << 32) + 10_000, i64::MAX] {
        assert!(read(&file, Some(rows), None).is_none(), "{rows} rows");
    }
    for values in [0, 29_999, 30_001, 1 << 31, (1 << 32) + 30_000, i64::MAX] {
        assert!(read(&file, None, Some(values)).is_none(), "{values} values");
    }
}

/// Every byte of the pages is changed to several others: the result is one of the length that the footer claims, or none.
#[test]
fn damaged_pages() {
    let batch = lists(300);
    let file = written(&batch);
    let end = file.len() - 8 - u32::from_le_bytes(file[file.len() - 8..][..4].try_into().unwrap()) as usize;
    for at in 4..end {
        for changed in [0x00, 0x01, 0x7f, 0x80, 0xff, file[at] ^ 1, file[at].wrapping_add(1)] {
            let mut file = file.clone();
            file[at] = changed;
            let found = std::panic::catch_unwind(|| read(&file, None, None));
            // The crate itself may stop at a damaged page, which is a trap in WASM.
            if let Ok(Some(column)) = found {
                assert_eq!(column.len(), 300);
            }
        }
    }
}
