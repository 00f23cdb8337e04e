//! How a file is written: settings of the file, and of single columns.

use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;

use formatlab_tables::{report, text_at, Failure};

/// Settings that are collected before a file is written.
pub struct Properties {
    builder: WriterPropertiesBuilder,
    metadata: Vec<KeyValue>,
    sorted_by: Vec<SortingColumn>,
}

impl Properties {
    pub fn build(self) -> WriterProperties {
        self.builder
            .set_key_value_metadata((!self.metadata.is_empty()).then_some(self.metadata))
            .set_sorting_columns((!self.sorted_by.is_empty()).then_some(self.sorted_by))
            .build()
    }
}

#[no_mangle]
pub extern "C" fn properties_new() -> *mut Properties {
    let builder = WriterProperties::builder();
    Box::into_raw(Box::new(Properties { builder, metadata: Vec::new(), sorted_by: Vec::new() }))
}

/// # Safety
/// `properties` comes from `properties_new`, and no writer took it.
#[no_mangle]
pub unsafe extern "C" fn properties_drop(properties: *mut Properties) {
    drop(Box::from_raw(properties));
}

/// The numbers by which JavaScript names the settings; they are in `settings.ts` of the format, too.
mod setting {
    pub const ROW_GROUP_ROWS: i32 = 0;
    pub const PAGE_BYTES: i32 = 1;
    pub const PAGE_ROWS: i32 = 2;
    pub const DATA_PAGE_VERSION: i32 = 3;
    pub const STATISTICS: i32 = 4;
    pub const DICTIONARY: i32 = 5;
    pub const DICTIONARY_BYTES: i32 = 6;
    pub const ENCODING: i32 = 7;
    pub const UNCOMPRESSED: i32 = 8;
    pub const SNAPPY: i32 = 9;
    pub const GZIP: i32 = 10;
    pub const LZ4_RAW: i32 = 11;
    pub const ZSTD: i32 = 12;
    pub const BROTLI: i32 = 13;
    pub const BLOOM_FILTER: i32 = 14;
    pub const BLOOM_FILTER_FALSE_POSITIVES: i32 = 15;
    pub const OFFSET_INDEX: i32 = 16;
}

fn not_a_setting(setting: i32, value: f64) -> Failure {
    format!("the setting {setting} cannot be {value}").into()
}

fn compression(setting: i32, level: f64) -> Result<Option<Compression>, Failure> {
    Ok(Some(match setting {
        setting::UNCOMPRESSED => Compression::UNCOMPRESSED,
        setting::SNAPPY => Compression::SNAPPY,
        setting::GZIP => Compression::GZIP(GzipLevel::try_new(level as u32)?),
        setting::LZ4_RAW => Compression::LZ4_RAW,
        setting::ZSTD => Compression::ZSTD(ZstdLevel::try_new(level as i32)?),
        setting::BROTLI => Compression::BROTLI(BrotliLevel::try_new(level as u32)?),
        _ => return Ok(None),
    }))
}

/// The numbers are those of the Parquet format's enum `Encoding`.
fn encoding(value: f64) -> Result<Encoding, Failure> {
    Ok(match value as i32 {
        0 => Encoding::PLAIN,
        3 => Encoding::RLE,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
        7 => Encoding::DELTA_BYTE_ARRAY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        10 => Encoding::ALP,
        other => return Err(format!("there is no encoding {other} to write with").into()),
    })
}

fn statistics(value: f64) -> EnabledStatistics {
    match value as i32 {
        0 => EnabledStatistics::None,
        1 => EnabledStatistics::Chunk,
        _ => EnabledStatistics::Page,
    }
}

