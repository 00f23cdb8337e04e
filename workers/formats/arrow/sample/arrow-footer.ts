import { unreadableFileError } from '../../../own-file/refusal';

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
const blockAlignment = 8;
const vectorHeadBytes = 4;

/** The footer of an Arrow file, a FlatBuffer, with other blocks: its vectors of blocks are shortened in place, or a longer one is put behind it. */
export function footerWithBlocks(
  footer: Uint8Array<ArrayBuffer>,
  blocks: readonly FooterBlock[],
): Uint8Array<ArrayBuffer> {
  const room = 2 * vectorHeadBytes + blockBytes * blocks.length;
  const changed = new Uint8Array(Math.ceil(footer.length / blockAlignment) * blockAlignment + room);
  changed.set(footer);
  const view = new DataView(changed.buffer);
  let end = footer.length;
  const table = view.getUint32(0, true);
  for (const field of [dictionariesField, batchesField]) {
    const own = blocks.filter(({ isDictionary }) => isDictionary === (field === dictionariesField));
    const place = fieldAt(view, table, field);
    if (place === null && own.length > 0)
      throw unreadableFileError('Its footer does not name all of its batches.', 'Write it again.', { format: 'arrow' });
    if (place === null) continue;
    let vector = place + view.getUint32(place, true);
    if (own.length > view.getUint32(vector, true)) {
      // Blocks lie at multiples of 8, behind the length of their vector.
      vector = Math.ceil((end + vectorHeadBytes) / blockAlignment) * blockAlignment - vectorHeadBytes;
      view.setUint32(place, vector - place, true);
      end = vector + vectorHeadBytes + blockBytes * own.length;
    }
    view.setUint32(vector, own.length, true);
    for (const [index, { offset, metadataBytes, bodyBytes }] of own.entries()) {
      const at = vector + 4 + blockBytes * index;
      view.setBigInt64(at, BigInt(offset), true);
      view.setInt32(at + 8, metadataBytes, true);
      view.setBigInt64(at + 16, BigInt(bodyBytes), true);
    }
  }
  return changed.subarray(0, end);
}

/** Where the offset of a vector of a table is. Null if the table lacks it. */
function fieldAt(view: DataView, table: number, field: number): number | null {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  if (slot >= view.getUint16(fields, true)) return null;
  const place = view.getUint16(fields + slot, true);
  if (place === 0) return null;
  return table + place;
}
