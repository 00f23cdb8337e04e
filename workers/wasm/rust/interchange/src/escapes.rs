//! Texts between quotes.

/// Writes a field of CSV, between quotes if it holds a comma, a quote or a line end.
pub fn push_csv_text(text: &[u8], out: &mut Vec<u8>) {
    if !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    let mut from = 0;
    for at in memchr::memchr_iter(b'"', text) {
        out.extend_from_slice(&text[from..=at]);
        out.push(b'"');
        from = at + 1;
    }
    out.extend_from_slice(&text[from..]);
    out.push(b'"');
}

/// How JSON.stringify escapes each byte: not at all (0), with a letter, or as `\u00…` (`u`).
const ESCAPES: [u8; 256] = {
    let mut escapes = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        escapes[byte] = b'u';
        byte += 1;
    }
    escapes[0x08] = b'b';
    escapes[0x09] = b't';
    escapes[0x0a] = b'n';
    escapes[0x0c] = b'f';
    escapes[0x0d] = b'r';
    escapes[0x22] = b'"';
    escapes[0x5c] = b'\\';
    escapes
};

pub fn push_json_text(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut from = 0;
    for (at, &byte) in text.iter().enumerate() {
        let escape = ESCAPES[usize::from(byte)];
        if escape == 0 {
            continue;
        }
        out.extend_from_slice(&text[from..at]);
        out.extend_from_slice(&[b'\\', escape]);
        if escape == b'u' {
            let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
            out.extend_from_slice(&[b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
        }
        from = at + 1;
    }
    out.extend_from_slice(&text[from..]);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_javascript_escapes_them() {
        let mut out = Vec::new();
        push_json_text("a\"\\\u{1}\n\u{7f}é".as_bytes(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"a\\\"\\\\\\u0001\\n\u{7f}é\"");
        let mut out = Vec::new();
        push_csv_text(b"a\"b,\"", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"a\"\"b,\"\"\"");
    }
}
