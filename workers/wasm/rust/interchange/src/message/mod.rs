//! MessagePack: a map of columns, a map of entries, one array, or arrays in arrays. Instants (timestamps with a time zone) have MessagePack's
//! timestamp type; dates, times and timestamps of a local clock are ISO 8601 texts, and decimals are texts with all digits. Durations are numbers of
//! ticks, float16 becomes float32, and a category is the value that it names. Integers have their shortest form.

mod read;
mod write;

pub use read::read;
pub use write::{write, write_cell};

use arrow_schema::TimeUnit;

use crate::times::ticks_per_day;

const TIMESTAMP: i8 = -1;
const NANOSECONDS: i64 = 1_000_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

fn ticks_per_second(unit: TimeUnit) -> i64 {
    ticks_per_day(unit) / SECONDS_PER_DAY
}
