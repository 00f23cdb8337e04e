import { describe, expect, it } from 'vitest';
import type { Column } from '../model/column';
import {
  cheapCodecs,
  dearCodecs,
  defaultLayout,
  type FileVariant,
  type SearchEvent,
  type SearchPlan,
  type TriedSetting,
} from '../model/column-search';
import type { Table } from '../model/dataset';
import { bestFile } from '../model/search-choice';
import { sortTable } from '../model/sort-rows';
import { mulberry } from '../model/testing/mulberry';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { columnSource, tryColumn } from './column-trial';
import { builtInRegistry } from './registry';
import { typedColumns } from './search-settings';

/** The search tries a part of what an exhaustive search tries. This measures what the rest would have saved. */

const machine = { registry: builtInRegistry, clock: performanceClock };

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

async function search(table: Table, budgetMs: number): Promise<{ plan: SearchPlan; trials: TriedSetting[] }> {
  const trials: TriedSetting[] = [];
  const plans: SearchPlan[] = [];
  const onEvent = (event: SearchEvent) => {
    if (event.type === 'plan') plans.push(event.plan);
    else if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
  };
  await searchColumns(table, { ...machine, budgetMs, permissions: { reorder: true, narrow: false }, onEvent });
  const [plan] = plans;
  if (plan === undefined) throw new Error('The search told no plan.');
  return { plan, trials };
}

/** The bytes of the columns with the best of all settings, in the best of these orders. */
async function exhaustiveBytes(table: Table, orders: readonly (readonly string[])[]): Promise<number> {
  const sums: number[] = [];
  for (const order of orders) {
    const variant: FileVariant = { order, sortMs: 0, layout: defaultLayout };
    const sorted = order.length === 0 ? table : sortTable(table, order).table;
    let sum = 0;
    for (const column of sorted.columns) {
      const source = await columnSource(column, table.rowCount);
      const [typed] = typedColumns(builtInRegistry, column, table.rowCount, false);
      let smallest = Number.POSITIVE_INFINITY;
      for (const encoding of typed?.encodings ?? [])
        for (const codec of [...cheapCodecs, ...dearCodecs]) {
          const { sizeBytes } = await tryColumn(source, { encoding, codec, narrowing: null }, variant, machine, 'once');
          smallest = Math.min(smallest, sizeBytes);
        }
      sum += smallest;
    }
    sums.push(sum);
  }
  return Math.min(...sums);
}

/** The bytes of the columns of the search's smallest file in the usual layout. */
async function foundBytes(table: Table, budgetMs: number): Promise<number> {
  const { plan, trials } = await search(table, budgetMs);
  const inUsualLayout = trials.filter(
    ({ variant: { layout } }) => JSON.stringify(layout) === JSON.stringify(defaultLayout),
  );
  const file = bestFile(inUsualLayout, { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 }, plan);
  if (file === null) throw new Error('The search found no file.');
  return [...file.trials.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

const ordersOf = ({ columns }: Table): (readonly string[])[] => [
  [],
  ...columns.map(({ name }) => [name]),
  ['shop', 'product'],
];

describe('the search, against all settings in ten orders of rows or fewer,', () => {
  it('comes within 1 % on a small table', { tags: ['full'] }, async () => {
    const table = salesTable(1_500, 4);
    const found = await foundBytes(table, 120_000);
    expect(found).toBeLessThanOrEqual(1.01 * (await exhaustiveBytes(table, ordersOf(table))));
  });

  it('comes within 1 % on 5 MB of 8 columns', { tags: ['full'], timeout: 1_800_000 }, async () => {
    const table = salesTable(80_000, 8);
    const found = await foundBytes(table, 300_000);
    expect(found).toBeLessThanOrEqual(1.01 * (await exhaustiveBytes(table, ordersOf(table))));
  });
});
