import { describe, expect, it } from 'vitest';
import type { CodecBench } from '../../../workers/model/codec-bench';
import type { FormatBench, FormatBenchCell } from '../../../workers/model/format-bench';
import type { Candidate } from '../../../workers/model/plan';
import type { CompletedRow } from '../../figures/rows';
import { namedSituations } from '../../view/named-situations';
import { answerOf } from '../answer';
import type { Contender } from '../contenders';
import { createReplicates } from '../replicates';
import { isCompared, nativeContenders } from './native-contenders';
import { type Benchmarks, codecFactor, combined, formatFactor, pooled } from './native-factors';

const cell = (change: Partial<FormatBenchCell>, encode = 2, decode = 4): FormatBenchCell => ({
  format: 'parquet',
  implementation: 'arrow-rs',
  setting: 'PLAIN none',
  codec: null,
  data: 'table',
  size: 1_000,
  sizes: null,
  encode: { status: 'measured', rounds: [1, 1.1, 0.9, 1].map((part) => ({ browserMs: encode * part, nativeMs: 1 })) },
  decode: { status: 'measured', rounds: [{ browserMs: decode, nativeMs: 1 }] },
  ...change,
});
const benchmarks = (...cells: FormatBenchCell[]): Benchmarks => ({
  formats: { cells } as unknown as FormatBench,
  codecs: {
    cells: [
      {
        codec: 'gzip',
        implementation: 'libdeflate',
        level: 6,
        options: {},
        data: 'json',
        block: 'bulk',
        dataBytes: 1,
        browserBytes: 1,
        nativeBytes: 1,
        compress: { browserMs: 3, nativeMs: 2, spread: 1.21 },
        decompress: null,
      },
    ],
  } as unknown as CodecBench,
});
const parquet = (codec: string | null, level: number | null): Candidate => ({
  format: 'parquet',
  implementation: 'arrow-rs',
  options: {},
  codec: codec === null ? null : { id: codec, level, implementation: null, granularity: 'page' },
});

describe('the factor to native', () => {
  it('is that of the nearest cells: the same codec, the nearest level, data of the same kind', () => {
    const all = benchmarks(
      cell({}, 2),
      cell({ codec: { id: 'zstd', level: 1 } }, 3),
      cell({ codec: { id: 'zstd', level: 9 } }, 5),
      cell({ codec: { id: 'zstd', level: 9 }, data: 'vectors' }, 50),
    );
    const factor = (candidate: Candidate) => formatFactor(all, candidate, 'table', 'encode')?.factor;
    expect(factor(parquet(null, null))).toBeCloseTo(2, 9);
    expect(factor(parquet('zstd', 3))).toBeCloseTo(3, 9);
    expect(factor(parquet('zstd', 19))).toBeCloseTo(5, 9);
    expect(formatFactor(all, parquet('zstd', 9), 'keyedVectors', 'encode')?.factor).toBeCloseTo(50, 9);
    expect(formatFactor(all, { ...parquet(null, null), implementation: 'hyparquet' }, 'table', 'encode')).toBeNull();
    expect(formatFactor({ formats: null, codecs: null }, parquet(null, null), 'table', 'encode')).toBeNull();
  });

  it('has the interval of its rounds, and of several cells the widest', () => {
    const one = formatFactor(benchmarks(cell({})), parquet(null, null), 'table', 'encode');
    expect(one?.low).toBeLessThan(2);
    expect(one?.high).toBeGreaterThan(2);
    const several = [
      { factor: 2, low: 1, high: 3 },
      { factor: 8, low: 7, high: 9 },
    ];
    expect(pooled(several)).toEqual({ factor: 4, low: 1, high: 9 });
    expect(pooled([])).toBeNull();
  });

  it('of a codec around the file is that of the codec, with the spread of its rounds', () => {
    const csv: Candidate = {
      format: 'csv',
      implementation: 'formatlab',
      options: {},
      codec: { id: 'gzip', level: 6, implementation: 'libdeflate', granularity: 'file' },
    };
    const found = codecFactor(benchmarks(), csv, 'encode');
    expect(found?.factor).toBeCloseTo(1.5, 9);
    expect(found?.low).toBeCloseTo(1.5 / 1.1, 9);
    expect(codecFactor(benchmarks(), csv, 'decode')).toBeNull();
    expect(codecFactor(benchmarks(), parquet('gzip', 6), 'encode')).toBeNull();
  });

  it('of two parts divides each part by its own', () => {
    const exactly = (factor: number) => ({ factor, low: factor, high: factor });
    // 30 ms at a factor of 10 and 10 ms at a factor of 1 are 3 + 10 ms natively.
    const { factor } = combined([
      { ms: 30, factor: exactly(10) },
      { ms: 10, factor: exactly(1) },
    ]);
    expect(factor).toBeCloseTo(40 / 13, 9);
  });
});

describe('contenders with native times', () => {
  const contender = (key: string, encodeMs: number): Contender => ({
    row: { key, operations: {} } as unknown as CompletedRow,
    figures: {
      sizeBytes: 1_000,
      encodeMs,
      decodeMs: 1,
      columnMs: null,
      lookupMs: null,
      columnRequests: null,
      lookupRequests: null,
    },
    roundBestMs: {
      encode: new Map(Array.from({ length: 8 }, (_, round) => [round, encodeMs])),
      decode: new Map(Array.from({ length: 8 }, (_, round) => [round, 1])),
    },
    neverWarm: new Set(),
    assumptions: [],
    unknownRequests: {},
  });
  const situation = { ...namedSituations.message.situation, timesOf: 'native' as const };
  const exactly = (factor: number) => ({ factor, low: factor, high: factor });
  const answer = (factors: Parameters<typeof nativeContenders>[2]) => {
    const { contenders, excluded } = nativeContenders([contender('a', 100), contender('b', 50)], situation, factors);
    return { ...answerOf(contenders, situation, { replicates: createReplicates(1), seed: 1 }), excluded };
  };

  it('divides the times by the factors, so that another candidate can win', () => {
    const { standings } = answer(
      new Map([
        ['a', { encode: exactly(10), decode: exactly(1) }],
        ['b', { encode: exactly(1), decode: exactly(1) }],
      ]),
    );
    expect(standings.map(({ contender: { row } }) => row.key)).toEqual(['a', 'b']);
    expect(standings[0]?.contender.figures.encodeMs).toBeCloseTo(10, 9);
    expect(standings[1]?.verdict).toBe('behind');
  });

  it('ties candidates if the interval of the factor could turn the order', () => {
    const { standings } = answer(
      new Map([
        ['a', { encode: { factor: 4, low: 1, high: 16 }, decode: exactly(1) }],
        ['b', { encode: exactly(1), decode: exactly(1) }],
      ]),
    );
    expect(standings[1]?.verdict).toBe('tied');
    const interval = standings[1]?.interval();
    expect(interval?.low).toBeLessThan(1);
    expect(interval?.high).toBeGreaterThan(1.5);
    expect(standings[0]?.probability).toBeLessThan(0.95);
  });

  it('leaves out what was not compared, with the reason', () => {
    const { standings, excluded } = answer(new Map([['a', { encode: exactly(1), decode: exactly(1) }]]));
    expect(standings).toHaveLength(1);
    expect(excluded[0]?.reason).toContain('No benchmark compares');
    expect(isCompared(contender('b', 50), undefined)).toBe(false);
    expect(isCompared(contender('b', 50), { encode: exactly(1) })).toBe(false);
    expect(isCompared(contender('b', 50), { encode: exactly(1), decode: exactly(1) })).toBe(true);
  });
});
