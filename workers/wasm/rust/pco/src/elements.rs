//! The number types of pco that a file can be taken for, and bytes as such numbers.

use std::borrow::Cow;

pub use pco::data_types::Number;
use pco::data_types::NumberType;

/// Parameter 0 of `open`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Int64,
    Uint64,
    Int32,
    Uint32,
    Float64,
    Float32,
    Int16,
    Uint16,
    Float16,
}

pub const ELEMENTS: [Element; 9] = [
    Element::Int64,
    Element::Uint64,
    Element::Int32,
    Element::Uint32,
    Element::Float64,
    Element::Float32,
    Element::Int16,
    Element::Uint16,
    Element::Float16,
];

impl Element {
    pub fn of(parameter: i32) -> Option<Self> {
        ELEMENTS.get(usize::try_from(parameter).ok()?).copied()
    }

    pub fn of_type(found: NumberType) -> Option<Self> {
        Some(match found {
            NumberType::I64 => Self::Int64,
            NumberType::U64 => Self::Uint64,
            NumberType::I32 => Self::Int32,
            NumberType::U32 => Self::Uint32,
            NumberType::F64 => Self::Float64,
            NumberType::F32 => Self::Float32,
            NumberType::I16 => Self::Int16,
            NumberType::U16 => Self::Uint16,
            NumberType::F16 => Self::Float16,
            _ => return None,
        })
    }
}

/// `with_type!(element, T => expression)`: the expression with T as the element's type.
macro_rules! with_type {
    ($element:expr, $type:ident => $expression:expr) => {
        match $element {
            $crate::elements::Element::Int64 => {
                type $type = i64;
                $expression
            }
            $crate::elements::Element::Uint64 => {
                type $type = u64;
                $expression
            }
            $crate::elements::Element::Int32 => {
                type $type = i32;
                $expression
            }
            $crate::elements::Element::Uint32 => {
                type $type = u32;
                $expression
            }
            $crate::elements::Element::Float64 => {
                type $type = f64;
                $expression
            }
            $crate::elements::Element::Float32 => {
                type $type = f32;
                $expression
            }
            $crate::elements::Element::Int16 => {
                type $type = i16;
                $expression
            }
            $crate::elements::Element::Uint16 => {
                type $type = u16;
                $expression
            }
            $crate::elements::Element::Float16 => {
                type $type = half::f16;
                $expression
            }
        }
    };
}
pub(crate) use with_type;

/// The bytes as numbers, in place where they begin at a multiple of a number's size; None where they are not a whole number of them.
pub fn numbers<T: Number>(bytes: &[u8]) -> Option<Cow<'_, [T]>> {
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return None;
    }
    // SAFETY: pco's number types have no padding and any bits are one of them.
    let (before, numbers, behind) = unsafe { bytes.align_to::<T>() };
    if before.is_empty() && behind.is_empty() {
        return Some(Cow::Borrowed(numbers));
    }
    let mut copy = vec![T::default(); bytes.len() / size_of::<T>()];
    // SAFETY: as above, and both have so many bytes.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), copy.as_mut_ptr().cast(), bytes.len()) };
    Some(Cow::Owned(copy))
}

/// As above, of a room that was measured in such numbers.
pub fn numbers_mut<T: Number>(bytes: &mut [u8]) -> &mut [T] {
    // SAFETY: as above.
    let (before, numbers, behind) = unsafe { bytes.align_to_mut::<T>() };
    assert!(before.is_empty() && behind.is_empty(), "the room is a whole number of numbers");
    numbers
}
