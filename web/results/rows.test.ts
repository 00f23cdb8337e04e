import { describe, expect, it } from 'vitest';
import { type CompletedCell, wholeSizeBytes } from '../../workers/model/result';
import { baselineRow, sizeFactor, timeFactor, uncompressedRow } from './baseline';
import type { Registry } from './candidate-names';
import { isCompleted, measured, resultRows, type ResultRow, throughputRange } from './rows';
import { candidate, codec, type MadeRun, makeRun } from './test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rowsOf = (made: MadeRun, running = false) => resultRows(makeRun(made), running, registry);
const first = (rows: readonly ResultRow[]) => {
  const row = rows[0];
  if (row === undefined || !isCompleted(row)) throw new Error('the first row has figures');
  return row;
};

describe('resultRows', () => {
  it('takes ratio and throughput against the data in memory', () => {
    const row = first(
      rowsOf({ cells: [{ candidate: candidate('pickle'), sizeBytes: 2_500_000, ms: { encode: 5, decode: 2 } }] }),
    );
    expect(row.ratio).toBe(4);
    expect(measured(row, 'encode')).toMatchObject({ throughput: 2e9, unit: 'bytes', spread: { kind: 'interval' } });
    expect(measured(row, 'decode')?.throughput).toBe(5e9);
  });

  it('counts look-ups a second', () => {
    const row = first(
      rowsOf({ cells: [{ candidate: candidate('pickle'), ms: { lookup: 4 } }], operations: ['lookup'] }),
    );
    expect(measured(row, 'lookup')).toMatchObject({ throughput: 25_000, unit: 'lookups' });
  });

  it('gives a time that the timer hides no throughput', () => {
    const run = makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 0 } }], operations: ['encode'] });
    const row = first(resultRows(run, false, registry));
    expect(measured(row, 'encode')?.summary.flags).toContain('belowResolution');
    expect(measured(row, 'encode')?.throughput).toBeNull();
  });

  it('draws the span to the 95th percentile where there are too few rounds for an interval', () => {
    const row = first(
      rowsOf({
        cells: [{ candidate: candidate('pickle'), ms: { encode: 5 } }],
        effort: 'quick',
        jitter: 0.2,
        operations: ['encode'],
      }),
    );
    const figures = measured(row, 'encode');
    expect(figures?.spread.kind).toBe('percentile');
    expect(figures?.summary.interval).toBeNull();
    const range = figures === null ? null : throughputRange(figures);
    expect(range?.high).toBeCloseTo(figures?.throughput ?? Number.NaN, 3);
    expect(range?.low).toBeLessThan(range?.high ?? 0);
  });

  describe('of a native run', () => {
    const native = (made: MadeRun) => {
      const run = makeRun(made);
      const environment = { ...run.environment, userAgent: 'CPython 3.11.7 (Formatlab’s native script, 1 thread)' };
      return resultRows({ ...run, environment }, false).map(
        ({ names: { label, formatImplementation, implementation, conforms } }) =>
          `${label}: ${formatImplementation}, ${implementation}, ${conforms ? 'conforms' : 'does not conform'}`,
      );
    };
    const parquet = candidate('parquet', codec('zstd', 1), {}, 'parquet-wasm');
    const gzip = (implementation: string) => candidate('pickle', codec('gzip', 6, implementation));
    const lz4js = candidate('raw', codec('lz4', null, 'lz4js'));
    const pickle = 'CPython pickle 3.11.7';

    it('names the libraries that made it, not those that the browser has', () => {
      expect(
        native({
          cells: [
            { candidate: parquet, ms: { encode: 5 }, madeBy: { format: 'pyarrow 24.0.0', codec: null } },
            { candidate: gzip('libdeflate'), ms: { encode: 5 }, madeBy: { format: pickle, codec: 'zlib 1.3.1' } },
            { candidate: lz4js, ms: { encode: 5 }, madeBy: { format: 'numpy 2.4.0', codec: 'lz4 4.4.5' } },
          ],
        }),
      ).toEqual([
        'Parquet · Zstandard 1: pyarrow 24.0.0, pyarrow 24.0.0, conforms',
        'Pickle · gzip 6: CPython pickle 3.11.7, zlib 1.3.1, conforms',
        'Uncompressed · LZ4: numpy 2.4.0, lz4 4.4.5, conforms',
      ]);
    });

    it('keeps the names apart of what two implementations here and one library there made', () => {
      const madeBy = { format: pickle, codec: 'zlib 1.3.1' };
      expect(
        native({
          cells: [
            { candidate: gzip('libdeflate'), ms: { encode: 5 }, madeBy },
            { candidate: gzip('pako'), ms: { encode: 5 }, madeBy },
          ],
        }),
      ).toEqual([
        'Pickle · gzip 6 · zlib 1.3.1 in place of libdeflate 1.26: CPython pickle 3.11.7, zlib 1.3.1, conforms',
        'Pickle · gzip 6 · zlib 1.3.1 in place of pako: CPython pickle 3.11.7, zlib 1.3.1, conforms',
      ]);
    });

    it('names what measured it where the file tells no library', () => {
      expect(
        native({
          cells: [
            { candidate: parquet, ms: { encode: 5 } },
            { candidate: gzip('pako'), status: 'failed' },
          ],
        }),
      ).toEqual([
        'Parquet · Zstandard 1: CPython 3.11.7, CPython 3.11.7, conforms',
        'Pickle · gzip 6: CPython 3.11.7, CPython 3.11.7, conforms',
      ]);
    });
  });

  it('says of every candidate without figures why, and gives it no speed', () => {
    const rows = rowsOf({
      cells: [
        { candidate: candidate('a'), status: 'failed' },
        { candidate: candidate('b'), status: 'unsupported' },
        { candidate: candidate('c'), status: 'cancelled' },
        { candidate: candidate('d'), status: 'timedOut' },
        { candidate: candidate('e'), status: 'missing' },
      ],
    });
    expect(rows.map((row) => [row.status, isCompleted(row) ? '' : row.reason])).toEqual([
      ['failed', 'What was decoded differs from the data at byte 4,096 of column 3.'],
      ['unsupported', 'A dictionary of vectors has no columns.'],
      ['cancelled', 'The run was stopped before a round of it was finished.'],
      ['timedOut', 'Given up after 60 s in one encode step.'],
      ['cancelled', 'The run ended before its turn.'],
    ]);
    expect(rows.map((row) => measured(row, 'encode'))).toEqual([null, null, null, null, null]);
  });

  it('waits for what is still to come while the run goes on', () => {
    expect(rowsOf({ cells: [{ candidate: candidate('a'), status: 'missing' }] }, true)[0]?.status).toBe('pending');
  });

  it('names a failed dataset as the reason of all its cells', () => {
    const run = makeRun({ cells: [{ candidate: candidate('a'), status: 'missing' }] });
    const failed = {
      ...run,
      datasets: [
        {
          status: 'failed' as const,
          error: { tag: 'outOfMemory' as const, stage: 'generate' as const, message: 'No room for 8 GB.' },
        },
      ],
    };
    expect(resultRows(failed, true, registry)[0]).toMatchObject({
      status: 'failed',
      reason: 'The dataset could not be made: No room for 8 GB.',
    });
  });

  it('tells an operation that a format has not apart from one that was not finished', () => {
    const row = first(rowsOf({ cells: [{ candidate: candidate('a'), ms: { encode: 1 } }] }));
    expect(row.operations.decode).toEqual({ status: 'unsupported', reason: 'This format has no decode.' });
  });
});

