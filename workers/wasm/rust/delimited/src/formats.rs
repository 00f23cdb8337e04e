//! Dates and times in formats of `strptime`, as `formatPattern` of workers/formats/csv/open/guess-reading.ts has them: `%d.%m.%Y %H:%M`.

use crate::times::days_of_day;

enum Part {
    /// A run of digits: how many it has at least and at most, and its least and greatest value.
    Number {
        of: Unit,
        digits: (usize, usize),
        values: (u32, u32),
    },
    MonthName {
        is_short: bool,
    },
    HalfOfDay,
    Literal(u8),
}

#[derive(Clone, Copy)]
enum Unit {
    Year,
    ShortYear,
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub struct Format {
    parts: Vec<Part>,
}

/// A time that a text tells.
#[derive(Clone, Copy)]
pub struct Told {
    /// Days since 1970-01-01.
    pub days: i32,
    pub seconds: i32,
}

impl Told {
    /// Microseconds since 1970-01-01T00:00.
    pub fn microseconds(self) -> i64 {
        (i64::from(self.days) * 86_400 + i64::from(self.seconds)) * 1_000_000
    }
}

impl Format {
    /// None if the format has a directive that is not known.
    pub fn of(text: &[u8]) -> Option<Self> {
        let number = |of, least, most, from, to| Part::Number { of, digits: (least, most), values: (from, to) };
        let mut parts = Vec::new();
        let mut rest = text;
        while let [first, more @ ..] = rest {
            rest = more;
            if *first != b'%' {
                parts.push(Part::Literal(*first));
                continue;
            }
            let [directive, more @ ..] = more else { return None };
            rest = more;
            parts.push(match directive {
                b'Y' => number(Unit::Year, 4, 4, 0, 9_999),
                b'y' => number(Unit::ShortYear, 2, 2, 0, 99),
                b'm' => number(Unit::Month, 1, 2, 1, 12),
                b'd' => number(Unit::Day, 1, 2, 1, 31),
                b'H' => number(Unit::Hour, 1, 2, 0, 23),
                b'I' => number(Unit::Hour, 1, 2, 1, 12),
                b'M' => number(Unit::Minute, 2, 2, 0, 59),
                b'S' => number(Unit::Second, 2, 2, 0, 59),
                b'b' => Part::MonthName { is_short: true },
                b'B' => Part::MonthName { is_short: false },
                b'p' => Part::HalfOfDay,
                _ => return None,
            });
        }
        Some(Self { parts })
    }

    /// None if the text is written in another way, or tells a day that there is not.
    pub fn read(&self, text: &[u8]) -> Option<Told> {
        let mut rest = text;
        let (mut year, mut month, mut day, mut hour, mut minute, mut second) = (1970, 1, 1, 0, 0, 0);
        let mut half = None;
        for part in &self.parts {
            match part {
                Part::Literal(byte) => rest = rest.strip_prefix(&[*byte])?,
                Part::Number { of, digits: (least, most), values: (from, to) } => {
                    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    if count < *least || count > *most {
                        return None;
                    }
                    let value = rest[..count].iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
                    if value < *from || value > *to {
                        return None;
                    }
                    rest = &rest[count..];
                    match of {
                        Unit::Year => year = value as i32,
                        Unit::ShortYear => year = value as i32 + if value < 69 { 2_000 } else { 1_900 },
                        Unit::Month => month = value,
                        Unit::Day => day = value,
                        Unit::Hour => hour = value,
                        Unit::Minute => minute = value,
                        Unit::Second => second = value,
                    }
                }
                Part::MonthName { is_short } => {
                    let place = MONTHS.iter().position(|name| {
                        let name = if *is_short { &name[..3] } else { name };
                        rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name.as_bytes())
                    })?;
                    month = place as u32 + 1;
                    rest = &rest[if *is_short { 3 } else { MONTHS[place].len() }..];
                }
                Part::HalfOfDay => {
                    half = Some(matches!(rest.first()?, b'P' | b'p'));
                    let [b'A' | b'a' | b'P' | b'p', b'M' | b'm', more @ ..] = rest else { return None };
                    rest = more;
                }
            }
        }
        if let Some(is_afternoon) = half {
            hour = hour % 12 + if is_afternoon { 12 } else { 0 };
        }
        let days = days_of_day(year, month, day)?;
        rest.is_empty().then_some(Told { days, seconds: (hour * 3_600 + minute * 60 + second) as i32 })
    }
}
