import { describe, expect, it } from 'vitest';
import {
  type CompletedCell,
  type DatasetSample,
  type OperationResult,
  type RunResult,
  extrapolatedSizeBytes,
} from '../../workers/model/result';
import { summarise } from '../../workers/model/statistics/summary';
import { telling } from '../../workers/model/testing/telling';
import { baselineRow, sizeFactor, timeFactor, uncompressedRow } from './baseline';
import { nameCandidates, type Registry } from './candidate-names';
import {
  conforms,
  isCompleted,
  markNames,
  measuredFigures,
  plannedRounds,
  resultRows,
  type ResultRow,
  shownOperations,
  statusWords,
  throughputRange,
} from './rows';
import { wholeCounts } from './whole-file';
import {
  candidate,
  codec,
  madeFailure,
  madeObstacle,
  madeReason,
  type MadeRun,
  makeRun,
  measuredOperation,
} from '../results/testing/test-results';

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
    expect(measuredFigures(row, 'encode')).toMatchObject({
      throughput: 2e9,
      unit: 'bytes',
      spread: { kind: 'roundsRange' },
    });
    expect(measuredFigures(row, 'decode')?.throughput).toBe(5e9);
  });

  it('counts look-ups a second', () => {
    const row = first(
      rowsOf({ cells: [{ candidate: candidate('pickle'), ms: { lookup: 4 } }], operations: ['lookup'] }),
    );
    expect(measuredFigures(row, 'lookup')).toMatchObject({ throughput: 25_000, unit: 'lookups' });
  });

  it('gives a time that the timer hides no throughput', () => {
    const run = makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 0 } }], operations: ['encode'] });
    const row = first(resultRows(run, false, registry));
    expect(measuredFigures(row, 'encode')?.summary.flags).toContain('belowResolution');
    expect(measuredFigures(row, 'encode')?.throughput).toBeNull();
  });

  it('draws the range of the rounds, from three on', () => {
    const kindOf = (rounds: number) =>
      measuredFigures(
        first(
          rowsOf({ cells: [{ candidate: candidate('pickle'), ms: { encode: 5 } }], rounds, operations: ['encode'] }),
        ),
        'encode',
      )?.spread.kind;
    expect([2, 3, 8].map(kindOf)).toEqual(['percentile', 'roundsRange', 'roundsRange']);
  });

  it('draws the span to the 95th percentile where there are too few rounds for their range', () => {
    const row = first(
      rowsOf({
        cells: [{ candidate: candidate('pickle'), ms: { encode: 5 } }],
        effort: 'sizes',
        jitter: 0.2,
        operations: ['encode'],
      }),
    );
    const figures = measuredFigures(row, 'encode');
    expect(figures?.spread.kind).toBe('percentile');
    expect(figures?.summary.range).toBeNull();
    const range = figures === null ? null : throughputRange(figures);
    expect(range?.high).toBeCloseTo(figures?.throughput ?? Number.NaN, 3);
    expect(range?.low).toBeLessThan(range?.high ?? 0);
  });

  describe('of a native run', () => {
    const native = (made: MadeRun) => {
      const run = makeRun(made);
      const environment = { ...run.environment, userAgent: 'CPython 3.11.7 (Formatlab’s native script, 1 thread)' };
      return resultRows({ ...run, environment }, false).map(
        ({ names: { label, formatImplementation, implementation, conforms } }) => ({
          label,
          formatImplementation,
          implementation,
          conforms,
        }),
      );
    };
    /** A name of a candidate that conforms. */
    const by = (label: string, formatImplementation: string, implementation: string) => ({
      label,
      formatImplementation,
      implementation,
      conforms: true,
    });
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
        by('Parquet, zstd 1', 'pyarrow 24.0.0', 'pyarrow 24.0.0'),
        by('Pickle, gzip 6', pickle, 'zlib 1.3.1'),
        by('Raw bytes, LZ4', 'numpy 2.4.0', 'lz4 4.4.5'),
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
        by(expect.stringMatching(telling('Pickle, gzip 6', 'zlib 1.3.1', 'libdeflate 1.26')), pickle, 'zlib 1.3.1'),
        by(expect.stringMatching(telling('Pickle, gzip 6', 'zlib 1.3.1', 'pako')), pickle, 'zlib 1.3.1'),
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
        by('Parquet, zstd 1', 'CPython 3.11.7', 'CPython 3.11.7'),
        by('Pickle, gzip 6', 'CPython 3.11.7', 'CPython 3.11.7'),
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
      ['failed', madeFailure],
      ['unsupported', madeObstacle],
      ['cancelled', expect.any(String)],
      ['timedOut', expect.stringMatching(telling('encode', '60 s'))],
      ['cancelled', expect.any(String)],
    ]);
    const [, , stopped, , ended] = rows;
    expect(stopped?.status === 'cancelled' && stopped.reason).not.toBe(ended?.status === 'cancelled' && ended.reason);
    expect(rows.map((row) => measuredFigures(row, 'encode'))).toEqual([null, null, null, null, null]);
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
      reason: expect.stringMatching(telling('No room for 8 GB.')),
    });
  });

  it('tells an operation that a format has not apart from one that was not finished', () => {
    const row = first(rowsOf({ cells: [{ candidate: candidate('a'), ms: { encode: 1 } }] }));
    expect(row.operations.decode).toEqual({ status: 'unsupported', reason: madeReason('decode') });
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
    expect(timeFactor(zstd, pickle, 'decode')).toEqual({ status: 'none', reason: expect.any(String) });
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
    expect(extrapolatedSizeBytes(cell, 100_000)).toBe(4_500 + 500 * 100);
    expect(extrapolatedSizeBytes({ ...cell, sizeBytes: null }, 100_000)).toBeNull();
  });
});