describe('the baseline', () => {
  const rows = rowsOf({
    cells: [
      { candidate: candidate('csv'), sizeBytes: 25_000_000, ms: { encode: 100, decode: 100 } },
      { candidate: candidate('pickle'), sizeBytes: 10_100_000, ms: { encode: 10, decode: 10 } },
      {
        candidate: candidate('pickle', codec('zstd', 3)),
        sizeBytes: 2_020_000,
        ms: { encode: 40, decode: 5 },
        clock: { decode: ['read', 'decode'] },
      },
    ],
  });
  const [csv, pickle, zstd] = rows.filter(isCompleted);
  if (csv === undefined || pickle === undefined || zstd === undefined) throw new Error('three rows');

  it('is without a declared one the codec-less row nearest to the data in size', () =>
    expect(uncompressedRow(rows)).toBe(pickle));
  it('is the chosen row where there is one', () => {
    expect(baselineRow(rows, zstd.candidateKey)).toBe(zstd);
    expect(baselineRow(rows, 'gone')).toBe(pickle);
    expect(baselineRow([], null)).toBeNull();
  });
  it('gives factors of size and time', () => {
    expect(sizeFactor(zstd, pickle)).toEqual({ status: 'factor', factor: 0.2 });
    expect(timeFactor(zstd, pickle, 'encode')).toEqual({ status: 'factor', factor: 4 });
  });
  it('forms no factor between clocks of unlike scope', () => {
    expect(timeFactor(zstd, pickle, 'decode')).toEqual({ status: 'none', reason: 'the clocks include unlike things' });
  });
  it('prefers the layout that the registry declares', () => {
    const declared = rows.map(
      (row): ResultRow => (row === csv ? { ...csv, names: { ...csv.names, isBaseline: true } } : row),
    );
    expect(uncompressedRow(declared)?.key).toBe(csv.key);
  });
});

describe('a sample', () => {
  it('is scaled to all items, but for what a file has whatever their number', () => {
    const cell: CompletedCell = {
      status: 'completed',
      dataset: 0,
      candidate: 0,
      sizeBytes: 5_000,
      encodedSha256: null,
      sample: { items: 10, dataBytes: 1_000, fixedBytes: 4_500 },
      verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
      operations: {},
      setUpMs: 0,
      wasmPeakBytes: null,
      discardedRounds: 0,
    };
    expect(wholeSizeBytes(cell, 100_000)).toBe(4_500 + 500 * 100);
    expect(wholeSizeBytes({ ...cell, sizeBytes: null }, 100_000)).toBeNull();
  });
});
