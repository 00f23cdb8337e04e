import { describe, expect, it } from 'vitest';
import { toCanonical } from '../model/canonical';
import type { Column } from '../model/column';
import {
  type ColumnSetting,
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
import { connect } from '../model/protocol/connect';
import type { MeasureCalls } from '../model/protocol/measure';
import type { SearchCalls } from '../model/protocol/search';
import { bestFile } from '../model/search-choice';
import { rowsInOrder, type SortKey } from '../model/sort-rows';
import { mulberry } from '../model/testing/mulberry';
import { builtInRegistry } from './registry';
import { typedColumns } from './search-settings';
import { spreadWork } from './spread-work';

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

/** A worker with the table, and what ends it. */
async function openWorkers(table: Table, count: number) {
  const dataset = new Blob([...toCanonical(table).parts]);
  const connections = Array.from({ length: count }, () =>
    connect<MeasureCalls>(
      new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-measure' }),
      'measuring',
    ),
  );
  await Promise.all(connections.map(({ remote }) => remote.openTrialTable({ dataset })));
  return {
    workers: connections.map(({ remote }) => remote),
    end: () => {
      for (const { terminate } of connections) terminate();
    },
  };
}

/** The search as the page makes it, in a search worker. */
async function search(table: Table, budgetMs: number): Promise<{ plan: SearchPlan; trials: TriedSetting[] }> {
  const trials: TriedSetting[] = [];
  const plans: SearchPlan[] = [];
  const { remote, terminate } = connect<SearchCalls>(
    new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-search' }),
    'search',
  );
  try {
    const dataset = new Blob([...toCanonical(table).parts]);
    await remote.searchColumns(
      { dataset, budgetMs, permissions: { reorder: true, narrow: false } },
      {
        onProgress: (event) => {
          if (event.type === 'plan') plans.push(event.plan);
          else if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
        },
      },
    );
  } finally {
    terminate();
  }
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
  orders: readonly (readonly SortKey[])[],
  enough: number,
): Promise<readonly { readonly order: readonly SortKey[]; readonly bytes: number; readonly isWhole: boolean }[]> {
  const { workers, end } = await openWorkers(table, 2);
  const found: { order: readonly SortKey[]; bytes: number; isWhole: boolean }[] = [];
  /** The columns by their bytes in the first order, the largest first: they decide soonest. */
  let columns = table.columns.map((_, column) => column);
  try {
    for (const order of orders) {
      const variant: FileVariant = { order, sortMs: 0, layout: defaultLayout };
      const rows = order.length === 0 ? null : rowsInOrder(table, order);
      await Promise.all(workers.map((worker) => worker.placeRows({ rows })));
      const smallest = new Map<number, number>();
      const sum = () => [...smallest.values()].reduce((total, bytes) => total + bytes, 0);
      for (const index of columns) {
        if (sum() > enough) break;
        const column = table.columns[index];
        if (column === undefined) throw new Error(`There is no column ${index}.`);
        const [typed] = typedColumns(builtInRegistry, column, index, table.rowCount, false);
        const settings = [...dearCodecs, ...dearestCodecs, ...cheapCodecs].flatMap((codec) =>
          (typed?.encodings ?? []).map((encoding) => ({ encoding, codec, narrowing: null })),
        );
        let bytes = Number.POSITIVE_INFINITY;
        const work = async (worker: (typeof workers)[number], setting: ColumnSetting) => {
          const { sizeBytes } = await worker.tryColumn({ column: index, setting, variant, calls: 'once' });
          bytes = Math.min(bytes, sizeBytes);
        };
        await spreadWork(workers, settings, work, { isOver: () => false });
        smallest.set(index, bytes);
      }
      if (found.length === 0) columns = columns.toSorted((a, b) => (smallest.get(b) ?? 0) - (smallest.get(a) ?? 0));
      found.push({ order, bytes: sum(), isWhole: smallest.size === columns.length });
    }
  } finally {
    end();
  }
  return found;
}

/** The bytes of the columns of the search's smallest file in the usual layout. */
async function foundBytes(table: Table, budgetMs: number): Promise<number> {
  const { plan, trials } = await search(table, budgetMs);
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

async function expectNearExhaustive(table: Table, budgetMs: number): Promise<void> {
  const found = await foundBytes(table, budgetMs);
  // A file of more bytes than these proves nothing against what was found.
  const orders = await exhaustiveBytes(table, ordersOf(table), found / tolerance);
  const better = orders.filter(({ bytes, isWhole }) => isWhole && bytes * tolerance < found);
  expect(better, `${found} bytes were found`).toEqual([]);
  expect(orders).toHaveLength(table.columns.length + 2);
}

describe('the search, against all settings in ten orders of rows or fewer,', () => {
  it('comes within 1 % on a small table', { tags: ['full'] }, () =>
    expectNearExhaustive(salesTable(1_500, 4), 120_000),
  );

  it('comes within 1 % on 5 MB of 8 columns', { tags: ['full'], timeout: 1_500_000 }, () => {
    const table = salesTable(70_000, 8);
    expect(toCanonical(table).dataBytes).toBeGreaterThan(5_000_000);
    return expectNearExhaustive(table, 300_000);
  });
});
