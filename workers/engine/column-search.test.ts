import { describe, expect, it, test } from 'vitest';
import {
  codecKey,
  layoutKey,
  type SearchPermissions,
  settingKey,
  type TriedSetting,
  variantKey,
} from '../model/column-search';
import type { Table } from '../model/dataset';
import type { ColumnTrial, TrialTable } from '../model/trial-table';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';
import { searchWorkerCount } from './search-workers';
import { createTrialTable } from './trial-table';

/** Narrow types and sorted rows make smaller files here, unless `sizeOf` says otherwise, and every trial takes one millisecond. */
const simulatedSize = ({ setting, variant }: ColumnTrial) =>
  (setting.narrowing === null ? 1_000 : 500) - 10 * variant.order.length;

function simulated(
  table: Table,
  permissions: SearchPermissions,
  {
    budgetMs = 1_000_000,
    hangs = () => false,
    sizeOf = simulatedSize,
  }: { budgetMs?: number; hangs?: (trial: ColumnTrial) => boolean; sizeOf?: (trial: ColumnTrial) => number } = {},
) {
  let now = 0;
  const trials: TriedSetting[] = [];
  const keys = new Set<string>();
  const clock = { now: () => now };
  let timeIsOver: () => void = () => undefined;
  const worker: TrialTable = {
    ...createTrialTable(table, { registry: builtInRegistry, clock }),
    placeRows: async () => null,
    async tryColumn(trial) {
      const { column, setting, variant } = trial;
      if (hangs(trial)) {
        timeIsOver();
        return new Promise(() => undefined);
      }
      now += 1;
      const made = {
        column: table.columns[column]?.name ?? '',
        setting,
        variant,
        sizeBytes: sizeOf(trial),
        footerBytes: 10,
        encodeMs: 1,
        decodeMs: 1,
        lookupMs: 1,
        parts: { rowGroup: 0, groups: [] },
      };
      // What comes from a worker is a copy.
      return structuredClone(made);
    },
    fileBytes: async () => 1_000,
  };
  const search = searchColumns({
    clock,
    workers: [worker, worker],
    budgetMs,
    wait: () =>
      new Promise((resolve) => {
        timeIsOver = resolve;
      }),
    permissions,
    onEvent: (event) => {
      if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
      if (event.type === 'orders') for (const { column } of event.orders.flat()) keys.add(column);
    },
  });
  return { search, trials, keys };
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
  it('gives up a trial that is not over in time, and keeps the others', async () => {
    const { search, trials } = simulated(
      table,
      { reorder: false, narrow: false },
      { hangs: ({ setting }) => setting.codec?.level === 22 },
    );
    expect(await search).toEqual({ end: 'budget' });
    expect(trials.filter(({ setting }) => setting.codec?.level === 11)).toHaveLength(4);
    expect(trials.filter(({ setting }) => setting.codec?.level === 22)).toEqual([]);
  });

  it('begins no trial of the slowest codec that would end after its budget', async () => {
    const dearest = async (budgetMs: number) => {
      const { search, trials } = simulated(table, { reorder: false, narrow: false }, { budgetMs });
      const { end } = await search;
      return { end, count: trials.filter(({ setting }) => setting.codec?.level === 11).length };
    };
    // Each column has 240 kB, for which 600 ms are allowed.
    expect(await dearest(1_000_000)).toEqual({ end: 'complete', count: 2 * 4 });
    expect(await dearest(590)).toEqual({ end: 'budget', count: 0 });
  });

  it('tries dear codecs, too, where the time ends before all cheap ones are tried with every encoding', async () => {
    // Both workers try the 40 cheap settings to warm up. By 119 ms, they could all be tried once more, but for one.
    const { search, trials } = simulated(table, { reorder: false, narrow: false }, { budgetMs: 170 });
    await search;
    const codecs = trials.map(({ column, setting: { codec } }) => ({ column, codec: codecKey(codec) }));
    const dear = codecs.slice(
      0,
      codecs.findIndex(({ codec }) => codec === 'zstd@3'),
    );
    for (const column of ['small', 'large']) expect(dear).toContainEqual({ column, codec: 'zstd@19' });
  });

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

  it('finds what only a dear codec makes small, be it with the encoding that is the largest with cheap ones', async () => {
    const sizeOf = ({ setting: { encoding, codec } }: ColumnTrial) => {
      if (encoding !== 'BYTE_STREAM_SPLIT') return 1_000;
      return codec?.id === 'zstd' && (codec.level ?? 0) >= 19 ? 900 - (codec.level ?? 0) : 1_100;
    };
    const best = async (budgetMs: number) => {
      const { search, trials } = simulated(table, { reorder: false, narrow: false }, { budgetMs, sizeOf });
      await search;
      return Math.min(...trials.filter(({ column }) => column === 'large').map(({ sizeBytes }) => sizeBytes));
    };
    expect(await best(60)).toBe(1_000);
    expect(await best(500)).toBe(881);
    expect(await best(1_000_000)).toBe(878);
  });

  it('tries what it would try without permissions first, so that they never make the file larger', async () => {
    const values = (factor: number) =>
      BigInt64Array.from({ length: rowCount }, (_, row) => BigInt((row * factor) % 900));
    const mixed: Table = {
      kind: 'table',
      rowCount,
      columns: [
        { name: 'a', type: 'int64', validity: null, values: values(7) },
        { name: 'b', type: 'int64', validity: null, values: values(11) },
      ],
    };
    // With PLAIN only zstd 22 makes a small file: no smaller level lets the search expect it.
    const unexpected = (trial: ColumnTrial) => {
      const { encoding, codec } = trial.setting;
      const factor = encoding !== 'PLAIN' ? 1 : codec?.id === 'zstd' && codec.level === 22 ? 0.2 : 3;
      return simulatedSize(trial) * factor;
    };
    const keysOf = async (permissions: SearchPermissions, budgetMs: number) => {
      const { search, trials } = simulated(mixed, permissions, { budgetMs, sizeOf: unexpected });
      await search;
      return trials.map(({ column, setting, variant }) => `${column} ${settingKey(setting)} ${variantKey(variant)}`);
    };
    const [nothing, all] = [
      { reorder: false, narrow: false },
      { reorder: true, narrow: true },
    ];
    for (const budgetMs of [60, 150, 230, 590, 700, 1_000, 1_400, 2_000, 4_000]) {
      const kept = await keysOf(nothing, budgetMs);
      expect((await keysOf(all, budgetMs)).slice(0, kept.length), `${budgetMs}`).toEqual(kept);
    }
    const free = await keysOf(all, 1_000_000);
    const kept = await keysOf(nothing, 1_000_000);
    expect(kept.some((key) => /^a PLAIN.zstd.22/.test(key))).toBe(true);
    expect(free.slice(0, kept.length)).toEqual(kept);
    expect(free.some((key) => key.includes('/int32'))).toBe(true);
    expect(free.some((key) => key.includes('"column":"a"'))).toBe(true);
  });

  it('sorts by texts that are integers only if they stay texts: the numbers have another order', async () => {
    const texts = Array.from({ length: 500 }, (_, row) => String((row * 7) % 120));
    const offsets = new Int32Array(501);
    for (const [row, text] of texts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + text.length;
    const data = new TextEncoder().encode(texts.join(''));
    const values = BigInt64Array.from(texts, (_, row) => BigInt((row * 11) % 90));
    const ofTexts: Table = {
      kind: 'table',
      rowCount: 500,
      columns: [
        { name: 'text', type: 'utf8', validity: null, offsets, data },
        { name: 'number', type: 'int64', validity: null, values },
      ],
    };
    const keysOf = async (narrow: boolean) => {
      const { search, keys } = simulated(ofTexts, { reorder: true, narrow });
      await search;
      return keys;
    };
    expect(await keysOf(false)).toEqual(new Set(['text', 'number']));
    expect(await keysOf(true)).toEqual(new Set(['number']));
  });
});

test.each([
  [400_000_000, 2, 2],
  [400_000_001, 2, 1],
  [1, 1, 1],
  [400_000_001, 1, 1],
  [1, 16, 2],
])('a search of %i bytes on %i cores has %i workers', (tableBytes, cores, count) =>
  expect(searchWorkerCount(tableBytes, cores)).toBe(count),
);
