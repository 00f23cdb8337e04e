import { noCodecId } from '../../../figures/candidate-names';
import type { CellReading } from '../readers/cell-number';
import type { ColumnRole } from './column-role';
import { familyOf } from '../../../sources/imported/family';
import type { GivenTable } from '../readers/given-table';

/** Names of the data as it is, before anything packs it. */
export const isPlain = (name: string): boolean =>
  /^\W*(memcpy|none|raw|uncompressed|no compression|original|stored?|copy|plain)\b/i.test(name);

/**
 * Numbers without a unit that are sizes by what stands beside them: columns that are called like codecs to the right of sizes, and hold none that is larger (“Size, zlib, zstd”), and
 * columns of whole numbers over systems of which one is the data as it is, and has the largest. What is no such column stays as it is.
 */
export function withBareSizes(
  table: GivenTable,
  seen: readonly { readonly readings: readonly CellReading[] }[],
  columns: readonly ColumnRole[],
): ColumnRole[] {
  const numbersIn = (index: number) =>
    seen[index]?.readings.map((reading) =>
      reading.kind === 'number' && reading.unit === null ? reading.value : null,
    ) ?? [];
  const systemAt = columns.findIndex(({ role }) => role === 'system');
  const plainRow = systemAt < 0 ? -1 : table.rows.findIndex(({ cells }) => isPlain(cells[systemAt] ?? ''));
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
    const whole = numbersIn(sizeAt);
    const shares = values.flatMap((value, row) => (value === null || whole[row] == null ? [] : [value / whole[row]]));
    if (
      size?.role !== 'figure' ||
      shares.length < 2 ||
      shares.filter((share) => share > 0.001 && share <= 1.01).length < 0.9 * shares.length
    )
      return column;
    return { ...column, quantity: 'fileSize', unit: size.unit, basis: 'nothing' };
  });
}

/** Thousands of bytes of data, and packed sizes that are at most little larger (packing can fail). */
const isLargestSize = (plain: number, values: readonly (number | null)[]): boolean => {
  const told = values.flatMap((value) => (value === null ? [] : [value]));
  return (
    plain >= 1_000 &&
    told.length > 1 &&
    told.every((value) => Number.isInteger(value) && value > 0 && value <= 1.1 * plain)
  );
};
