import type { Table } from '../model/dataset';
import { descendingRanks, isSortKey, type Ranks, ranksOf, type SortKey, sortedRows } from '../model/sort-rows';
import type { TrialTable } from '../model/trial-table';
import { spreadWork } from './spread-work';

/** The orders whose settings are tried, besides the order of the data. */
const triedOrders = 9;
/** Of these, as many are by one key at most. */
const triedSingles = 6;
/** The columns of which each is tried as the only key. */
const maxSingles = 24;
/** The first keys that are tried with a second key, and the second keys of each. */
const pairs = { first: 3, second: 5 };
/** The best orders of one key and of two that are also tried in the other directions. */
const turnedOrders = { singles: 3, pairs: 3 };

interface OrderProbe {
  readonly workers: readonly TrialTable[];
  /** The bytes of the table's file with its rows in this order, with the same settings for every order. */
  readonly bytesOf: (worker: TrialTable, rows: Int32Array) => Promise<number>;
  /** The columns by which rows are not sorted. */
  readonly excluded: ReadonlySet<string>;
  /** Asked before each order: the search for orders stops if it is true. */
  readonly isOver: () => boolean;
}

/**
 * The orders of rows that may make the file smaller, the best first, by up to two keys. The heuristic writes the rows in each order with the same
 * settings, and takes those with the smallest files. Of the directions of the same keys, the one with the smallest file is kept.
 */
export async function promisingOrders(
  table: Table,
  { workers, bytesOf, excluded, isOver }: OrderProbe,
): Promise<readonly (readonly SortKey[])[]> {
  const { rowCount } = table;
  const keys = table.columns
    .filter((column) => isSortKey(column) && !excluded.has(column.name))
    .map((column) => ({ name: column.name, ranks: ranksOf(column, rowCount) }))
    // A column of one value gives no order.
    .filter(({ ranks }) => ranks.count > 1)
    .sort((one, other) => one.ranks.count - other.ranks.count)
    .slice(0, maxSingles);
  const ranksByName = new Map(keys.map(({ name, ranks }) => [name, ranks]));
  const isNatural = (rows: Int32Array) => rows.every((row, at) => row === at);
  const tried = new Map<string, { readonly order: readonly SortKey[]; readonly bytes: number }>();
  const tryOrders = (orders: readonly (readonly SortKey[])[]) =>
    spreadWork(
      workers,
      orders,
      async (worker, order) => {
        const ranks = order.flatMap(({ column, descending }): Ranks[] => {
          const own = ranksByName.get(column);
          return own === undefined ? [] : [descending ? descendingRanks(own) : own];
        });
        const rows = sortedRows(ranks, rowCount);
        if (isNatural(rows)) return;
        const bytes = await bytesOf(worker, rows);
        const name = JSON.stringify(order.map(({ column }) => column));
        const known = tried.get(name);
        if (known === undefined || bytes < known.bytes) tried.set(name, { order, bytes });
      },
      { isOver },
    );
  const bySize = (keyCount: number) =>
    [...tried.values()].filter(({ order }) => order.length === keyCount).sort((one, other) => one.bytes - other.bytes);

  await tryOrders(keys.map(({ name }) => [ascending(name)]));
  const singles = bySize(1).flatMap(({ order: [key] }) => (key === undefined ? [] : [key.column]));
  // A second key orders the rows that the first leaves equal. Where there are few of these, it changes nothing.
  const firsts = singles.filter((name) => (ranksByName.get(name)?.count ?? 0) * 2 < rowCount).slice(0, pairs.first);
  await tryOrders(
    firsts.flatMap((first) =>
      singles
        .filter((name) => name !== first)
        .slice(0, pairs.second)
        .map((second) => [ascending(first), ascending(second)]),
    ),
  );
  const best = [...bySize(1).slice(0, turnedOrders.singles), ...bySize(2).slice(0, turnedOrders.pairs)];
  await tryOrders(best.flatMap(({ order }) => otherDirections(order)));

  const bestSingles = bySize(1).slice(0, triedSingles);
  const bestPairs = bySize(2).slice(0, triedOrders - bestSingles.length);
  return [...bestSingles, ...bestPairs].sort((one, other) => one.bytes - other.bytes).map(({ order }) => order);
}

const ascending = (column: string): SortKey => ({ column, descending: false });

/** The same keys with at least one of them descending. */
function otherDirections(order: readonly SortKey[]): SortKey[][] {
  const all = order.reduce<SortKey[][]>(
    (made, { column }) => made.flatMap((keys) => [false, true].map((descending) => [...keys, { column, descending }])),
    [[]],
  );
  return all.slice(1);
}
