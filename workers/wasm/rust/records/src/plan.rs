//! Columns of types that are told before, into which values are converted.

use rustc_hash::FxHashMap;

use crate::build::{Build, TooLarge, Values};
use crate::exactness::{alters, integer_of, keeps_every_digit, number_of, number_with_point, Float, Number, MAX_SAFE};
use crate::facts::{float_of_text, ticks_of_text, whole_of_text, TimeFacts};
use crate::node::{Fields, Node};
use crate::tape::{Kind, Tape};
use crate::text::{name_of, push_decoded, push_value};
use crate::times::parse_days;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float32,
    Float64,
    Text,
    Json,
    Date,
    Micros,
    Nanos,
    List,
    Struct,
}

impl Type {
    /// The types in the order of their numbers in workers/formats/json/open/reader/record-reader.ts.
    pub fn of(number: u8) -> Option<Self> {
        use Type::*;
        let types = [
            Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float32, Float64, Text, Json, Date, Micros,
            Nanos, List, Struct,
        ];
        types.get(usize::from(number)).copied()
    }
}

/// A type with those inside it.
pub struct Shape {
    pub kind: Type,
    pub inner: Vec<Shape>,
}

impl Shape {
    /// Reads the type of a node: its number, then those of its item, or of its fields in their order.
    pub fn read(node: &Node, numbers: &mut std::slice::Iter<u8>) -> Option<Self> {
        let kind = Type::of(*numbers.next()?)?;
        let inner = match kind {
            Type::List => vec![Self::read(node.item.as_deref()?, numbers)?],
            Type::Struct => {
                let fields = node.fields.as_deref()?;
                fields
                    .order
                    .iter()
                    .map(|place| Self::read(&fields.nodes[*place as usize], numbers))
                    .collect::<Option<_>>()?
            }
            _ => Vec::new(),
        };
        Some(Self { kind, inner })
    }

    /// True if the values that the node has are of the type, or become so without reading the file again.
    pub fn is_built(&self, node: &Node) -> bool {
        match (self.kind, &node.build.values) {
            (Type::Bool, Values::Bool(_))
            | (Type::Int64, Values::Integer(_))
            | (Type::Float64, Values::Float(_))
            | (Type::Text | Type::Micros | Type::Nanos, Values::Text { .. }) => true,
            (Type::List, Values::List(_)) => node.item.as_deref().is_some_and(|item| self.inner[0].is_built(item)),
            (Type::Struct, Values::Struct) => node.fields.as_deref().is_some_and(|fields| {
                fields
                    .order
                    .iter()
                    .zip(&self.inner)
                    .all(|(place, shape)| shape.is_built(&fields.nodes[*place as usize]))
            }),
            (Type::List | Type::Struct, _) => false,
            (_, Values::Empty) => true,
            _ => false,
        }
    }
}

/// A column that is read with the type of a shape.
pub struct Planned {
    kind: Type,
    pub build: Build,
    pub inner: Vec<Planned>,
    /// The places of a struct's fields.
    places: FxHashMap<Box<[u8]>, usize>,
    /// The number of lists' items, or of objects.
    pub inner_rows: usize,
    /// Values that are not null, numbers that the type alters, and the first of them.
    pub present: usize,
    pub altered: usize,
    pub first_altered: String,
    pub times: TimeFacts,
}

/// A value, where its tokens stand.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub tape: &'a Tape,
    pub text: &'a [u8],
    pub at: usize,
}

