import type { RawTable } from '../readers/given-table';
import { isParameterHeading, isUnitHeading } from './long-form';

/** The package and class of Java methods, or the file of Python tests. */
const paths = [/^((?:[a-z]\w*\.)*(?:[A-Z]\w*\.)+)\w/, /^(\S*\.py::(?:\w+::)*)\w/];

/**
 * Removes the path that all names share (`org.example.CodecBench.encode` becomes “encode”). The label of a bar has room
 * for the distinct part only.
 */
export function nameShortener(names: readonly string[]): (name: string) => string {
  const [first = ''] = names;
  for (const path of paths) {
    const prefix = path.exec(first)?.[1];
    if (prefix === undefined) continue;
    const parts = prefix.match(/\w+(?:\.py)?(?:::|\.|$)|\S+?\.py::/g) ?? [];
    for (let count = parts.length; count > 0; count -= 1) {
      const shared = parts.slice(0, count).join('');
      if (names.every((name) => name.startsWith(shared) && name.length > shared.length))
        return (name) => (name.startsWith(shared) ? name.slice(shared.length) : name);
    }
  }
  return (name) => name;
}

/**
 * Removes parameters from the names if they have columns of their own. Pytest writes `test_encode[zstd]` beside
 * `param:codec`.
 */
export function withoutParameters(table: RawTable): RawTable {
  if (!table.columns.some(isParameterHeading)) return table;
  return {
    ...table,
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cell.replace(/^(\S+\.py::\S+)\[[^\]]*\]$/, '$1')),
    })),
  };
}

/**
 * Appends the unit column's cell to each name of a table whose rows are metrics: `Write time` and `ms` become “Write
 * time (ms)”.
 */
export function withUnitsInNames(table: RawTable): RawTable {
  const unitsAt = table.columns.findIndex((heading, index) => index > 0 && isUnitHeading(heading));
  if (unitsAt < 0) return table;
  const without = (cells: readonly string[]) => cells.filter((_, index) => index !== unitsAt);
  const named = ([first = '', ...rest]: readonly string[], unit: string) => [
    unit === '' || first === '' ? first : `${first} (${unit})`,
    ...rest,
  ];
  return {
    ...table,
    columns: without(table.columns),
    rows: table.rows.map(({ line, cells }) => ({ line, cells: named(without(cells), cells[unitsAt] ?? '') })),
  };
}
