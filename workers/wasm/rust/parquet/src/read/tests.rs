//! Tables without columns, and files whose columns do not fit together.

use arrow_array::{Float64Array, Int64Array};
use arrow_schema::Field;
use parquet::arrow::ArrowWriter;

use super::*;

fn table(rows: i64) -> RecordBatch {
    let fields = vec![Field::new("id", DataType::Int64, false), Field::new("price", DataType::Float64, false)];
    let ids = Int64Array::from_iter_values(0..rows);
    let prices = Float64Array::from_iter_values((0..rows).map(|row| row as f64 / 2.0));
    RecordBatch::try_new(Arc::new(Schema::new(fields)), vec![Arc::new(ids), Arc::new(prices)]).unwrap()
}

fn reader_of(batch: &RecordBatch) -> Reader {
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    let file = CountedFile::new(Bytes::from(bytes));
    let metadata = load(&file, ArrowReaderOptions::new()).unwrap();
    Reader { file, metadata, batches: Vec::new(), schema: None }
}

fn request(columns: Option<&[u32]>) -> Request {
    Request {
        columns: columns.map_or(std::ptr::null(), <[u32]>::as_ptr),
        column_count: columns.map_or(0, <[u32]>::len),
        all_columns: u32::from(columns.is_none()),
        row_group: -1,
        from_row: 0,
        row_count: 0,
        batch_rows: 1_000,
    }
}

fn rows_of(reader: &Reader, request: &Request) -> Result<usize, String> {
    // SAFETY: the columns of the request lie in memory.
    let (_, batches) = unsafe { read(reader, request) }.map_err(|failure| failure.to_string())?;
    Ok(batches.iter().map(FFI_ArrowArray::len).sum())
}

#[test]
fn no_columns() {
    let reader = reader_of(&table(2_500));
    assert_eq!(rows_of(&reader, &request(None)), Ok(2_500));
    assert_eq!(rows_of(&reader, &request(Some(&[1]))), Ok(2_500));
    assert_eq!(rows_of(&reader, &request(Some(&[]))), Ok(2_500));
    // No address at all.
    assert_eq!(rows_of(&reader, &Request { columns: std::ptr::null(), ..request(Some(&[])) }), Ok(2_500));
    let nothing = reader_of(&RecordBatch::new_empty(Arc::new(Schema::empty())));
    assert_eq!(rows_of(&nothing, &request(None)), Ok(0));
}

#[test]
fn a_row_group_that_claims_other_rows_than_its_columns() {
    let mut reader = reader_of(&table(2_500));
    let honest = reader.metadata.metadata().as_ref().clone();
    for rows in [-1, 0, 2_499, 2_501, 1 << 31, (1 << 32) + 2_500, i64::MAX] {
        let group = honest.row_group(0).clone().into_builder().set_num_rows(rows).build().unwrap();
        let metadata = Arc::new(honest.clone().into_builder().set_row_groups(vec![group]).build());
        reader.metadata = ArrowReaderMetadata::try_new(metadata, ArrowReaderOptions::new()).unwrap();
        let expected = format!("row group 0 claims {rows} rows, but its column “id” has 2500 values");
        assert_eq!(rows_of(&reader, &request(None)), Err(expected));
        assert!(rows_of(&reader, &request(Some(&[1]))).unwrap_err().contains("price"));
    }
}
