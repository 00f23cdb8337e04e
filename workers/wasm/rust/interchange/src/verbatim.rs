//! JSON values that are stored as they are.

use jiter::{Jiter, JsonErrorType};

use crate::escapes::push_json_text;

/// Why a text is not one JSON value that the parser reads.
fn check_json(text: &[u8]) -> Result<(), String> {
    let mut parser = Jiter::new(text);
    parser.next_skip().and_then(|()| parser.finish()).map_err(|error| match error.error_type {
        jiter::JiterErrorType::JsonError(JsonErrorType::RecursionLimitExceeded) => {
            "is nested deeper than 200 levels, which this parser refuses".to_owned()
        }
        _ => "is not well-formed JSON".to_owned(),
    })
}

/// Writes a JSON value without the white space between its tokens.
pub fn push_compact_json(text: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    check_json(text)?;
    compact(text, out);
    Ok(())
}

/// Writes well-formed JSON without the white space between its tokens.
pub fn compact(text: &[u8], out: &mut Vec<u8>) {
    let mut in_string = false;
    let mut escaped = false;
    for &byte in text {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
        } else if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            continue;
        } else {
            in_string = byte == b'"';
        }
        out.push(byte);
    }
}

/// Writes an object or a list of JSON on one line as it is, and any other text as a text.
pub fn push_record(text: &[u8], out: &mut Vec<u8>) {
    let is_nested = matches!(text, [b'{', .., b'}'] | [b'[', .., b']']);
    if is_nested && memchr::memchr2(b'\n', b'\r', text).is_none() && check_json(text).is_ok() {
        out.extend_from_slice(text);
    } else {
        push_json_text(text, out);
    }
}
