import { describe, expect, it } from 'vitest';
import { type Comparison, compareCandidates, type Verdict } from '../../workers/model/statistics/compare';
import type { Registry } from '../figures/candidate-names';
import { resultRows } from '../figures/rows';
import { resultsSentence, type SentenceContext } from './sentence';
import { candidate, codec, type MadeCell, type MadeRun, makeRun } from './testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };

function say(made: MadeRun, context: Partial<SentenceContext> = {}): string {
  const run = makeRun(made);
  return resultsSentence(resultRows(run, context.running ?? false, registry), {
    running: false,
    plannedRounds: run.plan.effort === 'sizes' ? 2 : 8,
    seed: run.plan.seed,
    operations: ['encode', 'decode'],
    filtered: false,
    ...context,
  });
}

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

describe('resultsSentence', () => {
  it('names clear winners with their factor', () => {
    expect(say({ cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 8, 4)], jitter: 0.02 })).toMatch(
      /^Small is smallest \(1\.00 MB, ratio 10\.0\); fast encodes fastest \(1\.2 GB\/s, (4\.9|5\.0|5\.1)× the speed of small\); fast decodes fastest \(2\.5 GB\/s, (4\.9|5\.0|5\.1)× the speed of small\)\.$/,
    );
  });

  it('says of whoever is best what it loses', () => {
    const lossy: MadeCell = {
      ...made('small', 1_000_000, 4, 2),
      loss: ['The types: they must be told.', 'The payload bits of NaN.'],
      changedValues: { changed: 3, total: 5_000 },
    };
    const text = say({ cells: [lossy, made('large', 9_000_000, 40, 20)], jitter: 0.02 });
    const name = 'mall (which loses the types, and 1 more; 3 of 5,000 values change)';
    expect(text).toContain(`S${name} is smallest`);
    expect(text).toContain('; small (lossy) encodes fastest');
    // So does the rival that the best is compared with.
    expect(say({ cells: [made('quick', 2_000_000, 1, 0.5), lossy], jitter: 0.02 })).toMatch(
      /^Small \(which loses .*; quick encodes fastest \([^()]*\), [^()]* the speed of small \(lossy\)/u,
    );
    const { changedValues: _, ...unchanged } = lossy;
    expect(say({ cells: [unchanged], effort: 'sizes' }, { operations: [] })).toMatch(
      /^Small \(which loses the types, and 1 more\) takes/u,
    );
  });

  it('sets the smallest beside the file that the user has', () => {
    const userFile = (sizeBytes: number) => ({
      sizeBytes,
      ratio: null,
      settings: [],
      decode: null,
      name: 'Your file as it is',
      phrase: 'your file',
      project: null,
      columnDataBytes: 0,
      lookup: null,
      lookupsPerCall: 1,
      counts: {},
      timesNote: '',
    });
    const small = made('small', 1_000_000, 40, 20);
    const cells = [small, made('fast', 9_000_000, 8, 4)];
    const says = (some: readonly MadeCell[], sizeBytes: number) =>
      say({ cells: some, effort: 'sizes' }, { userFile: userFile(sizeBytes), operations: [] })
        .split(';')
        .slice(0, -1)
        .join(';');
    expect(says(cells, 1_250_000)).toBe(
      'Small is smallest, 20 % smaller than your file of 1.25 MB (1.00 MB, ratio 10.0)',
    );
    expect(says(cells, 980_000)).toBe(
      'None is smaller than your file of 980 kB; small comes nearest, 2.0 % larger (1.00 MB, ratio 10.0)',
    );
    const twin = made('twin', 1_000_000, 8, 4);
    expect(says([...cells, twin], 400_000)).toBe(
      'None is smaller than your file of 400 kB; small and twin come nearest, 2.5× as large (1.00 MB, ratio 10.0)',
    );
    expect(says([...cells, twin], 2_000_000)).toBe(
      'Small and twin tie for the smallest file, 50 % smaller than your file of 2.00 MB (1.00 MB, ratio 10.0)',
    );
    expect(says([small, twin], 1_000_500)).toBe(
      'All 2 candidates are as large as your file of 1.00 MB (the same 1.00 MB, ratio 10.0)',
    );
    expect(says([small], 980_000)).toBe('Small is 2.0 % larger than your file of 980 kB (1.00 MB, ratio 10.0)');
  });

  it('names ties as ties', () => {
    const text = say({
      cells: [made('one', 2_000_000, 8, 4), made('two', 2_000_000, 8.01, 4.01), made('large', 4_000_000, 30, 20)],
      jitter: 0.05,
    });
    expect(text).toBe(
      'One and two tie for the smallest file (2.00 MB, ratio 5.00); one and two tie for fastest at encoding (about 1.2 GB/s, no clear difference); one and two tie for fastest at decoding (about 2.5 GB/s, no clear difference).',
    );
  });

  it('says that all take the same', () => {
    expect(say({ cells: [made('one', 2_000_000, 10, 5), made('two', 2_000_000, 20, 10)] })).toMatch(
      /^All 2 candidates take the same 2\.00 MB, ratio 5\.00;/,
    );
  });

  it('shortens long ties', () => {
    const cells = Array.from({ length: 7 }, (_, index) => made(`f${index}`, 1_000_000 + index, 10, 5));
    expect(say({ cells }, { compare: verdict('noClearDifference'), operations: ['encode'] })).toContain(
      'f0, f1, f2 and 4 others tie for fastest at encoding',
    );
  });

  it('ranks no speed in quick mode', () => {
    expect(say({ cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 10, 5)], effort: 'sizes' })).toBe(
      'Small is smallest (1.00 MB, ratio 10.0); sizes are exact, but the fastest of each operation is not decided after 2 rounds.',
    );
  });

  it('ranks no speed while there are too few rounds', () => {
    expect(
      say(
        { cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 10, 5)], rounds: 3, finished: false },
        { running: true },
      ),
    ).toBe(
      'So far, with 2 of 2 candidates measured, small is smallest (1.00 MB, ratio 10.0); sizes are exact, but the fastest of each operation is not decided yet, after 3 of 8 rounds.',
    );
  });

  it('speaks of one candidate without comparing', () => {
    expect(say({ cells: [made('only', 2_000_000, 10, 5)] })).toBe(
      'Only takes 2.00 MB, ratio 5.00 and encodes at 1.0 GB/s and decodes at 2.0 GB/s; with one candidate there is nothing to compare.',
    );
  });

  it('speaks of the first one measured without saying that there is but one', () => {
    const cells = [made('only', 2_000_000, 10, 5)];
    expect(say({ cells, finished: false }, { running: true })).not.toContain('nothing to compare');
  });

  it('says that the timer hides a time', () => {
    expect(say({ cells: [made('only', 2_000_000, 0, 5)] })).toContain('encodes faster than the timer can measure');
  });

  it('says that all failed, with the first reason', () => {
    expect(
      say({
        cells: [
          { candidate: candidate('a'), status: 'unsupported' },
          { candidate: candidate('b'), status: 'failed' },
        ],
      }),
    ).toBe(
      'None of the 2 candidates gave figures. b: What was decoded differs from the data at byte 4,096 of column 3.',
    );
  });

  it('counts those without figures', () => {
    const text = say({
      cells: [
        made('a', 1_000, 1, 1),
        made('b', 2_000, 2, 2),
        { candidate: candidate('c'), status: 'failed' },
        { candidate: candidate('d'), status: 'timedOut' },
        { candidate: candidate('e'), status: 'unsupported' },
        { candidate: candidate('f'), status: 'cancelled' },
      ],
    });
    expect(text).toMatch(/ Of 6 candidates, 2 failed, 1 can’t hold this data and 1 was stopped; the table says why\.$/);
  });

  it('speaks of nothing yet, nothing at all, and a stop before anything', () => {
    const nothing = { cells: [{ candidate: candidate('a'), status: 'missing' as const }] };
    expect(say(nothing, { running: true })).toMatch(/^Nothing is measured yet/);
    expect(say({ cells: [] })).toBe('There is nothing to show: the plan has no candidates.');
    expect(say({ cells: [] }, { filtered: true })).toBe('The filters hide every candidate.');
    expect(say(nothing)).toBe('The run was stopped before anything was measured.');
  });

  it('tells what is measured so far, and that it speaks of what is shown', () => {
    const cells = [
      made('a', 1_000, 1, 1),
      made('b', 2_000, 2, 2),
      { candidate: candidate('c'), status: 'missing' as const },
    ];
    expect(say({ cells }, { running: true })).toMatch(/^So far, with 2 of 3 candidates measured, a is smallest/);
    expect(say({ cells: cells.slice(0, 2) }, { filtered: true })).toMatch(/^Of the 2 shown, a is smallest/);
  });

  it('does not rank clocks of unlike scope against each other, and says so', () => {
    const cells: MadeCell[] = [
      { ...made('reads', 1_000_000, 10, 1), clock: { decode: ['read', 'decode'] } },
      made('memory', 2_000_000, 20, 5),
      made('slow', 2_000_000, 20, 50),
    ];
    const text = say({ cells }, { compare: verdict('faster'), operations: ['decode'] });
    expect(text).toContain(
      'memory decodes fastest (2.0 GB/s, 10× the speed of slow), leaving out 1 candidate whose clock includes other work',
    );
    expect(say({ cells: cells.slice(0, 2) }, { compare: verdict('faster'), operations: ['decode'] })).not.toContain(
      'decodes fastest',
    );
  });

  it('does not count the baseline among the contenders', () => {
    const run = makeRun({
      cells: [
        made('raw', 10_000_000, 1, 1),
        made('one', 5_000_000, 10, 10),
        { candidate: candidate('one', codec('zstd', 3)), sizeBytes: 1_000_000, ms: { encode: 50, decode: 5 } },
      ],
    });
    const rows = resultRows(run, false, registry).map((row) =>
      row.names.formatId === 'raw' ? { ...row, names: { ...row.names, isBaseline: true } } : row,
    );
    const text = resultsSentence(rows, {
      running: false,
      plannedRounds: 8,
      seed: 7,
      operations: ['encode'],
      filtered: false,
    });
    expect(text).toMatch(/; one encodes fastest after the uncompressed baseline \(/);
    expect(text).toContain('One, zstd 3 is smallest (');
  });
});

