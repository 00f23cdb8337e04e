//! Texts of JSON, decoded and written again as JavaScript's JSON.stringify writes them.

use rustc_hash::FxHashSet;

use crate::tape::{Kind, Tape};

/// What stands for half of a surrogate pair in UTF-8.
const REPLACEMENT: &str = "\u{fffd}";

/// Takes the characters and the halves of surrogate pairs of a text with escapes, in order.
fn for_each_part(escaped: &[u8], mut take: impl FnMut(Part)) {
    let mut from = 0;
    while let Some(found) = memchr::memchr(b'\\', &escaped[from..]) {
        let at = from + found;
        take(Part::Plain(&escaped[from..at]));
        let letter = escaped[at + 1];
        from = at + 2;
        match letter {
            b'u' => {
                let unit = unit_at(escaped, at + 2);
                from = at + 6;
                let low = (0xd800..0xdc00).contains(&unit).then(|| low_half_at(escaped, from)).flatten();
                match (low, char::from_u32(unit)) {
                    (Some(low), _) => {
                        from += 6;
                        let code = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        take(Part::Character(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)));
                    }
                    (None, Some(character)) => take(Part::Character(character)),
                    (None, None) => take(Part::Half(unit)),
                }
            }
            b'b' => take(Part::Character('\u{8}')),
            b'f' => take(Part::Character('\u{c}')),
            b'n' => take(Part::Character('\n')),
            b'r' => take(Part::Character('\r')),
            b't' => take(Part::Character('\t')),
            other => take(Part::Character(char::from(other))),
        }
    }
    take(Part::Plain(&escaped[from..]));
}

enum Part<'a> {
    Plain(&'a [u8]),
    Character(char),
    /// Half of a surrogate pair.
    Half(u32),
}

fn unit_at(text: &[u8], at: usize) -> u32 {
    text[at..at + 4].iter().fold(0, |unit, digit| 16 * unit + char::from(*digit).to_digit(16).unwrap_or(0))
}

fn low_half_at(text: &[u8], at: usize) -> Option<u32> {
    let is_escape = text.get(at) == Some(&b'\\') && text.get(at + 1) == Some(&b'u');
    is_escape.then(|| unit_at(text, at + 2)).filter(|unit| (0xdc00..0xe000).contains(unit))
}

