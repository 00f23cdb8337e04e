import { describe, expect, it } from 'vitest';
import { readByteMap } from '../byte-map/read-byte-map';
import { toCanonical } from '../model/canonical';
import {
  bestTrials,
  candidateOf,
  type TriedSetting,
  type SearchEvent,
  type SearchPlan,
  type SearchWeights,
  weighed,
} from '../model/column-search';
import { schemaOf, type Table } from '../model/dataset';
import { completeOptions } from '../model/options';
import { formats } from '../registry/metadata';
import { openCandidate } from './candidate-session';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';

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

async function search(table: Table, budgetMs: number) {
  const trials: TriedSetting[] = [];
  let plan: SearchPlan | null = null;
  const onEvent = (event: SearchEvent) => {
    if (event.type === 'plan') plan = event.plan;
    else trials.push(event.trial);
  };
  const { end } = await searchColumns(table, budgetMs, { registry: builtInRegistry, clock: performanceClock, onEvent });
  if (plan === null) throw new Error('The search told no plan.');
  return { trials, plan: plan as SearchPlan, end };
}

/** The whole file with these settings: its size, and the bytes of its columns. */
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
  return new Map(columns.map(({ name, compressedBytes }) => [name, compressedBytes]));
}

const smallest: SearchWeights = { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 };

describe('the search over the settings of columns', () => {
  it('tries every setting of a small table, and the file has the predicted columns', async () => {
    const table = tableOf(1_500);
    const { trials, plan, end } = await search(table, 60_000);
    expect(end).toBe('complete');
    expect(plan.sampleRows).toBe(null);
    expect(trials).toHaveLength(plan.trials);
    expect(plan.trials).toBe(Object.values(plan.settings).reduce((sum, count) => sum + count, 0));
    const best = bestTrials(trials, smallest);
    const written = await fileWith(table, new Map([...best].map(([name, { setting }]) => [name, setting])));
    for (const [name, trial] of best) {
      const sizes = trials.filter(({ column }) => column === name).map(({ sizeBytes }) => sizeBytes);
      expect(trial.sizeBytes).toBe(Math.min(...sizes));
      expect(written.get(name)).toBe(trial.sizeBytes);
    }
    expect(best.get('number')?.setting.encoding).toBe('DELTA_BINARY_PACKED');
  });

  it('tries a large table on a sample first, and only what it tried on all rows is chosen', async () => {
    const whole = tableOf(70_000);
    const table = { ...whole, columns: whole.columns.slice(0, 1) };
    const { trials, plan } = await search(table, 60_000);
    expect(plan.sampleRows).toBe(65_536);
    const best = bestTrials(trials, smallest);
    expect([...best.keys()].sort()).toEqual([...plan.columns].sort());
    for (const trial of best.values()) expect(trial.allRows).toBe(true);
    const written = await fileWith(table, new Map([...best].map(([name, { setting }]) => [name, setting])));
    for (const [name, { sizeBytes }] of best) expect(written.get(name)).toBe(sizeBytes);
  });

  it('ends when its time is over, with one setting of every column on all rows', async () => {
    const table = tableOf(70_000);
    const { trials, end } = await search(table, 0);
    expect(end).toBe('budget');
    expect(bestTrials(trials, smallest).size).toBe(table.columns.length);
    expect(trials.length).toBe(2 * table.columns.length);
  });

  it('refuses what has no columns', () =>
    expect(search({ kind: 'table', rowCount: 0, columns: [] }, 1_000)).rejects.toThrow(
      'Only a table with rows and columns has settings by column.',
    ));
});

describe('the choice of settings', () => {
  it('is the least sum for every weight', () => {
    const trials = ['a', 'b'].flatMap((column, seed) =>
      Array.from(
        { length: 40 },
        (_, index): TriedSetting => ({
          column,
          setting: { encoding: `E${index}`, codec: null },
          allRows: index % 5 !== 0,
          sizeBytes: 1 + ((index * 7_919 + seed * 31) % 997),
          encodeMs: 1 + ((index * 104_729) % 89),
          decodeMs: 1 + ((index * 1_299_709) % 97),
        }),
      ),
    );
    for (let round = 0; round < 30; round += 1) {
      const weights = { perByte: round / 7, perEncodeMs: (round * 13) % 5, perDecodeMs: (round * 29) % 11 };
      const best = bestTrials(trials, weights);
      for (const column of ['a', 'b']) {
        const sums = trials
          .filter((each) => each.column === column && each.allRows)
          .map((each) => weighed(each, weights));
        const trial = best.get(column);
        expect(trial === undefined ? null : weighed(trial, weights)).toBe(Math.min(...sums));
      }
    }
  });
});
