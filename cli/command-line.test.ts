import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.mjs';
import { CommandError, errorOfPage } from './command-error.mjs';
import { clean, html, markdown, shellWord } from './literals.mjs';
import { htmlReport, markdownReport } from './reports.mjs';
import { cardLines, terminalOf } from './terminal-card.mjs';
import { widthOf } from './text-width.mjs';

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
      browser: { chromePath: null, isSandboxed: false },
      isQuiet: false,
    });
  });

  test('keeps the sandbox unless it is told otherwise', () => {
    expect(readArguments(['a.csv'])).toMatchObject({ browser: { isSandboxed: true } });
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
  expect(shellWord("it's $HOME")).toBe(`'it'\\''s $HOME'`);
  expect(shellWord('plain-1.csv')).toBe('plain-1.csv');
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
