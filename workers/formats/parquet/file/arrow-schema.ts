import { parquetImportError } from './import-failure';

const continuation = 0xffffffff;

/**
 * The Arrow schema of a Parquet file, an IPC message in base64, with only some of its columns. The message is a FlatBuffer: the vector of its
 * fields is shortened in place, and points at the fields that stay.
 * @throws {FormatlabError} if the message is not a schema of `columnCount` columns.
 */
export function arrowSchemaOf(base64: string, columns: readonly number[], columnCount: number): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  try {
    const start = view.getUint32(0, true) === continuation ? 8 : 4;
    const message = start + view.getUint32(start, true);
    const header = fieldPlace(view, message, 2);
    const schema = header === null ? null : target(view, header);
    const fields = schema === null ? null : fieldPlace(view, schema, 1);
    const vector = fields === null ? null : target(view, fields);
    if (vector === null || view.getUint32(vector, true) !== columnCount) throw new RangeError('It has other columns.');
    const places = columns.map((column) => target(view, vector + 4 + 4 * column));
    view.setUint32(vector, places.length, true);
    for (const [index, place] of places.entries()) {
      const at = vector + 4 + 4 * index;
      view.setUint32(at, place - at, true);
    }
  } catch (cause) {
    throw parquetImportError(
      'unsupported',
      'Single columns of it can’t be fetched: the Arrow schema in its footer has other columns than the file.',
      cause,
    );
  }
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const target = (view: DataView, at: number): number => at + view.getUint32(at, true);

/** Where a field of a table is. Null if the table lacks it. */
function fieldPlace(view: DataView, table: number, field: number): number | null {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  if (slot >= view.getUint16(fields, true)) return null;
  const offset = view.getUint16(fields + slot, true);
  return offset === 0 ? null : table + offset;
}
