import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startFormatlab, startUproot } from './sides.mjs';

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`.padStart(8);

/**
 * The request to a format's tool to stream this many rows to a file.
 * @param {import('./sides.mjs').RootFormat} format
 * @param {{ path: string, rows: number, codec: import('./sides.mjs').Compression, pieceBytes: number | undefined }} what
 */
function requestOf({ id, option }, { path, rows, codec, pieceBytes }) {
  const compression = codec.inner === null ? null : { algorithm: codec.inner.id, level: codec.inner.level };
  const size = pieceBytes === undefined ? {} : { [option]: pieceBytes };
  if (id === 'tree')
    return { command: 'write', path, trees: [{ name: 'tree', rows, branches: 'check' }], compression, ...size };
  return { command: 'stream', path, rows, compression, ...size };
}

/**
 * Streams a file with each codec to the disk, one at a time, and compares the column sums that uproot reads with those of the values (as int64, which wraps around).
 * Resolves to true if all are equal.
 * @param {import('./sides.mjs').Asked} asked
 */
export async function checkColumnSums({ formats, codecs, pieces, rows, scratch }) {
  const theirs = startUproot();
  let equal = true;
  try {
    for (const format of formats) {
      console.log(
        `${format.label}, ${rows.toLocaleString('en')} rows: eight counting columns, and one column of random bits`,
      );
      console.log(
        'codec        piece     write      read   memory of the writer       file   counting columns of plain   sums',
      );
      for (const codec of codecs) {
        for (const pieceBytes of pieces ?? [undefined]) {
          // One process for each file, so that its memory belongs to that file alone.
          const ours = startFormatlab(format);
          const path = join(scratch, 'checked.root');
          try {
            const startedAt = performance.now();
            const { sizeBytes, heapBytes } = /** @type {{ sizeBytes: number, heapBytes: number }} */ (
              await ours.ask(requestOf(format, { path, rows, codec, pieceBytes }))
            );
            const writeMs = performance.now() - startedAt;
            const { wrong, countingBytes, bestMs } =
              /** @type {{ wrong: string[], countingBytes: number, bestMs: number }} */ (
                await theirs.ask({
                  command: 'check',
                  format: format.id,
                  rows,
                  path,
                })
              );
            equal &&= wrong.length === 0;
            console.log(
              `${codec.name.padEnd(8)} ${String(pieceBytes ?? 'default').padStart(9)}  ${seconds(writeMs)}  ${seconds(bestMs)}   ${`${Math.round(heapBytes / 1e6)} MB`.padStart(20)}   ${`${(sizeBytes / 1e6).toFixed(1)} MB`.padStart(11)}   ${(countingBytes / rows / 64).toFixed(4).padStart(25)}   ${wrong.length === 0 ? 'equal' : `DIFFER: ${wrong.join(', ')}`}`,
            );
          } finally {
            ours.end();
            rmSync(path, { force: true });
          }
        }
      }
    }
  } finally {
    theirs.end();
  }
  console.log(equal ? 'All sums are equal.' : 'SOME SUMS DIFFER.');
  return equal;
}
