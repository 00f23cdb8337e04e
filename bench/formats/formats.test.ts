import { describe, expect, it } from 'vitest';
import {
  type FormatBenchCell,
  type FormatBenchTimes,
  formatBenchCellSchema,
  formatBenchData,
  formatFactorLimit,
} from '../../workers/model/format-bench';
import { parseWithSchema } from '../../workers/model/parse';
import { efforts } from '../../workers/model/plan';
import { checkPlan } from '../../workers/registry/check-plan';
import { formats, workloads } from '../../workers/registry/metadata';
import { alternate } from '../alternate.mjs';
import { mergedCells, textOfResult } from '../stored-result.mjs';
import { casesOf, counterparts, elsewhere } from './cases.mjs';
import { measureCell, pairedRounds } from './measure-cell.mjs';
import { nativeEffort } from './native-side.mjs';
import { notProfiled, withReasons } from './reasons.mjs';
import { cellLine, failuresOf, formatFactorLimit as reportLimit, formatFactorOf, formatReport } from './report.mjs';
import { telling } from '../../workers/model/testing/telling';

const measured = (...rounds: [browserMs: number, nativeMs: number][]): FormatBenchTimes => ({
  status: 'measured',
  rounds: rounds.map(([browserMs, nativeMs]) => ({ browserMs, nativeMs })),
});
const cellOf = (change: Partial<FormatBenchCell> = {}): FormatBenchCell => ({
  format: 'csv',
  implementation: 'csv-core',
  setting: 'with header',
  codec: null,
  data: 'table',
  size: 10,
  sizes: { browserBytes: 990, nativeBytes: 1_000, equal: false },
  encode: measured([1, 2]),
  decode: measured([4, 2]),
  ...change,
});
const all = { only: null, datasets: formatBenchData, divisor: 1 };

