import type { TextEncodingLabel } from '../model/reading-options';

/** A text file as UTF-8, and how it was converted. */
export interface Utf8Text {
  readonly file: Blob;
  /** The encoding's name in the dialect: 'UTF-8', 'UTF-16LE' … */
  readonly encoding: string;
  readonly label: TextEncodingLabel;
  readonly note: string | null;
}

/** True if the whole file is valid UTF-8. It reads the file in pieces. */
async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      decoder.decode(value, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    await reader.cancel();
    return false;
  }
}

async function decodedFrom(file: Blob, encoding: string): Promise<Blob> {
  const pieces: string[] = [];
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(decoder.decode(value, { stream: true }));
  }
  pieces.push(decoder.decode());
  return new Blob(pieces);
}

const names: Readonly<Partial<Record<TextEncodingLabel, string>>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/** Counts the replacement characters (U+FFFD), which stand for bytes that are invalid in the encoding. */
async function countReplaced(text: Blob): Promise<number> {
  let count = 0;
  const reader = text.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return count;
    for (let at = value.indexOf('\uFFFD'); at >= 0; at = value.indexOf('\uFFFD', at + 1)) count += 1;
  }
}

async function decodedAs(file: Blob, label: TextEncodingLabel): Promise<Utf8Text> {
  const decoded = await decodedFrom(file, label);
  const replaced = await countReplaced(decoded);
  return {
    file: decoded,
    encoding: names[label] ?? label,
    label,
    note:
      replaced === 0
        ? null
        : `As ${names[label] ?? label}, ${replaced.toLocaleString('en')} of its characters cannot be read and are shown as “\uFFFD”.`,
  };
}

/**
 * Converts a text file to UTF-8 from the encoding that the user chose. Otherwise: UTF-16 if there is a byte order mark; UTF-8, with or
 * without one, if the bytes are valid; else Windows-1252, in which every byte is a character, with a note.
 */
export async function asUtf8(file: Blob, chosen?: TextEncodingLabel): Promise<Utf8Text> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  const mark =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : null;
  if (chosen !== undefined && !(chosen === 'utf-8' && (await isUtf8(file)))) return decodedAs(file, chosen);
  if (chosen === undefined && mark !== null && mark !== 'utf-8') {
    const encoding = names[mark] ?? mark;
    return {
      file: await decodedFrom(file, mark),
      encoding,
      label: mark,
      note: `The file is UTF-16${mark === 'utf-16be' ? ' (big-endian)' : ''} and was read as such.`,
    };
  }
  if (await isUtf8(file))
    return {
      file: mark === 'utf-8' ? file.slice(3) : file,
      encoding: mark === 'utf-8' ? 'UTF-8 with a byte order mark' : 'UTF-8',
      label: 'utf-8',
      note: null,
    };
  return {
    file: await decodedFrom(file, 'windows-1252'),
    encoding: 'Windows-1252',
    label: 'windows-1252',
    note: 'The file is not valid UTF-8; it was read as Windows-1252. If letters look wrong, choose its encoding under “Reading options”.',
  };
}
