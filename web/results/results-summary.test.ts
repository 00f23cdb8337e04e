import { figuresOf } from '../../workers/model/published';
import type { SqlTable } from '../../workers/model/protocol/sql';
import { asTextQuery, duckdbMessage } from '../../workers/engine/sql-query';
import { loadPublishedSources } from '../sources/sources';
import { exampleQueries } from './sql/example-queries';
import { cellsTable, publishedTable, samplesTable } from './sql/result-tables';
import { describe, expect, it } from 'vitest';
import { verdictLooks } from '../../workers/model/statistics/looks';
import { type Comparison, compareCandidates, type Verdict } from '../../workers/model/statistics/compare';
import type { Registry } from '../figures/candidate-names';
import { type ResultRow, resultRows } from '../figures/rows';
import type { UserFile } from '../figures/user-file';
import { resultsSummary, type SummaryContext } from './results-summary';
import { candidate, codec, type MadeCell, type MadeRun, makeRun, withRounds } from './testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };

/** The summary, with the label of each row in place of the row. */
function summaryOf(rows: readonly ResultRow[], context: Partial<SummaryContext> = {}): object {
  const summary = resultsSummary(rows, {
    running: false,
    plannedRounds: 8,
    seed: 7,
    operations: ['encode', 'decode'],
    filtered: false,
    ...context,
  });
  return JSON.parse(JSON.stringify(summary, (_key, value) => value?.names?.label ?? value));
}

const summarise = (made: MadeRun, context: Partial<SummaryContext> = {}) =>
  summaryOf(resultRows(makeRun(made), context.running ?? false, registry), {
    plannedRounds: made.effort === 'sizes' ? 2 : 8,
    ...context,
  });

const made = (format: string, sizeBytes: number, encode: number, decode: number): MadeCell => ({
  candidate: candidate(format),
  sizeBytes,
  ms: { encode, decode },
});
const verdict = (given: Verdict) => (): Comparison => ({
  verdict: given,
  ratio: 0.5,
  interval: null,
  p: null,
  pairCount: 8,
});

/** As {@link summarise}, with the format called raw as the uncompressed baseline. */
const besideRaw = (cells: readonly MadeCell[], context: Partial<SummaryContext> = {}) =>
  summaryOf(
    resultRows(makeRun({ cells }), false, registry).map((row) =>
      row.names.formatId === 'raw' ? { ...row, names: { ...row.names, isBaseline: true } } : row,
    ),
    { operations: ['encode'], compare: verdict('faster'), ...context },
  );

const noneWithout = { failed: 0, unsupported: 0, stopped: 0 };

describe('the whole summary', () => {
  it('names clear winners with their factor', () => {
    const cells = [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 8, 4)];
    const fastest = (operation: string, bytesPerSecond: number) => ({
      operation,
      leaders: ['fast'],
      speed: { throughput: expect.closeTo(bytesPerSecond, -8), unit: 'bytes' },
      rival: { row: 'small', factor: expect.closeTo(5, 1) },
      isBaselineFaster: false,
      hidden: [],
      otherClockCount: 0,
      fewRoundsCount: 0,
    });
    expect(summarise({ cells, jitter: 0.02 })).toEqual({
      kind: 'several',
      rowCount: 2,
      measuredCount: 2,
      notConforming: [],
      othersRanked: true,
      without: noneWithout,
      smallest: { kind: 'smallest', winners: ['small'], sizeBytes: 1_000_000, isBaselineSmaller: false },
      fastest: [fastest('encode', 1.25e9), fastest('decode', 2.5e9)],
      rounds: { measured: 8, planned: 8 },
    });
  });

  it('names ties as ties', () => {
    const cells = [made('one', 2_000_000, 8, 4), made('two', 2_000_000, 8.01, 4.01), made('large', 4_000_000, 30, 20)];
    const tie = (operation: string) => ({ operation, leaders: ['one', 'two'], rival: null });
    expect(summarise({ cells, jitter: 0.05 })).toMatchObject({
      smallest: { kind: 'smallest', winners: ['one', 'two'] },
      fastest: [tie('encode'), tie('decode')],
    });
  });

  it('compares nothing with the only candidate', () => {
    expect(summarise({ cells: [made('only', 2_000_000, 10, 5)] })).toMatchObject({
      kind: 'one',
      row: 'only',
      isAlone: true,
      speeds: [
        { operation: 'encode', throughput: 1e9, unit: 'bytes' },
        { operation: 'decode', throughput: 2e9, unit: 'bytes' },
      ],
    });
  });

  it('does not say of the first one measured that there is but one', () => {
    const cells = [made('only', 2_000_000, 10, 5)];
    expect(summarise({ cells, finished: false }, { running: true })).toMatchObject({ kind: 'one', isAlone: false });
  });

  it('gives no speed where the timer hides the time, and leaves out an operation without figures', () => {
    const cells = [{ ...made('only', 2_000_000, 0, 5), ms: { encode: 0 } }];
    expect(summarise({ cells })).toMatchObject({ speeds: [{ operation: 'encode', throughput: null }] });
  });

  it('counts what is measured so far', () => {
    const cells = [
      made('a', 1_000, 1, 1),
      made('b', 2_000, 2, 2),
      { candidate: candidate('c'), status: 'missing' as const },
    ];
    expect(summarise({ cells }, { running: true })).toMatchObject({
      rowCount: 3,
      measuredCount: 2,
      smallest: { winners: ['a'] },
      without: noneWithout,
    });
  });
});

