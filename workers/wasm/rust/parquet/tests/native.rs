//! Files of upstream's crate, compiled for this machine and without our patches, as `fixtures/parquet` holds them. The test of the browser
//! (`workers/formats/parquet/native-files.browser.test.ts`) compares what the module writes with the same fixtures.
//!
//! `FORMATLAB_WRITE_FIXTURES=1 cargo test -p formatlab-parquet` writes them anew.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use bytes::Bytes;
use compu_brotli_sys as brotli;
use libdeflate_sys as libdeflate;
use lz4_sys as _;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::Page;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::file::reader::{FileReader, SerializedFileReader};

extern "C" {
    fn LZ4_compressBound(size_bytes: i32) -> i32;
    fn LZ4_compress_default(input: *const u8, output: *mut u8, size_bytes: i32, room_bytes: i32) -> i32;
}

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../fixtures/parquet").join(name)
}

fn compare_with_fixture(name: &str, found: &[u8]) {
    let path = fixture(name);
    if std::env::var_os("FORMATLAB_WRITE_FIXTURES").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == found, "{name} differs from what the crate writes");
}

/// FNV-1a with 64 bits. It only has to notice a difference.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    parts
        .into_iter()
        .flatten()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The same numbers come from `randomNumbers` in the browser's test.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 8
    }
}

const WORDS: [&str; 8] = ["amber", "birch", "cobalt", "dune", "ember", "fjord", "granite", "Åland"];

/// Numbers and texts that compress, but not too well.
fn trades() -> RecordBatch {
    let mut random = Random(1);
    let rows = 0..30_000_i64;
    let ids = Int64Array::from_iter_values(rows.clone().map(|row| row * 7 + i64::from(random.next() % 5)));
    let prices = Float64Array::from_iter_values(rows.clone().map(|_| f64::from(random.next() % 50_000) / 100.0));
    let notes = rows.map(|_| {
        let count = 1 + random.next() % 4;
        let words = (0..count).map(|_| WORDS[random.next() as usize % WORDS.len()]);
        words.collect::<Vec<_>>().join(" ")
    });
    let notes = StringArray::from_iter_values(notes);
    batch(vec![("id", Arc::new(ids)), ("price", Arc::new(prices)), ("note", Arc::new(notes))])
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns
        .iter()
        .map(|(name, column)| Field::new(*name, column.data_type().clone(), column.is_nullable()))
        .collect::<Vec<_>>();
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
}

/// The properties that the module sets with the default options, except the codec.
fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_data_page_size_limit(1024 * 1024)
        .set_data_page_row_count_limit(20_000)
}

fn written(batch: &RecordBatch, properties: WriterPropertiesBuilder) -> Bytes {
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties.build())).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    Bytes::from(file)
}

/// The column chunks of a file: all of their pages with their headers.
fn chunks(file: &Bytes) -> Vec<Bytes> {
    let reader = SerializedFileReader::new(file.clone()).unwrap();
    let group = reader.metadata().row_group(0);
    let ranges = group.columns().iter().map(|column| column.byte_range());
    ranges.map(|(from, size_bytes)| file.slice(from as usize..(from + size_bytes) as usize)).collect()
}

/// What the data pages of a file hold, decompressed.
fn contents(file: &Bytes) -> Vec<Bytes> {
    let reader = SerializedFileReader::new(file.clone()).unwrap();
    let group = reader.get_row_group(0).unwrap();
    let mut contents = Vec::new();
    for column in 0..group.num_columns() {
        let mut pages = group.get_column_page_reader(column).unwrap();
        while let Some(page) = pages.get_next_page().unwrap() {
            assert!(matches!(page, Page::DataPage { .. }));
            contents.push(page.buffer().clone());
        }
    }
    contents
}

fn with_libdeflate(input: &[u8], level: i32) -> Vec<u8> {
    // SAFETY: the output has the room that libdeflate asks for.
    unsafe {
        let compressor = libdeflate::libdeflate_alloc_compressor(level);
        let mut output = vec![0; libdeflate::libdeflate_gzip_compress_bound(compressor, input.len())];
        let size_bytes = libdeflate::libdeflate_gzip_compress(
            compressor,
            input.as_ptr().cast(),
            input.len(),
            output.as_mut_ptr().cast(),
            output.len(),
        );
        libdeflate::libdeflate_free_compressor(compressor);
        assert!(size_bytes > 0);
        output.truncate(size_bytes);
        output
    }
}

fn with_brotli(input: &[u8], level: i32) -> Vec<u8> {
    // SAFETY: the output has the room that brotli asks for.
    unsafe {
        let mut size_bytes = brotli::BrotliEncoderMaxCompressedSize(input.len());
        let mut output = vec![0; size_bytes];
        let done = brotli::BrotliEncoderCompress(
            level,
            22,
            brotli::BrotliEncoderMode_BROTLI_MODE_GENERIC,
            input.len(),
            input.as_ptr(),
            &mut size_bytes,
            output.as_mut_ptr(),
        );
        assert_eq!(done, 1);
        output.truncate(size_bytes);
        output
    }
}

fn with_lz4(input: &[u8]) -> Vec<u8> {
    let input_bytes = input.len() as i32;
    // SAFETY: the output has the room that LZ4 asks for.
    unsafe {
        let mut output = vec![0; LZ4_compressBound(input_bytes) as usize];
        let room_bytes = output.len() as i32;
        let size_bytes = LZ4_compress_default(input.as_ptr(), output.as_mut_ptr(), input_bytes, room_bytes);
        assert!(size_bytes > 0);
        output.truncate(size_bytes as usize);
        output
    }
}

