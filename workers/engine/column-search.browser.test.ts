import { describe, expect, it } from 'vitest';
import { readByteMap } from '../open-file/read-byte-map';
import { toCanonical } from '../model/canonical';
import {
  candidateOf,
  cheapCodecs,
  codecKey,
  type ColumnSetting,
  dearCodecs,
  dearestCodecs,
  defaultLayout,
  encodingOfParts,
  type SearchEvent,
  type SearchPermissions,
  type SearchPlan,
  type TriedSetting,
} from '../model/column-search';
import { schemaOf, type Table } from '../model/dataset';
import { completeOptions } from '../model/options';
import { parquetReads, placesOf } from '../model/remote/parquet-reads';
import { bestFile, bestTrials, fileOfTrials, type SearchWeights } from '../model/search-choice';
import type { TrialTable } from '../model/trial-table';
import { formats } from '../registry/metadata';
import { parquetNetworkCounts } from '../formats/parquet/remote/network-counts';
import { openCandidate } from './candidate-session';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';
import { rewriteTable } from './rewrite-table';
import { createTrialTable } from './trial-table';

function tableOf(rowCount: number): Table {
  const encoder = new TextEncoder();
  const words = ['amber', 'birch', 'cobalt', 'dune: “ember”', 'fjord'];
  const offsets = new Int32Array(rowCount + 1);
  const parts = Array.from({ length: rowCount }, (_, row) => {
    const bytes = encoder.encode(words[(row * row) % words.length]);
    offsets[row + 1] = (offsets[row] ?? 0) + bytes.length;
    return bytes;
  });
  const data = new Uint8Array(offsets[rowCount] ?? 0);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
  return {
    kind: 'table',
    rowCount,
    columns: [
      {
        name: 'number',
        type: 'int64',
        validity: null,
        values: BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(1_700_000_000 + row * 60)),
      },
      {
        name: 'a price; in “€”: net',
        type: 'float64',
        validity: null,
        values: Float64Array.from({ length: rowCount }, (_, row) => Math.round(Math.sin(row) * 10_000) / 100),
      },
      { name: 'word', type: 'utf8', validity: null, offsets, data },
    ],
  };
}

const machine = { registry: builtInRegistry, clock: performanceClock };

const nothing: SearchPermissions = { reorder: false, narrow: false };

/** Groups in no order, each with a day and a long constant of its own. */
function shuffledTable(rowCount: number): Table {
  const encoder = new TextEncoder();
  const groupOf = (row: number) => Math.abs(Math.imul(row + 1, 0x9e3779b1) >> 8) % 97;
  const texts = (name: string, textOf: (group: number) => string): Table['columns'][number] => {
    const parts = Array.from({ length: rowCount }, (_, row) => encoder.encode(textOf(groupOf(row))));
    const offsets = new Int32Array(rowCount + 1);
    for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
    const data = new Uint8Array(offsets[rowCount] ?? 0);
    for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
    return { name, type: 'utf8', validity: null, offsets, data };
  };
  return {
    kind: 'table',
    rowCount,
    columns: [
      {
        name: 'group',
        type: 'int64',
        validity: null,
        values: BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(groupOf(row) * 1_000)),
      },
      texts('day', (group) => `2024-0${1 + (group % 9)}-${10 + (group % 18)}`),
      {
        name: 'level',
        type: 'float64',
        validity: null,
        values: Float64Array.from({ length: rowCount }, (_, row) => Math.sqrt(groupOf(row))),
      },
    ],
  };
}

/** The types take turns, and the first two columns have no value. */
function smallTable(columnCount: number): Table {
  const rowCount = 50;
  const validity = new Uint8Array(Math.ceil(rowCount / 8));
  const columnAt = (index: number): Table['columns'][number] => {
    const base = { name: `column ${index}`, validity: index < 2 ? validity : null };
    const valueAt = (row: number) => (index < 2 ? 0 : row * index);
    if (index % 3 === 0)
      return {
        ...base,
        type: 'int64',
        values: BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(valueAt(row))),
      };
    if (index % 3 === 2)
      return {
        ...base,
        type: 'float64',
        values: Float64Array.from({ length: rowCount }, (_, row) => valueAt(row) / 8),
      };
    const textBytes = index < 2 ? 0 : 1;
    return {
      ...base,
      type: 'utf8',
      offsets: Int32Array.from({ length: rowCount + 1 }, (_, row) => row * textBytes),
      data: Uint8Array.from({ length: rowCount * textBytes }, (_, row) => 97 + ((row * index) % 26)),
    };
  };
  return { kind: 'table', rowCount, columns: Array.from({ length: columnCount }, (_, index) => columnAt(index)) };
}