it('takes the short cut past resampling only where the verdict is certain', () => {
  const cells = Array.from({ length: 12 }, (_, index) => made(`f${index}`, 1_000_000 + index, 10 * 1.01 ** index, 5));
  for (const jitter of [0, 0.02, 0.2]) {
    for (const rounds of [5, 6, 8]) {
      const run: MadeRun = { cells, jitter, rounds };
      expect(summarise(run, { operations: ['encode'] })).toEqual(
        summarise(run, { operations: ['encode'], compare: compareCandidates }),
      );
    }
  }
});

describe('with what does not conform', () => {
  const refused = (cell: MadeCell): MadeCell => ({ ...cell, rejectedBy: 'specification' });

  it('ranks others, and names it', () => {
    const cells = [
      refused(made('broken', 500_000, 4, 2)),
      made('small', 1_000_000, 40, 20),
      made('fast', 9_000_000, 8, 4),
    ];
    expect(summarise({ cells })).toMatchObject({
      kind: 'several',
      measuredCount: 3,
      notConforming: ['broken'],
      othersRanked: true,
      smallest: { winners: ['small'] },
      fastest: [
        { leaders: ['fast'], rival: { row: 'small' } },
        { leaders: ['fast'], rival: { row: 'small' } },
      ],
    });
  });

  it('knows it by the metadata, too', () => {
    const run = makeRun({
      cells: [
        { ...made('raw', 500_000, 4, 2), candidate: candidate('raw', codec('lz4', null, 'lz4js')) },
        made('csv', 9_000_000, 8, 4),
      ],
    });
    expect(summaryOf(resultRows(run, false))).toMatchObject({
      kind: 'one',
      row: 'CSV',
      isAlone: false,
      notConforming: [expect.stringContaining('LZ4')],
      othersRanked: true,
    });
  });

  it('ranks them where none conforms', () => {
    const cells = [refused(made('one', 1_000_000, 40, 20)), refused(made('two', 9_000_000, 8, 4))];
    expect(summarise({ cells })).toMatchObject({
      smallest: { winners: ['one'] },
      notConforming: ['one', 'two'],
      othersRanked: false,
    });
    expect(summarise({ cells: cells.slice(0, 1) })).toMatchObject({
      kind: 'one',
      row: 'one',
      notConforming: ['one'],
      othersRanked: false,
    });
  });
});

