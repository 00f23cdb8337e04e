import { malformed } from '../../../byte-map/failures';
import { FileBytes, nameOf } from '../../../byte-map/file-bytes';
import { type Cell, type DatabaseHeader, readVarint } from './pages';

/** A table or an index, as a row of sqlite_schema names it. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tableName: string;
  readonly root: number;
  /** The statement that made it; empty for an index that SQLite made by itself. */
  readonly sql: string;
}

const schemaColumns = 5;
/** Of a longer statement, only the columns in these bytes have names: SQLite itself refuses one of more than 1 MB. */
const maxSqlBytes = 1_000_000;

/** The whole payload of a cell: of its page, and of its overflow pages. */
function payloadOf(file: FileBytes, { pageBytes, usableBytes }: DatabaseHeader, cell: Cell): Uint8Array<ArrayBuffer> {
  if (cell.overflow === null) return file.slice(cell.payloadAt, cell.localBytes);
  if (cell.payloadBytes > file.sizeBytes) throw malformed(`A row at byte ${cell.at} is larger than the file.`);
  const payload = new Uint8Array(cell.payloadBytes);
  payload.set(file.slice(cell.payloadAt, cell.localBytes));
  let at = cell.localBytes;
  for (let page = cell.overflow; at < payload.length; ) {
    const start = (page - 1) * pageBytes;
    const bytes = Math.min(payload.length - at, usableBytes - 4);
    payload.set(file.slice(start + 4, bytes), at);
    at += bytes;
    page = file.u32BE(start);
  }
  return payload;
}

/** The bytes of a value of a record, by its serial type. */
export function serialTypeBytes(serialType: number): number {
  if (serialType >= 12) return Math.floor((serialType - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][serialType] ?? 0;
}

/** A row of sqlite_schema. Null if it has no pages, as views and triggers. */
export function readSchemaEntry(file: FileBytes, database: DatabaseHeader, cell: Cell): SchemaEntry | null {
  const record = new FileBytes(payloadOf(file, database, cell));
  const head = readVarint(record, 0);
  const values: { at: number; bytes: number; serialType: number }[] = [];
  let valueAt = head.value;
  for (let at = head.end; at < head.value && values.length < schemaColumns; ) {
    const { value: serialType, end } = readVarint(record, at);
    const bytes = serialTypeBytes(serialType);
    values.push({ at: valueAt, bytes, serialType });
    valueAt += bytes;
    at = end;
  }
  if (values.length < schemaColumns) throw malformed('A row of its schema has too few columns.');
  const textOf = (column: number) => {
    const { at = 0, bytes = 0 } = values[column] ?? {};
    return nameOf(record.slice(at, bytes), database.encoding);
  };
  const sqlOf = () => {
    const { at = 0, bytes = 0 } = values[4] ?? {};
    return new TextDecoder(database.encoding).decode(record.slice(at, Math.min(bytes, maxSqlBytes)));
  };
  const { at = 0, bytes = 0, serialType = 0 } = values[3] ?? {};
  let root = serialType === 9 ? 1 : 0;
  for (let index = 0; index < bytes; index += 1) root = root * 256 + record.u8(at + index);
  if (root === 0) return null;
  return { type: textOf(0), name: textOf(1), tableName: textOf(2), root, sql: sqlOf() };
}