describe('a row, in full', () => {
  const run = makeRun({
    cells: [{ candidate: candidate('pickle'), sizeBytes: 2_500_000, counts: { pages: 4 }, ms: { encode: 5 } }],
    jitter: 0.2,
  });
  const [cell] = run.cells;
  const encode = cell?.status === 'completed' ? cell.operations.encode : undefined;
  if (cell?.status !== 'completed' || encode?.status !== 'measured') throw new Error('The first cell has figures.');
  const [names] = nameCandidates([candidate('pickle')], registry);
  const context = { timerStepMs: 0.005 };

  /** The one row of the run with its cell, or what the run is of, changed. */
  const rowOf = (changes: Partial<CompletedCell>, ofRun: Partial<RunResult> = {}) =>
    first(resultRows({ ...run, cells: [{ ...cell, ...changes }], ...ofRun }, false, registry));
  const figuresOf = (operation: OperationResult, changes: Partial<CompletedCell> = {}) =>
    rowOf({ ...changes, operations: { encode: operation } }).operations.encode;

  it('has the figures of its cell', () => {
    const summary = summarise(encode, context);
    expect(resultRows(run, false, registry)).toEqual([
      {
        key: '0:0',
        candidateKey: 'pickle/formatlab',
        dataset: 0,
        candidate: 0,
        names,
        dataBytes: 10_000_000,
        itemCount: 977,
        dataSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        wholeFile: null,
        userFile: null,
        status: 'completed',
        sizeBytes: 2_500_000,
        predicted: null,
        encodedSha256: '00'.repeat(32),
        counts: { pages: 4 },
        sample: null,
        ratio: 4,
        operations: {
          encode: {
            status: 'measured',
            summary,
            throughput: 10_000_000 / ((summary?.bestMs ?? 0) / 1_000),
            unit: 'bytes',
            spread: { kind: 'roundsRange', ...summary?.range },
            clock: ['encode'],
            wasmCopyInClock: null,
            detail: null,
            itemsPerCall: 10_000_000,
            rounds: encode.rounds,
          },
          decode: { status: 'unsupported', reason: madeReason('decode') },
        },
        verification: cell.verification,
        setUpMs: 12.5,
        wasmPeakBytes: null,
        discardedRounds: 0,
      },
    ]);
  });

  it('has the times and the size of a sample scaled to the whole', () => {
    const sample = { items: 98, dataBytes: 1_000_000, fixedBytes: 50_000 };
    const row = rowOf({ sizeBytes: 250_000, sample });
    expect(row).toMatchObject({ sizeBytes: 2_050_000, ratio: 10_000_000 / 2_050_000, sample: { items: 98 } });
    const rounds = encode.rounds.map((round) => ({
      ...round,
      coldMs: round.coldMs * 10,
      warmUpMs: round.warmUpMs * 10,
      samplesMs: round.samplesMs.map((ms) => ms * 10),
    }));
    const figures = measuredFigures(row, 'encode');
    expect(figures?.rounds).toEqual(rounds);
    expect(figures?.summary).toEqual(summarise({ ...encode, rounds }, context));
    // Asked for again, neither is computed again.
    const again = measuredFigures(rowOf({ sizeBytes: 250_000, sample }), 'encode');
    expect(again?.rounds).toBe(figures?.rounds);
    expect(again?.summary).toBe(figures?.summary);
    const twice = measuredFigures(rowOf({ sample: { ...sample, dataBytes: 5_000_000 } }), 'encode');
    expect(twice?.rounds[0]?.coldMs).toBe((encode.rounds[0]?.coldMs ?? 0) * 2);
    expect(measuredFigures(rowOf({ sample: { ...sample, dataBytes: 0 } }), 'encode')?.rounds).toBe(encode.rounds);
  });

  describe('of a sample of a file', () => {
    const sample: DatasetSample = {
      unitKind: 'rows',
      unitItems: [100, 100, 100, 100, 100, 100, 100, 100],
      unitCount: 80,
      totalItems: 8_000,
      isTotalEstimated: false,
      isFirstPart: false,
      fileBytes: 1_000,
    };
    const [ready] = run.datasets;
    if (ready?.status !== 'ready') throw new Error('The data are ready.');
    const sampled = { datasets: [{ ...ready, itemCount: 800, sample }] };
    const partsBytes = Array.from({ length: 8 }, () => 312_500);

    it('has the size and the times of the whole file, with the limits of the size', () => {
      const row = rowOf({ partsBytes }, sampled);
      expect(row).toMatchObject({
        itemCount: 8_000,
        dataBytes: 100_000_000,
        sizeBytes: 25_000_000,
        ratio: 4,
        sample: { items: 800 },
        wholeFile: { sampleItems: 800, totalItems: 8_000, times: 10 },
      });
      if (!isCompleted(row)) throw new Error('It was completed.');
      const { low = 0, high = 0 } = row.predicted?.limits ?? {};
      expect(low).toBeLessThan(25_000_000);
      expect(high).toBeGreaterThan(25_000_000);
      const [first] = measuredFigures(row, 'encode')?.rounds ?? [];
      expect(first?.samplesMs[0]).toBeCloseTo((encode.rounds[0]?.samplesMs[0] ?? 0) * 10, 9);
      const alone = measuredFigures(rowOf({}), 'encode');
      expect(measuredFigures(row, 'encode')?.throughput).toBeCloseTo(alone?.throughput ?? 0, 3);
    });

    it('leaves the time of a look-up as it is, and scales what a column holds', () => {
      const row = rowOf(
        { operations: { lookup: encode, project: encode } },
        {
          ...sampled,
          plan: { ...run.plan, operations: ['lookup', 'project'] },
        },
      );
      expect(measuredFigures(row, 'lookup')?.rounds).toEqual(encode.rounds);
      expect(measuredFigures(row, 'project')).toMatchObject({ itemsPerCall: 10 * encode.itemsPerCall });
    });

    it('has no limits without parts, and the size that was measured if the sample is all', () => {
      expect(rowOf({}, sampled)).toMatchObject({ sizeBytes: 25_000_000, predicted: { limits: null } });
      const all = { datasets: [{ ...ready, itemCount: 800, sample: { ...sample, totalItems: 800 } }] };
      expect(rowOf({ partsBytes }, all)).toMatchObject({ sizeBytes: 2_500_000, dataBytes: 10_000_000 });
    });

    it('has the requests of the whole file: a column’s for each row group, the footer’s bytes as many times', () => {
      const counts = {
        pages: 4,
        networkRequestsToOpen: 1,
        networkBytesToOpen: 100,
        networkRequestsForOneColumn: 2,
        networkStepsForOneColumn: 2,
        networkBytesForOneColumn: 1_000,
        networkRequestsForOneRow: 3,
        networkBytesForOneRow: 500,
        networkBytesOfRowGroup: 900,
        networkRequestsOfChunksGap0: 1,
      };
      const wholeFile = { sample, sampleItems: 800, totalItems: 8_000, times: 10 };
      expect(wholeCounts(counts, { rowGroupRows: 2_000 }, wholeFile, 9)).toEqual({
        pages: 4,
        networkRequestsToOpen: 1,
        networkBytesToOpen: 400,
        networkRequestsForOneColumn: 5,
        networkStepsForOneColumn: 2,
        networkBytesForOneColumn: 9_000,
        networkRequestsForOneRow: 3,
        networkBytesForOneRow: 800,
        networkBytesOfRowGroup: 2_250,
        networkRequestsOfChunksGap0: 4,
      });
      // Without groups, a range is only longer; several are as many for each item.
      expect(wholeCounts(counts, {}, wholeFile, 9)).toMatchObject({ networkRequestsForOneColumn: 2 });
      expect(wholeCounts({ networkRequestsForOneColumn: 3 }, {}, wholeFile, 9)).toEqual({
        networkRequestsForOneColumn: 30,
      });
    });
  });

  it('has a summary of its own for another timer', () => {
    const one = measuredFigures(rowOf({}), 'encode')?.summary;
    expect(measuredFigures(rowOf({}), 'encode')?.summary).toBe(one);
    const environment = { ...run.environment, timerStepMs: 0.1 };
    expect(measuredFigures(rowOf({}, { environment }), 'encode')?.summary).not.toBe(one);
  });

  it('has neither ratio nor whole size before its dataset stands', () => {
    const sample = { items: 98, dataBytes: 1_000_000, fixedBytes: 50_000 };
    const row = rowOf({ sizeBytes: 250_000, sample }, { datasets: [{ status: 'pending' }] });
    expect(row).toMatchObject({ dataBytes: null, itemCount: null, sizeBytes: 250_000, ratio: null });
    expect(measuredFigures(row, 'encode')).toMatchObject({ itemsPerCall: 10_000_000, rounds: encode.rounds });
    expect(rowOf({}, { datasets: [] })).toMatchObject({ dataBytes: null, itemCount: null });
  });

  it('has no ratio without a file, or with an empty one', () => {
    expect(rowOf({ sizeBytes: null })).toMatchObject({ sizeBytes: null, ratio: null });
    expect(rowOf({ sizeBytes: 0 })).toMatchObject({ sizeBytes: 0, ratio: null });
  });

  it('says of an operation without figures why', () => {
    const failed = { status: 'failed', error: { tag: 'encodeFailed', stage: 'encode', message: 'It broke.' } } as const;
    expect(figuresOf(failed)).toEqual({ status: 'failed', reason: 'It broke.' });
    expect(figuresOf({ ...encode, rounds: [] })).toEqual({
      status: 'notMeasured',
      reason: 'No sample was taken.',
    });
    expect(rowOf({ operations: {} }).operations.encode).toEqual({
      status: 'notMeasured',
      reason: 'No round was completed.',
    });
  });

  it('has no speed where the timer hides the time, or there is nothing to work through', () => {
    const bestMs = (ms: number) => ({
      ...encode,
      rounds: encode.rounds.map((round) => ({ ...round, samplesMs: [ms, 40, 41, 42, 43] })),
    });
    // A time of nothing among others that the timer tells.
    expect(figuresOf(bestMs(0))).toMatchObject({ throughput: null, summary: { bestMs: 0 } });
    expect(figuresOf(bestMs(39))).toMatchObject({ throughput: 10_000_000 / 0.039 });
    const tooShort = measuredOperation(0.001, { rounds: 8, jitter: 0, seed: 1, itemsPerCall: 1 });
    const shortRounds = tooShort.rounds.map((round) => ({ ...round, callsPerSample: 1 }));
    expect(figuresOf({ ...tooShort, rounds: shortRounds })).toMatchObject({
      throughput: null,
      summary: { bestMs: 0.001, flags: ['belowResolution'] },
    });
    const project = { ...encode, itemsPerCall: 0 };
    const plan = { ...run.plan, operations: ['project' as const] };
    expect(rowOf({ operations: { project } }, { plan }).operations.project).toMatchObject({
      throughput: null,
      itemsPerCall: 0,
    });
  });

  it('counts for a column what was read of it, and for look-ups each', () => {
    const plan = { ...run.plan, operations: ['project', 'lookup', 'warmLookup'] as const };
    const operation = { ...encode, itemsPerCall: 400 };
    const row = rowOf(
      {
        operations: { project: operation, lookup: operation, warmLookup: operation },
        sample: { items: 98, dataBytes: 1_000_000, fixedBytes: 0 },
      },
      { plan: { ...plan, operations: [...plan.operations] } },
    );
    expect((['project', 'lookup', 'warmLookup'] as const).map((name) => measuredFigures(row, name))).toMatchObject([
      { unit: 'bytes', itemsPerCall: 400 },
      { unit: 'lookups', itemsPerCall: 400, rounds: encode.rounds },
      { unit: 'lookups', itemsPerCall: 400, rounds: encode.rounds },
    ]);
  });

  it('says what can be done about a failure', () => {
    const error = { tag: 'encodeFailed', stage: 'encode', message: 'It broke.', remedy: 'Mend it.' } as const;
    expect(
      resultRows({ ...run, cells: [{ status: 'failed', dataset: 0, candidate: 0, error }] }, false, registry)[0],
    ).toMatchObject({ status: 'failed', reason: 'It broke. Mend it.' });
  });

  it('waits for its turn while the run goes on', () =>
    expect(resultRows({ ...run, cells: [] }, true, registry)[0]).toMatchObject({
      status: 'pending',
      reason: expect.any(String),
    }));

  it('carries a sign in charts where others refuse it', () => {
    const row = rowOf({});
    expect([conforms(row), markNames(row)]).toEqual([true, { label: 'pickle', shortLabel: 'pickle' }]);
    const refused = rowOf({
      verification: { ...cell.verification, rejectedBy: [{ implementation: 'other', message: 'No.' }] },
    });
    expect([conforms(refused), markNames(refused)]).toEqual([false, { label: 'pickle ✗', shortLabel: 'pickle ✗' }]);
    expect(conforms({ ...row, names: { ...row.names, conforms: false } })).toBe(false);
  });

  it('has its speed’s range from its spread', () => {
    const figures = measuredFigures(rowOf({}), 'encode');
    if (figures === null) throw new Error('It was measured.');
    const spread = { kind: 'roundsRange', lowMs: 4, highMs: 5 } as const;
    expect(throughputRange({ ...figures, spread })).toEqual({ low: 2e9, high: 2.5e9 });
    expect(throughputRange({ ...figures, spread: { ...spread, lowMs: 0 } })).toBeNull();
    expect(throughputRange({ ...figures, throughput: null, spread })).toBeNull();
  });

  it('is one of as many as there are datasets and candidates, in the plan’s order', () => {
    const cells = [{ candidate: candidate('a') }, { candidate: candidate('b') }];
    const rows = rowsOf({ cells, dataBytes: [1_000_000, 2_000_000] });
    expect(rows.map(({ key, dataset, candidate: place, dataBytes }) => [key, dataset, place, dataBytes])).toEqual([
      ['0:0', 0, 0, 1_000_000],
      ['0:1', 0, 1, 1_000_000],
      ['1:0', 1, 0, 2_000_000],
      ['1:1', 1, 1, 2_000_000],
    ]);
  });

  it('shows operations in their own order, and plans the rounds of its effort', () => {
    const plan = { ...run.plan, operations: ['load' as const, 'encode' as const], effort: 'sizes' as const };
    expect(shownOperations({ ...run, plan })).toEqual(['encode', 'load']);
    // What was measured to its end had all its rounds, whatever its effort asks for today.
    expect([plannedRounds({ ...run, plan, finishedAt: null }), plannedRounds({ ...run, plan })]).toEqual([2, 8]);
  });
});

it('has a word for every status', () => {
  const words = Object.values(statusWords);
  expect(new Set(words).size).toBe(7);
  for (const word of words) expect(word).toMatch(/^[a-z ]+$/);
});
