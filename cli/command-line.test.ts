import { describe, expect, test } from 'vitest';
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
import { checkedTime, leastCheckRounds, repeatedChecks } from '../web/headless/check-verdict';
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

  test('keeps the sandbox unless it is told otherwise', () => {
    expect(readArguments(['a.csv'])).toMatchObject({ browser: { isSandboxed: true } });
  });

  test('takes a baseline for check, and leaves the options of apply to Python', () => {
    expect(readArguments(['check', 'a.parquet', '--against', 'b.parquet', '--tolerance', '10'])).toMatchObject({
      command: 'check',
      files: ['a.parquet'],
      against: 'b.parquet',
      request: { toleranceBytes: 10, rounds: 12 },
    });
    expect(readArguments(['apply', 'r.json', 'a.parquet', '--out', 'o', '--jobs', '2', '--no-sandbox'])).toMatchObject({
      recipe: 'r.json',
      words: ['a.parquet', '--out', 'o', '--jobs', '2'],
      browser: { isSandboxed: false },
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
  /** Rounds whose times differ from 1 ms by up to `noise`, in a pattern without a trend. */
  const rounds = (count: number, factor = 1, noise = 0.01) =>
    Array.from({ length: count }, (_, round) => ({
      round,
      samplesMs: [factor * (1 + noise * Math.sin(round * 12.9898 * factor))],
    }));
  const checked = {
    file: '<new>.parquet',
    baseline: 'old.parquet',
    sizeBytes: 100,
    baselineBytes: 100,
    sizeGrew: false,
    bestMs: 1,
    baselineMs: 1,
    time: checkedTime(rounds(12), rounds(12), 1),
  };

  test('finds a tenth more, and nothing between equal times', () => {
    expect(checkedTime(rounds(12, 1.1), rounds(12), 1).outcome).toBe('grew');
    expect(checkedTime(rounds(12, 0.9), rounds(12), 1).outcome).toBe('shrank');
    expect(checked.time.outcome).toBe('same');
  });

  test('decides nothing with too few rounds, or in much noise', () => {
    const few = checkedTime(rounds(leastCheckRounds - 1, 2), rounds(leastCheckRounds - 1), 1);
    expect(few).toMatchObject({ outcome: 'undecided', rounds: leastCheckRounds - 1 });
    expect(exitCodeOf([{ ...checked, time: few }])).toBe(2);
    const noisy = rounds(12).map(({ round }) => ({ round, samplesMs: [round % 2 === 0 ? 1 : 1.5] }));
    expect(checkedTime(noisy, noisy, 1).outcome).toBe('undecided');
    expect(checkedTime([], [], 1)).toMatchObject({ ratio: null, outcome: 'undecided' });
    const wide = rounds(12).map(({ round }) => ({ round, samplesMs: [round % 2 === 0 ? 0.8 : 1.4] }));
    expect(checkedTime(wide, rounds(12), 1).outcome).toBe('undecided');
  });

  test('has its exit code from the worst file', () => {
    const grew = checkedTime(rounds(12, 1.1), rounds(12), 1);
    const undecided = { ...checked, time: checkedTime([], [], 1) };
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

  test('is repeated over drawn rounds', () => {
    const how = { checks: 20, rounds: 12, seed: 1 };
    const drawn = [rounds(40), rounds(40, 1.001)] as const;
    expect(repeatedChecks(drawn, { ...how, factor: 1 }).grew).toBe(0);
    expect(repeatedChecks(drawn, { ...how, factor: 1.1 }).grew).toBe(20);
  });
});
