import type { FileSample } from '../../../model/plan';
import { type RowRange, drawRanges } from '../../../model/strata';

/** As many blocks are taken from a text. */
const blockCount = 16;

/** The places of the blocks of a sample, in bytes. The first is at the beginning of the text, where its header is. */
export function blockRanges(sizeBytes: number, { seed, targetBytes }: FileSample): RowRange[] {
  const blockBytes = Math.ceil(targetBytes / blockCount);
  const [, ...later] = drawRanges(sizeBytes, blockCount, blockBytes, seed);
  return [{ from: 0, to: blockBytes }, ...later];
}

/** A part of a text that holds whole records. */
export interface TextBlock extends RowRange {
  readonly records: number;
}

/** The bytes of a range of a Blob. */
export const bytesIn = async (file: Blob, { from, to }: RowRange): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());