/** A search with a time limit; without one, its clock stands still, and it ends when nothing is left to try. */
async function search(table: Table, budgetMs: number | null, permissions = nothing) {
  const trials: TriedSetting[] = [];
  let orders: Extract<SearchEvent, { type: 'orders' }>['orders'] = [];
  let plan: SearchPlan | null = null;
  let planned = 0;
  const onEvent = (event: SearchEvent) => {
    if (event.type === 'plan') plan = event.plan;
    else if (event.type === 'orders') orders = event.orders;
    else {
      planned = event.planned;
      if (event.trial !== null) trials.push(event.trial);
    }
  };
  const sortTimesMs: number[] = [];
  const trialTable = (): TrialTable => {
    const trials = createTrialTable(table, machine);
    return {
      ...trials,
      // Times are not looked at where the clock stands still.
      tryColumn: (trial) => trials.tryColumn(budgetMs === null ? { ...trial, calls: 'once' } : trial),
      async sortRows(order) {
        const sorted = await trials.sortRows(order);
        sortTimesMs.push(sorted.sortMs);
        return sorted;
      },
    };
  };
  const { end } = await searchColumns({
    budgetMs: budgetMs ?? 60_000,
    wait: (ms) => new Promise((resolve) => (budgetMs === null ? undefined : setTimeout(resolve, ms))),
    permissions,
    clock: budgetMs === null ? { now: () => 0 } : performanceClock,
    workers: [trialTable(), trialTable()],
    onEvent,
  });
  if (plan === null) throw new Error('The search told no plan.');
  return { trials, plan: plan as SearchPlan, end, orders, planned, sortTimesMs };
}

/** The best file of a search, written. */
async function rewritten(table: Table, { trials, plan }: { trials: readonly TriedSetting[]; plan: SearchPlan }) {
  const best = bestFile(trials, smallest, plan);
  if (best === null) throw new Error('The search found no file.');
  const recipe = {
    order: best.variant.order,
    layout: best.variant.layout,
    columns: plan.columns.map((name) => {
      const trial = best.trials.get(name);
      if (trial === undefined) throw new Error(`No setting of ${name} was tried.`);
      return { name, setting: trial.setting };
    }),
  };
  return { best, file: await rewriteTable(table, recipe, machine) };
}

/** The whole file with these settings, and the bytes of its columns. */
async function fileWith(table: Table, settings: Parameters<typeof candidateOf>[0]) {
  const candidate = candidateOf(settings);
  const descriptors = formats.get('parquet')?.implementations.find(({ id }) => id === 'arrow-rs')?.options ?? [];
  const session = await openCandidate(
    builtInRegistry,
    { ...candidate, options: completeOptions(descriptors, candidate.options, 'Parquet') },
    schemaOf(table),
    toCanonical(table).dataBytes,
    performanceClock,
  );
  const file = await session.encode(table);
  const { columns } = await readByteMap(new Blob([file]));
  session.close();
  return { file, bytes: new Map(columns.map(({ name, compressedBytes }) => [name, compressedBytes])) };
}

const smallest: SearchWeights = { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 };

const dearestKeys = new Set(dearestCodecs.map(codecKey));
const isDearest = ({ codec }: ColumnSetting) => dearestKeys.has(codecKey(codec));