describe('the smallest', () => {
  const sizes = (...sizesBytes: (number | null)[]) => {
    const cells = sizesBytes.map((sizeBytes, index) => ({
      candidate: candidate(`f${index}`),
      sizeBytes,
      ms: { encode: 5 },
    }));
    return summarise({ cells, effort: 'sizes' }, { operations: ['encode'] });
  };
  const smallest = (sizeBytes: number, winners: readonly string[], kind = 'smallest') => ({
    kind: 'several',
    smallest: { kind, winners, sizeBytes, isBaselineSmaller: false },
  });

  it('leaves out what makes no file', () => {
    expect(sizes(null, 2_000_000, 3_000_000)).toMatchObject(smallest(2_000_000, ['f1']));
    expect(sizes(null, 2_000_000, 2_000_000)).toMatchObject(smallest(2_000_000, ['f1', 'f2']));
    expect(sizes(null, null)).toMatchObject({ smallest: { kind: 'noFiles' } });
    expect(sizes(null)).toMatchObject({ kind: 'one', row: 'f0', speeds: [{ throughput: 2e9 }] });
  });

  it('may be an empty file', () => expect(sizes(0, 1)).toMatchObject(smallest(0, ['f0'])));

  it('tells all equal sizes from a tie of some', () => {
    expect(sizes(1e6, 1e6, 1e6, 2e6)).toMatchObject(smallest(1e6, ['f0', 'f1', 'f2']));
    expect(sizes(1e6, 1e6, 1e6)).toMatchObject(smallest(1e6, ['f0', 'f1', 'f2'], 'allEqual'));
  });

  it('is set beside the file that the user has', () => {
    const beside = (cells: readonly MadeCell[], sizeBytes: number) =>
      summarise({ cells, effort: 'sizes' }, { userFile: { sizeBytes } as UserFile, operations: [] });
    const small = made('small', 1_000_000, 40, 20);
    const twin = made('twin', 1_000_000, 8, 4);
    const cells = [small, made('fast', 9_000_000, 8, 4)];
    expect(beside(cells, 1_000_001)).toMatchObject(smallest(1_000_000, ['small']));
    expect(beside(cells, 1_000_000)).toMatchObject(smallest(1_000_000, ['small'], 'userFileSmaller'));
    expect(beside([...cells, twin], 400_000)).toMatchObject(smallest(1_000_000, ['small', 'twin'], 'userFileSmaller'));
    expect(beside([...cells, twin], 2_000_000)).toMatchObject(smallest(1_000_000, ['small', 'twin']));
    expect(beside([small, twin], 1_000_500)).toMatchObject(smallest(1_000_000, ['small', 'twin'], 'allEqual'));
  });

  it('is told from the baseline where that is smaller, but not where it is as small or makes no file', () => {
    const beside = (rawBytes: number | null, context: Partial<SummaryContext> = {}) =>
      besideRaw(
        [{ candidate: candidate('raw'), sizeBytes: rawBytes }, made('a', 1e6, 10, 5), made('b', 2e6, 20, 5)],
        context,
      );
    const isSmaller = (isBaselineSmaller: boolean) => ({
      smallest: { kind: 'smallest', winners: ['a'], isBaselineSmaller },
    });
    expect(beside(999_999)).toMatchObject(isSmaller(true));
    expect(beside(1_000_000)).toMatchObject(isSmaller(false));
    expect(beside(null)).toMatchObject(isSmaller(false));
    // Of a user's file that none beats, it counts whether the baseline beats that.
    const userFile = { sizeBytes: 500_000 } as UserFile;
    expect(beside(499_999, { userFile })).toMatchObject({
      smallest: { kind: 'userFileSmaller', isBaselineSmaller: true },
    });
    expect(beside(500_000, { userFile })).toMatchObject({ smallest: { isBaselineSmaller: false } });
  });
});

