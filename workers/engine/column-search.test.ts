import { describe, expect, it } from 'vitest';
import { layoutKey, type SearchPermissions, type TriedSetting } from '../model/column-search';
import type { Table } from '../model/dataset';
import type { TrialTable } from '../model/trial-table';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';

/** Narrow types make smaller files here, and every trial takes one millisecond. */
function simulated(table: Table, permissions: SearchPermissions) {
  let now = 0;
  const trials: TriedSetting[] = [];
  const worker: TrialTable = {
    placeRows: async () => null,
    async tryColumn({ column, setting, variant }) {
      now += 1;
      const made = {
        column: table.columns[column]?.name ?? '',
        setting,
        variant,
        sizeBytes: setting.narrowing === null ? 1_000 : 500,
        footerBytes: 10,
        encodeMs: 1,
        decodeMs: 1,
      };
      // What comes from a worker is a copy.
      return structuredClone(made);
    },
    fileBytes: async () => 1_000,
  };
  const search = searchColumns(table, {
    registry: builtInRegistry,
    clock: { now: () => now },
    workers: [worker, worker],
    budgetMs: 1_000_000,
    permissions,
    onEvent: (event) => {
      if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
    },
  });
  return { search, trials };
}

const rowCount = 30_000;
const table: Table = {
  kind: 'table',
  rowCount,
  columns: [
    { name: 'small', type: 'int64', validity: null, values: new BigInt64Array(rowCount).fill(7n) },
    { name: 'large', type: 'int64', validity: null, values: new BigInt64Array(rowCount).fill(2n ** 40n) },
  ],
};

describe('a search whose trials come from workers', () => {
  it('tries other layouts with each column’s best type, be it narrower', async () => {
    const { search, trials } = simulated(table, { reorder: false, narrow: true });
    expect(await search).toEqual({ end: 'complete' });
    const narrowLayouts = new Set(
      trials.filter(({ setting }) => setting.narrowing !== null).map(({ variant }) => layoutKey(variant.layout)),
    );
    expect(narrowLayouts.size).toBeGreaterThan(1);
    const layouts = new Set(trials.map(({ variant }) => layoutKey(variant.layout)));
    for (const layout of layouts) {
      const columns = trials.filter(({ variant }) => layoutKey(variant.layout) === layout).map(({ column }) => column);
      expect(new Set(columns), layout).toEqual(new Set(['small', 'large']));
    }
  });
});
