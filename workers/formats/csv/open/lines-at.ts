const pieceBytes = 4 * 1_048_576;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * The lines, from 1, of the rows at these places of a text. Line ends in quotes count, too: DuckDB counts rows where it says line. Its place of a row
 * may be that of an empty line above it.
 * @param places in bytes, in ascending order
 */
export async function lineNumbersOfRows(utf8: Blob, places: readonly number[]): Promise<readonly number[]> {
  const lines: number[] = [];
  let [line, isAfterReturn] = [1, false];
  for (let from = 0; from < utf8.size && lines.length < places.length; from += pieceBytes) {
    const bytes = new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer());
    for (let at = 0; at < bytes.length && lines.length < places.length; at += 1) {
      const byte = bytes[at];
      if (byte === carriageReturn || byte === lineFeed) {
        if (byte === carriageReturn || !isAfterReturn) line += 1;
      } else while ((places[lines.length] ?? Number.POSITIVE_INFINITY) <= from + at) lines.push(line);
      isAfterReturn = byte === carriageReturn;
    }
  }
  while (lines.length < places.length) lines.push(line);
  return lines;
}