describe('the fastest', () => {
  const encodeOnly = { operations: ['encode'] } as const;
  const two = [made('a', 1e6, 10, 5), made('b', 2e6, 20, 5)];
  const write = { encode: ['encode', 'write'] as const };
  const aLeads = {
    operation: 'encode',
    leaders: ['a'],
    speed: { throughput: 1e9, unit: 'bytes' },
    rival: { row: 'b', factor: 2 },
    isBaselineFaster: false,
    hidden: [],
    otherClockCount: 0,
    fewRoundsCount: 0,
  };

  it('is given for each operation', () => {
    const operations = ['encode', 'decode', 'project', 'lookup', 'warmLookup', 'store', 'load'] as const;
    const inAll = (format: string, ms: number): MadeCell => ({
      candidate: candidate(format),
      ms: Object.fromEntries(operations.map((operation) => [operation, ms])),
    });
    const cells = [inAll('a', 10), inAll('b', 20)];
    expect(summarise({ cells, operations }, { operations, compare: verdict('faster') })).toMatchObject({
      fastest: operations.map((operation) => ({
        ...aLeads,
        operation,
        speed: operation.endsWith('ookup')
          ? { throughput: 10_000, unit: 'lookups' }
          : { throughput: 1e9, unit: 'bytes' },
      })),
    });
  });

  it('does not count the baseline among the contenders', () => {
    const cells = [
      made('raw', 10_000_000, 1, 1),
      made('one', 5_000_000, 10, 10),
      { candidate: candidate('one', codec('zstd', 3)), sizeBytes: 1_000_000, ms: { encode: 50, decode: 5 } },
    ];
    expect(besideRaw(cells)).toMatchObject({
      smallest: { winners: ['one, zstd 3'] },
      fastest: [{ leaders: ['one'], rival: { row: 'one, zstd 3', factor: 5 }, isBaselineFaster: true }],
    });
  });

  it('is told from the baseline where that is faster, but not where it is as fast or its clock includes other work', () => {
    const raw = (ms: number) => made('raw', 10_000_000, ms, 1);
    const beside = (cell: MadeCell) => besideRaw([cell, ...two]);
    expect(beside(raw(9))).toMatchObject({ fastest: [{ ...aLeads, isBaselineFaster: true }] });
    expect(beside(raw(10))).toMatchObject({ fastest: [aLeads] });
    expect(beside({ ...raw(9), clock: write })).toMatchObject({ fastest: [aLeads] });
    expect(beside({ ...raw(9), ms: {} })).toMatchObject({ fastest: [aLeads] });
    expect(besideRaw([raw(9), ...two], { compare: verdict('noClearDifference') })).toMatchObject({
      fastest: [{ leaders: ['a', 'b'], rival: null, isBaselineFaster: true }],
    });
  });

  it('may be the baseline where that is alone or with one other', () => {
    const raw = made('raw', 10_000_000, 10, 1);
    expect(besideRaw([raw])).toMatchObject({
      kind: 'one',
      row: 'raw',
      speeds: [{ throughput: 1e9 }],
      isAlone: true,
    });
    expect(besideRaw([raw, made('a', 1e6, 20, 1)])).toMatchObject({
      kind: 'one',
      row: 'a',
      speeds: [{ throughput: 0.5e9 }],
      isAlone: true,
    });
  });

  it('names what the timer hides, and takes none where one time is left', () => {
    const cells = [made('hidden', 3e6, 0, 1), ...two, made('gone', 4e6, 0, 1)];
    const faster = { ...encodeOnly, compare: verdict('faster') };
    expect(summarise({ cells }, faster)).toMatchObject({ fastest: [{ ...aLeads, hidden: ['hidden', 'gone'] }] });
    expect(summarise({ cells: cells.slice(0, 2) }, faster)).toMatchObject({
      fastest: [],
      rounds: { measured: 8, planned: 8 },
    });
  });

  it('does not rank clocks of unlike scope against each other, and counts those left out', () => {
    const cells: MadeCell[] = [
      { ...made('reads', 1_000_000, 10, 1), clock: { decode: ['read', 'decode'] } },
      made('memory', 2_000_000, 20, 5),
      made('slow', 2_000_000, 20, 50),
    ];
    const context = { compare: verdict('faster'), operations: ['decode'] } as const;
    expect(summarise({ cells }, context)).toMatchObject({
      fastest: [{ leaders: ['memory'], rival: { row: 'slow', factor: expect.closeTo(10, 9) }, otherClockCount: 1 }],
    });
    expect(summarise({ cells: cells.slice(0, 2) }, context)).toMatchObject({ fastest: [] });
  });

  it('counts as a tie whatever has too few rounds to be slower', () => {
    const cells = [...two, { ...made('c', 3e6, 1, 1), clock: write }, made('d', 4e6, 30, 1)];
    const byTime = (a: readonly { samplesMs: number[] }[], b: readonly { samplesMs: number[] }[]): Comparison => ({
      ...verdict((b[0]?.samplesMs[0] ?? 0) > 2 * (a[0]?.samplesMs[0] ?? 0) ? 'faster' : 'tooFewRounds')(),
    });
    expect(summarise({ cells }, { ...encodeOnly, compare: byTime })).toMatchObject({
      fastest: [{ ...aLeads, leaders: ['a', 'b'], rival: null, otherClockCount: 1 }],
    });
  });

  it('leaves out candidates with too few rounds of a run with a budget, and counts them', () => {
    const run = makeRun({ cells: [...two, made('few', 3e6, 1, 1)] });
    const short = withRounds(run, (rounds) => rounds.slice(0, 2));
    const cut = run.cells.map((cell, index) => (index < 2 ? cell : (short.cells[index] ?? cell)));
    const rows = resultRows({ ...run, cells: cut }, false, registry);
    const fastestOf = (looks: typeof verdictLooks | null) => summaryOf(rows, { ...encodeOnly, looks });
    expect(fastestOf(verdictLooks)).toMatchObject({
      fastest: [{ leaders: ['a'], rival: { row: 'b' }, fewRoundsCount: 1 }],
    });
    // Where the rounds are fixed, whatever has too few rounds counts as a tie.
    expect(fastestOf(null)).toMatchObject({ fastest: [] });
  });

  it('has the clock of the faster where as many have either', () => {
    const cells = [...two, { ...made('c', 3e6, 1, 1), clock: write }, { ...made('d', 4e6, 4, 1), clock: write }];
    expect(summarise({ cells }, { ...encodeOnly, compare: verdict('faster') })).toMatchObject({
      fastest: [{ leaders: ['c'], speed: { throughput: 10e9 }, rival: { row: 'd', factor: 4 }, otherClockCount: 2 }],
    });
  });

  it('is not given where no pair has rounds enough', () => {
    const few = { ...encodeOnly, compare: verdict('tooFewRounds') };
    const undecided = (measured: number, planned: number) => ({ fastest: [], rounds: { measured, planned } });
    expect(summarise({ cells: two }, few)).toMatchObject(undecided(8, 8));
    expect(summarise({ cells: two, rounds: 7 }, few)).toMatchObject(undecided(7, 8));
    expect(summarise({ cells: two, rounds: 1 }, { ...few, plannedRounds: 1, running: true })).toMatchObject(
      undecided(1, 1),
    );
    // Whoever is first in every round is not faster yet after three.
    expect(summarise({ cells: two, rounds: 3, finished: false }, { running: true })).toMatchObject(undecided(3, 8));
    expect(summarise({ cells: two, effort: 'sizes' })).toMatchObject(undecided(2, 2));
    expect(summarise({ cells: two, rounds: 1, effort: 'sizes' })).toMatchObject(undecided(1, 2));
    const untimed = two.map((cell) => ({ ...cell, ms: {} }));
    expect(summarise({ cells: untimed, effort: 'sizes' })).toMatchObject(undecided(2, 2));
  });

  it('is undecided after the rounds of whoever has the fewest, each by its longest operation', () => {
    const [first, second] = two;
    if (first === undefined || second === undefined) throw new Error('There are two.');
    const cells = [first, { ...second, ms: { decode: 5 } }];
    expect(summarise({ cells, effort: 'sizes' })).toMatchObject({ fastest: [], rounds: { measured: 2, planned: 2 } });
  });
});