impl<'a> Value<'a> {
    fn kind(self) -> Kind {
        self.tape.tokens[self.at].kind
    }

    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub fn written(self) -> &'a [u8] {
        let token = self.tape.tokens[self.at];
        let quotes = usize::from(matches!(token.kind, Kind::Text | Kind::EscapedText));
        &self.text[token.start as usize - quotes..token.end as usize + quotes]
    }

    fn number(self) -> Option<Number> {
        match self.kind() {
            Kind::Integer => Some(integer_of(self.written())),
            Kind::Number => Some(number_with_point(self.written())),
            _ => None,
        }
    }

    /// Calls with the text that the value is; `None` if it is none.
    fn with_text<T>(self, take: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let token = self.tape.tokens[self.at];
        let written = &self.text[token.start as usize..token.end as usize];
        match token.kind {
            Kind::Text => take(written),
            Kind::EscapedText => {
                let mut decoded = Vec::new();
                push_decoded(written, &mut decoded);
                take(&decoded)
            }
            _ => None,
        }
    }

    fn integer(self) -> Option<i128> {
        match self.number() {
            Some(Number::Whole(value)) => Some(value),
            Some(Number::Fraction(0.0)) => Some(0),
            Some(_) => None,
            None => self.with_text(whole_of_text),
        }
    }

    fn float(self) -> Option<f64> {
        match self.kind() {
            Kind::Integer | Kind::Number => number_of(self.written()),
            Kind::Infinite => Some(match self.written() {
                b"NaN" => f64::NAN,
                b"Infinity" => f64::INFINITY,
                _ => f64::NEG_INFINITY,
            }),
            _ => self.with_text(float_of_text),
        }
    }

    fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => self.with_text(|text| match text {
                b"true" => Some(true),
                b"false" => Some(false),
                _ => None,
            }),
        }
    }

    /// The number as JavaScript would write it, if the float type alters it.
    fn altered(self, float: Float) -> Option<String> {
        let as_text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        match self.number() {
            Some(Number::Whole(value)) if value.abs() > MAX_SAFE => {
                (!keeps_every_digit(self.written(), float)).then(|| as_text(self.written()))
            }
            Some(Number::Huge { .. } | Number::Written) => {
                (!keeps_every_digit(self.written(), float)).then(|| as_text(self.written()))
            }
            Some(Number::Whole(_) | Number::Fraction(_)) => {
                let value = number_of(self.written())?;
                alters(value, float).then(|| ryu_js::Buffer::new().format(value).to_owned())
            }
            None => self.with_text(|text| (!keeps_every_digit(text, float)).then(|| as_text(text))),
        }
    }
}

impl Planned {
    pub fn new(node: &Node, shape: &Shape) -> Self {
        let (inner, places) = match (shape.kind, &node.item, &node.fields) {
            (Type::List, Some(item), _) => (vec![Self::new(item, &shape.inner[0])], FxHashMap::default()),
            (Type::Struct, _, Some(fields)) => Self::of_fields(fields, shape),
            _ => (Vec::new(), FxHashMap::default()),
        };
        Self {
            kind: shape.kind,
            build: Build::of(shape.kind),
            inner,
            places,
            inner_rows: 0,
            present: 0,
            altered: 0,
            first_altered: String::new(),
            times: TimeFacts::default(),
        }
    }

    fn of_fields(fields: &Fields, shape: &Shape) -> (Vec<Self>, FxHashMap<Box<[u8]>, usize>) {
        let nodes = fields.order.iter().map(|place| &fields.nodes[*place as usize]);
        let places = nodes.clone().enumerate().map(|(at, node)| (node.name.clone(), at)).collect();
        (nodes.zip(&shape.inner).map(|(node, shape)| Self::new(node, shape)).collect(), places)
    }

    /// True if the type can hold the value, which is not null.
    pub fn holds(&self, value: Value) -> bool {
        let within = |min: i128, max: i128| value.integer().is_some_and(|integer| min <= integer && integer <= max);
        match self.kind {
            Type::Int8 => within(i8::MIN.into(), i8::MAX.into()),
            Type::Int16 => within(i16::MIN.into(), i16::MAX.into()),
            Type::Int32 => within(i32::MIN.into(), i32::MAX.into()),
            Type::Int64 => within(i64::MIN.into(), i64::MAX.into()),
            Type::UInt8 => within(0, u8::MAX.into()),
            Type::UInt16 => within(0, u16::MAX.into()),
            Type::UInt32 => within(0, u32::MAX.into()),
            Type::UInt64 => within(0, u64::MAX.into()),
            Type::Float32 | Type::Float64 => value.float().is_some(),
            Type::Bool => value.bool().is_some(),
            Type::Date => value.with_text(parse_days).is_some(),
            Type::Micros => value.with_text(|text| ticks_of_text(text, false)).is_some(),
            Type::Nanos => value.with_text(|text| ticks_of_text(text, true)).is_some(),
            Type::Text | Type::Json | Type::List | Type::Struct => true,
        }
    }

