//! Columns that are read, for JavaScript.

use crate::build::{Build, Values};
use crate::node::Node;
use crate::plan::{Planned, Shape};

/// A column with those inside it.
pub struct Column {
    build: Build,
    inner: Vec<Column>,
}

impl Column {
    /// The values of a node, which become those of the shape's type.
    pub fn of_node(node: &mut Node, shape: &Shape, rows: usize) -> Self {
        let objects = node.facts.objects;
        let mut build = std::mem::take(&mut node.build);
        build.pad(rows);
        build.convert(shape.kind);
        let inner = if let Some(item) = &mut node.item {
            let items = item.present;
            vec![Self::of_node(item, &shape.inner[0], items)]
        } else if let Some(fields) = &mut node.fields {
            let order = std::mem::take(&mut fields.order);
            order
                .iter()
                .zip(&shape.inner)
                .map(|(place, shape)| Self::of_node(&mut fields.nodes[*place as usize], shape, objects))
                .collect()
        } else {
            Vec::new()
        };
        Self { build, inner }.with_spread_fields()
    }

    pub fn of_planned(planned: &mut Planned, rows: usize) -> Self {
        let mut build = std::mem::take(&mut planned.build);
        build.pad(rows);
        let inner_rows = planned.inner_rows;
        let inner = planned.inner.iter_mut().map(|inner| Self::of_planned(inner, inner_rows)).collect();
        Self { build, inner }.with_spread_fields()
    }

    /// Gives the fields of a struct a row for each null, too.
    fn with_spread_fields(mut self) -> Self {
        let rows = self.build.rows;
        if let (Values::Struct, Some(present)) = (&self.build.values, self.build.validity()) {
            for field in &mut self.inner {
                field.spread(present, rows);
            }
        }
        self
    }

    fn spread(&mut self, present: &[u8], rows: usize) {
        if matches!(self.build.values, Values::Struct) {
            for field in &mut self.inner {
                field.spread(present, rows);
            }
        }
        self.build.spread(present, rows);
    }

    pub fn floats(&self) -> Option<&[f64]> {
        match &self.build.values {
            Values::Float(values) => Some(values),
            _ => None,
        }
    }

    /// Appends for the column, then for those inside it: the address and the bytes of its bitmap, of its values or offsets, and of its texts.
    pub fn write(&self, out: &mut Vec<u32>) {
        fn span<T>(values: &[T], out: &mut Vec<u32>) {
            out.push(values.as_ptr() as usize as u32);
            out.push(std::mem::size_of_val(values) as u32);
        }
        span(self.build.validity().unwrap_or(&[]), out);
        match &self.build.values {
            Values::Bool(values) | Values::UInt8(values) => span(values, out),
            Values::Integer(values) => span(values, out),
            Values::Float(values) => span(values, out),
            Values::Int8(values) => span(values, out),
            Values::Int16(values) => span(values, out),
            Values::Int32(values) => span(values, out),
            Values::UInt16(values) => span(values, out),
            Values::UInt32(values) => span(values, out),
            Values::UInt64(values) => span(values, out),
            Values::Float32(values) => span(values, out),
            Values::Text { offsets, .. } | Values::List(offsets) => span(offsets, out),
            Values::Empty | Values::None | Values::Struct => span::<u8>(&[], out),
        }
        match &self.build.values {
            Values::Text { data, .. } => span(data, out),
            _ => span::<u8>(&[], out),
        }
        for inner in &self.inner {
            inner.write(out);
        }
    }
}