/// A line for each codec and level. Where the module has another library than the crate (GZIP, LZ4, Brotli), the line is of the contents of the pages as
/// the native build of that library compresses them; otherwise of the column chunks that the crate writes.
#[test]
fn pages_of_all_levels() {
    let trades = trades();
    let mut lines = String::new();
    let mut add = |name: &str, level: i32, parts: &[Bytes]| {
        let size_bytes: usize = parts.iter().map(Bytes::len).sum();
        let hash = hash(parts.iter().map(Bytes::as_ref));
        writeln!(lines, "{name} {level} {size_bytes} {hash:016x}").unwrap();
    };
    let mut crates = vec![("uncompressed", 0, Compression::UNCOMPRESSED), ("snappy", 0, Compression::SNAPPY)];
    crates.extend((1..=22).map(|level| ("zstd", level, Compression::ZSTD(ZstdLevel::try_new(level).unwrap()))));
    for (name, level, compression) in crates {
        add(name, level, &chunks(&written(&trades, properties().set_compression(compression))));
    }
    let contents = contents(&written(&trades, properties()));
    for level in 1..=9 {
        let pages = contents.iter().map(|page| Bytes::from(with_libdeflate(page, level))).collect::<Vec<_>>();
        add("gzip", level, &pages);
    }
    // Level 11 chooses by logarithms that the mathematics libraries of two machines round differently.
    for level in 0..=10 {
        let pages = contents.iter().map(|page| Bytes::from(with_brotli(page, level))).collect::<Vec<_>>();
        add("brotli", level, &pages);
    }
    add("lz4", 0, &contents.iter().map(|page| Bytes::from(with_lz4(page))).collect::<Vec<_>>());
    compare_with_fixture("pages.txt", lines.as_bytes());
}

/// What ALP finds hard: decimals of several scales, between values that it has to keep apart as exceptions.
fn measurements() -> RecordBatch {
    let mut random = Random(2);
    let odd = [
        0x7ff8_0000_0000_0001,
        0xfff8_0000_0000_0000,
        0x7ff0_0000_0000_0000,
        0xfff0_0000_0000_0000,
        0x8000_0000_0000_0000,
        0x0000_0000_0000_0001,
        0x7fef_ffff_ffff_ffff,
        0x43e0_0000_0000_0001_u64,
    ];
    let rows = 0..2_500_u32;
    let decimal = |row: u32, random: &mut Random| {
        let scale = [1.0, 10.0, 100.0, 10_000.0][(row / 600) as usize % 4];
        f64::from(random.next() % 1_000_000) / scale - 1000.0
    };
    let doubles = rows.clone().map(|row| match row % 97 {
        0 => f64::from_bits(odd[(row / 97) as usize % odd.len()]),
        _ => decimal(row, &mut random),
    });
    let doubles = Float64Array::from_iter_values(doubles);
    let singles = rows.clone().map(|row| match row % 89 {
        0 => f32::from_bits((odd[(row / 89) as usize % odd.len()] >> 32) as u32 | (row & 1)),
        _ => (f64::from(random.next() % 10_000) / 10.0) as f32,
    });
    let singles = Float32Array::from_iter_values(singles);
    let gaps = Float64Array::from_iter(rows.clone().map(|row| (row % 7 != 3).then(|| decimal(row, &mut random))));
    let bits = |random: &mut Random| u64::from(random.next()) << 40 | u64::from(random.next()) << 16;
    let noise = Float64Array::from_iter_values(rows.map(|_| f64::from_bits(bits(&mut random) & 0x7fef_ffff_ffff_ffff)));
    batch(vec![
        ("double", Arc::new(doubles)),
        ("single", Arc::new(singles)),
        ("gaps", Arc::new(gaps)),
        ("noise", Arc::new(noise)),
    ])
}

/// What the module adds to each file: that the file is a table without columns of JSON.
const TABLE_NOTE: &str = r#"{"version":1,"kind":"table","json":[]}"#;

fn bits_of(column: &ArrayRef) -> Vec<Option<u64>> {
    if let Some(column) = column.as_any().downcast_ref::<Float64Array>() {
        return column.iter().map(|value| value.map(f64::to_bits)).collect();
    }
    let column = column.as_any().downcast_ref::<Float32Array>().unwrap();
    column.iter().map(|value| value.map(|value| u64::from(value.to_bits()))).collect()
}

/// The crate writes the fixture, and reads it equal, bit by bit. The module writes the same file.
#[test]
fn alp() {
    let measurements = measurements();
    let note = KeyValue::new("formatlab".to_owned(), TABLE_NOTE.to_owned());
    let properties = properties().set_encoding(Encoding::ALP).set_key_value_metadata(Some(vec![note]));
    let file = written(&measurements, properties);
    compare_with_fixture("alp.parquet", &file);
    let rows = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(std::fs::read(fixture("alp.parquet")).unwrap()))
        .unwrap()
        .with_batch_size(measurements.num_rows())
        .build()
        .unwrap();
    let read = rows.map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(read.len(), 1);
    for (read, written) in read[0].columns().iter().zip(measurements.columns()) {
        assert_eq!(bits_of(read), bits_of(written));
    }
}