describe('those without figures', () => {
  type Status = NonNullable<MadeCell['status']>;
  const without = (...statuses: Status[]): MadeCell[] =>
    statuses.map((status, index) => ({ candidate: candidate(`x${index}`), status }));

  it.each<[Status[], Partial<typeof noneWithout>]>([
    [[], {}],
    [['failed'], { failed: 1 }],
    [['timedOut', 'failed'], { failed: 2 }],
    [['unsupported'], { unsupported: 1 }],
    [['cancelled', 'missing'], { stopped: 2 }],
    [['cancelled'], { stopped: 1 }],
    [['unsupported', 'failed'], { failed: 1, unsupported: 1 }],
    [['failed', 'timedOut', 'unsupported', 'cancelled'], { failed: 2, unsupported: 1, stopped: 1 }],
  ])('are counted by why: %j', (statuses, counts) => {
    const cells = [made('a', 1_000, 1, 1), ...without(...statuses)];
    expect(summarise({ cells, effort: 'sizes' }, { operations: [] })).toMatchObject({
      kind: 'one',
      row: 'a',
      rowCount: cells.length,
      measuredCount: 1,
      without: { ...noneWithout, ...counts },
    });
  });

  it.each<[string, Status[], string]>([
    ['the one that failed', ['failed'], 'x0'],
    ['a failure before the first in the plan', ['cancelled', 'unsupported', 'failed'], 'x2'],
    ['the first in the plan where none failed', ['unsupported', 'timedOut'], 'x0'],
    ['a stop of one among others', ['cancelled', 'unsupported'], 'x0'],
  ])('are told by one where nothing has figures: %s', (_what, statuses, first) =>
    expect(summarise({ cells: without(...statuses) })).toEqual({ kind: 'noFigures', rowCount: statuses.length, first }),
  );

  it('are told from a stop before anything, from nothing yet, and from nothing at all', () => {
    expect(summarise({ cells: without('cancelled', 'cancelled') })).toEqual({ kind: 'stopped' });
    expect(summarise({ cells: without('missing') })).toEqual({ kind: 'stopped' });
    expect(summarise({ cells: without('missing') }, { running: true })).toEqual({ kind: 'nothingYet' });
    expect(summarise({ cells: without('failed', 'missing') }, { running: true })).toEqual({ kind: 'nothingYet' });
    expect(summarise({ cells: [] })).toEqual({ kind: 'noCandidates' });
    expect(summarise({ cells: [] }, { filtered: true })).toEqual({ kind: 'allHidden' });
  });
});

