import { unreadableFileError } from '../../refusal';

/** Where a batch is in an Arrow file. */
export interface FooterBlock {
  readonly offset: number;
  readonly metadataBytes: number;
  readonly bodyBytes: number;
  readonly isDictionary: boolean;
}

/** The fields of the table Footer of File.fbs. */
const dictionariesField = 2;
const batchesField = 3;
/** A struct Block: its offset, the length of its metadata, four bytes of padding, and the length of its body. */
const blockBytes = 24;

/** The footer of an Arrow file, a FlatBuffer, with other blocks: its vectors of blocks are shortened in place. */
export function withBlocks(footer: Uint8Array<ArrayBuffer>, blocks: readonly FooterBlock[]): Uint8Array<ArrayBuffer> {
  const changed = footer.slice();
  const view = new DataView(changed.buffer);
  const table = view.getUint32(0, true);
  for (const field of [dictionariesField, batchesField]) {
    const own = blocks.filter(({ isDictionary }) => isDictionary === (field === dictionariesField));
    const vector = vectorAt(view, table, field);
    if (vector === null ? own.length > 0 : own.length > view.getUint32(vector, true))
      throw unreadableFileError('Its footer does not name all of its batches.', 'Write it again.', { format: 'arrow' });
    if (vector === null) continue;
    view.setUint32(vector, own.length, true);
    for (const [index, { offset, metadataBytes, bodyBytes }] of own.entries()) {
      const at = vector + 4 + blockBytes * index;
      view.setBigInt64(at, BigInt(offset), true);
      view.setInt32(at + 8, metadataBytes, true);
      view.setBigInt64(at + 16, BigInt(bodyBytes), true);
    }
  }
  return changed;
}

/** Where a vector of a table begins, with its length. Null if the table lacks it. */
function vectorAt(view: DataView, table: number, field: number): number | null {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  if (slot >= view.getUint16(fields, true)) return null;
  const place = view.getUint16(fields + slot, true);
  if (place === 0) return null;
  return table + place + view.getUint32(table + place, true);
}
