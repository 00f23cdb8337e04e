//! The kinds of columns that a scan builds.

/// The types of columns, by the numbers that JavaScript gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Texts,
    Int64,
    Float64,
    Bool,
    Date,
    Timestamp,
    /// Instants in microseconds and in nanoseconds.
    Microseconds,
    Nanoseconds,
    Uint64,
    /// Types that a user chose, as chosen.rs reads them.
    Chosen(Chosen),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float32,
    Float64,
    Bool,
    Date,
    Timestamp,
    Time,
    /// Texts with a decimal point.
    Decimal,
}

impl Kind {
    pub fn of(number: u32) -> Option<Self> {
        use Kind::*;
        let found = [Texts, Int64, Float64, Bool, Date, Timestamp, Microseconds, Nanoseconds, Uint64];
        found
            .get(number as usize)
            .copied()
            .or_else(|| self::Chosen::of(number as usize - found.len()).map(Self::Chosen))
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Texts | Self::Chosen(Chosen::Decimal))
    }

    pub fn is_number(self) -> bool {
        match self {
            Self::Chosen(chosen) => (chosen as usize) <= Chosen::Float64 as usize || chosen == Chosen::Decimal,
            _ => matches!(self, Self::Int64 | Self::Float64),
        }
    }
}

impl Chosen {
    fn of(place: usize) -> Option<Self> {
        use Chosen::*;
        let all = [
            Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64, Float32, Float64, Bool, Date, Timestamp, Time,
            Decimal,
        ];
        all.get(place).copied()
    }
}