it('takes the short cut past resampling only where the verdict is certain', () => {
  const cells = Array.from({ length: 12 }, (_, index) => made(`f${index}`, 1_000_000 + index, 10 * 1.01 ** index, 5));
  for (const jitter of [0, 0.02, 0.2]) {
    for (const rounds of [5, 6, 8]) {
      const run: MadeRun = { cells, jitter, rounds };
      expect(say(run, { operations: ['encode'] })).toBe(
        say(run, { operations: ['encode'], compare: compareCandidates }),
      );
    }
  }
});

describe('with what does not conform', () => {
  const refused = (cell: MadeCell): MadeCell => ({ ...cell, rejectedBy: 'specification' });

  it('recommends others, and says why', () => {
    const text = say({
      cells: [refused(made('broken', 500_000, 4, 2)), made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 8, 4)],
    });
    expect(text).toMatch(/^Small is smallest \(1\.00 MB, ratio 10\.0\); fast encodes fastest/);
    expect(text).toMatch(
      / Not ranked, because not conforming: broken; other implementations reject some of its output\.$/,
    );
  });

  it('knows it by the metadata, too', () => {
    const run = makeRun({
      cells: [
        { ...made('raw', 500_000, 4, 2), candidate: candidate('raw', codec('lz4', null, 'lz4js')) },
        made('csv', 9_000_000, 8, 4),
      ],
    });
    const text = resultsSentence(resultRows(run, false), {
      running: false,
      plannedRounds: 8,
      seed: 1,
      operations: ['encode'],
      filtered: false,
    });
    expect(text).toMatch(/^CSV takes 9\.00 MB/);
    expect(text).not.toContain('with one candidate');
    expect(text).toMatch(
      /Not ranked, because not conforming: .*LZ4; other implementations reject some of its output\./,
    );
  });

  it('says of nothing else that none conforms', () => {
    expect(say({ cells: [refused(made('one', 1_000_000, 40, 20)), refused(made('two', 9_000_000, 8, 4))] })).toMatch(
      /None of them conforms: other implementations reject some of their output\.$/,
    );
    expect(say({ cells: [refused(made('one', 1_000_000, 40, 20))] })).toMatch(
      /It does not conform: other implementations reject some of its output\.$/,
    );
  });
});

