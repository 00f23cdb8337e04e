import { noCodecId } from '../../../figures/candidate-names';
import type { CellReading } from '../readers/cell-number';
import type { ColumnRole } from './column-role';
import { familyOf } from '../../../sources/imported/family';
import type { RawTable } from '../readers/given-table';

/** True for names of uncompressed data. */
export const isUncompressedName = (name: string): boolean =>
  /^\W*(memcpy|none|raw|uncompressed|no compression|original|stored?|copy|plain)\b/i.test(name);

/**
 * Recognises columns without a unit as sizes. There are two cases: columns that are named after codecs, to the right of
 * a column of sizes, with no larger number (“Size, zlib, zstd”); and columns of whole numbers over systems of which one
 * is the uncompressed data and has the largest number. Other columns are unchanged.
 */
export function recogniseBareSizes(
  table: RawTable,
  seen: readonly { readonly readings: readonly CellReading[] }[],
  columns: readonly ColumnRole[],
): ColumnRole[] {
  const numbersIn = (index: number) =>
    seen[index]?.readings.map((reading) =>
      reading.kind === 'number' && reading.unit === null ? reading.value : null,
    ) ?? [];
  const systemAt = columns.findIndex(({ role }) => role === 'system');
  const plainRow = systemAt < 0 ? -1 : table.rows.findIndex(({ cells }) => isUncompressedName(cells[systemAt] ?? ''));
  return columns.map((column, index) => {
    const heading = table.columns[index] ?? '';
    if (column.role !== 'figure' || column.quantity !== 'number' || column.unit !== '1') return column;
    const values = numbersIn(index);
    const plain = plainRow < 0 ? null : (values[plainRow] ?? null);
    if (plain !== null && isLargestSize(plain, values))
      return { ...column, quantity: 'fileSize', unit: 'B', basis: 'nothing' };
    if (familyOf(heading) === noCodecId || heading.includes(' ')) return column;
    const sizeAt = columns.findLastIndex(
      (other, at) => at < index && other.role === 'figure' && other.quantity === 'fileSize',
    );
    const size = columns[sizeAt];
    const dataSizes = numbersIn(sizeAt);
    const shares = values.flatMap((value, row) =>
      value === null || dataSizes[row] == null ? [] : [value / dataSizes[row]],
    );
    if (
      size?.role !== 'figure' ||
      shares.length < 2 ||
      shares.filter((share) => share > 0.001 && share <= 1.01).length < 0.9 * shares.length
    )
      return column;
    return { ...column, quantity: 'fileSize', unit: size.unit, basis: 'nothing' };
  });
}

/**
 * True if the uncompressed size is at least some thousands of bytes and hardly any compressed size exceeds it.
 * Incompressible data can grow slightly.
 */
const isLargestSize = (plain: number, values: readonly (number | null)[]): boolean => {
  const known = values.flatMap((value) => (value === null ? [] : [value]));
  return (
    plain >= 1_000 &&
    known.length > 1 &&
    known.every((value) => Number.isInteger(value) && value > 0 && value <= 1.1 * plain)
  );
};