describe('the search over the settings of columns', () => {
  it('tries a small table as a whole, and the file has the predicted columns', async () => {
    const table = tableOf(1_500);
    const { trials, plan, end, planned } = await search(table, null);
    expect(end).toBe('complete');
    expect(plan.sampleRows).toBe(null);
    expect(trials).toHaveLength(planned);
    const own = trials.filter(({ variant }) => variant.layout.dictionaryKiB === defaultLayout.dictionaryKiB);
    for (const name of plan.columns) {
      const encodings = (plan.settings[name] ?? 0) / (cheapCodecs.length + dearCodecs.length + dearestCodecs.length);
      const ofColumn = own.filter(({ column, setting }) => column === name && !isDearest(setting));
      expect(ofColumn).toHaveLength(encodings * (cheapCodecs.length + dearCodecs.length));
    }
    // The smallest file's columns are also tried with the highest levels, in the end with every encoding.
    for (const name of plan.columns) {
      const dearest = trials.filter(({ column, setting }) => column === name && isDearest(setting));
      expect(new Set(dearest.map(({ setting }) => codecKey(setting.codec))), name).toEqual(dearestKeys);
    }
    const best = bestTrials(own, smallest);
    const { bytes: written } = await fileWith(table, new Map([...best].map(([name, { setting }]) => [name, setting])));
    for (const [name, trial] of best) {
      const sizes = own.filter(({ column }) => column === name).map(({ sizeBytes }) => sizeBytes);
      expect(trial.sizeBytes).toBe(Math.min(...sizes));
      expect(written.get(name)).toBe(trial.sizeBytes);
    }
    expect(best.get('number')?.setting.encoding).toBe('DELTA_BINARY_PACKED');
  });

  it('tries a large table on a sample first, and only what it tried on all rows is chosen', {
    tags: ['full'],
  }, async () => {
    const whole = tableOf(70_000);
    const table = { ...whole, columns: whole.columns.slice(0, 2) };
    const { trials, plan } = await search(table, 60_000);
    expect(plan.sampleRows).toBe(65_536);
    const best = bestTrials(
      trials.filter(({ variant }) => variant.layout.pageRows === defaultLayout.pageRows),
      smallest,
    );
    expect([...best.keys()].sort()).toEqual([...plan.columns].sort());
    for (const trial of best.values()) expect(trial.allRows).toBe(true);
    const settings = new Map([...best].map(([name, { setting }]) => [name, setting]));
    const { file, bytes } = await fileWith(table, settings);
    for (const [name, { sizeBytes }] of best) expect(bytes.get(name)).toBe(sizeBytes);
    // What is read over a network is predicted: the footer's size within a few bytes, and the rest as it is.
    const found = fileOfTrials(best, [...best.values()][0]?.variant ?? expect.unreachable(), plan);
    const parts = plan.columns.map((name) => best.get(name)?.parts ?? expect.unreachable());
    const [predicted, counted] = [
      parquetReads(placesOf(parts, 0, found.sizeBytes)),
      parquetNetworkCounts(new Uint8Array(file), 0),
    ];
    expect(Object.keys(predicted)).toEqual(Object.keys(counted));
    const { networkBytesOfFooter: footerBytes = 0, ...others } = counted;
    expect(Math.abs((predicted.networkBytesOfFooter ?? 0) - footerBytes)).toBeLessThanOrEqual(0.1 * footerBytes);
    for (const [name, count] of Object.entries(others))
      expect(Math.abs((predicted[name] ?? 0) - count), name).toBeLessThanOrEqual(0.01 * count);
    for (const { lookupMs } of best.values()) expect(lookupMs).toBeGreaterThan(0);
  });

  it('splits the bytes of floats in lists and structs, and narrows them', async () => {
    const rowCount = 60;
    const width = 24;
    /** Values of 20 random bits, which float32 holds. */
    const floats = (name: string, count: number): Table['columns'][number] => ({
      name,
      type: 'float64',
      validity: null,
      values: Float64Array.from({ length: count }, (_, index) =>
        Math.fround((Math.abs(Math.imul(index + 1, 0x9e3779b1)) >>> 11) / 2 ** 18 - 2),
      ),
    });
    const table: Table = {
      kind: 'table',
      rowCount,
      columns: [
        {
          name: 'vector',
          type: 'list',
          validity: null,
          offsets: Int32Array.from({ length: rowCount + 1 }, (_, row) => row * width),
          item: floats('item', rowCount * width),
        },
        {
          name: 'place',
          type: 'struct',
          validity: null,
          fields: [
            floats('x', rowCount),
            {
              name: 'n',
              type: 'int32',
              validity: null,
              values: Int32Array.from({ length: rowCount }, (_, row) => 7 * row),
            },
          ],
        },
      ],
    };
    const found = await search(table, null, { reorder: false, narrow: true });
    expect(found.plan.narrowings).toMatchObject({ vector: { to: 'list', item: { to: 'float32' } }, place: {} });
    const chosen = bestFile(found.trials, smallest, found.plan)?.trials.get('vector');
    expect(chosen?.setting.encoding).toBe('BYTE_STREAM_SPLIT');
    const plain = found.trials.filter(
      ({ column, setting }) => column === 'vector' && setting.encoding === 'PLAIN' && setting.narrowing === null,
    );
    expect(chosen?.sizeBytes).toBeLessThan(0.9 * Math.min(...plain.map(({ sizeBytes }) => sizeBytes)));
    const narrow = found.plan.columns.map((name) => ({
      name,
      setting: {
        encoding: 'BYTE_STREAM_SPLIT',
        codec: { id: 'zstd', level: 1 },
        narrowing: found.plan.narrowings[name] ?? null,
      },
    }));
    for (const { name, setting } of narrow)
      expect(found.trials).toContainEqual(expect.objectContaining({ column: name, setting }));
    const file = await rewriteTable(table, { order: [], layout: defaultLayout, columns: narrow }, machine);
    const encodings = new Map(file.columns.map(({ name, encodings }) => [name, encodings.map((each) => each.name)]));
    expect([...encodings.keys()]).toEqual(['vector.list.item', 'place.x', 'place.n']);
    for (const own of encodings.values()) expect(own).toContain('BYTE_STREAM_SPLIT');
    const mixed = found.trials.find(({ setting }) => setting.encoding.startsWith('['))?.setting ?? expect.unreachable();
    const withPlace = (setting: typeof mixed) =>
      rewriteTable(
        table,
        {
          order: [],
          layout: defaultLayout,
          columns: narrow.map((each) => (each.name === 'place' ? { name: 'place', setting } : each)),
        },
        machine,
      );
    const ofParts = await withPlace(mixed);
    const own = encodingOfParts([
      ['place.x', 'BYTE_STREAM_SPLIT, zstd 9'],
      ['place.n', 'PLAIN'],
    ]);
    const apart = await withPlace({ ...mixed, encoding: own, codec: null });
    expect(apart.columns.slice(1).map(({ name, codecs }) => [name, codecs])).toEqual([
      ['place.x', ['ZSTD']],
      ['place.n', ['UNCOMPRESSED']],
    ]);
    const written = ofParts.columns.find(({ name }) => name === 'place.n')?.encodings.map(({ name }) => name);
    expect(written).toContain('DELTA_BINARY_PACKED');
  });

  it('ends when its time is over, with one setting of every column on all rows', async () => {
    const table = tableOf(70_000);
    const { trials, end } = await search(table, 0);
    expect(end).toBe('budget');
    expect(bestTrials(trials, smallest).size).toBe(table.columns.length);
    expect(trials.length).toBe(2 * table.columns.length);
  });

  it('finds the order of rows that makes the file smaller, and only where it may', { tags: ['full'] }, async () => {
    const table = shuffledTable(2_500);
    const kept = await search(table, null);
    expect(kept.orders).toEqual([]);
    expect(kept.trials.every(({ variant }) => variant.order.length === 0)).toBe(true);
    const found = await search(table, null, { reorder: true, narrow: false });
    expect(found.end).toBe('complete');
    expect(found.orders.length).toBeLessThanOrEqual(9);
    const before = await rewritten(table, kept);
    const after = await rewritten(table, found);
    expect(after.best.variant.order[0]?.column).toBe('group');
    expect(found.sortTimesMs).toContain(after.best.variant.sortMs);
    expect(kept.sortTimesMs).toEqual([]);
    expect(after.file.sizeBytes).toBeLessThan(0.6 * before.file.sizeBytes);
  });

  it('predicts the size of the file, in every order, layout and type', { tags: ['full'] }, async () => {
    const table = shuffledTable(21_000);
    const found = await search(table, null, { reorder: true, narrow: true });
    expect(found.plan.narrowings).toEqual({ group: { to: 'int32' }, day: { from: 'text', to: 'date' } });
    const { best, file } = await rewritten(table, found);
    expect(Math.abs(file.sizeBytes / best.sizeBytes - 1)).toBeLessThan(0.01);
    expect(best.trials.get('day')?.setting.narrowing).toEqual({ from: 'text', to: 'date' });
    expect(file.columns.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)).toBe(
      [...best.trials.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    const layouts = new Set(found.trials.map(({ variant }) => JSON.stringify(variant.layout)));
    expect(layouts.size).toBeGreaterThan(1);
  });

  it('predicts the size of a small file, most of which is its footer', { tags: ['full'] }, async () => {
    const table = smallTable(10);
    const found = await search(table, null);
    const { best, file } = await rewritten(table, found);
    expect(Math.abs(file.sizeBytes / best.sizeBytes - 1)).toBeLessThan(0.01);
  });

  it('refuses what has no columns', () =>
    expect(search({ kind: 'table', rowCount: 0, columns: [] }, 1_000)).rejects.toMatchObject({
      record: { tag: 'unsupported', stage: 'setUp' },
    }));
});
