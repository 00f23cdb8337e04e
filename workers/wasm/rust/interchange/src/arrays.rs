//! Columns as Arrow arrays.

use std::sync::Arc;

use arrow_buffer::Buffer;
use arrow_data::{ArrayData, ArrayDataBuilder};
use arrow_schema::{DataType, Field};
use formatlab_tables::Failure;

use crate::columns::{Column, Values};

impl Column {
    /// The rows so far as an Arrow array.
    pub fn finish(self) -> Result<ArrayData, Failure> {
        let rows = self.rows;
        let builder = ArrayDataBuilder::new(self.data_type).len(rows);
        let builder = if self.nulls > 0 {
            builder.null_bit_buffer(Some(Buffer::from_vec(self.validity))).null_count(self.nulls)
        } else {
            builder
        };
        let builder = match self.values {
            Values::Int8(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::Int16(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::Int32(values) | Values::Date(values) | Values::ShortTime { ticks: values, .. } => {
                builder.add_buffer(Buffer::from_vec(values))
            }
            Values::Int64(values) | Values::Timestamp { ticks: values, .. } | Values::Time { ticks: values, .. } => {
                builder.add_buffer(Buffer::from_vec(values))
            }
            Values::UInt8(values) | Values::Bool(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::UInt16(values) | Values::Float16(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::UInt32(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::UInt64(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::Float32(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::Float64(values) => builder.add_buffer(Buffer::from_vec(values)),
            Values::Decimal128 { integers, .. } => builder.add_buffer(Buffer::from_vec(integers)),
            Values::Decimal256 { integers, .. } => builder.add_buffer(Buffer::from_vec(integers)),
            Values::Text { offsets, data } | Values::Bytes { offsets, data } => {
                builder.add_buffer(Buffer::from_vec(offsets)).add_buffer(Buffer::from_vec(data))
            }
            Values::FixedBytes { data, .. } => builder.add_buffer(Buffer::from_vec(data)),
            Values::Category { indices, item, .. } => {
                builder.add_buffer(Buffer::from_vec(indices)).add_child_data(item.finish()?)
            }
            Values::List { offsets, item } => {
                builder.add_buffer(Buffer::from_vec(offsets)).add_child_data(item.finish()?)
            }
            Values::Vector { item, .. } => builder.add_child_data(item.finish()?),
            Values::Struct(fields) => {
                let children = fields.into_iter().map(Self::finish).collect::<Result<_, _>>()?;
                builder.child_data(children)
            }
        };
        // SAFETY: the buffers were filled row by row, texts come from a file that is UTF-8, and offsets were checked when they were added.
        Ok(unsafe { builder.build_unchecked() })
    }
}

/// The columns as one struct.
pub fn struct_of(columns: Vec<Column>, rows: usize) -> Result<ArrayData, Failure> {
    let fields: Vec<_> = columns
        .iter()
        .map(|column| Arc::new(Field::new(&column.name, column.data_type.clone(), column.nullable)))
        .collect();
    let children = columns.into_iter().map(Column::finish).collect::<Result<_, _>>()?;
    let builder = ArrayDataBuilder::new(DataType::Struct(fields.into())).len(rows).child_data(children);
    // SAFETY: every column has so many rows, as its reader made sure.
    Ok(unsafe { builder.build_unchecked() })
}
