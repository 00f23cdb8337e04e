import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { appliedJson, appliedLine, wordsOf } from './apply.mjs';
import { readArguments } from './arguments.mjs';
import { benchmarkJson, checkMarkdown, exitCodeOf } from './check.mjs';
import { CommandError, errorOfPage } from './command-error.mjs';
import { clean, html, markdown } from './literals.mjs';
import { htmlReport, markdownReport } from './reports.mjs';
import { cardLines, terminalOf } from './terminal-card.mjs';
import { widthOf } from './text-width.mjs';
import { commandLine, shellWord } from '../web/explore/command/command-line';
import { viewForSituation, viewOfOpened } from '../web/explore/opened-view';
import { schemaOfPlan } from '../web/explore/plan-checks';
import {
  checkedTime,
  type CheckRounds,
  isLastRound,
  leastCheckRounds,
  mostCheckRounds,
} from '../web/headless/check-verdict';
import { seededRandom } from '../workers/model/random';
import { hodgesLehmann, signedRankInterval, signedRankP } from '../workers/model/statistics/signed-rank';
import { appliedResultSchema } from '../web/links/applied-result';
import { readView } from '../web/links/fragment';
import type { ReadyFile } from '../web/state/own-file';
import { namedSituations } from '../web/view/named-situations';
import { startView } from '../web/view/start-view';

const esc = String.fromCharCode(27);

/** The exit code with which the command line is refused. */
function refusalOf(...words: string[]): number | null {
  try {
    readArguments(words);
    return null;
  } catch (error) {
    return error instanceof CommandError ? error.exitCode : Number.NaN;
  }
}

describe('the command line', () => {
  test('says what is asked of the page', () => {
    const words = [
      'a.csv',
      '--for',
      'archive,reads:5',
      '--budget',
      '30',
      '--read',
      'decimalMark=comma',
      '--json',
      'a.json',
    ];
    expect(readArguments([...words, '--read', 'rows=100', '--no-sandbox'])).toEqual({
      command: 'answer',
      files: ['a.csv'],
      request: {
        view: null,
        situation: 'archive,reads:5',
        budget: 30,
        type: null,
        reading: { decimalMark: 'comma', rows: 100 },
      },
      outputs: { json: 'a.json' },
      recipeFile: null,
      browser: { chromePath: null, isSandboxed: false },
      isQuiet: false,
    });
  });

  test('tells by its schema what became of each file of apply', () => {
    const source = '/in/a\u202e.csv';
    const base = { source, target: '/out/a', recipe: null, notes: [] };
    const written = { ...base, status: 'written' as const, beforeBytes: 1_234, afterBytes: 56, seconds: 0.1 };
    const unfit = { ...base, status: 'unfit' as const, reason: 'why' };
    const { files } = v.parse(appliedResultSchema, JSON.parse(appliedJson([written, unfit], null)));
    expect(files).toEqual([written, unfit]);
    expect(appliedLine(written)).toContain('1,234');
    expect(appliedLine(unfit)).not.toContain('\u202e');
  });

  test('keeps the sandbox unless it is told otherwise', () => {
    expect(readArguments(['a.csv'])).toMatchObject({ browser: { isSandboxed: true } });
  });

  test('takes a baseline for check, and leaves the options of apply to Python', () => {
    expect(readArguments(['check', 'a.parquet', '--against', 'b.parquet', '--tolerance', '10'])).toMatchObject({
      command: 'check',
      files: ['a.parquet'],
      against: 'b.parquet',
      request: { toleranceBytes: 10, rounds: mostCheckRounds },
    });
    const words = ['a.parquet', '--out', 'o', '--jobs', '2', '--json=-'];
    expect(readArguments(['apply', 'r.json', '--chrome', 'c', ...words, '--no-sandbox'])).toMatchObject({
      recipe: 'r.json',
      words,
      browser: { chromePath: 'c', isSandboxed: false },
    });
    expect(wordsOf(words)).toEqual({
      files: ['a.parquet'],
      options: new Map([
        ['--out', 'o'],
        ['--jobs', '2'],
        ['--json', '-'],
      ]),
    });
    expect(refusalOf('check', 'a.parquet')).toBe(3);
    expect(refusalOf('check', 'a.parquet', '--against', 'b', '--tolerance', '-1')).toBe(3);
    expect(refusalOf('apply', 'r.json')).toBe(3);
    expect(refusalOf('a.parquet', '--against', 'b')).toBe(3);
  });

  test('is refused with the code of wrong use', () => {
    expect(refusalOf('--for', 'archive')).toBe(3);
    expect(refusalOf('a.csv', '--unknown')).toBe(3);
    expect(refusalOf('a.csv', '--read', 'decimalMark')).toBe(3);
    expect(refusalOf('a.csv', '--json', '-', '--md', '-')).toBe(3);
    expect(refusalOf('a.csv')).toBeNull();
  });
});

