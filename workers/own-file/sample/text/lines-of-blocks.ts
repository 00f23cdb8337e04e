import type { RowRange } from '../../../model/strata';

const newline = 0x0a;
const pieceBytes = 8 * 1_048_576;
/** Counting the lines before a value reads the file up to there, which takes seconds beyond this place. */
const mostCountedBytes = 1_024 * 1_048_576;

async function newlinesIn(file: Blob, { from, to }: RowRange): Promise<number> {
  let count = 0;
  for (let start = from; start < to; start += pieceBytes) {
    const bytes = new Uint8Array(await file.slice(start, Math.min(to, start + pieceBytes)).arrayBuffer());
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
  }
  return count;
}

/**
 * The line of the file that stands as this line in a sample of it, made of blocks. Both count from 1. Null if it is too far behind the beginning, or lines do
 * not end with `\n`.
 */
export async function lineInFile(file: Blob, blocks: readonly RowRange[], line: number): Promise<number | null> {
  let before = 0;
  for (const block of blocks) {
    const lines = await newlinesIn(file, block);
    if (lines === 0) return null;
    if (line > before + lines && block !== blocks.at(-1)) {
      before += lines;
      continue;
    }
    return block.from > mostCountedBytes ? null : (await newlinesIn(file, { from: 0, to: block.from })) + line - before;
  }
  return null;
}
