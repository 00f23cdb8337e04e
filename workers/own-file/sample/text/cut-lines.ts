import { type Cut, type CutSample, isReadWhole } from '../cut';
import { bytesIn, type TextBlock, type TextSource, wholeText } from './blocks';
import { cutText } from './cut-text';
import { isWide } from './wide-text';

const newline = 0x0a;
/** A line that is longer than a block is looked for this far. */
const longestLineBytes = 64 * 1_048_576;

/** Cuts blocks of lines from a text in which each line is a record. Lines end with `\n`, which a JSON text does not contain otherwise. */
export async function cutLinesText(file: TextSource): Promise<CutSample | null> {
  if (await isWide(file)) return null;
  const blocks: TextBlock[] = [];
  for (const { from: wanted, to } of file.ranges) {
    // Blocks that grew for long lines may reach into the next.
    const start = Math.max(wanted, blocks.at(-1)?.to ?? 0);
    const block = await linesFrom(file, start, Math.max(1, to - wanted));
    if (block !== null) blocks.push(block);
  }
  return cutText(file, blocks, false);
}

export const cutLines: Cut = async (file, sample) =>
  isReadWhole(file.size, sample) ? null : cutLinesText(wholeText(file, sample));

/** Whole lines near a place. Null if none is within reach. */
async function linesFrom(file: TextSource, start: number, blockBytes: number): Promise<TextBlock | null> {
  for (let length = blockBytes; length <= longestLineBytes; length *= 2) {
    const end = Math.min(file.size, start + length);
    const bytes = await bytesIn(file, { from: start, to: end });
    const first = start === 0 ? 0 : bytes.indexOf(newline) + 1;
    const last = end === file.size ? bytes.length : bytes.lastIndexOf(newline) + 1;
    if ((start === 0 || first > 0) && last > first) {
      let records = 0;
      for (let at = first; at < last; ) {
        const next = bytes.indexOf(newline, at);
        const lineEnd = next < 0 ? last : next + 1;
        if (lineEnd - at > 2) records += 1;
        at = lineEnd;
      }
      return { from: start + first, to: start + last, records };
    }
    if (end === file.size) return null;
  }
  return null;
}