/** As {@link say}, with the format called raw as the uncompressed baseline. */
function sayBesideRaw(cells: readonly MadeCell[], context: Partial<SentenceContext> = {}): string {
  const run = makeRun({ cells });
  const rows = resultRows(run, false, registry).map((row) =>
    row.names.formatId === 'raw' ? { ...row, names: { ...row.names, isBaseline: true } } : row,
  );
  return resultsSentence(rows, {
    running: false,
    plannedRounds: 8,
    seed: 7,
    operations: ['encode'],
    filtered: false,
    compare: verdict('faster'),
    ...context,
  });
}

const everyOperation = ['encode', 'decode', 'project', 'lookup', 'warmLookup', 'store', 'load'] as const;
const inAll = (format: string, sizeBytes: number, ms: number): MadeCell => ({
  candidate: candidate(format),
  sizeBytes,
  ms: Object.fromEntries(everyOperation.map((operation) => [operation, ms])),
});

describe('the words for each operation', () => {
  const run = { cells: [inAll('a', 2_000_000, 10), inAll('b', 1_000_000, 20)], operations: everyOperation };

  it('name a winner', () =>
    expect(say(run, { operations: everyOperation, compare: verdict('faster') })).toBe(
      'B is smallest (1.00 MB, ratio 10.0); ' +
        'a encodes fastest (1.0 GB/s, 2.0× the speed of b); ' +
        'a decodes fastest (1.0 GB/s, 2.0× the speed of b); ' +
        'a reads one column fastest (1.0 GB/s, 2.0× the speed of b); ' +
        'a looks up fastest (10\u2009k look-ups/s, 2.0× the speed of b); ' +
        'a looks up fastest warm (10\u2009k look-ups/s, 2.0× the speed of b); ' +
        'a stores fastest (1.0 GB/s, 2.0× the speed of b); ' +
        'a loads fastest (1.0 GB/s, 2.0× the speed of b).',
    ));

  it('name a tie', () => {
    const tie = (noun: string) => `a and b tie for fastest at ${noun} (about 1.0 GB/s, no clear difference)`;
    const lookupTie = (noun: string) =>
      `a and b tie for fastest at ${noun} (about 10\u2009k look-ups/s, no clear difference)`;
    expect(say(run, { operations: everyOperation, compare: verdict('noClearDifference') })).toBe(
      `B is smallest (1.00 MB, ratio 10.0); ${tie('encoding')}; ${tie('decoding')}; ${tie('reading one column')}; ` +
        `${lookupTie('look-ups')}; ${lookupTie('warm look-ups')}; ${tie('storing')}; ${tie('loading')}.`,
    );
  });

  it('tell what one candidate does', () =>
    expect(say({ ...run, cells: run.cells.slice(0, 1) }, { operations: everyOperation })).toBe(
      'A takes 2.00 MB, ratio 5.00 and encodes at 1.0 GB/s, decodes at 1.0 GB/s, reads one column at 1.0 GB/s, ' +
        'looks up at 10\u2009k look-ups/s, looks up warm at 10\u2009k look-ups/s, stores at 1.0 GB/s and ' +
        'loads at 1.0 GB/s; with one candidate there is nothing to compare.',
    ));
});

