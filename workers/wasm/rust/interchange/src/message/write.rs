//! Writes a table as one message.

use arrow_array::{Array, StructArray};
use arrow_schema::TimeUnit;
use formatlab_tables::Failure;
use rmp::encode::{
    write_array_len, write_bin, write_bool, write_ext_meta, write_f32, write_f64, write_map_len, write_nil, write_sint,
    write_str_len, write_uint,
};

use super::{ticks_per_second, NANOSECONDS, TIMESTAMP};
use crate::cells::{Cells, Syntax, Values as CellValues};
use crate::roles::Roles;
use crate::Layout;

fn count(items: usize) -> Result<u32, Failure> {
    u32::try_from(items).map_err(|_| "MessagePack counts at most 4,294,967,295 items.".into())
}

fn push_text(text: &[u8], out: &mut Vec<u8>) -> Result<(), Failure> {
    write_str_len(out, count(text.len())?)?;
    out.extend_from_slice(text);
    Ok(())
}

pub fn write(
    table: &StructArray,
    layout: Layout,
    mut roles: Roles,
    shape: &[u32],
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let columns = table
        .fields()
        .iter()
        .zip(table.columns())
        .map(|(field, column)| Cells::new(field.name(), column, Syntax::Message, &mut roles))
        .collect::<Result<Vec<_>, _>>()?;
    let rows = table.len();
    match (layout, columns.as_slice()) {
        (Layout::MessageColumns, columns) => {
            write_map_len(out, count(columns.len())?)?;
            for (field, cells) in table.fields().iter().zip(columns) {
                push_text(field.name().as_bytes(), out)?;
                write_rows(cells, 0, rows, out)?;
            }
        }
        (Layout::MessageEntries, [key, value]) => {
            write_map_len(out, count(rows)?)?;
            for row in 0..rows {
                write_cell(key, row, out)?;
                write_cell(value, row, out)?;
            }
        }
        (Layout::MessageValues, [values]) => write_rows(values, 0, rows, out)?,
        (Layout::MessageArray, [values]) => write_axis(values.elements().unwrap_or(values), shape, &mut 0, out)?,
        _ => return Err("The table has other columns than its layout.".into()),
    }
    Ok(())
}

fn write_axis(elements: &Cells, shape: &[u32], at: &mut usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    let [length, inner @ ..] = shape else {
        *at += 1;
        return write_cell(elements, *at - 1, out);
    };
    write_array_len(out, *length)?;
    for _ in 0..*length {
        write_axis(elements, inner, at, out)?;
    }
    Ok(())
}

fn write_rows(cells: &Cells, from: usize, to: usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    write_array_len(out, count(to - from)?)?;
    for row in from..to {
        write_cell(cells, row, out)?;
    }
    Ok(())
}

#[inline]
pub fn write_cell(cells: &Cells, row: usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    if cells.is_null(row) {
        return Ok(write_nil(out)?);
    }
    match &cells.values {
        CellValues::Int8(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int16(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int32(values) => _ = write_sint(out, values[row].into())?,
        CellValues::Int64(values) | CellValues::QuotedInteger(values) => _ = write_sint(out, values[row])?,
        CellValues::UInt8(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt16(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt32(values) => _ = write_uint(out, values[row].into())?,
        CellValues::UInt64(values) => _ = write_uint(out, values[row])?,
        CellValues::Float16(values) => write_f32(out, values[row].to_f32())?,
        CellValues::Float32(values) => write_f32(out, values[row])?,
        CellValues::Float64(values) => write_f64(out, values[row])?,
        CellValues::Bool(values) => write_bool(out, values.value(row))?,
        CellValues::Timestamp { ticks, unit, zoned: true } => write_instant(ticks[row], *unit, out)?,
        CellValues::Bytes { offsets, data } => {
            write_bin(out, &data[offsets[row] as usize..offsets[row + 1] as usize])?;
        }
        CellValues::FixedBytes { width, data } => write_bin(out, &data[row * width..(row + 1) * width])?,
        CellValues::Text { offsets, data, .. } => {
            push_text(&data[offsets[row] as usize..offsets[row + 1] as usize], out)?;
        }
        CellValues::Category { indices, cells } => {
            let cell = cells.get(indices[row] as usize).ok_or("A row has a category that is not listed.")?;
            out.extend_from_slice(cell);
        }
        CellValues::List { offsets, item } => write_rows(item, offsets[row] as usize, offsets[row + 1] as usize, out)?,
        CellValues::Vector { length, item } => write_rows(item, row * length, (row + 1) * length, out)?,
        CellValues::Struct(fields) => {
            write_map_len(out, count(fields.len())?)?;
            for (name, field) in fields {
                push_text(name, out)?;
                write_cell(field, row, out)?;
            }
        }
        CellValues::Date(_)
        | CellValues::Timestamp { .. }
        | CellValues::ShortTime { .. }
        | CellValues::Time { .. }
        | CellValues::Decimal128 { .. }
        | CellValues::Decimal256 { .. } => {
            let mut text = Vec::with_capacity(32);
            cells.write(row, Syntax::Csv, &mut text)?;
            push_text(&text, out)?;
        }
    }
    Ok(())
}

/// Seconds of UTC in 32, 34 or 64 bits, and nanoseconds.
fn write_instant(ticks: i64, unit: TimeUnit, out: &mut Vec<u8>) -> Result<(), Failure> {
    let per_second = ticks_per_second(unit);
    let seconds = ticks.div_euclid(per_second);
    let nanoseconds = (ticks.rem_euclid(per_second) * (NANOSECONDS / per_second)) as u32;
    match (u64::try_from(seconds), nanoseconds) {
        (Ok(short), 0) if short <= u32::MAX.into() => {
            write_ext_meta(out, 4, TIMESTAMP)?;
            out.extend_from_slice(&(short as u32).to_be_bytes());
        }
        (Ok(short), _) if short < 1 << 34 => {
            write_ext_meta(out, 8, TIMESTAMP)?;
            out.extend_from_slice(&(u64::from(nanoseconds) << 34 | short).to_be_bytes());
        }
        _ => {
            write_ext_meta(out, 12, TIMESTAMP)?;
            out.extend_from_slice(&nanoseconds.to_be_bytes());
            out.extend_from_slice(&seconds.to_be_bytes());
        }
    }
    Ok(())
}
