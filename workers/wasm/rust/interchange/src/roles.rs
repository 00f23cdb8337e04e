//! What Arrow's types cannot say of a column.

/// What the texts or integers of a column mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Value,
    /// Texts are JSON values.
    Json,
    /// Integers stand between quotes.
    QuotedInteger,
    /// A text that is an object or a list of JSON on one line stands as it is; any other is a text.
    Record,
}

/// The roles of columns and of the columns inside them, depth first. Missing ones are `Value`.
pub struct Roles<'a> {
    bytes: std::slice::Iter<'a, u8>,
    only: Option<Role>,
}

impl<'a> Roles<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), only: None }
    }

    pub fn one(role: Role) -> Roles<'static> {
        Roles { bytes: [].iter(), only: Some(role) }
    }

    pub fn next(&mut self) -> Role {
        if let Some(role) = self.only {
            return role;
        }
        match self.bytes.next() {
            Some(1) => Role::Json,
            Some(2) => Role::QuotedInteger,
            Some(3) => Role::Record,
            _ => Role::Value,
        }
    }
}
