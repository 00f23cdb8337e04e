import type { ColumnMetaData, FileMetaData } from 'hyparquet';

/** The bytes of a value in memory. */
const widths: Readonly<Record<string, number>> = {
  BOOLEAN: 1,
  INT32: 4,
  FLOAT: 4,
  INT64: 8,
  DOUBLE: 8,
  INT96: 8,
};
/** The offset of a text in memory. */
const offsetBytes = 4;
/** The bytes of a text of which nothing is known. */
const usualTextBytes = 12;

const encoder = new TextEncoder();

function lengthOf(value: unknown): number | null {
  if (typeof value === 'string') return encoder.encode(value).length;
  return value instanceof Uint8Array ? value.length : null;
}

/** The mean of the shortest and the longest text is not known, but that of the smallest and the largest is. */
function textBytes({ statistics }: ColumnMetaData): number {
  const lengths = [statistics?.min_value, statistics?.max_value].map(lengthOf).filter((length) => length !== null);
  return lengths.length === 0 ? usualTextBytes : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

function chunkBytes(chunk: ColumnMetaData): number {
  const values = Number(chunk.num_values);
  const width = widths[chunk.type];
  if (width !== undefined) return values * width;
  const stored = Number(chunk.size_statistics?.unencoded_byte_array_data_bytes ?? 0);
  const texts = stored > 0 ? stored : Math.max(values * textBytes(chunk), Number(chunk.total_uncompressed_size));
  return texts + values * offsetBytes;
}

/**
 * The bytes that each row group takes in memory, from the footer alone. Of texts in a dictionary, the footer may not tell the lengths; then it is
 * an estimate.
 */
export const decodedGroupBytes = ({ row_groups: groups }: FileMetaData): number[] =>
  groups.map(({ columns }) =>
    columns.reduce((sum, { meta_data: chunk }) => sum + (chunk === undefined ? 0 : chunkBytes(chunk)), 0),
  );