describe('what is said of sizes', () => {
  const sizes = (...sizesBytes: (number | null)[]) =>
    say(
      {
        cells: sizesBytes.map((sizeBytes, index) => ({
          candidate: candidate(`f${index}`),
          sizeBytes,
          ms: { encode: 5 },
        })),
        effort: 'sizes',
      },
      { operations: ['encode'] },
    );
  const noVerdict = '; sizes are exact, but the fastest of each operation is not decided after 2 rounds.';

  it('leaves out what makes no file', () => {
    expect(sizes(null, 2_000_000, 3_000_000)).toBe(`F1 is smallest (2.00 MB, ratio 5.00)${noVerdict}`);
    expect(sizes(null, 2_000_000, 2_000_000)).toBe(
      `F1 and f2 tie for the smallest file (2.00 MB, ratio 5.00)${noVerdict}`,
    );
    expect(sizes(null, null)).toBe(`None of them makes a file${noVerdict}`);
    expect(sizes(null)).toBe(
      'F0 makes no file and encodes at 2.0 GB/s; with one candidate there is nothing to compare.',
    );
  });

  it('tells an empty file without a ratio', () => expect(sizes(0, 1)).toBe(`F0 is smallest (0 B)${noVerdict}`));

  it('names four that tie, and of five three', () => {
    expect(sizes(1e6, 1e6, 1e6, 1e6, 2e6)).toBe(
      `F0, f1, f2 and f3 tie for the smallest file (1.00 MB, ratio 10.0)${noVerdict}`,
    );
    expect(sizes(1e6, 1e6, 1e6, 1e6, 1e6, 2e6)).toBe(
      `F0, f1, f2 and 2 others tie for the smallest file (1.00 MB, ratio 10.0)${noVerdict}`,
    );
    expect(sizes(1e6, 1e6, 1e6)).toBe(`All 3 candidates take the same 1.00 MB, ratio 10.0${noVerdict}`);
  });

  it('says that a size is from a sample', () => {
    const sample = { items: 100, dataBytes: 1_000_000, fixedBytes: 0 };
    const cells = [{ ...made('a', 200_000, 10, 5), sample }, made('b', 3_000_000, 10, 5)];
    expect(say({ cells, effort: 'sizes' })).toBe(`A is smallest (2.00 MB, ratio 5.00, from a sample)${noVerdict}`);
  });

  it('says where the baseline is smaller, but not where it is as small or makes no file', () => {
    const beside = (rawBytes: number | null) =>
      sayBesideRaw([
        { candidate: candidate('raw'), sizeBytes: rawBytes },
        made('a', 1e6, 10, 5),
        made('b', 2e6, 20, 5),
      ]);
    const fastest = '; a encodes fastest (1.0 GB/s, 2.0× the speed of b).';
    expect(beside(999_999)).toBe(`A is smallest after the uncompressed baseline (1.00 MB, ratio 10.0)${fastest}`);
    expect(beside(1_000_000)).toBe(`A is smallest (1.00 MB, ratio 10.0)${fastest}`);
    expect(beside(null)).toBe(`A is smallest (1.00 MB, ratio 10.0)${fastest}`);
    expect(
      sayBesideRaw([
        { candidate: candidate('raw'), sizeBytes: 10 },
        made('a', 1e6, 10, 5),
        made('b', 1e6, 20, 5),
        made('c', 2e6, 20, 5),
      ]),
    ).toMatch(/^A and b tie for the smallest file after the uncompressed baseline \(1\.00 MB, ratio 10\.0\); /);
  });
});