describe('the cases', () => {
  it('are plans that the page takes, unless a side has no form for the data', () => {
    for (const { format, counterpart, setting, dataset, data } of casesOf(all)) {
      if (counterpart.absent?.[data] !== undefined) continue;
      const candidate = {
        format,
        implementation: counterpart.implementation,
        options: setting.options,
        codec: setting.codec,
      };
      const plan = { datasets: [dataset], candidates: [candidate], operations: ['encode'], effort: 'sizes', seed: 1 };
      expect(checkPlan(plan).candidates[0]?.format, `${format} ${setting.name}`).toBe(format);
    }
  });

  it('have names of their own, and sentences that fit the schema', () => {
    const names = casesOf(all).map(({ format, setting, data }) => `${format} ${setting.name} ${data}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { does } of Object.values(counterparts)) expect(does.length).toBeLessThanOrEqual(500);
  });

  it('have every format that holds one of the datasets, or name the command that has it', () => {
    // Structured clones are made by the browser alone.
    const known = new Set([...Object.keys(counterparts), ...elsewhere.map(({ format }) => format), 'structured-clone']);
    const tables = casesOf(all).map(({ dataset }) => dataset);
    const missing = [...formats.values()].filter(
      ({ id, implementations, isBaseline }) =>
        isBaseline !== true &&
        !known.has(id) &&
        implementations.some((implementation) =>
          tables.some((dataset) => {
            const candidate = { format: id, implementation: implementation.id, options: {}, codec: null };
            try {
              checkPlan({
                datasets: [dataset],
                candidates: [candidate],
                operations: ['encode'],
                effort: 'sizes',
                seed: 1,
              });
              return (
                implementation.unsupported('encode', schemaOf(dataset.workload), { options: {}, innerCodec: null }) ===
                null
              );
            } catch {
              return false;
            }
          }),
        ),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('are filtered by the beginning of their names, and shortened', () => {
    const some = casesOf({ only: ['parquet plain zstd', 'npy'], datasets: ['vectors'], divisor: 10 });
    expect(some.map(({ format, setting, dataset }) => [format, setting.name, dataset.workload, dataset.size])).toEqual([
      ['npy', 'one array', 'array', 384_000],
      ['parquet', 'PLAIN zstd 1', 'keyedVectors', 100],
      ['parquet', 'PLAIN zstd 9', 'keyedVectors', 100],
    ]);
    expect(() => casesOf({ ...all, only: ['parkett'] })).toThrow(telling('“parkett”', 'npy'));
  });
});

it('the native side has the limits of the page’s effort “standard”', () => {
  const { warmUpMinMs, warmUpMinCalls, warmUpCapMs, samplesMin, samplesMs } = efforts.standard;
  expect(nativeEffort).toMatchObject({
    warmUpMinMs,
    warmUpMinCalls,
    warmUpCapMs,
    samplesMin,
    samplesMs,
  });
});

it('the sides alternate, in reverse order in every other round', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => void order.push(name);
  await alternate(3, [side('a'), side('b')]);
  expect(order.join('')).toBe('abbaab');
});

describe('the report', () => {
  it('has the limit of the model', () => expect(reportLimit).toBe(formatFactorLimit));

  it('takes the median of the rounds’ factors', () =>
    expect(
      formatFactorOf({
        rounds: [
          { browserMs: 2, nativeMs: 1 },
          { browserMs: 9, nativeMs: 3 },
          { browserMs: 1, nativeMs: 1 },
        ],
      }),
    ).toBe(2));

  it('gives a reason to each factor above the limit and to no other, as a profile found it', () => {
    const reasons = [
      { format: 'csv', data: ['table' as const], operation: 'decode' as const, reason: 'Texts are checked.' },
    ];
    const [one, other] = withReasons([cellOf(), cellOf({ data: 'events' })], reasons);
    expect(one?.encode).toEqual(measured([1, 2]));
    expect(one?.decode).toMatchObject({ reason: 'Texts are checked.' });
    expect(other?.decode).toMatchObject({ reason: notProfiled });
    const [later] = withReasons(
      [{ ...(one ?? cellOf()), decode: { ...measured([1, 2]), reason: 'old' } as FormatBenchTimes }],
      reasons,
    );
    expect(later?.decode).toEqual(measured([1, 2]));
    for (const cell of [one, other, later]) expect(parseWithSchema(formatBenchCellSchema, cell, 'cell')).toEqual(cell);
  });

  it('says what is slow and what failed', () => {
    const failed = cellOf({ setting: 'other', encode: { status: 'failed', side: 'native', reason: 'MemoryError' } });
    const cells = withReasons([cellOf(), failed]);
    const report = formatReport(cells);
    expect(report.filter((line) => line.startsWith('csv'))).toEqual([
      expect.stringMatching(/^csv +0\.50, 0\.50 +2\.00, 2\.00$/u),
    ]);
    expect(report.filter((line) => line.endsWith(notProfiled))).toEqual(
      ['csv with header', 'csv other'].map((setting) =>
        expect.stringMatching(telling('2.00', setting, 'table', 'decode')),
      ),
    );
    expect(failuresOf(cells)).toEqual([
      expect.stringMatching(telling('csv other', 'table', 'encode', 'native', 'MemoryError')),
    ]);
    expect(cellLine(failed)).toMatch(telling('0.9900', 'native', 'MemoryError'));
  });
});

describe('a stored result', () => {
  it('has a line for each cell', () => {
    const text = textOfResult({ version: 1, cells: [{ a: 1 }, { a: 2 }] } as { cells: unknown[] });
    expect(JSON.parse(text)).toEqual({ version: 1, cells: [{ a: 1 }, { a: 2 }] });
    expect(text.split('\n').filter((line) => line.includes('"a"'))).toHaveLength(2);
  });

  it('takes new cells in place of those of the same name, from the same tools only', () => {
    const merge = (storedWith: string, cells: string[]) =>
      mergedCells({ before: ['a1', 'b1'], cells, nameOf: (cell) => cell.charAt(0), storedWith, measuredWith: 'here' });
    expect(merge('here', ['b2'])).toEqual(['a1', 'b2']);
    expect(() => merge('elsewhere', ['b2'])).toThrow(telling('"elsewhere"'));
    expect(() => merge('here', ['c1'])).toThrow(telling('c'));
  });
});

describe('a cell', () => {
  const [first = fail()] = casesOf({ only: ['csv'], datasets: ['table'], divisor: 1 });
  const file = { sizeBytes: 10, sha256: 'same' };
  const answered = { datasetSha256: 'd', file, times: { encode: { ms: 3 }, decode: { ms: 5 } } };
  const browserOf = (round: () => Promise<unknown>) => ({ begin: async () => undefined, round }) as never;
  const browser = browserOf(async () => answered);
  const native = (change: object = {}) =>
    ({
      prepare: async () => ({ sizeBytes: 10, sha256: 'same', datasetSha256: 'd' }),
      time: async () => 2,
      ...change,
    }) as never;
  const measure = (change: object) =>
    measureCell({
      browser,
      native: native(),
      measured: first,
      rounds: 2,
      signal: new AbortController().signal,
      ...change,
    });

  it('has the times of both sides for each round, and whether the files are equal', async () => {
    const cell = await measure({});
    expect(cell?.encode).toEqual(measured([3, 2], [3, 2]));
    expect(cell?.sizes).toEqual({ browserBytes: 10, nativeBytes: 10, equal: true });
    expect(parseWithSchema(formatBenchCellSchema, cell, 'cell')).toEqual(cell);
  });

  it('says which side failed and why', async () => {
    const fails = async () => {
      throw new Error('MemoryError: no');
    };
    for (const change of [{ prepare: fails }, { time: fails }])
      expect((await measure({ native: native(change) }))?.decode).toEqual({
        status: 'failed',
        side: 'native',
        reason: 'MemoryError: no',
      });
    expect((await measure({ browser: browserOf(fails) }))?.encode).toMatchObject({ status: 'failed', side: 'browser' });
    const other = { prepare: async () => ({ ...file, datasetSha256: 'other' }) };
    expect((await measure({ native: native(other) }))?.encode).toMatchObject({
      status: 'failed',
      side: 'native',
      reason: expect.stringMatching(telling('data')),
    });
    const times = { encode: { unsupported: 'No form.' }, decode: { unsupported: 'No form.' } };
    expect((await measure({ browser: browserOf(async () => ({ ...answered, times })) }))?.encode).toEqual({
      status: 'unsupported',
      reason: 'No form.',
    });
  });

  it('keeps its finished rounds when it is stopped, and is left out without one', async () => {
    const stop = new AbortController();
    let calls = 0;
    const time = async () => {
      calls += 1;
      if (calls <= 2) return 2;
      stop.abort();
      throw new Error('killed');
    };
    const cell = await measure({ native: native({ time }), rounds: 5, signal: stop.signal });
    expect(cell?.decode).toEqual(measured([5, 2]));
    expect(await measure({ signal: AbortSignal.abort() })).toBeNull();
  });

  it('pairs only rounds that both sides have', () => {
    expect(pairedRounds([1.234567, 2], [3])).toEqual(measured([1.2346, 3]));
    expect(pairedRounds([1], [])).toBeNull();
  });
});

function fail(): never {
  throw new Error('There is none.');
}

function schemaOf(workload: string) {
  const meta = workloads.get(workload) ?? fail();
  return meta.schema(Object.fromEntries(meta.parameters.map(({ id, default: value }) => [id, value])), 10);
}
