import { unreadableFileError } from '../../../own-file/refusal';

const pieceBytes = 4 * 1_048_576;
const names = {
  feed: 'line feeds',
  both: 'carriage returns with line feeds',
  carriage: 'carriage returns alone',
} as const;

/** How the lines of a text end, also those in quotes. */
export async function lineEndsIn(utf8: Blob): Promise<readonly string[]> {
  const found = new Set<keyof typeof names>();
  let isAfterReturn = false;
  for (let from = 0; from < utf8.size && found.size < 3; from += pieceBytes)
    for (const byte of new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer())) {
      if (byte === 0x0a) found.add(isAfterReturn ? 'both' : 'feed');
      else if (isAfterReturn) found.add('carriage');
      isAfterReturn = byte === 0x0d;
    }
  if (isAfterReturn) found.add('carriage');
  return (['feed', 'both', 'carriage'] as const).filter((kind) => found.has(kind)).map((kind) => names[kind]);
}

/** Why a text is not read whose lines end in different ways. */
export const mixedLineEndsError = async (utf8: Blob, cause?: unknown) =>
  unreadableFileError(
    `Its lines end in different ways: with ${(await lineEndsIn(utf8)).join(' and with ')}. Where a row ends is then not certain, so it is not read.`,
    'Save it again with one kind of line ends, as an editor of texts can, or read it as plain bytes.',
    { format: 'csv', cause },
  );

/** DuckDB's words for a text whose lines end in a way that it did not expect, or that has a stray quote. */
const lostItsWay = /state machine reached an invalid state/iu;

/** The failure of DuckDB's reader in words that say what is wrong with the text; any other failure as it is. */
export async function explainLineEnds(thrown: unknown, utf8: Blob): Promise<unknown> {
  if (!(thrown instanceof Error) || !lostItsWay.test(thrown.message)) return thrown;
  return (await lineEndsIn(utf8)).length < 2 ? thrown : mixedLineEndsError(utf8, thrown);
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** A quote opens a field after one of these bytes: a line end, a tab, a space, or a delimiter. */
const quotesBefore = new Set([lineFeed, carriageReturn, 0x09, 0x20, 0x2c, 0x3b, 0x7c]);

/** Whether some line feeds follow a carriage return, and others do not. */
async function mixesLineFeeds(utf8: Blob): Promise<boolean> {
  let [alone, both, last] = [false, false, 0];
  for (let from = 0; from < utf8.size; from += pieceBytes) {
    const bytes = new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer());
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
      if ((at === 0 ? last : bytes[at - 1]) === carriageReturn) both = true;
      else alone = true;
      if (alone && both) return true;
    }
    last = bytes.at(-1) ?? 0;
  }
  return false;
}

/**
 * A text whose lines all end with line feeds outside of quotes, if now only some of them follow carriage returns. Null if all lines end in one way, or
 * some with carriage returns alone. A line end is outside of quotes if an even number of quotes precede it, and no field in quotes is open.
 * @param quote one ASCII character; empty if there are no quotes
 */
export async function withLineFeeds(utf8: Blob, quote: string): Promise<Blob | null> {
  if (!(await mixesLineFeeds(utf8))) return null;
  const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
  const parts: BlobPart[] = [];
  let [before, returns, feeds] = [lineFeed, 0, 0];
  let [isOpen, isEven] = [false, true];
  // A carriage return outside of quotes is held back until the next byte.
  let isHeld = false;
  for (let from = 0; from < utf8.size; from += pieceBytes) {
    const bytes = new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer());
    const kept = new Uint8Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (isHeld && byte !== lineFeed) return null;
      if (byte === quoteByte) {
        isEven = !isEven;
        // A doubled quote stays inside of its field.
        isOpen = isOpen ? false : before === quoteByte || quotesBefore.has(before);
      } else if (byte === lineFeed && !isOpen && isEven) {
        if (isHeld) returns += 1;
        else feeds += 1;
      }
      isHeld = byte === carriageReturn && !isOpen && isEven;
      before = byte;
      if (isHeld) continue;
      kept[length] = byte;
      length += 1;
    }
    parts.push(kept.subarray(0, length));
  }
  return isHeld || returns === 0 || feeds === 0 ? null : new Blob(parts);
}

export const mixedLineEndsNote =
  'Some of its lines end with line feeds, and others with carriage returns and line feeds. Each of them ends a row.';
