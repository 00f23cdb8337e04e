import { type ByteRange, mergedRanges, type NetworkReads, rangeOf } from '../../../model/remote/network-requests';
import { type Batch, buffersOf, type ColumnPlan } from './batch-buffers';

/** The body of a batch in a file, and the stored buffers of some columns in it. */
export interface RecordBatchLocation {
  readonly isDictionary: boolean;
  readonly rowCount: number;
  readonly body: ByteRange;
  readonly buffers: readonly ByteRange[];
}

/** Where the bodies of batches lie in the file, in its order. `parts` are the wanted columns with their parts. */
export function locateRecordBatches(
  file: Uint8Array,
  dictionaries: readonly Batch[],
  records: readonly Batch[],
  parts: readonly ColumnPlan[],
): RecordBatchLocation[] {
  const placed = (batch: Batch, isDictionary: boolean): RecordBatchLocation => {
    const { body, rowCount, regions } = batch;
    const start = body.byteOffset - file.byteOffset;
    const indices = isDictionary ? [] : parts.flatMap((part) => buffersOf(batch, part));
    const buffers = indices.map((index) => rangeOf(start + (regions[index]?.offset ?? 0), regions[index]?.length ?? 0));
    return { isDictionary, rowCount, body: rangeOf(start, body.length), buffers };
  };
  return [...dictionaries.map((batch) => placed(batch, true)), ...records.map((batch) => placed(batch, false))].sort(
    (one, other) => one.body.start - other.body.start,
  );
}

/** The length of the footer, and the magic bytes. */
const tailBytes = 10;
const magicBytes = 8;
/** The mark before a message, and the length of its metadata. */
const prefixBytes = 8;

/**
 * What pyarrow asks for (`ipc.open_file` and its `included_fields`): the last 10 bytes, the footer and all dictionaries; then for a column the
 * metadata of each batch and the column's buffers in it, and for a row the whole batch that holds it. Buffers without a gap are one request.
 * A stream has no footer: it is read from its start to its end.
 * @param batches with the buffers of the wanted column, or of the keys
 * @param wanted the row, and whether it is found by a key, for which the column of the keys is read before
 */
export function arrowNetworkReads(
  file: Uint8Array,
  batches: readonly RecordBatchLocation[],
  { row, isKeyed }: { readonly row: number; readonly isKeyed: boolean },
): NetworkReads {
  const whole = [rangeOf(0, file.length)];
  if (file[0] === 0xff) return { column: isKeyed ? null : whole, row: whole };
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const footerBytes = view.getInt32(file.length - tailBytes, true);
  const opening = [
    rangeOf(file.length - tailBytes, tailBytes),
    rangeOf(file.length - tailBytes - footerBytes, footerBytes),
  ];
  // Messages follow each other without gaps: the schema, dictionaries and batches.
  let end = magicBytes + prefixBytes + view.getInt32(magicBytes + 4, true);
  const blocks = batches.map((batch) => {
    const start = end;
    end = batch.body.end;
    return { ...batch, start };
  });
  const dictionaries = blocks
    .filter(({ isDictionary }) => isDictionary)
    .map(({ start, body }) => ({ start, end: body.end }));
  const records = blocks.filter(({ isDictionary }) => !isDictionary);
  const ofColumn = records.flatMap(({ start, body, buffers }) => [
    { start, end: body.start },
    ...mergedRanges(buffers, 0),
  ]);
  let first = 0;
  const holding = records.find(({ rowCount }) => {
    first += rowCount;
    return row < first;
  });
  const ofRow = holding === undefined ? [] : [{ start: holding.start, end: holding.body.end }];
  return {
    column: isKeyed ? null : [...opening, ...dictionaries, ...ofColumn],
    row: [...opening, ...dictionaries, ...(isKeyed ? ofColumn : []), ...ofRow],
  };
}
