import type { TextEncodingLabel } from '../model/reading-options';
import { hasControls, replacedIn, SpelledCounter } from './unreadable-bytes';

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

/** A file decoded from an encoding, and the number of places where its bytes stand for no character. */
async function decodedFrom(
  file: Blob,
  encoding: TextEncodingLabel,
): Promise<{ readonly text: Blob; readonly unreadable: number }> {
  const pieces: string[] = [];
  const decoder = new TextDecoder(encoding);
  const spelled = new SpelledCounter(encoding);
  let replaced = 0;
  const keep = (piece: string) => {
    pieces.push(piece);
    replaced += replacedIn(piece, encoding);
  };
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    spelled.add(value);
    keep(decoder.decode(value, { stream: true }));
  }
  keep(decoder.decode());
  return { text: new Blob(pieces), unreadable: replaced - spelled.count };
}

const names: Readonly<Partial<Record<TextEncodingLabel, string>>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

async function decodedAs(file: Blob, label: TextEncodingLabel, note: string | null): Promise<Utf8Text> {
  const { text, unreadable } = await decodedFrom(file, label);
  const encoding = names[label] ?? label;
  const shown = hasControls(label) ? 'kept as control characters' : 'shown as “\uFFFD”';
  const counted =
    unreadable === 0
      ? null
      : `As ${encoding}, ${unreadable.toLocaleString('en')} of its characters cannot be read and are ${shown}.`;
  const notes = [note, counted].filter((each) => each !== null);
  return { file: text, encoding, label, note: notes.length === 0 ? null : notes.join(' ') };
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
  if (chosen !== undefined && !(chosen === 'utf-8' && (await isUtf8(file)))) return decodedAs(file, chosen, null);
  if (chosen === undefined && mark !== null && mark !== 'utf-8')
    return decodedAs(
      file,
      mark,
      `The file is UTF-16${mark === 'utf-16be' ? ' (big-endian)' : ''} and was read as such.`,
    );
  if (await isUtf8(file))
    return {
      file: mark === 'utf-8' ? file.slice(3) : file,
      encoding: mark === 'utf-8' ? 'UTF-8 with a byte order mark' : 'UTF-8',
      label: 'utf-8',
      note: null,
    };
  return decodedAs(
    file,
    'windows-1252',
    'The file is not valid UTF-8; it was read as Windows-1252. If letters look wrong, choose its encoding under “Reading options”.',
  );
}
