//! What stands for a value in a file.

use arrow_schema::{DataType, TimeUnit};

use crate::roles::Role;

/// What stands for a column's values in JSON, or in MessagePack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Text,
    Integer,
    Float,
    /// A text or a number.
    Decimal,
    Bool,
    /// Any value, as it is.
    Json,
    /// A text, or an object or a list as it is.
    Record,
    /// A list or an object.
    Nested,
    /// MessagePack's timestamp type.
    Instant(TimeUnit),
    /// Bytes of MessagePack.
    Bytes,
}

impl Token {
    pub fn of(data_type: &DataType, role: Role) -> Self {
        match (data_type, role) {
            (DataType::Dictionary(_, item), role) => Self::of(item, role),
            (DataType::List(_) | DataType::Struct(_) | DataType::FixedSizeList(..), _) => Self::Nested,
            (DataType::Boolean, _) => Self::Bool,
            (DataType::Decimal128(..) | DataType::Decimal256(..), _) => Self::Decimal,
            (DataType::Float16 | DataType::Float32 | DataType::Float64, _) => Self::Float,
            (_, Role::QuotedInteger) => Self::Text,
            (_, Role::Json) => Self::Json,
            (_, Role::Record) => Self::Record,
            (other, _) if other.is_integer() || matches!(other, DataType::Duration(_)) => Self::Integer,
            _ => Self::Text,
        }
    }
}
