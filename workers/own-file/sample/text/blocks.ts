import type { FileSample } from '../../../model/plan';
import { type RowRange, drawRanges } from '../../../model/strata';

/** As many blocks are taken from a text. */
export const blockCount = 16;

/** The places of the blocks of a sample, in bytes. The first is at the beginning of the text, where its header is. */
function blockRanges(sizeBytes: number, { seed, targetBytes }: FileSample): RowRange[] {
  const blockBytes = Math.ceil(targetBytes / blockCount);
  const [, ...later] = drawRanges(sizeBytes, blockCount, blockBytes, seed);
  return [{ from: 0, to: blockBytes }, ...later];
}

/** A part of a text that holds whole records. */
export interface TextBlock extends RowRange {
  readonly records: number;
}

/** The bytes of a range of a text. */
export const bytesIn = async (
  file: Pick<TextSource, 'slice' | 'read'>,
  { from, to }: RowRange,
): Promise<Uint8Array<ArrayBuffer>> =>
  file.read === undefined ? new Uint8Array(await file.slice(from, to).arrayBuffer()) : file.read(from, to);

/** A text of which blocks are cut: all of it, or what was kept of it as it was unpacked. */
export interface TextSource {
  /** Of the whole text, in bytes, or in 16 bits each for UTF-16, as all places are. */
  readonly size: number;
  /** The bytes of a range, as far as they are there. */
  readonly slice: (from: number, to: number) => Blob;
  /** What a scan reads of a range, if that is not its bytes. */
  readonly read?: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** The file, if the text is its bytes as they are. */
  readonly file?: Blob;
  /** The places of the blocks, in bytes. The first is at the beginning of the text, where its header is. */
  readonly ranges: readonly RowRange[];
}

export const wholeText = (file: Blob, sample: FileSample): TextSource => ({
  file,
  size: file.size,
  slice: (from, to) => file.slice(from, to),
  ranges: blockRanges(file.size, sample),
});
