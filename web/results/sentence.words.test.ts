import { describe, expect, it, test } from 'vitest';
import type { Comparison, Verdict } from '../../workers/model/statistics/compare';
import { telling } from '../../workers/model/testing/telling';
import type { Registry } from '../figures/candidate-names';
import { resultRows } from '../figures/rows';
import { sizeAgainstUserFile, sizeAgainstUserFilePhrase, type UserFile, userFilePhrase } from '../figures/user-file';
import { resultsSentence, type SentenceContext } from './sentence';
import { candidate, type MadeCell, type MadeRun, makeRun } from './testing/test-results';

/** The words of the sentence. `results-summary.test.ts` tests which candidates and figures it tells. */

const registry: Registry = { formats: new Map(), codecs: new Map() };

const verdict = (given: Verdict) => (): Comparison => ({
  verdict: given,
  ratio: 0.5,
  interval: null,
  p: null,
  pairCount: 8,
});

/** With the format called raw as the uncompressed baseline. */
function say(made: MadeRun, context: Partial<SentenceContext> = {}): string {
  const rows = resultRows(makeRun(made), context.running ?? false, registry).map((row) =>
    row.names.formatId === 'raw' ? { ...row, names: { ...row.names, isBaseline: true } } : row,
  );
  return resultsSentence(rows, {
    running: false,
    plannedRounds: 8,
    seed: 7,
    operations: [],
    filtered: false,
    compare: verdict('faster'),
    ...context,
  });
}

const made = (format: string, sizeBytes: number | null, encode = 10): MadeCell => ({
  candidate: candidate(format),
  sizeBytes,
  ms: { encode },
});

describe('the smallest', () => {
  const fileOf = (sizeBytes: number) => ({ sizeBytes, phrase: 'your file' }) as UserFile;
  /** `20 % smaller than your file of 1.25 MB`, which web/figures/user-file.words.test.ts tests. */
  const beside = (userFileBytes: number) => sizeAgainstUserFilePhrase(1e6, fileOf(userFileBytes));
  const said = (cells: readonly MadeCell[], userFileBytes?: number) => {
    const userFile = userFileBytes === undefined ? null : fileOf(userFileBytes);
    return say({ cells }, { userFile }).split('; ').slice(0, -1).join('; ');
  };
  const [small, twin, large] = [made('small', 1e6), made('twin', 1e6), made('large', 9e6)];
  const sample = { items: 100, dataBytes: 1_000_000, fixedBytes: 0 };

  const clauses: readonly (readonly [string, readonly MadeCell[], number?])[] = [
    ['Small is smallest (1.00 MB, ratio 10.0)', [small, large]],
    ['Empty is smallest (0 B)', [made('empty', 0), large]],
    ['A is smallest (2.00 MB, ratio 5.00, from a sample)', [{ ...made('a', 2e5), sample }, large]],
    ['Small is smallest after the uncompressed baseline (1.00 MB, ratio 10.0)', [small, large, made('raw', 10)]],
    [`Small is smallest, ${beside(1_250_000)} (1.00 MB, ratio 10.0)`, [small, large], 1_250_000],
    ['Small and twin tie for the smallest file (1.00 MB, ratio 10.0)', [small, twin, large]],
    [
      'Small and twin tie for the smallest file after the uncompressed baseline (1.00 MB, ratio 10.0)',
      [small, twin, large, made('raw', 10)],
    ],
    [
      `Small and twin tie for the smallest file, ${beside(2_000_000)} (1.00 MB, ratio 10.0)`,
      [small, twin, large],
      2_000_000,
    ],
    ['All 2 candidates take the same 1.00 MB, ratio 10.0', [small, twin]],
    [`All 2 candidates are ${beside(1_000_500)} (the same 1.00 MB, ratio 10.0)`, [small, twin], 1_000_500],
    [
      `None is smaller than ${userFilePhrase(fileOf(980_000))}; small comes nearest, ${sizeAgainstUserFile(1e6, fileOf(980_000))} (1.00 MB, ratio 10.0)`,
      [small, large],
      980_000,
    ],
    [
      `None is smaller than ${userFilePhrase(fileOf(400_000))}; small and twin come nearest, ${sizeAgainstUserFile(1e6, fileOf(400_000))} (1.00 MB, ratio 10.0)`,
      [small, twin, large],
      400_000,
    ],
    [
      `None but the uncompressed baseline is smaller than ${userFilePhrase(fileOf(400_000))}; small comes nearest, ${sizeAgainstUserFile(1e6, fileOf(400_000))} (1.00 MB, ratio 10.0)`,
      [small, large, made('raw', 10)],
      400_000,
    ],
    ['None of them makes a file', [made('a', null), made('b', null)]],
    [`Small is ${beside(980_000)} (1.00 MB, ratio 10.0)`, [small], 980_000],
  ];

  it('and how it stands beside the user’s file and the baseline', () =>
    expect(clauses.map(([, cells, userFileBytes]) => said(cells, userFileBytes))).toEqual(
      clauses.map(([words]) => words),
    ));

  it('is four that tie, or of five three and how many others', () => {
    const tie = (count: number) =>
      said([...Array.from({ length: count }, (_, index) => made(`f${index}`, 1e6)), large]);
    expect(tie(4)).toMatch(telling('F0', 'f1', 'f2', 'f3'));
    expect(tie(5)).toMatch(telling('F0, f1, f2 and 2 others'));
  });
});

