import * as v from 'valibot';
import { expect, it } from 'vitest';
import { budgetMs, budgets } from './budget';
import { looksOf } from './statistics/looks';
import { parseWithSchema } from './parse';
import {
  briefEffort,
  type Candidate,
  candidateKey,
  candidateSchema,
  datasetSpecSchema,
  efforts,
  hangLimitMs,
  innerCodec,
  planSchema,
  wrappingCodec,
} from './plan';

it('gives a call on large data as long as the slowest codec may take, and never less than the effort says', () => {
  expect(hangLimitMs(efforts.quick, 8_000_000)).toBe(30_000);
  expect(hangLimitMs(efforts.quick, 173_000_000)).toBe(173_000);
  expect(hangLimitMs(efforts.thorough, 100_000_000)).toBe(120_000);
});

it('gives a candidate that is slow by its own estimate several times as long as that', () => {
  expect(hangLimitMs(efforts.quick, 8_000_000, 2_000)).toBe(30_000);
  expect(hangLimitMs(efforts.quick, 47_000_000, 39_000)).toBe(156_000);
});

it('has a budget of some lengths, or none, and then fixed rounds', () => {
  const spec = { source: 'workload', workload: 'array', knobs: {}, size: 1, seed: 1 } as const;
  const plan = { datasets: [spec], candidates: [bare], operations: ['encode'], effort: 'quick', seed: 1 };
  for (const budget of budgets) expect(v.safeParse(planSchema, { ...plan, budget })).toMatchObject({ success: true });
  for (const budget of [20, '30', null, 'decided'])
    expect(v.safeParse(planSchema, { ...plan, budget })).toMatchObject({ success: false });
  expect(v.parse(planSchema, plan)).toEqual(plan);
  expect(budgets.map(budgetMs)).toEqual([15_000, 30_000, 120_000, 600_000, 1_800_000]);
  expect(looksOf({})).toBeNull();
  expect(looksOf({ budget: 15 })).toHaveLength(9);
});

it('has brief limits that are below those of the effort, and the same rounds and limit of a call', () => {
  for (const effort of Object.values(efforts)) {
    const brief = briefEffort(effort);
    expect([brief.rounds, brief.hangLimitMs]).toEqual([effort.rounds, effort.hangLimitMs]);
    expect(brief.warmUpCapMs).toBeLessThan(effort.warmUpCapMs);
    expect(brief.samplesMs).toBeLessThan(effort.samplesMs);
    expect(brief.warmUpMinCalls).toBeGreaterThanOrEqual(1);
  }
});

const bare: Candidate = { format: 'parquet', implementation: 'hyparquet', options: {}, codec: null };
const inside: Candidate['codec'] = { id: 'zstd', level: 3, implementation: null, granularity: 'page' };
const around: Candidate['codec'] = { id: 'lz4', level: null, implementation: 'wasm', granularity: 'file' };

it('tells a codec inside the format from one around its file', () => {
  expect([wrappingCodec(bare), innerCodec(bare)]).toEqual([null, null]);
  expect([wrappingCodec({ codec: inside }), innerCodec({ codec: inside })]).toEqual([null, inside]);
  expect([wrappingCodec({ codec: around }), innerCodec({ codec: around })]).toEqual([around, null]);
});

it('names a candidate by all that it is made of, its options in order', () => {
  expect(candidateKey(bare)).toBe('parquet/hyparquet');
  expect(candidateKey({ ...bare, options: { b: 1, a: true, c: 'x' }, codec: inside })).toBe(
    'parquet/hyparquet?a=true,b=1,c=x+zstd@3:page',
  );
  expect(candidateKey({ ...bare, codec: around })).toBe('parquet/hyparquet+lz4:file/wasm');
  expect(candidateKey({ ...bare, codec: { ...around, level: 0, options: { z: 1, y: 2 } } })).toBe(
    'parquet/hyparquet+lz4@0:file/wasm?y=2,z=1',
  );
});

it('takes ids, levels and options only within their bounds', () => {
  const taken = (candidate: unknown) => {
    try {
      parseWithSchema(candidateSchema, candidate, 'candidate');
      return true;
    } catch {
      return false;
    }
  };
  const named = (format: string) => ({ ...bare, format });
  expect([named('a'), named('A1-b'), named('x'.repeat(64)), named('x'.repeat(65))].map(taken)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([named(''), named('1a'), named('-a'), named('a b'), named('a!'), named('!a')].map(taken)).toEqual(
    Array(6).fill(false),
  );
  const level = (value: number | null) => ({ ...bare, codec: { ...inside, level: value } });
  expect([null, 0, -(2 ** 20), 100].map(level).map(taken)).toEqual([true, true, true, true]);
  expect([-(2 ** 20) - 1, 101, 1.5].map(level).map(taken)).toEqual([false, false, false]);
  const options = (count: number) => ({
    ...bare,
    options: Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, at])),
  });
  expect([taken(options(32)), taken(options(33))]).toEqual([true, false]);
  expect(() => parseWithSchema(candidateSchema, options(33), 'candidate')).toThrow('has more than 32 options');
  expect(() => parseWithSchema(candidateSchema, named('1a'), 'candidate')).toThrow('must be an id');
  expect(taken({ ...bare, other: 1 })).toBe(false);
});

it('takes datasets only within their bounds', () => {
  const taken = (spec: unknown) => {
    try {
      parseWithSchema(datasetSpecSchema, spec, 'dataset');
      return true;
    } catch {
      return false;
    }
  };
  const workload = { source: 'workload', workload: 'lists', knobs: {}, size: 0, seed: 0 };
  expect([workload, { ...workload, size: 2 ** 40, seed: 2 ** 32 - 1 }].map(taken)).toEqual([true, true]);
  const beyond = [{ size: -1 }, { size: 2 ** 40 + 1 }, { size: 1.5 }, { seed: -1 }, { seed: 2 ** 32 }, { seed: 0.5 }];
  expect(beyond.map((changed) => taken({ ...workload, ...changed }))).toEqual(Array(6).fill(false));
  const file = { source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: 0, sha256: null, columnTypes: null };
  const sha256 = 'a0'.repeat(32);
  const own = [
    {},
    { fileName: 'x'.repeat(255), sha256, malformed: 'skip' },
    { columnTypes: ['int8'], malformed: 'fatal' },
  ];
  expect(own.map((changed) => taken({ ...file, ...changed }))).toEqual([true, true, true]);
  const refused = [
    { fileName: 'x'.repeat(256) },
    { sha256: `${sha256}0` },
    { sha256: sha256.slice(1) },
    { sha256: sha256.toUpperCase() },
    { columnTypes: ['int9'] },
    { malformed: 'other' },
    { type: 'no id' },
  ];
  expect(refused.map((changed) => taken({ ...file, ...changed }))).toEqual(Array(7).fill(false));
});