describe('what is said of speeds', () => {
  const encodeOnly = { operations: ['encode'] } as const;
  const two = [made('a', 1e6, 10, 5), made('b', 2e6, 20, 5)];
  const smallest = 'A is smallest (1.00 MB, ratio 10.0)';

  it('says where the baseline is faster, but not where it is as fast or its clock includes other work', () => {
    const beside = (raw: MadeCell) => sayBesideRaw([raw, ...two]);
    const raw = (ms: number) => made('raw', 10_000_000, ms, 1);
    const after = `${smallest}; a encodes fastest after the uncompressed baseline (1.0 GB/s, 2.0× the speed of b).`;
    const plain = `${smallest}; a encodes fastest (1.0 GB/s, 2.0× the speed of b).`;
    expect(beside(raw(9))).toBe(after);
    expect(beside(raw(10))).toBe(plain);
    expect(beside({ ...raw(9), clock: { encode: ['encode', 'write'] } })).toBe(plain);
    expect(beside({ ...raw(9), ms: {} })).toBe(plain);
    expect(sayBesideRaw([raw(9), ...two], { compare: verdict('noClearDifference') })).toBe(
      `${smallest}; a and b tie for fastest at encoding after the uncompressed baseline (about 1.0 GB/s, no clear difference).`,
    );
  });

  it('ranks the baseline where it is alone, or with its like', () => {
    expect(sayBesideRaw([made('raw', 10_000_000, 10, 1)])).toBe(
      'Raw takes 10.0 MB, ratio 1.00 and encodes at 1.0 GB/s; with one candidate there is nothing to compare.',
    );
    expect(sayBesideRaw([made('raw', 10_000_000, 10, 1), made('a', 1e6, 20, 1)])).toBe(
      'A takes 1.00 MB, ratio 10.0 and encodes at 500 MB/s; with one candidate there is nothing to compare.',
    );
  });

  it('names what the timer hides', () => {
    const cells = [made('hidden', 3e6, 0, 1), ...two, made('gone', 4e6, 0, 1)];
    expect(say({ cells }, { ...encodeOnly, compare: verdict('faster') })).toBe(
      `${smallest}; a encodes fastest (1.0 GB/s, 2.0× the speed of b), while the times of hidden and gone are below the timer’s resolution.`,
    );
    expect(say({ cells: cells.slice(0, 2) }, { ...encodeOnly, compare: verdict('faster') })).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 8 rounds.`,
    );
  });

  it('says who ties with the fastest, and who is left out for another clock', () => {
    const write = { encode: ['encode', 'write'] as const };
    const cells = [...two, { ...made('c', 3e6, 1, 1), clock: write }, made('d', 4e6, 30, 1)];
    const bySeconds = (a: readonly { samplesMs: number[] }[], b: readonly { samplesMs: number[] }[]): Comparison => ({
      ...verdict((b[0]?.samplesMs[0] ?? 0) > 2 * (a[0]?.samplesMs[0] ?? 0) ? 'faster' : 'tooFewRounds')(),
    });
    expect(say({ cells }, { ...encodeOnly, compare: bySeconds })).toBe(
      `${smallest}; a and b tie for fastest at encoding (about 1.0 GB/s, no clear difference), leaving out 1 candidate whose clock includes other work.`,
    );
  });

  it('takes the clock of the faster where as many have either', () => {
    const write = { encode: ['encode', 'write'] as const };
    const cells = [...two, { ...made('c', 3e6, 1, 1), clock: write }, { ...made('d', 4e6, 4, 1), clock: write }];
    expect(say({ cells }, { ...encodeOnly, compare: verdict('faster') })).toBe(
      `${smallest}; c encodes fastest (10 GB/s, 4.0× the speed of d), leaving out 2 candidates whose clocks include other work.`,
    );
  });

  it('gives none where no pair has rounds enough', () => {
    const few = { ...encodeOnly, compare: verdict('tooFewRounds') };
    expect(say({ cells: two }, few)).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 8 rounds.`,
    );
    expect(say({ cells: two, rounds: 7 }, few)).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 7 of 8 rounds.`,
    );
    expect(say({ cells: two, rounds: 1 }, { ...few, plannedRounds: 1, running: true })).toBe(
      'So far, with 2 of 2 candidates measured, a is smallest (1.00 MB, ratio 10.0); sizes are exact, but the fastest of each operation is not decided yet, after 1 round.',
    );
    expect(say({ cells: two, rounds: 1, effort: 'sizes' })).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 1 of 2 rounds.`,
    );
    const untimed = two.map((cell) => ({ ...cell, ms: {} }));
    expect(say({ cells: untimed, effort: 'sizes' })).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 2 rounds.`,
    );
  });

  it('counts the rounds of whoever has the fewest, each by its longest operation', () => {
    const [first, second] = two;
    if (first === undefined || second === undefined) throw new Error('There are two.');
    const cells = [first, { ...second, ms: { decode: 5 } }];
    expect(say({ cells, effort: 'sizes' })).toBe(
      `${smallest}; sizes are exact, but the fastest of each operation is not decided after 2 rounds.`,
    );
  });
});

describe('what is said of those without figures', () => {
  const without = (...statuses: NonNullable<MadeCell['status']>[]): MadeCell[] =>
    statuses.map((status, index) => ({ candidate: candidate(`x${index}`), status }));
  const counted = (...statuses: NonNullable<MadeCell['status']>[]) =>
    say({ cells: [made('a', 1_000, 1, 1), ...without(...statuses)], effort: 'sizes' }, { operations: [] });
  const one = 'A takes 1.00 kB, ratio 10,000; with one candidate there is nothing to compare.';

  it.each<[NonNullable<MadeCell['status']>[], string]>([
    [[], ''],
    [['failed'], ' Of 2 candidates, 1 failed; the table says why.'],
    [['timedOut', 'failed'], ' Of 3 candidates, 2 failed; the table says why.'],
    [['unsupported'], ' Of 2 candidates, 1 can’t hold this data; the table says why.'],
    [['cancelled', 'missing'], ' Of 3 candidates, 2 were stopped; the table says why.'],
    [['cancelled'], ' Of 2 candidates, 1 was stopped; the table says why.'],
    [['unsupported', 'failed'], ' Of 3 candidates, 1 failed and 1 can’t hold this data; the table says why.'],
  ])('counts them by why: %j', (statuses, text) => expect(counted(...statuses)).toBe(`${one}${text}`));

  it.each<[string, MadeCell[], string]>([
    [
      'the one failed',
      without('failed'),
      'The only candidate gave no figures. x0: What was decoded differs from the data at byte 4,096 of column 3.',
    ],
    [
      'a failure before the first in the plan',
      without('cancelled', 'unsupported', 'failed'),
      'None of the 3 candidates gave figures. x2: What was decoded differs from the data at byte 4,096 of column 3.',
    ],
    [
      'the first in the plan where none failed',
      without('unsupported', 'timedOut'),
      'None of the 2 candidates gave figures. x0: A dictionary of vectors has no columns.',
    ],
    ['a stop', without('cancelled', 'cancelled'), 'The run was stopped before anything was measured.'],
    [
      'a stop of one among others',
      without('cancelled', 'unsupported'),
      'None of the 2 candidates gave figures. x0: The run was stopped before a round of this candidate was complete.',
    ],
  ])('says why nothing was measured: %s', (_what, cells, text) => expect(say({ cells })).toBe(text));

  it('says while it runs that nothing is measured yet, whatever failed', () => {
    expect(say({ cells: without('failed', 'missing') }, { running: true })).toBe(
      'Nothing is measured yet; the first figures appear when the first candidate has been verified.',
    );
  });

  it.each([
    ['It broke', 'It broke.'],
    ['It broke!', 'It broke!'],
    ['Why?', 'Why?'],
    ['It broke. Somehow', 'It broke. Somehow.'],
  ])('ends the reason with a full stop: %s', (reason, ended) => {
    const rows = resultRows(makeRun({ cells: without('failed') }), false, registry).map((row) =>
      row.status === 'completed' ? row : { ...row, reason },
    );
    const context = {
      running: false,
      effort: 'sizes',
      plannedRounds: 2,
      seed: 1,
      operations: [],
      filtered: false,
    } as const;
    expect(resultsSentence(rows, context)).toBe(`The only candidate gave no figures. x0: ${ended}`);
  });

  it('names all that do not conform', () => {
    const refused = (format: string) => ({ ...made(format, 1e6, 1, 1), rejectedBy: 'specification' });
    const cells = [made('a', 1_000, 1, 1), refused('b'), refused('c')];
    expect(say({ cells, effort: 'sizes' }, { operations: [] })).toBe(
      'A takes 1.00 kB, ratio 10,000. Not ranked, because not conforming: b and c; other implementations reject some of their output.',
    );
  });
});

describe('operations on a part of the data', () => {
  const part = (name: string, project: number, lookup: number): MadeCell => ({
    candidate: candidate(name),
    sizeBytes: 1_000_000,
    ms: { project, lookup },
  });
  const run: MadeRun = { cells: [part('a', 5, 1), part('b', 50, 2)], operations: ['project', 'lookup'] };
  const subjects = { project: 'the column city', lookup: '64 random rows' };

  it('says which column was read and which rows were looked up', () => {
    expect(say(run, { operations: ['project', 'lookup'], subjects, compare: verdict('faster') })).toMatch(
      /A reads the column city fastest \(.*\); a looks up 64 random rows fastest \(/i,
    );
    expect(say(run, { operations: ['project'], subjects, compare: verdict('noClearDifference') })).toContain(
      'tie for fastest at reading the column city (',
    );
    expect(say({ ...run, cells: run.cells.slice(0, 1) }, { operations: ['lookup'], subjects })).toContain(
      'looks up 64 random rows at ',
    );
  });
});
