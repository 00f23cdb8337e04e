import type { GivenTable } from '../readers/given-table';
import { isParameter, isUnitHeading } from './long-form';

/** The package and class that Java's methods stand in, or the file of Python's tests. */
const paths = [/^((?:[a-z]\w*\.)*(?:[A-Z]\w*\.)+)\w/, /^(\S*\.py::(?:\w+::)*)\w/];

/** Names without the path that all of them share (`org.example.CodecBench.encode` is “encode”): beside a bar only its end tells them apart. */
export function shortened(names: readonly string[]): (name: string) => string {
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

/** A table whose parameters have columns of their own without them in its names: pytest writes `test_encode[zstd]` beside `param:codec`. */
export function withoutParameters(table: GivenTable): GivenTable {
  if (!table.columns.some(isParameter)) return table;
  return {
    ...table,
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cell.replace(/^(\S+\.py::\S+)\[[^\]]*\]$/, '$1')),
    })),
  };
}

/** A table whose rows are metrics with the units that stand in a column of their own in their names: `Write time`, `ms` is “Write time (ms)”. */
export function withUnitsInNames(table: GivenTable): GivenTable {
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
