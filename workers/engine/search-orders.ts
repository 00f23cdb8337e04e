import type { ColumnSetting, FileVariant } from '../model/column-search';
import type { Table } from '../model/dataset';
import { isSortKey, type Ranks, ranksOf, sortedRows } from '../model/sort-rows';
import { takeRows } from '../model/column-rows';
import { fileBytesOf, type TrialMachine } from './column-trial';

/** The orders whose settings are tried, besides the order of the data. */
export const triedOrders = 9;
/** Of these, as many are by one key at most. */
const triedSingles = 6;
/** The columns of which each is tried as the only key. */
const maxSingles = 24;
/** The first keys that are tried with a second key, and the second keys of each. */
const pairs = { first: 3, second: 5 };

/**
 * The orders of rows that may make the file smaller, the best first, by up to two keys. The heuristic writes the rows in each order with the same
 * settings, and takes those with the smallest files. It asks `isOver` before each order, and stops if it is.
 */
export async function promisingOrders(
  table: Table,
  settings: ReadonlyMap<string, ColumnSetting>,
  layout: FileVariant['layout'],
  machine: TrialMachine & { readonly isOver: () => boolean },
): Promise<readonly (readonly string[])[]> {
  const { rowCount } = table;
  const keys = table.columns
    .filter(isSortKey)
    .map((column) => ({ name: column.name, ranks: ranksOf(column, rowCount) }))
    // A column of one value gives no order.
    .filter(({ ranks }) => ranks.count > 1)
    .sort((one, other) => one.ranks.count - other.ranks.count)
    .slice(0, maxSingles);
  const ranksByName = new Map(keys.map(({ name, ranks }) => [name, ranks]));
  const isNatural = (rows: Int32Array) => rows.every((row, at) => row === at);
  const tried: { order: readonly string[]; bytes: number }[] = [];
  const tryOrder = async (order: readonly string[]) => {
    const rows = sortedRows(
      order.map((name) => ranksByName.get(name)).filter((ranks): ranks is Ranks => ranks !== undefined),
      rowCount,
    );
    if (isNatural(rows)) return;
    const columns = table.columns.map((column) => takeRows(column, rows));
    tried.push({ order, bytes: await fileBytesOf({ ...table, columns }, settings, layout, machine) });
  };
  for (const { name } of keys) {
    if (machine.isOver()) break;
    await tryOrder([name]);
  }
  const bySize = () => tried.toSorted((one, other) => one.bytes - other.bytes);
  // A second key orders the rows that the first leaves equal. Where there are few of these, it changes nothing.
  const singles = bySize().map(({ order: [name = ''] }) => name);
  const firsts = singles.filter((name) => (ranksByName.get(name)?.count ?? 0) * 2 < rowCount).slice(0, pairs.first);
  for (const first of firsts)
    for (const second of singles.filter((name) => name !== first).slice(0, pairs.second)) {
      if (machine.isOver()) break;
      await tryOrder([first, second]);
    }
  const sorted = bySize();
  const bestSingles = sorted.filter(({ order }) => order.length === 1).slice(0, triedSingles);
  const bestPairs = sorted.filter(({ order }) => order.length === 2).slice(0, triedOrders - bestSingles.length);
  return [...bestSingles, ...bestPairs]
    .sort((one, other) => one.bytes - other.bytes)
    .map(({ order }) => order)
    .slice(0, triedOrders);
}