fn of_file(builder: WriterPropertiesBuilder, which: i32, value: f64) -> Result<WriterPropertiesBuilder, Failure> {
    if let Some(compression) = compression(which, value)? {
        return Ok(builder.set_compression(compression));
    }
    Ok(match which {
        setting::ROW_GROUP_ROWS => builder.set_max_row_group_row_count(Some(value as usize)),
        setting::PAGE_BYTES => builder.set_data_page_size_limit(value as usize),
        setting::PAGE_ROWS => builder.set_data_page_row_count_limit(value as usize),
        setting::DATA_PAGE_VERSION => builder.set_writer_version(match value as i32 {
            1 => WriterVersion::PARQUET_1_0,
            2 => WriterVersion::PARQUET_2_0,
            _ => return Err(not_a_setting(which, value)),
        }),
        setting::STATISTICS => builder.set_statistics_enabled(statistics(value)),
        setting::DICTIONARY => builder.set_dictionary_enabled(value != 0.0),
        setting::DICTIONARY_BYTES => builder.set_dictionary_page_size_limit(value as usize),
        setting::ENCODING => builder.set_encoding(encoding(value)?),
        setting::BLOOM_FILTER => builder.set_bloom_filter_enabled(value != 0.0),
        setting::BLOOM_FILTER_FALSE_POSITIVES => builder.set_bloom_filter_fpp(value),
        setting::OFFSET_INDEX => builder.set_offset_index_disabled(value == 0.0),
        _ => return Err(not_a_setting(which, value)),
    })
}

fn of_column(
    builder: WriterPropertiesBuilder,
    path: ColumnPath,
    which: i32,
    value: f64,
) -> Result<WriterPropertiesBuilder, Failure> {
    if let Some(compression) = compression(which, value)? {
        return Ok(builder.set_column_compression(path, compression));
    }
    Ok(match which {
        setting::STATISTICS => builder.set_column_statistics_enabled(path, statistics(value)),
        setting::DICTIONARY => builder.set_column_dictionary_enabled(path, value != 0.0),
        setting::DICTIONARY_BYTES => builder.set_column_dictionary_page_size_limit(path, value as usize),
        setting::PAGE_BYTES => builder.set_column_data_page_size_limit(path, value as usize),
        setting::PAGE_ROWS => builder.set_column_data_page_row_count_limit(path, value as usize),
        setting::ENCODING => builder.set_column_encoding(path, encoding(value)?),
        setting::BLOOM_FILTER => builder.set_column_bloom_filter_enabled(path, value != 0.0),
        setting::BLOOM_FILTER_FALSE_POSITIVES => builder.set_column_bloom_filter_fpp(path, value),
        _ => return Err(not_a_setting(which, value)),
    })
}

/// Applies one setting to all columns, or to the leaf column whose path's parts the text holds, each ended by a zero byte. Returns -1 on
/// failure.
///
/// # Safety
/// `properties` comes from `properties_new`; the path lies in memory.
#[no_mangle]
pub unsafe extern "C" fn properties_set(
    properties: &mut Properties,
    path_at: *const u8,
    path_bytes: usize,
    setting: i32,
    value: f64,
) -> i32 {
    let builder = std::mem::replace(&mut properties.builder, WriterProperties::builder());
    let changed = if path_bytes == 0 {
        of_file(builder, setting, value)
    } else {
        text_at(path_at, path_bytes).and_then(|text| {
            let parts = text.split_terminator('\0').map(str::to_owned).collect::<Vec<_>>();
            of_column(builder, ColumnPath::new(parts), setting, value)
        })
    };
    match report(changed) {
        Some(builder) => {
            properties.builder = builder;
            0
        }
        None => -1,
    }
}

/// Adds a key and a value to the file's metadata. Returns -1 if one is not UTF-8.
///
/// # Safety
/// `properties` comes from `properties_new`; both texts lie in memory.
#[no_mangle]
pub unsafe extern "C" fn properties_note(
    properties: &mut Properties,
    key_at: *const u8,
    key_bytes: usize,
    value_at: *const u8,
    value_bytes: usize,
) -> i32 {
    let pair = text_at(key_at, key_bytes).and_then(|key| Ok(KeyValue::new(key, text_at(value_at, value_bytes)?)));
    match report(pair) {
        Some(pair) => {
            properties.metadata.push(pair);
            0
        }
        None => -1,
    }
}

/// Declares that the rows are sorted by a leaf column.
#[no_mangle]
pub extern "C" fn properties_sorted_by(properties: &mut Properties, leaf: i32, descending: bool, nulls_first: bool) {
    properties.sorted_by.push(SortingColumn { column_idx: leaf, descending, nulls_first });
}