/// Appends the text that the escapes stand for; true if a part of it was half of a surrogate pair, which UTF-8 cannot hold.
pub fn push_decoded(escaped: &[u8], out: &mut Vec<u8>) -> bool {
    let mut broken = false;
    for_each_part(escaped, |part| match part {
        Part::Plain(bytes) => out.extend_from_slice(bytes),
        Part::Character(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        Part::Half(_) => {
            broken = true;
            out.extend_from_slice(REPLACEMENT.as_bytes());
        }
    });
    broken
}

/// The name that a key stands for.
pub fn name_of<'a>(tape: &Tape, text: &'a [u8], key: usize, room: &'a mut Vec<u8>) -> &'a [u8] {
    let token = tape.tokens[key];
    let written = &text[token.start as usize..token.end as usize];
    if token.kind == Kind::Key {
        return written;
    }
    room.clear();
    push_decoded(written, room);
    room
}

/// Appends a text as JSON.
pub fn push_json_text(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for character in String::from_utf8_lossy(text).chars() {
        push_character(character, out);
    }
    out.push(b'"');
}

/// Appends a character, with an escape if it can't stand in a text of JSON, as JavaScript escapes it.
fn push_character(character: char, out: &mut Vec<u8>) {
    match character {
        '"' => out.extend_from_slice(b"\\\""),
        '\\' => out.extend_from_slice(b"\\\\"),
        '\u{8}' => out.extend_from_slice(b"\\b"),
        '\u{c}' => out.extend_from_slice(b"\\f"),
        '\n' => out.extend_from_slice(b"\\n"),
        '\r' => out.extend_from_slice(b"\\r"),
        '\t' => out.extend_from_slice(b"\\t"),
        '\0'..='\u{1f}' => out.extend_from_slice(format!("\\u{:04x}", u32::from(character)).as_bytes()),
        _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Appends a text with the fewest escapes, between quotes.
fn push_text(written: &[u8], is_escaped: bool, out: &mut Vec<u8>) {
    if !is_escaped {
        out.push(b'"');
        out.extend_from_slice(written);
        out.push(b'"');
        return;
    }
    out.push(b'"');
    for_each_part(written, |part| match part {
        Part::Plain(bytes) => out.extend_from_slice(bytes),
        Part::Character(character) => push_character(character, out),
        Part::Half(unit) => out.extend_from_slice(format!("\\u{unit:04x}").as_bytes()),
    });
    out.push(b'"');
}

/// A whole number that JavaScript takes for an index, whose keys come first in its objects, in the order of the numbers.
pub fn index_of(name: &[u8]) -> Option<u32> {
    let is_canonical = name == b"0" || matches!(name, [b'1'..=b'9', ..]);
    if !is_canonical || name.len() > 10 || !name.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = name.iter().fold(0_u64, |value, digit| 10 * value + u64::from(digit - b'0'));
    u32::try_from(value).ok().filter(|index| *index != u32::MAX)
}

/// The keys of an object in the order of JavaScript, each with its last value. It adds to `lost` how many keys stand for values that are lost.
pub fn entries_of(tape: &Tape, text: &[u8], object: usize, lost: &mut usize) -> Vec<(usize, usize)> {
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut at = object + 1;
    let end = tape.tokens[object].next as usize;
    while at < end {
        entries.push((at, at + 1));
        at = tape.tokens[at + 1].next as usize;
    }
    let mut rooms = (Vec::new(), Vec::new());
    let has_index = entries.iter().any(|(key, _)| index_of(name_of(tape, text, *key, &mut rooms.0)).is_some());
    if repeats_name(tape, text, &entries) {
        let mut kept: Vec<(usize, usize)> = Vec::new();
        let mut places = rustc_hash::FxHashMap::<Vec<u8>, usize>::default();
        for (key, value) in entries {
            let name = name_of(tape, text, key, &mut rooms.1).to_vec();
            match places.get(&name) {
                Some(place) => {
                    *lost += 1 + keys_inside(tape, kept[*place].1);
                    kept[*place].1 = value;
                }
                None => {
                    places.insert(name, kept.len());
                    kept.push((key, value));
                }
            }
        }
        entries = kept;
    }
    if has_index {
        entries.sort_by_key(|(key, _)| match index_of(name_of(tape, text, *key, &mut rooms.0)) {
            Some(index) => (0, index),
            None => (1, 0),
        });
    }
    entries
}

/// The most keys that are compared with each other.
const FEW_KEYS: usize = 12;

fn repeats_name(tape: &Tape, text: &[u8], entries: &[(usize, usize)]) -> bool {
    let written = |key: usize| {
        let token = tape.tokens[key];
        &text[token.start as usize..token.end as usize]
    };
    if entries.iter().any(|(key, _)| tape.tokens[*key].kind == Kind::EscapedKey) {
        let mut names = FxHashSet::default();
        let mut room = Vec::new();
        return entries.iter().any(|(key, _)| !names.insert(name_of(tape, text, *key, &mut room).to_vec()));
    }
    if entries.len() <= FEW_KEYS {
        return entries
            .iter()
            .enumerate()
            .any(|(at, (key, _))| entries[..at].iter().any(|(other, _)| written(*other) == written(*key)));
    }
    let mut names = FxHashSet::default();
    entries.iter().any(|(key, _)| !names.insert(written(*key)))
}

/// How many keys a value has, at any depth.
pub fn keys_inside(tape: &Tape, value: usize) -> usize {
    let is_key = |kind: Kind| kind == Kind::Key || kind == Kind::EscapedKey;
    tape.inside(value).filter(|at| is_key(tape.tokens[*at].kind)).count()
}

/// Appends a value as JSON without white space, with each number as it is written.
pub fn push_value(tape: &Tape, text: &[u8], value: usize, out: &mut Vec<u8>) {
    let token = tape.tokens[value];
    let written = &text[token.start as usize..token.end as usize];
    match token.kind {
        Kind::Text | Kind::EscapedText => push_text(written, token.kind == Kind::EscapedText, out),
        Kind::Infinite => {
            out.push(b'"');
            out.extend_from_slice(written);
            out.push(b'"');
        }
        Kind::List => {
            out.push(b'[');
            let mut at = value + 1;
            while at < token.next as usize {
                if at > value + 1 {
                    out.push(b',');
                }
                push_value(tape, text, at, out);
                at = tape.tokens[at].next as usize;
            }
            out.push(b']');
        }
        Kind::Object => {
            out.push(b'{');
            for (index, (key, inner)) in entries_of(tape, text, value, &mut 0).into_iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                let key = tape.tokens[key];
                push_text(&text[key.start as usize..key.end as usize], key.kind == Kind::EscapedKey, out);
                out.push(b':');
                push_value(tape, text, inner, out);
            }
            out.push(b'}');
        }
        _ => out.extend_from_slice(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut tape = Tape::default();
        tape.read_value(text.as_bytes(), 0).unwrap();
        let mut out = Vec::new();
        push_value(&tape, text.as_bytes(), 0, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_are_written_as_javascript_writes_them() {
        for (text, expected) in [
            (r#"{ "b" : 1.0, "a":[ null, NaN ], "10":2, "9":-0 }"#, r#"{"9":-0,"10":2,"b":1.0,"a":[null,"NaN"]}"#),
            (r#"{"a":1,"\u0061":{"x":2},"b":3}"#, r#"{"a":{"x":2},"b":3}"#),
            (r#""\u00e9\/\ud83d\ude00\uD800\u001F\n\"""#, "\"é/😀\\ud800\\u001f\\n\\\"\""),
            (r#"{"01":1,"4294967295":2,"0":3}"#, r#"{"0":3,"01":1,"4294967295":2}"#),
        ] {
            assert_eq!(written(text), expected);
        }
    }

    #[test]
    fn halves_of_pairs_are_replaced() {
        let mut out = Vec::new();
        assert!(push_decoded(br"x\udc00y\ud83d\ude00", &mut out));
        assert_eq!(String::from_utf8(out).unwrap(), "x\u{fffd}y😀");
        assert!(!push_decoded(br"\ud83d\ude00\\ud800", &mut Vec::new()));
    }
}
