import { unreadableFileError } from '../refusal';

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

/** DuckDB's words for a text whose lines end in a way that it did not expect, or that has a stray quote. */
const lostItsWay = /state machine reached an invalid state/iu;

/** The failure of DuckDB's reader in words that say what is wrong with the text; any other failure as it is. */
export async function explainLineEnds(thrown: unknown, utf8: Blob): Promise<unknown> {
  if (!(thrown instanceof Error) || !lostItsWay.test(thrown.message)) return thrown;
  const ends = await lineEndsIn(utf8);
  if (ends.length < 2) return thrown;
  return unreadableFileError(
    `Its lines end in different ways: with ${ends.join(' and with ')}. Where a row ends is then not certain, so it is not read.`,
    'Save it again with one kind of line ends, as an editor of texts can, or read it as plain bytes.',
    { format: 'csv', cause: thrown },
  );
}
