import { type FileMetaData, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet';
import { requireValidRunLengths } from '../file/check-runs';
import { decompressorsWithin } from '../file/decompressors';
import type { Column } from '../../../model/column';
import type { RefusedColumn } from '../../../model/errors';
import { ValidityBuilder } from '../../../own-file/column-builders';
import { refusedColumn } from '../../../own-file/refused-columns';

/**
 * INT96 timestamps (Spark, Hive, Impala) hold a day and the nanoseconds of that day. arrow-rs converts them to 64-bit nanoseconds, which
 * silently overflow before 1677 and after 2262. Columns with such times are therefore read again here.
 */

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

/**
 * Finds columns with times that overflow 64-bit nanoseconds. Returns them by name, in microseconds. A column is refused if microseconds
 * would lose digits, or if such times are inside another column.
 */
export async function readOverflowingTimestamps(
  file: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
): Promise<{ readonly kept: ReadonlyMap<string, Column>; readonly refused: readonly RefusedColumn[] }> {
  const found = new Map<string, Column>();
  const refused: RefusedColumn[] = [];
  const leaves = parquetSchema(metadata).children.flatMap((column, index) =>
    int96Leaves(column, [column.element.name]).map((path) => ({ path, index })),
  );
  if (leaves.length > 0) requireValidRunLengths(file, metadata);
  for (const { path, index } of leaves) {
    const values = await valuesOf(file, metadata, path);
    if (values === null) continue;
    const name = path.join('.');
    const flat = path.length === 1 ? values : null;
    if (flat === null || flat.some((value) => value !== null && value % 1_000n !== 0n)) {
      const what = flat === null ? `its part “${name}” holds` : 'it holds';
      const why = flat === null ? '' : ', with digits below a microsecond';
      if (refused.every((other) => other.index !== index))
        refused.push(
          refusedColumn(
            index,
            path[0] ?? '',
            `${what} INT96 timestamps before 1677 or after 2262, which 64 bits of nanoseconds can’t hold${why}`,
          ),
        );
      continue;
    }
    const validity = new ValidityBuilder(flat.length);
    for (const [row, value] of flat.entries()) if (value === null) validity.setNull(row);
    const micros = BigInt64Array.from(flat, (value) => (value ?? 0n) / 1_000n);
    found.set(name, { name, type: 'timestamp', validity: validity.build(), values: micros });
  }
  return { kept: found, refused };
}

function int96Leaves({ element, children }: SchemaTree, path: readonly string[]): string[][] {
  if (element.type === 'INT96') return [[...path]];
  return children.flatMap((child) => int96Leaves(child, [...path, child.element.name]));
}

/**
 * The nanoseconds of each row; null if all of them fit into 64 bits. For a column inside another one: an empty list if one does not fit.
 */
async function valuesOf(
  file: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
  path: readonly string[],
): Promise<(bigint | null)[] | null> {
  let isFar = false;
  const rows: (bigint | null)[] = new Array<bigint | null>(Number(metadata.num_rows)).fill(null);
  await parquetRead({
    file: { byteLength: file.length, slice: (start, end) => file.slice(start, end).buffer },
    metadata,
    columns: [path[0] ?? ''],
    compressors: decompressorsWithin(metadata),
    utf8: false,
    geoparquet: false,
    parsers: {
      timestampFromNanoseconds: (nanoseconds: bigint) => {
        if (nanoseconds < least || nanoseconds > most) isFar = true;
        return nanoseconds;
      },
    },
    onChunk: ({ columnData, rowStart }) => {
      if (path.length > 1) return;
      for (let index = 0; index < columnData.length; index += 1) {
        const value: unknown = columnData[index];
        if (typeof value === 'bigint') rows[rowStart + index] = value;
      }
    },
  });
  return isFar ? rows : null;
}