describe('the tables for queries', () => {
  const columnsOf = ({ columns }: SqlTable) => Object.fromEntries(columns.map(({ name, values }) => [name, values]));
  const measured = makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 5, decode: 3 } }] });

  it('have a row for each cell and operation, and for each sample', () => {
    const cells = columnsOf(cellsTable(measured));
    expect(cells).toMatchObject({
      operation: ['encode', 'decode'],
      format: ['pickle', 'pickle'],
      status: { length: 2 },
    });
    const [cell] = measured.cells;
    if (cell?.status !== 'completed') throw new Error('The cell is measured.');
    const counts = Object.values(cell.operations).flatMap((each) => (each.status === 'measured' ? each.rounds : []));
    const samples = columnsOf(samplesTable(measured));
    expect(samples.ms).toHaveLength(counts.reduce((sum, { samplesMs }) => sum + samplesMs.length, 0));
    expect(Math.min(...(samples.ms as number[]))).toBe(Math.min(...(cells.best_ms as number[])));
    const failed = { ...measured, cells: [{ status: 'cancelled' as const, dataset: 0, candidate: 0 }] };
    expect(columnsOf(cellsTable(failed))).toMatchObject({
      status: ['cancelled'],
      operation: [null],
      file_bytes: [null],
    });
  });

  it('have a row for each published figure, in the columns that the ten examples name', async () => {
    const sources = await loadPublishedSources();
    const published = publishedTable(sources);
    expect(columnsOf(published).value).toHaveLength(sources.flatMap(figuresOf).length);
    for (const { columns } of [published, cellsTable(measured), samplesTable(measured)])
      expect(new Set(columns.map(({ values }) => values.length)).size).toBe(1);
    expect(exampleQueries).toHaveLength(10);
    const told = JSON.stringify({ exception_type: 'Parser', exception_message: 'near SELEC' });
    expect([duckdbMessage(new Error(told), ''), duckdbMessage('plain', '')]).toEqual(['near SELEC', 'plain']);
    expect(asTextQuery('SELECT 1 -- one\n ; ; ')).toContain('(\nSELECT 1 -- one\n) LIMIT 10001');
  });

  it('gives the line of the query in an error, with the mark below the same letter', () => {
    const sql = `${'\n'.repeat(8)}SELECT x`;
    const told = 'Binder\nLINE 10: SELECT x\n                ^';
    expect(duckdbMessage(told, sql).split('\n')).toEqual(['Binder', 'LINE 9: SELECT x', `${' '.repeat(15)}^`]);
    expect(duckdbMessage('near\nLINE 3: b', 'a\nb')).toBe('near\nLINE 2: b');
    const place = '\n\nLINE 3: ) LIMIT 10001\n        ^';
    const [problem, reason, ...others] = duckdbMessage(`near${place}${place}`, 'a ; \n').split('\n\n');
    expect([problem, others]).toEqual(['near', []]);
    expect(reason).not.toMatch(/LINE|LIMIT|\^/u);
  });
});
