import { describe, expect, it } from 'vitest';
import type { Column } from '../model/column';
import {
  cheapCodecs,
  dearCodecs,
  dearestCodecs,
  defaultLayout,
  type FileVariant,
  layoutKey,
  type SearchPlan,
  type TriedSetting,
} from '../model/column-search';
import type { Table } from '../model/dataset';
import { bestFile } from '../model/search-choice';
import { rowsInOrder, type SortKey } from '../model/sort-rows';
import { mulberry } from '../model/testing/mulberry';
import type { TrialTable } from '../model/trial-table';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';
import { typedColumns } from './search-settings';
import { createTrialTable } from './trial-table';

/** The search tries a part of what an exhaustive search tries. This measures what the rest would have saved. */

/** Sales: what depends on what differs from column to column, so that orders of rows matter. */
function salesTable(rowCount: number, columnCount: number): Table {
  const next = mulberry(19);
  const shops = Array.from({ length: rowCount }, () => Math.floor(60 * next() ** 2));
  const products = shops.map((shop) => (shop * 13 + Math.floor(40 * next() ** 3)) % 500);
  const encoder = new TextEncoder();
  const float64 = (name: string, at: (row: number) => number): Column => ({
    name,
    type: 'float64',
    validity: null,
    values: Float64Array.from({ length: rowCount }, (_, row) => at(row)),
  });
  const int64 = (name: string, at: (row: number) => number): Column => ({
    name,
    type: 'int64',
    validity: null,
    values: BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(at(row))),
  });
  const text = (name: string, textOf: (row: number) => string): Column => {
    const parts = Array.from({ length: rowCount }, (_, row) => encoder.encode(textOf(row)));
    const offsets = new Int32Array(rowCount + 1);
    for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
    const data = new Uint8Array(offsets[rowCount] ?? 0);
    for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
    return { name, type: 'utf8', validity: null, offsets, data };
  };
  const of = (values: readonly number[], row: number) => values[row] ?? 0;
  const columns: Column[] = [
    int64('time', (row) => 1_700_000_000 + row * 3 + Math.floor(3 * next())),
    text('shop', (row) => `Shop ${of(shops, row)} in town ${of(shops, row) % 7}`),
    text('product', (row) => `P-${of(products, row) * 7_919}`),
    float64('price', (row) => of(products, row) * 1.25 + Math.floor(4 * next()) / 4),
    int64('amount', () => 1 + Math.floor(9 * next() ** 4)),
    float64('weight', (row) => Math.sqrt(of(products, row)) + 0.001 * Math.floor(5 * next())),
    int64('till', (row) => of(shops, row) * 10 + Math.floor(3 * next())),
    text('note', (row) => (next() < 0.9 ? '' : `see ${of(products, row)}`)),
  ];
  return { kind: 'table', rowCount, columns: columns.slice(0, columnCount) };
}

/** Makes each trial with one call: times decide nothing here. It keeps what it tried, so that the search and the comparison try nothing twice. */
function trialTableOf(table: Table): TrialTable {
  const trials = createTrialTable(table, { registry: builtInRegistry, clock: performanceClock });
  return { ...trials, tryColumn: (trial) => trials.tryColumn({ ...trial, calls: 'once' }) };
}

/** The whole search: its clock stands still, so that it ends when nothing is left to try. */
async function search(worker: TrialTable): Promise<{ plan: SearchPlan; trials: TriedSetting[] }> {
  const trials: TriedSetting[] = [];
  const plans: SearchPlan[] = [];
  const { end } = await searchColumns({
    clock: { now: () => 0 },
    wait: () => new Promise(() => undefined),
    budgetMs: 60_000,
    workers: [worker],
    permissions: { reorder: true, narrow: false },
    onEvent: (event) => {
      if (event.type === 'plan') plans.push(event.plan);
      else if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
    },
  });
  expect(end).toBe('complete');
  const [plan] = plans;
  if (plan === undefined) throw new Error('The search told no plan.');
  return { plan, trials };
}

/**
 * Tries every setting of every column in each order of rows, and returns the bytes of the columns with the best settings in each. An order is left as soon as
 * the best settings of some of its columns alone take more than `enough` bytes: it can't be better.
 */
async function exhaustiveBytes(
  table: Table,
  worker: TrialTable,
  orders: readonly (readonly SortKey[])[],
  enough: number,
): Promise<readonly { readonly order: readonly SortKey[]; readonly bytes: number; readonly isWhole: boolean }[]> {
  const found: { order: readonly SortKey[]; bytes: number; isWhole: boolean }[] = [];
  /** The columns by their bytes in the first order, the largest first: they decide soonest. */
  let columns = table.columns.map((_, column) => column);
  for (const order of orders) {
    const variant: FileVariant = { order, sortMs: 0, layout: defaultLayout };
    await worker.placeRows(order.length === 0 ? null : rowsInOrder(table, order));
    const smallest = new Map<number, number>();
    const sum = () => [...smallest.values()].reduce((total, bytes) => total + bytes, 0);
    for (const index of columns) {
      if (sum() > enough) break;
      const column = table.columns[index];
      if (column === undefined) throw new Error(`There is no column ${index}.`);
      const [typed] = typedColumns(builtInRegistry, column, index, table.rowCount, false);
      let bytes = Number.POSITIVE_INFINITY;
      for (const codec of [...dearCodecs, ...dearestCodecs, ...cheapCodecs]) {
        for (const encoding of typed?.encodings ?? []) {
          const setting = { encoding, codec, narrowing: null };
          const { sizeBytes } = await worker.tryColumn({ column: index, setting, variant, calls: 'once' });
          bytes = Math.min(bytes, sizeBytes);
        }
      }
      smallest.set(index, bytes);
    }
    if (found.length === 0) columns = columns.toSorted((a, b) => (smallest.get(b) ?? 0) - (smallest.get(a) ?? 0));
    found.push({ order, bytes: sum(), isWhole: smallest.size === columns.length });
  }
  return found;
}

/** The bytes of the columns of the search's smallest file in the usual layout. */
async function foundBytes(worker: TrialTable): Promise<number> {
  const { plan, trials } = await search(worker);
  const inUsualLayout = trials.filter(({ variant: { layout } }) => layoutKey(layout) === layoutKey(defaultLayout));
  const file = bestFile(inUsualLayout, { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 }, plan);
  if (file === null) throw new Error('The search found no file.');
  return [...file.trials.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

const key = (column: string): SortKey => ({ column, descending: false });

const ordersOf = ({ columns }: Table): (readonly SortKey[])[] => [
  [],
  ...columns.map(({ name }) => [key(name)]),
  [key('shop'), key('product')],
];

const tolerance = 1.01;

describe('the search, against all settings in ten orders of rows or fewer,', () => {
  it('comes within 1 % on 800 rows of 4 columns', { tags: ['full'] }, async () => {
    const table = salesTable(800, 4);
    const worker = trialTableOf(table);
    const found = await foundBytes(worker);
    // A file of more bytes than these proves nothing against what was found.
    const orders = await exhaustiveBytes(table, worker, ordersOf(table), found / tolerance);
    const better = orders.filter(({ bytes, isWhole }) => isWhole && bytes * tolerance < found);
    expect(better, `${found} bytes were found`).toEqual([]);
    expect(orders).toHaveLength(table.columns.length + 2);
  });
});
