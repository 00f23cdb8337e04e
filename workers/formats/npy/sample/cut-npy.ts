import { parseNpyHeader } from '../open/npy-header';
import { type Cut, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges } from '../../../model/strata';

/** The longest header that is read, with what comes before it. */
const headBytes = 1_048_576 + 12;
const rangeCount = 16;

/**
 * Cuts slices of rows from a `.npy` file: along the first axis, or in Fortran order along the last, along which what is stored is contiguous. The header is
 * the file's with another length of that axis.
 */
export const sampleNpy: Cut = async (file, sample) => {
  if (isReadWhole(file.size, sample)) return null;
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const { dtype, fortranOrder, shape, dataStart } = parseNpyHeader(head);
  const axis = fortranOrder ? shape.length - 1 : 0;
  const rows = shape[axis] ?? 0;
  const rowItems = shape.reduce((product, length, index) => (index === axis ? product : product * length), 1);
  const rowBytes = rowItems * dtype.itemBytes;
  // The reader says what is wrong with a file that is cut short.
  if (rows < 2 || rowBytes === 0 || dataStart + rows * rowBytes > file.size) return null;
  const take = Math.min(rangeCount, Math.max(1, Math.floor(sample.targetBytes / rowBytes)));
  const ranges = drawRanges(rows, take, Math.round(sample.targetBytes / rowBytes / take), sample.seed);
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    file: new Blob([
      withAxis(head.slice(0, dataStart), shape, axis, kept),
      ...ranges.map(({ from, to }) => file.slice(dataStart + from * rowBytes, dataStart + to * rowBytes)),
    ]),
    unitKind: 'rows',
    unitItems: ranges.map(({ from, to }) => to - from),
    unitCount: Math.max(ranges.length, Math.floor((rows * ranges.length) / kept)),
    totalItems: rows,
    isTotalEstimated: false,
    isFirstPart: false,
  };
};

/** The header with another length of one axis, padded to the same length. */
function withAxis(head: Uint8Array<ArrayBuffer>, shape: readonly number[], axis: number, length: number): BlobPart {
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
