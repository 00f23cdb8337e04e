import { describe, expect, it } from 'vitest';
import type { CodecBench } from '../../../workers/model/codec-bench';
import type { FormatBench, FormatBenchCell } from '../../../workers/model/format-bench';
import type { Candidate } from '../../../workers/model/plan';
import type { CompletedRow } from '../../figures/rows';
import { namedSituations } from '../../view/named-situations';
import { answerOf } from '../answer';
import type { Contender } from '../contenders';
import { createReplicates } from '../replicates';
import { isCompared, nativeContenders, nativeFactorsOf } from './native-contenders';
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

describe('the nearest benchmark', () => {
  const exact = { status: 'measured' as const, rounds: [{ browserMs: 6, nativeMs: 2 }] };
  const csv = (level: number | null, format = 'csv'): Candidate => ({
    format,
    implementation: 'formatlab',
    options: {},
    codec: { id: 'gzip', level, implementation: 'libdeflate', granularity: 'file' },
  });
  const codecCell = (over: Partial<CodecBench['cells'][number]>, browserMs = 3) =>
    ({
      ...benchmarks().codecs?.cells[0],
      compress: { browserMs, nativeMs: 1, spread: null },
      decompress: { browserMs: 2 * browserMs, nativeMs: 1, spread: 4 },
      ...over,
    }) as CodecBench['cells'][number];
  const rounded = (factor: number) => Number(factor.toPrecision(9));
  const factors = (candidate: Candidate, ...cells: CodecBench['cells'][number][]) => {
    const all = { formats: null, codecs: { cells } as unknown as CodecBench };
    return [codecFactor(all, candidate, 'encode'), codecFactor(all, candidate, 'decode')].map(
      (found) => found && [found.factor, found.low, found.high].map(rounded),
    );
  };

  it('of a codec is that of its id, implementation and whole blocks', () => {
    const exactly = [
      [3, 3, 3],
      [6, 3, 12],
    ];
    expect(factors(csv(6), codecCell({}))).toEqual(exactly);
    const others = [codecCell({ codec: 'zstd' }, 9), codecCell({ implementation: 'x' }, 9)];
    const small = codecCell({ block: 'small' as never }, 9);
    expect(factors(csv(6), ...others, small, codecCell({}))).toEqual(exactly);
    expect(factors(csv(6), ...others, small)).toEqual([null, null]);
    expect(factors({ ...csv(6), codec: null }, codecCell({}))).toEqual([null, null]);
  });

  it('of a codec is that of texts for texts', () => {
    const [ofText, ofNumbers] = [codecCell({ data: 'json' }, 3), codecCell({ data: 'table' as never }, 5)];
    const encode = (format: string) => factors(csv(6, format), ofText, ofNumbers)[0]?.[0];
    expect(['csv', 'json', 'raw', 'npy'].map(encode)).toEqual([3, 3, 5, 5]);
    expect(factors(csv(6), ofNumbers)[0]?.[0]).toBe(5);
  });

  it('of a codec has the nearest level, of both if they are as near', () => {
    const at = (level: number | null) =>
      factors(csv(level), codecCell({ level: 1 }, 2), codecCell({ level: 5 }, 8))[0]?.[0];
    expect([at(1), at(2), at(4), at(9)]).toEqual([2, 2, 8, 8]);
    expect([at(3), at(null)]).toEqual([4, 4]);
  });

  it('of a format is measured, and of the same format', () => {
    const failed = cell({ encode: { status: 'failed', reason: '' } as never, codec: { id: 'x', level: 1 } });
    const all = benchmarks(cell({ format: 'orc' }, 9), failed, cell({ encode: exact }));
    expect(formatFactor(all, parquet('x', 1), 'table', 'encode')).toEqual({
      factor: expect.closeTo(3, 9),
      low: 3,
      high: 3,
    });
    expect(formatFactor(all, { ...parquet(null, null), format: 'avro' }, 'table', 'encode')).toBeNull();
    const [vectors, events] = [cell({ data: 'vectors' }, 5), cell({ data: 'events' }, 7)];
    const ofKind = (kind: 'table' | 'array' | 'keyedVectors') =>
      formatFactor(benchmarks(vectors, events), parquet(null, null), kind, 'encode')?.factor;
    expect([ofKind('table'), ofKind('array'), ofKind('keyedVectors')]).toEqual(
      [7, 5, 5].map((factor) => expect.closeTo(factor, 9)),
    );
    const any = formatFactor(benchmarks(vectors, events), parquet(null, null), 'list', 'encode')?.factor;
    expect(any).toBeCloseTo(Math.sqrt(35), 9);
    expect(formatFactor(benchmarks(events), parquet(null, null), 'array', 'encode')?.factor).toBeCloseTo(7, 9);
  });

  it('of two parts has the limits of both', () => {
    const parts = [
      { ms: 30, factor: { factor: 10, low: 5, high: 15 } },
      { ms: 10, factor: { factor: 1, low: 0.5, high: 2 } },
    ];
    expect(combined(parts)).toEqual({ factor: 40 / 13, low: 40 / 26, high: 40 / 7 });
  });
});

