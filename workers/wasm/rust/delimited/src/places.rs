//! What is counted in a column, by the places of the numbers. workers/formats/csv/open/scan/counts.ts names them in the same order.

use crate::words::NULL_WORDS;

/// The places of the numbers. Values are texts that are neither empty nor a null word.
#[derive(Clone, Copy)]
pub enum Of {
    Values,
    QuotedEmpties,
    /// Values that the sniffing reader takes for int64, and for float64 only.
    Integers,
    Floats,
    /// Values that it takes for no number.
    Others,
    /// Numbers whose marks of thousands do not separate groups of three digits.
    Ungrouped,
    /// Integers in hexadecimal and binary form.
    BasedIntegers,
    InfiniteWords,
    NegativeZeros,
    /// Values that can be cast to int64, and those that change by it; the same of float64.
    ToInteger,
    IntegerAltered,
    ToFloat,
    FloatAltered,
    UnsignedDigits,
    Codes,
    Decimals,
    Exponents,
    WholeDigits,
    FractionDigits,
    TimesOfDay,
    OutsideInt32,
    OutsideInt16,
    OutsideInt8,
    OutsideUint64,
    OutsideUint32,
    OutsideUint16,
    OutsideUint8,
    IntegerNotInFloat64,
    IntegerNotInFloat32,
    /// Of numbers as float64: those that float32 and int64 leave out and alter, and those that uint64 leaves out.
    OutsideFloat32,
    AlteredByFloat32,
    OutsideInt64,
    AlteredByInt64,
    OutsideUint64AsFloat,
    ClearTruths,
    LikelyTruths,
    PossibleTruths,
    Dates,
    Timestamps,
    Zoned,
    /// Those of them that the sniffing reader takes for timestamps.
    SniffedZoned,
    BeyondNanoseconds,
    Finer,
    /// Timestamps without an offset that are no whole days.
    NotMidnight,
    /// Texts of a date and a time of day whose hour is 24.
    LateHours,
    /// Dates and timestamps whose year does not have four digits.
    OddYearDates,
    OddYearTimes,
    /// Texts that are none of the dates and times above, but can be cast to a date, and those of them that lose something by it.
    CastDates,
    CastDatesAltered,
    /// Texts that can be cast to a timestamp.
    ToTimestamp,
    Commas,
    /// One for each number style.
    Styles,
}

/// `numberStyles` of workers/formats/csv/open/guess-reading.ts: the marks of decimals and of thousands.
pub const STYLES: [(&[u8], &[u8]); 11] = [
    (b".", b""),
    (b",", b""),
    (b".", b","),
    (b",", b"."),
    (b".", b" "),
    (b",", b" "),
    (b".", "\u{a0}".as_bytes()),
    (b",", "\u{a0}".as_bytes()),
    (b".", "\u{202f}".as_bytes()),
    (b",", "\u{202f}".as_bytes()),
    (b".", b"'"),
];
pub const WORDS: usize = Of::Styles as usize + STYLES.len();
pub const NUMBERS: usize = WORDS + NULL_WORDS.len();

/// The first texts of a kind, for notes.
#[derive(Clone, Copy)]
pub enum Example {
    Altered,
    Code,
    InfiniteWord,
    NoNumber,
    Comma,
}
