import { join } from 'node:path';
import { geometricMean } from '../statistics.mjs';
import { startFormatlab, startUproot } from './sides.mjs';

/** @import { Asked, Compression, RootFormat, Side } from './sides.mjs' */

const cell = (/** @type {number} */ value, digits = 0) => value.toFixed(digits).padStart(8);

/**
 * The fastest of `rounds` on each side; the sides alternate. Both read the file that we wrote, so that the pieces are the same.
 * @param {{
 *   ours: Side,
 *   theirs: Side,
 *   format: RootFormat,
 *   codec: Compression,
 *   pieceBytes: number,
 *   rows: number,
 *   rounds: number,
 *   scratch: string,
 * }} what
 */
async function measure({ ours, theirs, format, codec, pieceBytes, rows, rounds, scratch }) {
  const paths = { ours: join(scratch, 'ours.root'), theirs: join(scratch, 'theirs.root') };
  /** @type {Record<'writeMs' | 'readMs' | 'storedBytes', [ours: number, theirs: number]>} */
  const best = { writeMs: [Infinity, Infinity], readMs: [Infinity, Infinity], storedBytes: [0, 0] };
  /** @type {(side: 0 | 1, what: 'writeMs' | 'readMs', ms: number) => void} */
  const least = (side, what, ms) => {
    best[what][side] = Math.min(best[what][side], ms);
  };
  for (let round = 0; round < rounds; round += 1) {
    const there = /** @type {{ bestMs: number, countingBytes: number }} */ (
      await theirs.ask({
        command: 'encode',
        format: format.id,
        rows,
        codec: codec.uproot,
        path: paths.theirs,
      })
    );
    const here = /** @type {{ bestMs: number }} */ (
      await ours.ask({
        command: 'encode',
        rows,
        innerCodec: codec.inner,
        options: { [format.option]: pieceBytes },
        calls: 1,
        path: paths.ours,
      })
    );
    least(0, 'writeMs', here.bestMs);
    least(1, 'writeMs', there.bestMs);
    const theirRead = /** @type {{ bestMs: number, countingBytes: number }} */ (
      await theirs.ask({ command: 'decode', format: format.id, rows, path: paths.ours })
    );
    const ourRead = /** @type {{ bestMs: number }} */ (
      await ours.ask({ command: 'decode', path: paths.ours, calls: 1 })
    );
    least(1, 'readMs', theirRead.bestMs);
    least(0, 'readMs', ourRead.bestMs);
    best.storedBytes = [theirRead.countingBytes, there.countingBytes];
  }
  return best;
}

/**
 * Prints our times of writing and reading next to uproot's, as a table.
 * @param {Asked} asked
 */
export async function compareTimes({ formats, codecs, pieces, rows, rounds, scratch }) {
  const theirs = startUproot();
  try {
    for (const format of formats) {
      const ours = startFormatlab(format);
      /** @type {Record<'write' | 'read', number[]>} */
      const ratios = { write: [], read: [] };
      try {
        console.log(`${format.label}, ${rows.toLocaleString('en')} rows, ${rows * 64} bytes of values`);
        console.log(
          `codec    ${format.piece.padStart(8)}     write ms: ours  uproot   ratio   read ms: ours  uproot   ratio    columns’ bytes: ours      uproot`,
        );
        for (const codec of codecs) {
          for (const pieceBytes of pieces ?? format.pieces) {
            const { writeMs, readMs, storedBytes } = await measure({
              ours,
              theirs,
              format,
              codec,
              pieceBytes,
              rows,
              rounds,
              scratch,
            });
            const [write, read] = [writeMs[0] / writeMs[1], readMs[0] / readMs[1]];
            ratios.write.push(write);
            ratios.read.push(read);
            console.log(
              `${codec.name.padEnd(8)} ${String(pieceBytes).padStart(8)}       ${cell(writeMs[0])}${cell(writeMs[1])} ${cell(write, 2)}       ${cell(readMs[0])}${cell(readMs[1])} ${cell(read, 2)}                ${storedBytes.map((bytes) => String(bytes).padStart(12)).join('')}`,
            );
          }
        }
        console.log(
          `Geometric means: write ${geometricMean(ratios.write).toFixed(2)}, read ${geometricMean(ratios.read).toFixed(2)}; the largest: write ${Math.max(...ratios.write).toFixed(2)}, read ${Math.max(...ratios.read).toFixed(2)}\n`,
        );
      } finally {
        ours.end();
      }
    }
  } finally {
    theirs.end();
  }
}
