import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../workers/model/plan';
import { type RunResult, resultFormat } from '../../workers/model/result';
import { FormatlabError } from '../../workers/model/errors';
import { defaultResultsView, type ResultsView } from '../view/results-view';
import { makeRun, candidate, codec } from '../results/testing/test-results';
import { parseResultFile } from '../links/parse-result';
import { mutateJson } from './mutate';
import { createRenderStage, type RenderStage } from './stage';
import { mulberry } from '../../workers/model/testing/mulberry';

/** Mutated results, opened as a file is and drawn with every chart, table and panel: refused with a sentence, or drawn without a number that is none. */

interface KeptDatabase {
  readonly stores: {
    readonly runs: readonly { readonly value: object }[];
    readonly cells: readonly { readonly value: object }[];
  };
}
const kept = import.meta.glob<KeptDatabase>('../../fixtures/e2e/*.json', { import: 'default' });
const example = import.meta.glob<unknown>('../../fixtures/example/result.json', { import: 'default' });

const made = [
  makeRun({
    cells: [
      { candidate: candidate('raw'), ms: { encode: 5, decode: 4 } },
      { candidate: candidate('parquet', codec('zstd', 3)), sizeBytes: 4_000_000, ms: { encode: 30, decode: 9 } },
      { candidate: candidate('parquet', codec('zstd', 9)), sizeBytes: 3_000_000, ms: { encode: 90, decode: 9 } },
      {
        candidate: candidate('hdf5'),
        sizeBytes: 9_000_000,
        ms: { encode: 12 },
        sample: { items: 10, dataBytes: 5_000_000, fixedBytes: 100 },
      },
      { candidate: candidate('csv'), status: 'failed' },
    ],
    effort: 'repeats',
    rounds: 15,
    jitter: 0.2,
  }),
  makeRun({
    cells: [
      { candidate: candidate('raw'), ms: { encode: 5, decode: 4, lookup: 1 } },
      {
        candidate: candidate('arrow'),
        sizeBytes: 4_000_000,
        ms: { encode: 30, decode: 9, lookup: 0.001 },
        loss: ['times'],
      },
    ],
    operations: ['encode', 'decode', 'lookup'],
    dataBytes: [10_000_000, 5_000_000, 1_000_000],
    jitter: 0.2,
    rounds: 3,
  }),
];

/** A run of a user's file, which stands beside the candidates as a point, a bar and rows of its own. */
function runOfOwnFile(): RunResult {
  const run = makeRun({
    cells: [
      { candidate: candidate('parquet', codec('zstd', 3)), sizeBytes: 4_000_000, ms: { encode: 30, decode: 9 } },
      {
        candidate: candidate('csv'),
        sizeBytes: 9_000_000,
        ms: { encode: 20, decode: 30 },
        loss: ['Time zones: none.'],
      },
    ],
    dataBytes: [10_000_000],
    jitter: 0.2,
    rounds: 8,
  });
  const [info] = run.datasets;
  const round = { round: 0, coldMs: 9, warmUpMs: 1, warmUpCalls: 1, warm: true, callsPerSample: 1 };
  if (info?.status !== 'ready') throw new Error('The data stands.');
  return {
    ...run,
    plan: {
      ...run.plan,
      datasets: [
        {
          source: 'ownFile',
          type: 'parquet',
          fileName: 'mine.parquet',
          fileSizeBytes: 5_000_000,
          sha256: null,
          columnTypes: null,
        },
      ],
    },
    datasets: [
      {
        ...info,
        fileSettings: { writer: 'parquet-cpp', facts: [{ name: 'Codec', value: 'SNAPPY' }] },
        fileDecode: {
          reader: 'Parquet (arrow-rs)',
          result: {
            status: 'measured',
            rounds: [
              { ...round, samplesMs: [12, 13, 14] },
              { ...round, round: 1, samplesMs: [11, 15] },
            ],
            clock: ['decode'],
            wasmCopyInClock: null,
            detail: null,
            itemsPerCall: 10_000_000,
          },
        },
      },
    ],
  };
}
made.push(runOfOwnFile());

const stored: unknown[] = [];
const files: unknown[] = [];
let stage: RenderStage;
beforeAll(async () => {
  for (const load of Object.values(kept)) {
    const { stores } = await load();
    const run = stores.runs?.[0]?.value;
    if (run !== undefined && 'format' in run && run.format === resultFormat)
      stored.push({ ...run, cells: stores.cells.map(({ value }) => value) });
  }
  for (const load of Object.values(example)) stored.push(await load());
  files.push(...stored, ...made, ...made);
  stage = createRenderStage();
});
afterAll(() => stage.close());

/** Fields of the main chart, also some that a run lacks. */
const fieldIds = [
  'throughput',
  'ratio',
  'size',
  'time',
  'decode.time',
  'lookup.throughput',
  'memory',
  'setUp',
  'total',
  'level',
  'n',
  'dataBytes',
  'format',
  'implementation',
  'option.encoding',
  'option.gone',
  'decode.throughput',
  'source',
];

const viewOf = (next: () => number): ResultsView => ({
  ...defaultResultsView,
  dataset: Math.floor(next() * 3),
  operation: operations[Math.floor(next() * operations.length)] ?? 'encode',
  throughputScale: next() < 0.3 ? 'linear' : 'log',
  ratioScale: next() < 0.3 ? 'linear' : 'log',
  timeScale: next() < 0.3 ? 'linear' : 'log',
  xField: fieldIds[Math.floor(next() * fieldIds.length)] ?? 'throughput',
  yField: next() < 0.5 ? 'ratio' : (fieldIds[Math.floor(next() * fieldIds.length)] ?? 'ratio'),
  colorField: next() < 0.5 ? 'codec' : (fieldIds[Math.floor(next() * fieldIds.length)] ?? 'codec'),
  facetField: next() < 0.6 ? 'none' : (fieldIds[Math.floor(next() * fieldIds.length)] ?? 'none'),
  joinLevels: next() < 0.5,
});

async function tryAll(from: number, to: number): Promise<void> {
  let drawn = 0;
  let refused = 0;
  const wrong: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const next = mulberry(seed);
    const { value, changes } = mutateJson(files[Math.floor(next() * files.length)], next);
    let result: ReturnType<typeof parseResultFile>;
    try {
      result = parseResultFile(JSON.stringify(value), 'mutated.json');
    } catch (error) {
      expect(error).toBeInstanceOf(FormatlabError);
      expect((error as Error).message).toMatch(/^mutated\.json: .{20}/);
      refused++;
      continue;
    }
    drawn++;
    const found = await stage.drawRun(result, { view: viewOf(next), imported: [] });
    if (found.length > 0) wrong.push(`${seed} (${changes.join('; ')}): ${found.slice(0, 3).join(' | ')}`);
  }
  expect(wrong.join('\n')).toBe('');
  expect(drawn).toBeGreaterThan((to - from) / 20);
  expect(refused).toBeGreaterThan((to - from) / 10);
}

async function openAsTheyAre(sound: readonly unknown[]): Promise<void> {
  for (const file of sound)
    expect(
      await stage.drawRun(parseResultFile(JSON.stringify(file), 'sound.json'), {
        view: defaultResultsView,
        imported: [],
      }),
    ).toEqual([]);
}

it('opens results as they are', () => openAsTheyAre(made));

it('opens every kept run and the example as they are', { tags: ['full'] }, async () => {
  expect(files.length).toBeGreaterThan(10);
  await openAsTheyAre(stored);
});

it('draws or refuses 30 mutated results', { tags: ['full'], timeout: 600_000 }, () => tryAll(0, 30));