const everyOperation = ['encode', 'decode', 'project', 'lookup', 'warmLookup', 'store', 'load'] as const;
const inAll = (format: string, ms: number): MadeCell => ({
  candidate: candidate(format),
  ms: Object.fromEntries(everyOperation.map((operation) => [operation, ms])),
});

describe('each operation', () => {
  const run = { cells: [inAll('a', 10), inAll('b', 20)], operations: everyOperation };
  const clauses = (context: Partial<SentenceContext>) =>
    say(run, { operations: everyOperation, ...context })
      .split('; ')
      .slice(1);

  it('has a winner', () =>
    expect(clauses({})).toEqual([
      'a encodes fastest (1.0 GB/s, 2.0× the speed of b)',
      'a decodes fastest (1.0 GB/s, 2.0× the speed of b)',
      'a reads one column fastest (1.0 GB/s, 2.0× the speed of b)',
      'a looks up fastest (10\u2009k look-ups/s, 2.0× the speed of b)',
      'a looks up fastest warm (10\u2009k look-ups/s, 2.0× the speed of b)',
      'a stores fastest (1.0 GB/s, 2.0× the speed of b)',
      'a loads fastest (1.0 GB/s, 2.0× the speed of b).',
    ]));

  it('has a tie', () =>
    expect(clauses({ compare: verdict('noClearDifference') })).toEqual([
      'a and b tie for fastest at encoding (about 1.0 GB/s, no clear difference)',
      'a and b tie for fastest at decoding (about 1.0 GB/s, no clear difference)',
      'a and b tie for fastest at reading one column (about 1.0 GB/s, no clear difference)',
      'a and b tie for fastest at look-ups (about 10\u2009k look-ups/s, no clear difference)',
      'a and b tie for fastest at warm look-ups (about 10\u2009k look-ups/s, no clear difference)',
      'a and b tie for fastest at storing (about 1.0 GB/s, no clear difference)',
      'a and b tie for fastest at loading (about 1.0 GB/s, no clear difference).',
    ]));

  it('has a part of the data that it reads', () => {
    const subjects = { project: 'the column city', lookup: '64 random rows', warmLookup: '64 random rows' };
    const parts = { subjects, operations: ['project', 'lookup', 'warmLookup'] } as const;
    expect(clauses(parts).map((clause) => clause.replace(/ \(.*/u, ''))).toEqual([
      'a reads the column city fastest',
      'a looks up 64 random rows fastest',
      'a looks up 64 random rows fastest warm',
    ]);
    expect(clauses({ ...parts, compare: verdict('noClearDifference') }).join()).toMatch(
      /at reading the column city \(.* at looking up 64 random rows \(.* at looking up 64 random rows warm \(/u,
    );
  });
});

describe('the fastest', () => {
  const clauses = (...cells: MadeCell[]) => say({ cells }, { operations: ['encode'] }).replace(/^.*?; /u, '; ');
  const [a, b] = [made('a', 1e6, 10), made('b', 2e6, 20)];
  const write = { encode: ['encode', 'write'] as const };

  it('stands behind the baseline', () =>
    expect(clauses(a, b, made('raw', 1e7, 1))).toMatch(/^; a encodes fastest after the uncompressed baseline \(/u));

  it('stands beside times that the timer hides', () => {
    expect(clauses(a, b, made('c', 4e6, 0))).toMatch(/\), while the time of c is below the timer’s resolution\.$/u);
    expect(clauses(a, b, made('c', 4e6, 0), made('d', 4e6, 0))).toMatch(
      /\), while the times of c and d are below the timer’s resolution\.$/u,
    );
  });

  it('stands beside clocks of other work', () => {
    const other = (format: string) => ({ ...made(format, 3e6, 30), clock: write });
    expect(clauses(a, b, other('c'))).toMatch(/\), leaving out 1 candidate whose clock includes other work\.$/u);
    expect(clauses(a, b, made('x', 3e6, 40), other('c'), other('d'))).toMatch(
      /\), leaving out 2 candidates whose clocks include other work\.$/u,
    );
  });
});

describe('what the best loses', () => {
  const lossy: MadeCell = {
    ...made('small', 1_000_000, 4),
    loss: ['The types: they must be told.', 'The payload bits of NaN.'],
    changedValues: { changed: 3, total: 5_000 },
  };
  const first = telling('Small (', 'the types', '1 more', '3 of 5,000 values');

  it('is said where it is named first', () => {
    const text = say({ cells: [lossy, made('large', 9e6, 40)] }, { operations: ['encode'] });
    expect(text.split('; ')).toHaveLength(3);
    expect(text).toMatch(first);
    // The next time, it is only said that there is a loss.
    expect(text).toMatch(/; small \([^;]+$/u);
    expect(text).not.toMatch(/; small \(.*types/u);
    expect(say({ cells: [lossy] })).toMatch(first);
  });

  it('is said of the rival, too, outside the brackets', () =>
    expect(say({ cells: [made('quick', 2e6, 1), lossy] }, { operations: ['encode'] })).toMatch(
      /; quick [^()]*\([^()]*\), [^()]* small \([^()]+\)\.$/u,
    ));
});

describe('without a verdict', () => {
  const said = (rounds: number, context: Partial<SentenceContext> = {}) =>
    say(
      { cells: [made('a', 1e6), made('b', 2e6)], rounds },
      { operations: ['encode'], compare: verdict('tooFewRounds'), ...context },
    ).replace(/^.*\); /u, '');

  it('tells after how many rounds', () => {
    expect(said(8)).toBe('sizes are exact, but the fastest of each operation is not decided after 8 rounds.');
    expect(said(7)).toMatch(/ 7 of 8 rounds\.$/u);
    expect(said(1, { plannedRounds: 1 })).toMatch(/ 1 round\.$/u);
    expect(said(3, { running: true })).toMatch(/ not decided yet, after 3 of 8 rounds\.$/u);
  });
});

describe('of one candidate', () => {
  it('tells what it does', () =>
    expect(say({ cells: [inAll('a', 10)], operations: everyOperation }, { operations: everyOperation })).toBe(
      'A takes 10.0 MB, ratio 1.00 and encodes at 1.0 GB/s, decodes at 1.0 GB/s, reads one column at 1.0 GB/s, ' +
        'looks up at 10\u2009k look-ups/s, looks up warm at 10\u2009k look-ups/s, stores at 1.0 GB/s and ' +
        'loads at 1.0 GB/s; with one candidate there is nothing to compare.',
    ));

  it('tells the part of the data that an operation reads', () =>
    expect(
      say(
        { cells: [inAll('a', 10)], operations: everyOperation },
        { operations: ['lookup'], subjects: { lookup: '64 random rows' } },
      ),
    ).toContain('looks up 64 random rows at '));

  it('tells that it makes no file, and that the timer hides its time', () =>
    expect(say({ cells: [made('a', null, 0)] }, { operations: ['encode'], running: true })).toMatch(
      /a makes no file and encodes faster than the timer can measure\.$/u,
    ));
});

describe('the opening', () => {
  const cells = [made('a', 1_000), made('b', 2_000), { candidate: candidate('c'), status: 'missing' as const }];

  it('counts what is measured so far', () =>
    expect(say({ cells }, { running: true })).toMatch(/^So far, with 2 of 3 candidates measured, a /u));

  it('tells that filters hide some', () =>
    expect(say({ cells: cells.slice(0, 2) }, { filtered: true })).toMatch(/^Of the 2 shown, a /u));
});

describe('the end', () => {
  const refused = (format: string) => ({ ...made(format, 1e6), rejectedBy: 'specification' });
  const without = (...statuses: NonNullable<MadeCell['status']>[]): MadeCell[] =>
    statuses.map((status, index) => ({ candidate: candidate(`x${index}`), status }));
  const lastSentence = (...cells: MadeCell[]) => say({ cells }).replace(/^.*?(?<=\.) (?=[A-Z])/u, '');

  const notConforming: readonly (readonly [string, readonly MadeCell[]])[] = [
    [
      'Not ranked, because not conforming: b; other implementations reject some of its output.',
      [made('a', 1e6), refused('b')],
    ],
    [
      'Not ranked, because not conforming: b and c; other implementations reject some of their output.',
      [made('a', 1e6), refused('b'), refused('c')],
    ],
    ['It does not conform: other implementations reject some of its output.', [refused('a')]],
    ['None of them conforms: other implementations reject some of their output.', [refused('a'), refused('b')]],
  ];
  const withoutFigures: typeof notConforming = [
    ['Of 2 candidates, 1 failed; the table says why.', [made('a', 1e6), ...without('failed')]],
    ['Of 2 candidates, 1 can’t hold this data; the table says why.', [made('a', 1e6), ...without('unsupported')]],
    ['Of 2 candidates, 1 was stopped; the table says why.', [made('a', 1e6), ...without('cancelled')]],
    ['Of 3 candidates, 2 were stopped; the table says why.', [made('a', 1e6), ...without('cancelled', 'missing')]],
    [
      'Of 6 candidates, 2 failed, 1 can’t hold this data and 1 was stopped; the table says why.',
      [made('a', 1e6), made('b', 2e6), ...without('failed', 'timedOut', 'unsupported', 'cancelled')],
    ],
  ];

  it.each([
    ['what does not conform', notConforming],
    ['what has no figures', withoutFigures],
  ])('is %s', (_what, sentences) =>
    expect(sentences.map(([, cells]) => lastSentence(...cells))).toEqual(sentences.map(([words]) => words)),
  );

  it('is both, of those that do not conform and of those without figures', () =>
    expect(say({ cells: [made('a', 1e6), refused('b'), ...without('failed')] })).toMatch(
      /not conforming: b; .*\. Of 3 candidates, 1 failed/u,
    ));

  describe('where nothing has figures', () => {
    const failedWith = (reason: string) => {
      const rows = resultRows(makeRun({ cells: without('failed') }), false, registry).map((row) =>
        row.status === 'completed' ? row : { ...row, reason },
      );
      return resultsSentence(rows, { running: false, plannedRounds: 2, seed: 1, operations: [], filtered: false });
    };

    test('it tells the reason, and ends it with a full stop', () => {
      expect(failedWith('It broke')).toBe('The only candidate gave no figures. x0: It broke.');
      const reasons = ['It broke!', 'Why?', 'It broke. Somehow'];
      expect(reasons.map((reason) => failedWith(reason).split(': ')[1])).toEqual([
        'It broke!',
        'Why?',
        'It broke. Somehow.',
      ]);
    });

    test.each([
      [/^None of the 2 candidates gave figures\. x1: [^:]*4,096/u, without('unsupported', 'failed'), {}],
      [/^The run was stopped before anything was measured\.$/u, without('cancelled'), {}],
      [/^There is nothing to show: the plan has no candidates\.$/u, [], {}],
      [/^The filters hide every candidate\.$/u, [], { filtered: true }],
      [
        /^Nothing is measured yet; the first figures appear when the first candidate has been verified\.$/u,
        without('missing'),
        { running: true },
      ],
    ])('%s', (words, cells, context) => expect(say({ cells }, context)).toMatch(words));
  });
});
