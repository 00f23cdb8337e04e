const decoder = new TextDecoder('utf-8', { fatal: true });
const bytesPerLine = 16;
const shownLines = 24;

const isPlain = (text: string) => !/[^\P{Cc}\t\r\n]/u.test(text);

/** The first bytes of a file as text. If they are not text, a hex dump with the ASCII characters beside the bytes. */
export function fileText(head: Uint8Array, sizeBytes: number): string {
  const more = sizeBytes > head.length ? '\n…' : '';
  const text = asText(head);
  if (text !== null) return `${text}${more}`;
  const shown = head.subarray(0, bytesPerLine * shownLines);
  const lines = Array.from({ length: Math.ceil(shown.length / bytesPerLine) }, (_, line) => {
    const bytes = [...shown.subarray(line * bytesPerLine, (line + 1) * bytesPerLine)];
    const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    return `${hexadecimal.padEnd(bytesPerLine * 3 - 1)}  ${ascii}`;
  });
  return `${lines.join('\n')}${sizeBytes > shown.length ? '\n…' : ''}`;
}

/** Decodes the bytes as UTF-8 text, whose last character may be incomplete. Null if they are not text. */
function asText(head: Uint8Array): string | null {
  for (const cut of [0, 1, 2, 3]) {
    try {
      const text = decoder.decode(head.subarray(0, head.length - cut));
      return isPlain(text) ? text : null;
    } catch {
      // The bytes may end within a character, so the last byte is dropped.
    }
  }
  return null;
}
