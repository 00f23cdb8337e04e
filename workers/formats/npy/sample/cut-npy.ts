import { parseNpyHeader } from '../open/npy-header';
import type { FileSample } from '../../../model/plan';
import { type Cut, type CutInfo, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges } from '../../../model/strata';

/** The longest header that is read, with what comes before it. */
export const npyHeadBytes = 1_048_576 + 12;
const rangeCount = 16;

/** What is kept of an array: a header, and ranges of bytes of the file. */
interface NpyPlan {
  readonly header: Uint8Array<ArrayBuffer>;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly info: CutInfo;
}

/**
 * Chooses slices of rows of a `.npy` file of so many bytes: along the first axis, or in Fortran order along the last, along which what is stored is
 * contiguous. The header is the file's with another length of that axis. Null if all is read.
 */
export function planNpy(head: Uint8Array<ArrayBuffer>, sizeBytes: number, sample: FileSample): NpyPlan | null {
  if (isReadWhole(sizeBytes, sample)) return null;
  const { dtype, fortranOrder, shape, dataStart } = parseNpyHeader(head);
  const axis = fortranOrder ? shape.length - 1 : 0;
  const rows = shape[axis] ?? 0;
  const rowItems = shape.reduce((product, length, index) => (index === axis ? product : product * length), 1);
  const rowBytes = rowItems * dtype.itemBytes;
  // The reader says what is wrong with a file that is cut short.
  if (rows < 2 || rowBytes === 0 || dataStart + rows * rowBytes > sizeBytes) return null;
  const take = Math.min(rangeCount, Math.max(1, Math.floor(sample.targetBytes / rowBytes)));
  const ranges = drawRanges(rows, take, Math.round(sample.targetBytes / rowBytes / take), sample.seed);
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    header: withAxis(head.slice(0, dataStart), shape, axis, kept),
    ranges: ranges.map(({ from, to }) => ({ from: dataStart + from * rowBytes, to: dataStart + to * rowBytes })),
    info: {
      unitKind: 'rows',
      unitItems: ranges.map(({ from, to }) => to - from),
      unitCount: Math.max(ranges.length, Math.floor((rows * ranges.length) / kept)),
      totalItems: rows,
      isTotalEstimated: false,
      isFirstPart: false,
    },
  };
}

/** Cuts slices of rows from a `.npy` file. */
export const sampleNpy: Cut = async (file, sample) => {
  if (isReadWhole(file.size, sample)) return null;
  const plan = planNpy(new Uint8Array(await file.slice(0, npyHeadBytes).arrayBuffer()), file.size, sample);
  if (plan === null) return null;
  return {
    file: new Blob([plan.header, ...plan.ranges.map(({ from, to }) => file.slice(from, to))]),
    ...plan.info,
  };
};

/** The header with another length of one axis, padded to the same length. */
function withAxis(
  head: Uint8Array<ArrayBuffer>,
  shape: readonly number[],
  axis: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder('latin1').decode(head);
  const lengths = shape.map((each, index) => (index === axis ? length : each));
  const changed = text.replace(
    /(['"]shape['"]\s*:\s*)\([^)]*\)/u,
    (_, name: string) => `${name}(${lengths.join(', ')}${lengths.length === 1 ? ',' : ''})`,
  );
  const lost = text.length - changed.length;
  const padded = `${changed.slice(0, -1)}${' '.repeat(Math.max(0, lost))}${changed.slice(-1)}`;
  return Uint8Array.from(padded, (character) => character.charCodeAt(0));
}
