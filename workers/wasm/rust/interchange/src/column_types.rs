//! Columns by their Arrow types.

use arrow_schema::{DataType, Field};
use formatlab_tables::Failure;
use rustc_hash::FxHashMap;

use crate::columns::{Column, Values};
use crate::roles::{Role, Roles};
use crate::tokens::Token;

impl Column {
    /// An empty column for about so many rows. `roles` has the next roles for it and for the columns inside it.
    pub fn new(field: &Field, expected_rows: usize, roles: &mut Roles) -> Result<Self, Failure> {
        let role = roles.next();
        let rows = expected_rows;
        let offsets = || {
            let mut offsets = Vec::with_capacity(rows + 1);
            offsets.push(0);
            offsets
        };
        macro_rules! numbers {
            ($kind:ident) => {
                Values::$kind(Vec::with_capacity(rows))
            };
        }
        let values = match field.data_type() {
            DataType::Int8 => numbers!(Int8),
            DataType::Int16 => numbers!(Int16),
            DataType::Int32 => numbers!(Int32),
            DataType::Int64 | DataType::Duration(_) => numbers!(Int64),
            DataType::UInt8 => numbers!(UInt8),
            DataType::UInt16 => numbers!(UInt16),
            DataType::UInt32 => numbers!(UInt32),
            DataType::UInt64 => numbers!(UInt64),
            DataType::Float16 => numbers!(Float16),
            DataType::Float32 => numbers!(Float32),
            DataType::Float64 => numbers!(Float64),
            DataType::Boolean => Values::Bool(Vec::with_capacity(rows.div_ceil(8))),
            DataType::Date32 => numbers!(Date),
            DataType::Timestamp(unit, zone) => {
                Values::Timestamp { ticks: Vec::with_capacity(rows), unit: *unit, zoned: zone.is_some() }
            }
            DataType::Time32(unit) => Values::ShortTime { ticks: Vec::with_capacity(rows), unit: *unit },
            DataType::Time64(unit) => Values::Time { ticks: Vec::with_capacity(rows), unit: *unit },
            DataType::Decimal128(precision, scale) => {
                Values::Decimal128 { integers: Vec::with_capacity(rows), precision: *precision, scale: *scale }
            }
            DataType::Decimal256(precision, scale) => {
                Values::Decimal256 { integers: Vec::with_capacity(rows), precision: *precision, scale: *scale }
            }
            DataType::Utf8 => Values::Text { offsets: offsets(), data: Vec::new() },
            DataType::Binary => Values::Bytes { offsets: offsets(), data: Vec::new() },
            DataType::FixedSizeBinary(width) => Values::FixedBytes { width: *width as usize, data: Vec::new() },
            DataType::Dictionary(_, item) => {
                let item = Field::new("item", item.as_ref().clone(), false);
                Values::Category {
                    indices: Vec::with_capacity(rows),
                    places: FxHashMap::default(),
                    item: Box::new(Self::new(&item, 0, &mut Roles::one(role))?),
                }
            }
            DataType::List(item) => Values::List { offsets: offsets(), item: Box::new(Self::new(item, 0, roles)?) },
            DataType::FixedSizeList(item, length) => {
                let length = *length as usize;
                let item = Self::new(item, rows.saturating_mul(length), &mut Roles::one(Role::Value))?;
                Values::Vector { length, item: Box::new(item) }
            }
            DataType::Struct(fields) => {
                let fields = fields.iter().map(|field| Self::new(field, rows, roles));
                Values::Struct(fields.collect::<Result<_, _>>()?)
            }
            other => {
                return Err(
                    format!("The column “{}” has the type {other}, which no text stands for.", field.name()).into()
                )
            }
        };
        Ok(Self {
            name: field.name().clone(),
            nullable: field.is_nullable(),
            token: Token::of(field.data_type(), role),
            data_type: field.data_type().clone(),
            rows: 0,
            validity: Vec::new(),
            nulls: 0,
            values,
        })
    }

    /// The type as the page calls it.
    pub fn type_name(&self) -> String {
        match &self.data_type {
            _ if self.token == Token::Json => "json".to_owned(),
            DataType::Boolean => "bool".to_owned(),
            DataType::Date32 => "date".to_owned(),
            DataType::Timestamp(..) => "timestamp".to_owned(),
            DataType::Time32(_) | DataType::Time64(_) => "time".to_owned(),
            DataType::Duration(_) => "duration".to_owned(),
            DataType::Decimal128(..) | DataType::Decimal256(..) => "decimal".to_owned(),
            DataType::FixedSizeBinary(_) => "fixedBinary".to_owned(),
            DataType::Dictionary(..) => "category".to_owned(),
            DataType::List(_) => "list".to_owned(),
            DataType::Struct(_) => "struct".to_owned(),
            other => other.to_string().to_lowercase(),
        }
    }
}
