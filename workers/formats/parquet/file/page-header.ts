import { parquetHeader } from 'hyparquet/src/column.js';
import { malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { checkThriftStruct } from './thrift-bounds';

export type PageHeader = ReturnType<typeof parquetHeader>;

/** The page header at the reader's place, behind which the reader then is. Null if there is none. */
export function pageHeaderAt(reader: { view: DataView<ArrayBufferLike>; offset: number }): PageHeader | null {
  try {
    checkThriftStruct(reader.view, reader.offset);
    return parquetHeader(reader);
  } catch {
    // The parser throws whatever it meets in bytes that are no header.
    return null;
  }
}

/** A header holds statistics, and so may hold long texts. */
const headerWindows = [4_096, 262_144, 16_777_216];

/** The header of the page at `offset`, and its bytes. @throws `malformedInput` if there is none before `end`. */
export async function readPageHeader(
  source: ByteSource,
  offset: number,
  end: number,
): Promise<{ header: PageHeader; bytes: number }> {
  for (const window of headerWindows) {
    const bytes = await source.read(offset, Math.min(window, end - offset));
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
    const header = pageHeaderAt(reader);
    if (header !== null) return { header, bytes: reader.offset };
    if (bytes.length === end - offset) break;
  }
  throw malformed(`It has no page header at byte ${offset}.`);
}

/** @throws `malformedInput` if a damaged header or footer has something else than a count. */
export function count(value: unknown, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    throw malformed(`${what} claims ${String(value)} bytes, rows or values.`);
  return number;
}
