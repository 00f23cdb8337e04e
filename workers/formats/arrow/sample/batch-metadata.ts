/** Tables of Message.fbs: the fields of a message and of a record batch, by their numbers. */
const messageFields = { header: 2, bodyBytes: 3 } as const;
const batchFields = { length: 0, nodes: 1, buffers: 2 } as const;
/** A FieldNode and a Buffer are two int64 each. */
const structBytes = 16;

/** The values of a batch that change with its rows. */
interface BatchSizes {
  readonly rowCount: number;
  readonly bodyBytes: number;
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
}

/** Where a field of a FlatBuffers table is. Null if the table lacks it. */
function fieldAt(view: DataView, table: number, field: number): number | null {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  if (slot >= view.getUint16(fields, true)) return null;
  const place = view.getUint16(fields + slot, true);
  return place === 0 ? null : table + place;
}

/**
 * The metadata of a batch, from its prefix on, with other rows: its numbers are changed in place. Null if it leaves one out, as a batch without rows does.
 * @param prefixBytes the bytes before the FlatBuffer
 */
export function batchMetadataWithSizes(
  metadata: Uint8Array,
  prefixBytes: number,
  { rowCount, bodyBytes, nodes, buffers }: BatchSizes,
): Uint8Array<ArrayBuffer> | null {
  const changed = metadata.slice();
  const view = new DataView(changed.buffer, prefixBytes);
  const message = view.getUint32(0, true);
  const setInt64 = (at: number, value: number) => view.setBigInt64(at, BigInt(value), true);
  const [headerAt, bodyAt] = [
    fieldAt(view, message, messageFields.header),
    fieldAt(view, message, messageFields.bodyBytes),
  ];
  if (headerAt === null || bodyAt === null) return null;
  const batch = headerAt + view.getUint32(headerAt, true);
  const [lengthAt, nodesAt, buffersAt] = [batchFields.length, batchFields.nodes, batchFields.buffers].map((field) =>
    fieldAt(view, batch, field),
  );
  if (lengthAt == null || nodesAt == null || buffersAt == null) return null;
  setInt64(bodyAt, bodyBytes);
  setInt64(lengthAt, rowCount);
  const setPairs = (vectorAt: number, pairs: readonly (readonly [number, number])[]) => {
    const vector = vectorAt + view.getUint32(vectorAt, true);
    if (view.getUint32(vector, true) !== pairs.length) return false;
    for (const [index, [first, second]] of pairs.entries()) {
      setInt64(vector + 4 + structBytes * index, first);
      setInt64(vector + 12 + structBytes * index, second);
    }
    return true;
  };
  const areSet =
    setPairs(
      nodesAt,
      nodes.map(({ length, nullCount }) => [length, nullCount] as const),
    ) &&
    setPairs(
      buffersAt,
      buffers.map(({ offset, length }) => [offset, length] as const),
    );
  return areSet ? changed : null;
}