test('an error of a file has the code of files, and one of the plan that of wrong use', () => {
  const record = { tag: 'malformedInput', stage: 'import', message: 'm' } as const;
  expect(errorOfPage(record).exitCode).toBe(5);
  expect(errorOfPage({ ...record, stage: 'parse' }).exitCode).toBe(3);
  expect(errorOfPage({ ...record, parts: [{ name: 'p', holds: 'h' }] }).remedy).toContain('part=0');
});

test('names are literals', () => {
  const name = `a\u202e${esc}[31m<b>|_x_'.csv`;
  for (const text of [clean(name), html(name), markdown(name)]) {
    expect(text).not.toContain(esc);
    expect(text).not.toContain('\u202e');
  }
  expect(html(name)).not.toMatch(/[<>']/u);
  expect(markdown('<b>|_x_')).toBe('\\<b\\>\\|\\_x\\_');
  expect(markdown('- 1.5 kB')).toBe('\\- 1.5 kB');
});

describe('the card', () => {
  const bar = {
    label: '日本語, zstd 1',
    note: null,
    isUserFile: false,
    total: 2,
    totalText: '2 ms',
    sizeText: '1 kB',
    parts: [
      { name: 'Encode', value: 1 },
      { name: 'Decode', value: 1 },
    ],
    interval: { low: 1.5, high: 4 },
  };
  const card = {
    kicker: 'Keep it as',
    headline: `Parquet${esc}[2J`,
    keeps: 'candidate' as const,
    candidate: 0,
    sentences: [[{ text: 'word '.repeat(40), isStrong: true }]],
    beside: [],
    goal: 'time' as const,
    bars: [bar, { ...bar, label: 'CSV', total: 4, interval: null, note: '<without>' }],
  };

  test.each([40, 63, 64, 80, 100])('fits into %i columns', (columns) => {
    const lines = cardLines(card, { columns, isColored: false });
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).not.toContain(esc);
  });

  test('draws each part for its share, and a line to the end of the interval', () => {
    const drawn = cardLines(card, { columns: 80, isColored: false }).find((line) => line.startsWith(bar.label)) ?? '';
    const count = (cell: string) => drawn.split(cell).length - 1;
    expect(Math.abs(count('█') - count('▓'))).toBeLessThanOrEqual(1);
    expect(Math.abs(count('─') + count('┤') - 2 * count('█'))).toBeLessThanOrEqual(1);
  });

  test('has colours in a terminal alone, and none where they are not wanted', () => {
    const stream = { isTTY: true, columns: 90 } as NodeJS.WriteStream;
    expect(terminalOf(stream, {})).toEqual({ columns: 90, isColored: true });
    expect(terminalOf(stream, { NO_COLOR: '1' }).isColored).toBe(false);
    expect(terminalOf({ isTTY: false } as NodeJS.WriteStream, {}).isColored).toBe(false);
  });

  test('is a page and Markdown without markup of names', () => {
    expect(htmlReport({ card })).not.toContain('<without>');
    expect(htmlReport({ card }).match(/<tr>/gu)).toHaveLength(1 + card.bars.length);
    expect(markdownReport({ card })).toContain('\\<without\\>');
  });
});

describe('the command of the page', () => {
  const file = new File(['a,b\n1,2\n'], "it's.csv");
  const opened: ReadyFile = {
    status: 'ready',
    file,
    report: {
      type: 'csv',
      schema: {
        kind: 'table',
        columns: [
          { name: 'a', type: 'int64', nullable: false },
          { name: 'b', type: 'int64', nullable: false },
        ],
      },
      itemCount: 1,
      dataBytes: 16,
      sha256: '0'.repeat(64),
      sample: null,
    } as unknown as ReadyFile['report'],
    effects: 'counted',
    columnTypes: null,
    malformed: 'fatal',
    reading: {},
    sample: null,
  };
  const start = startView();
  const view = viewOfOpened(start, opened, schemaOfPlan(start.plan, { status: 'none' }));

  test('is short where nothing was chosen but the situation and the budget', () => {
    expect(commandLine(view, opened)).toBe(String.raw`npx formatlab 'it'\''s.csv'`);
    const { situation } = namedSituations.message;
    const longer = { ...view, plan: { ...view.plan, budget: 120 as const } };
    const words = commandLine(viewForSituation(longer, situation, opened.report), opened)
      .split(' ')
      .slice(3);
    expect(words).toEqual(['--for', 'message', '--budget', '120']);
  });

  test('has the whole view where more was chosen', () => {
    const candidates = view.plan.candidates.slice(0, 1);
    const words = commandLine({ ...view, plan: { ...view.plan, candidates } }, opened).split(' ');
    expect(words.at(-2)).toBe('--view');
    const fragment = (words.at(-1) ?? '').replace(/^'(.*)'$/u, '$1');
    expect(readView(fragment, startView()).view.plan.candidates).toEqual(candidates);
  });

  test('needs no file for generated data', () => {
    expect(commandLine(startView(), null).split(' ').slice(0, 3)).toEqual(['npx', 'formatlab', '--view']);
  });

  test('quotes names as words of a shell', () => {
    expect(shellWord('plain-1.csv')).toBe('plain-1.csv');
    expect(shellWord('$(x) `y`')).toBe("'$(x) `y`'");
    expect(shellWord(`a${esc}'b`)).toBe(String.raw`$'a\u001b\'b'`);
    const unsafe = ['\u202e', '\u2069', '\ufeff', '\u061c', '\n'];
    for (const mark of unsafe) {
      expect(clean(mark, '')).not.toBe(mark);
      expect(shellWord(mark)).not.toContain(mark);
    }
  });
});

describe('a check', () => {
  /** Rounds whose best times vary by `spread`, and of which this share is disturbed, in each arm alone. */
  function noisyRounds(seed: number, factor: number, spread: number, disturbed = 0.1): CheckRounds {
    const random = seededRandom(seed);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const bestMs = (times: number) => [
      times * Math.exp(spread * normal()) * (random.next() < disturbed ? 1 + random.next() : 1),
      times * 9,
    ];
    return Array.from({ length: mostCheckRounds }, () => ({
      file: bestMs(factor),
      baseline: bestMs(1),
      control: bestMs(1),
    }));
  }
  /** How many checks end with each outcome. */
  function outcomes(checks: number, factor: number, spread: number) {
    const counts = { grew: 0, shrank: 0, same: 0, undecided: 0 };
    for (let seed = 1; seed <= checks; seed += 1) counts[checkedTime(noisyRounds(seed, factor, spread)).outcome] += 1;
    return counts;
  }
  const first = leastCheckRounds;
  const steady = noisyRounds(1, 1, 0.01, 0);
  const checked = {
    file: '<new>.parquet',
    baseline: 'old.parquet',
    sizeBytes: 100,
    baselineBytes: 100,
    sizeGrew: false,
    bestMs: 1,
    baselineMs: 1,
    time: checkedTime(steady),
  };

  test.each([0.02, 0.05])('finds a tenth more, and raises no false alarm, with a spread of %f', (spread) => {
    const equal = outcomes(100, 1, spread);
    const slower = outcomes(100, 1.1, spread);
    expect(equal.grew).toBeLessThanOrEqual(1);
    expect(slower.grew).toBeGreaterThanOrEqual(95);
    expect(equal.undecided + slower.undecided).toBeLessThanOrEqual(10);
  });

  test('raises no false alarm where rounds differ by a fifth and more', () => {
    expect(outcomes(60, 1, 0.3).grew).toBeLessThanOrEqual(2);
  });

  test('ends with the look that decides', () => {
    expect(checkedTime(steady)).toMatchObject({ outcome: 'same', rounds: first });
    const ends = (count: number, passedMs = 0, rounds = steady) =>
      isLastRound(rounds.slice(0, count), { most: mostCheckRounds, passedMs });
    expect([ends(first - 1), ends(first)]).toEqual([false, true]);
    const open = noisyRounds(1, 1.1, 0.5);
    expect([ends(first, 0, open), ends(first, 1e6, open), ends(mostCheckRounds, 0, open)]).toEqual([false, true, true]);
    expect(checkedTime(noisyRounds(1, 0.8, 0.01, 0)).outcome).toBe('shrank');
  });

  test('decides nothing with too few rounds, or in much noise', () => {
    const few = checkedTime(noisyRounds(1, 2, 0.01).slice(0, first - 1));
    expect(few).toMatchObject({ outcome: 'undecided', rounds: first - 1 });
    expect(exitCodeOf([{ ...checked, time: few }])).toBe(2);
    // The baseline’s two arms differ by half, so that a tenth of the file says nothing.
    const apart = noisyRounds(1, 1.1, 0.01).map((round) => ({ ...round, control: [1.5] }));
    expect(checkedTime(apart).outcome).not.toBe('grew');
    expect(checkedTime([], 'm')).toMatchObject({ ratio: null, outcome: 'undecided', reason: 'm' });
  });

  test('has its exit code from the worst file', () => {
    const grew = checkedTime(noisyRounds(1, 1.1, 0.01));
    const undecided = { ...checked, time: checkedTime([]) };
    expect(exitCodeOf([checked])).toBe(0);
    expect(exitCodeOf([checked, undecided])).toBe(2);
    expect(exitCodeOf([undecided, { ...checked, time: grew }])).toBe(1);
    expect(exitCodeOf([{ ...checked, sizeGrew: true }])).toBe(1);
  });

  test('tells literals, and figures for the benchmark action', () => {
    expect(checkMarkdown([checked])).toContain('\\<new\\>');
    expect(JSON.parse(benchmarkJson([checked]))).toEqual([
      { name: '<new>.parquet: size', unit: 'bytes', value: 100 },
      { name: '<new>.parquet: reading', unit: 'ms', value: 1, range: expect.any(String) },
    ]);
  });

  test('tests ranks with signs exactly', () => {
    // R: wilcox.test(c(1.1, 2.2, -0.3, 4.4, 5.5, 6.6), alternative = "greater", conf.int = TRUE), and two-sided.
    const differences = [1.1, 2.2, -0.3, 4.4, 5.5, 6.6];
    expect(signedRankP(differences)).toBeCloseTo(2 / 64, 12);
    expect(signedRankP([1, 2, 3])).toBeCloseTo(1 / 8, 12);
    expect(hodgesLehmann([1, 2, 6])).toBe(2.75);
    expect(signedRankInterval([1, 2, 3, 4, 5])).toBeNull();
    expect(signedRankInterval(differences)).toEqual({ low: -0.3, high: 6.6 });
  });
});
