import type { TextEncodingLabel } from '../model/reading-options';
import { guessEastAsian, isMostlyBeside } from './guess-east-asian';
import { readingNote } from './reading-notes';
import { checkUtf8, hasControls, replacedIn, SpelledCounter, type Utf8Check } from './unreadable-bytes';

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
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  gb18030: 'GB18030',
  big5: 'Big5',
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

/** A file as UTF-8, of which some bytes are none. */
async function utf8WithGaps(file: Blob, { unreadable: count, places }: Utf8Check, note: string): Promise<Utf8Text> {
  const { text } = await decodedFrom(file, 'utf-8');
  const said = readingNote({ tag: 'unreadableBytes', count, places });
  return { file: text, encoding: 'UTF-8', label: 'utf-8', note: `${said}${note}` };
}

/** UTF-16 is guessed from this many bytes. */
const guessedBytes = 65_536;
/** Encodings of East Asia are guessed from this many bytes, beginning with the first outside ASCII. */
const comparedBytes = 262_144;

/** Bytes from the first on that is no ASCII. In all encodings but UTF-16 a character begins there. */
async function outsideAscii(file: Blob): Promise<Uint8Array> {
  const reader = file.stream().getReader();
  for (let start = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(0);
    const at = value.findIndex((byte) => byte > 0x7f);
    if (at >= 0) {
      await reader.cancel();
      return new Uint8Array(await file.slice(start + at, start + at + comparedBytes).arrayBuffer());
    }
    start += value.length;
  }
}

/**
 * The byte order of UTF-16 without a byte order mark; null if the bytes are other text. In UTF-16, a character below U+0100 has one byte of
 * zero: the second in little-endian order, the first in big-endian order. Other text has no such bytes.
 */
export function guessUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = head.length >> 1;
  const zeros = { even: 0, odd: 0 };
  for (let at = 0; at < 2 * pairs; at += 1) if (head[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
  const [most, least] = [Math.max(zeros.even, zeros.odd), Math.min(zeros.even, zeros.odd)];
  // A few bytes of anything may look like text.
  if (pairs < 4 || most < 0.2 * pairs || least > 0.02 * most) return null;
  // A few zeros may also stand in ASCII.
  if (most < 0.45 * pairs && head.every((byte) => byte < 0x80)) return null;
  const encoding = zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be';
  try {
    // A pair of surrogates may be cut at the end, so the decoder is told that more follows.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head.subarray(0, 2 * pairs), { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they show that the bytes are no text
    return /[\u0000-\u0008\u000e-\u001f]/u.test(text) ? null : encoding;
  } catch {
    return null;
  }
}

/**
 * Converts a text file to UTF-8 from the encoding that the user chose. Otherwise: UTF-16 if there is a byte order mark, or if bytes of zero show
 * it; UTF-8, with or without a mark, if the bytes are valid, or if more characters outside ASCII are valid than not; an encoding of East Asia, if
 * its characters show it; else Windows-1252, in which every byte is a character. Notes say all but UTF-8. `isValid` says whether the file is UTF-8, if that
 * is known.
 */
export async function asUtf8(file: Blob, chosen?: TextEncodingLabel, isValid?: boolean): Promise<Utf8Text> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  const mark =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : null;
  if (chosen !== undefined && chosen !== 'utf-8') return decodedAs(file, chosen, null);
  if (chosen === undefined && mark !== null && mark !== 'utf-8')
    return decodedAs(
      file,
      mark,
      `The file is UTF-16${mark === 'utf-16be' ? ' (big-endian)' : ''} and was read as such.`,
    );
  const guessed =
    chosen === undefined && mark === null
      ? guessUtf16(new Uint8Array(await file.slice(0, guessedBytes).arrayBuffer()))
      : null;
  if (guessed !== null)
    return decodedAs(
      file,
      guessed,
      `The file has no byte order mark. Its bytes of zero show that it is UTF-16${guessed === 'utf-16be' ? ' (big-endian)' : ''}, and it was read as such. If letters look wrong, choose its encoding under “Reading options”.`,
    );
  if (isValid ?? (await isUtf8(file)))
    return {
      file: mark === 'utf-8' ? file.slice(3) : file,
      encoding: mark === 'utf-8' ? 'UTF-8 with a byte order mark' : 'UTF-8',
      label: 'utf-8',
      note: null,
    };
  const check = await checkUtf8(file);
  if (chosen === 'utf-8') return utf8WithGaps(file, check, '');
  // Few bytes of another encoding happen to be characters of UTF-8.
  if (mark === 'utf-8' || check.valid > check.unreadable)
    return utf8WithGaps(file, check, ' If letters look wrong, choose its encoding under “Reading options”.');
  const compared = await outsideAscii(file);
  const eastAsian = guessEastAsian(compared);
  if (eastAsian !== null)
    return decodedAs(
      file,
      eastAsian,
      `The file is not valid UTF-8. Its characters show that it is ${names[eastAsian] ?? eastAsian}, and it was read as such. If letters look wrong, choose its encoding under “Reading options”.`,
    );
  return decodedAs(
    file,
    'windows-1252',
    isMostlyBeside(compared)
      ? 'The file is not valid UTF-8, and its encoding was not found. It was read as Windows-1252, though its letters are hardly of Western Europe: they are probably wrong. Choose its encoding under “Reading options”.'
      : 'The file is not valid UTF-8; it was read as Windows-1252. If letters look wrong, choose its encoding under “Reading options”.',
  );
}