describe('the factors of rows', () => {
  const measured = (bestMs: number) => ({ status: 'measured', summary: { bestMs } });
  const row = (candidate: number, encodeMs?: number): CompletedRow =>
    ({
      key: `row ${candidate}`,
      status: 'completed',
      candidate,
      operations: encodeMs === undefined ? {} : { encode: measured(encodeMs) },
    }) as unknown as CompletedRow;
  const plain: Candidate = { ...parquet(null, null) };
  const wrapped: Candidate = {
    ...plain,
    codec: { id: 'gzip', level: 6, implementation: 'libdeflate', granularity: 'file' },
  };
  const all = benchmarks(cell({ encode: { status: 'measured', rounds: [{ browserMs: 6, nativeMs: 2 }] } }));
  const factor = (candidates: readonly Candidate[], ...rows: CompletedRow[]) => {
    const found = nativeFactorsOf(rows, candidates, 'table', all).get(rows[0]?.key ?? '');
    return found?.encode?.factor ?? null;
  };

  it('are those of the format, or of the codec around the layout of memory', () => {
    expect(factor([plain], row(0, 10))).toBeCloseTo(3, 9);
    expect(factor([{ ...wrapped, format: 'raw' }], row(0, 10))).toBeCloseTo(1.5, 9);
    expect(factor([{ ...wrapped, format: 'avro' }], row(0, 10))).toBeNull();
    expect(factor([{ ...wrapped, codec: { ...wrapped.codec, id: 'zstd' } as never }], row(0, 10))).toBeNull();
    expect(factor([], row(0, 10))).toBeNull();
  });

  it('of a format with a codec weigh both by their times', () => {
    // Of 16 ms the format takes 6, which are 2 natively; the codec takes 10, which are 10 / 1.5.
    expect(factor([wrapped, plain], row(0, 16), row(1, 6))).toBeCloseTo(16 / (2 + 10 / 1.5), 9);
    expect(factor([wrapped, plain], row(0, 6), row(1, 16))).toBeCloseTo(3, 9);
    // Without the time of the format alone, either may be the whole.
    const pooledFactor = Math.sqrt(3 * 1.5);
    expect(factor([wrapped], row(0, 16))).toBeCloseTo(pooledFactor, 9);
    expect(factor([wrapped, plain], row(0, 16), row(1))).toBeCloseTo(pooledFactor, 9);
    expect(factor([wrapped, plain], row(0), row(1, 6))).toBeCloseTo(pooledFactor, 9);
  });
});

describe('contenders with native times', () => {
  const contender = (key: string, encodeMs: number): Contender => ({
    row: { key, operations: {}, predicted: null } as unknown as CompletedRow,
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

  it('limit the native time to write', () => {
    const limited = (
      encodeMs: number | null,
      maxWriteMs: number,
      factors: object = { encode: exactly(4), decode: exactly(1) },
    ) => {
      const one = contender('a', 100);
      const operations = encodeMs === null ? {} : { encode: { status: 'measured', summary: { bestMs: encodeMs } } };
      const of = { ...one, row: { ...one.row, status: 'completed', operations } as unknown as CompletedRow };
      const given = { ...of, roundBestMs: { decode: one.roundBestMs.decode ?? new Map() } };
      return nativeContenders([given], { ...situation, maxWriteMs }, new Map([['a', factors]])).excluded.length;
    };
    // 100 ms are 25 ms natively.
    expect([limited(100, 24.9), limited(100, 25), limited(100, 26)]).toEqual([1, 0, 0]);
    expect(limited(null, 1_000)).toBe(1);
    expect(limited(100, 1_000, { decode: exactly(1) })).toBe(1);
  });

  it('scale each time by the factor of its operation', () => {
    const one = contender('a', 100);
    const given: Contender = {
      ...one,
      figures: { ...one.figures, decodeMs: 40, columnMs: 20, lookupMs: 8 },
      roundBestMs: { encode: new Map([[3, 100]]), project: new Map([[3, 20]]), lookup: new Map([[3, 8]]) },
    };
    const factors = new Map([['a', { encode: exactly(10), decode: exactly(4) }]]);
    const [scaled] = nativeContenders([given], situation, factors).contenders;
    expect(scaled?.figures).toMatchObject({ sizeBytes: 1_000, encodeMs: 10, decodeMs: 10, columnMs: 5, lookupMs: 2 });
    expect(scaled?.roundBestMs).toEqual({
      encode: new Map([[3, 10]]),
      project: new Map([[3, 5]]),
      lookup: new Map([[3, 2]]),
    });
    expect([scaled?.assumptions.length, scaled?.nativeFactors]).toEqual([1, factors.get('a')]);
    const again = nativeContenders([given], situation, factors).contenders[0];
    expect(again?.roundBestMs.lookup).toBe(scaled?.roundBestMs.lookup);
    const other = nativeContenders([given], situation, new Map([['a', { encode: exactly(5), decode: exactly(4) }]]));
    expect(other.contenders[0]?.roundBestMs.encode).toEqual(new Map([[3, 20]]));
    for (const operation of ['project', 'lookup'] as const) {
      const single = { ...given, roundBestMs: { [operation]: new Map([[3, 1]]) } };
      expect(nativeContenders([single], situation, factors).contenders[0]?.assumptions).toHaveLength(1);
    }
    const plain = nativeContenders([one], situation, factors).contenders[0];
    expect([plain?.assumptions, plain?.figures.columnMs, plain?.figures.lookupMs]).toEqual([[], null, null]);
  });
});