    /// Reads the value of a row, which the type holds.
    pub fn take(&mut self, value: Value, row: usize) -> Result<(), TooLarge> {
        if value.is_null() {
            return Ok(());
        }
        self.present += 1;
        self.build.begin(row, || Values::None);
        match self.kind {
            Type::List => return self.take_list(value),
            Type::Struct => return self.take_struct(value),
            Type::Float32 | Type::Float64 => self.count_altered(value),
            Type::Micros | Type::Nanos => {
                value.with_text(|text| Some(self.times.add(text)));
            }
            _ => {}
        }
        let integer = || value.integer().unwrap_or(0);
        match &mut self.build.values {
            Values::Int8(values) => values.push(integer() as i8),
            Values::Int16(values) => values.push(integer() as i16),
            Values::Int32(values) => values.push(match self.kind {
                Type::Date => value.with_text(parse_days).unwrap_or(0),
                _ => integer() as i32,
            }),
            Values::Integer(values) => values.push(match self.kind {
                Type::Micros => value.with_text(|text| ticks_of_text(text, false)).unwrap_or(0),
                Type::Nanos => value.with_text(|text| ticks_of_text(text, true)).unwrap_or(0),
                _ => integer() as i64,
            }),
            Values::UInt8(values) => values.push(integer() as u8),
            Values::UInt16(values) => values.push(integer() as u16),
            Values::UInt32(values) => values.push(integer() as u32),
            Values::UInt64(values) => values.push(integer() as u64),
            Values::Float32(values) => values.push(value.float().unwrap_or(f64::NAN) as f32),
            Values::Float(values) => values.push(value.float().unwrap_or(f64::NAN)),
            Values::Bool(values) => values.push(value.bool().unwrap_or(false).into()),
            Values::Text { offsets, data } => {
                push_as_text(value, self.kind, data);
                Build::close(offsets, data.len())?;
            }
            Values::Empty | Values::None | Values::List(_) | Values::Struct => {}
        }
        Ok(())
    }

    fn count_altered(&mut self, value: Value) {
        let float = if self.kind == Type::Float32 { Float::Single } else { Float::Double };
        if let Some(number) = value.altered(float) {
            self.altered += 1;
            if self.altered == 1 {
                self.first_altered = number.chars().take(200).collect();
            }
        }
    }

    fn take_list(&mut self, value: Value) -> Result<(), TooLarge> {
        let (tape, text) = (value.tape, value.text);
        let mut at = value.at + 1;
        while at < tape.tokens[value.at].next as usize {
            self.inner[0].take(Value { tape, text, at }, self.inner_rows)?;
            self.inner_rows += 1;
            at = tape.tokens[at].next as usize;
        }
        if let Values::List(offsets) = &mut self.build.values {
            Build::close(offsets, self.inner_rows)?;
        }
        Ok(())
    }

    fn take_struct(&mut self, value: Value) -> Result<(), TooLarge> {
        let (tape, text) = (value.tape, value.text);
        let mut found: Vec<usize> = vec![0; self.inner.len()];
        let mut room = Vec::new();
        let mut at = value.at + 1;
        while at < tape.tokens[value.at].next as usize {
            if let Some(place) = self.places.get(name_of(tape, text, at, &mut room)) {
                found[*place] = at + 1;
            }
            at = tape.tokens[at + 1].next as usize;
        }
        for (inner, at) in self.inner.iter_mut().zip(found) {
            if at > 0 {
                inner.take(Value { tape, text, at }, self.inner_rows)?;
            }
        }
        self.inner_rows += 1;
        Ok(())
    }
}

/// Appends a text as it is, and any other value as JSON; as JSON, a text too.
fn push_as_text(value: Value, kind: Type, data: &mut Vec<u8>) {
    let is_text = value.with_text(|text| {
        if kind == Type::Text {
            data.extend_from_slice(text);
        }
        Some(())
    });
    if is_text.is_none() || kind == Type::Json {
        push_value(value.tape, value.text, value.at, data);
    }
}
