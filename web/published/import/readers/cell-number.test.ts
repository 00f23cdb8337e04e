import { expect, test } from 'vitest';
import { guessNumerals, readCell, parseUnit } from './cell-number';

const number = (value: number, unit: string | null = null, low: number | null = null, high: number | null = null) => ({
  kind: 'number',
  value,
  low,
  high,
  unit,
});

test.each([
  ['103.32 MB', number(103.32, 'MB')],
  ['1.2 GB', number(1.2, 'GB')],
  ['12 m 16 s', number(736, 's')],
  ['1h 2m 3s', number(3_723, 's')],
  ['57%', number(57, '%')],
  ['14150 MB/s', number(14_150, 'MB/s')],
  ['**2.887**', number(2.887)],
  ['2.9x', number(2.9, '×')],
  ['211,947,520', number(211_947_520)],
  ['1 234 567', number(1_234_567)],
  ["1'234.5", number(1_234.5)],
  ['-3.5', number(-3.5)],
  ['−3.5 ms', number(-3.5, 'ms')],
  ['1.5e-3', number(0.0015)],
  ['3.03 × 10^6', number(3_030_000)],
  ['3×10⁶', number(3_000_000)],
  ['.5', number(0.5)],
  ['~40 ms', number(40, 'ms')],
  ['12.5 [3]', number(12.5)],
  ['12.5*', number(12.5)],
  ['12.5†', number(12.5)],
  ['7²', number(7)],
  ['400 MB/s (1 thread)', number(400, 'MB/s')],
  ['42401–44557', number(43_479, null, 42_401, 44_557)],
  ['1.0-1.5 ms', number(1.25, 'ms', 1, 1.5)],
  ['10 ± 2 ms', number(10, 'ms', 8, 12)],
  ['10 ms ± 2 ms', number(10, 'ms', 8, 12)],
  ['10 ms ± 5%', number(10, 'ms', 9.5, 10.5)],
  ['3.29 s ± 43.2 ms', number(3.29, 's', 3.2468, 3.3332)],
  ['[1.2 ms 1.3 ms 1.5 ms]', number(1.3, 'ms', 1.2, 1.5)],
  ['[900 µs 1.3 ms 1.5 ms]', number(1.3, 'ms', 0.9, 1.5)],
  ['10 (±2)', number(10, null, 8, 12)],
  ['290k rows/s', number(290, 'k/s')],
  ['290k', number(290_000)],
])('%s', (text, expected) => {
  const read = readCell(text, 'point');
  if (read.kind !== 'number') throw new Error(`“${text}” is read as ${JSON.stringify(read)}.`);
  expect(read.unit).toBe(expected.unit);
  const close = (actual: number | null, wanted: number | null) =>
    wanted === null ? expect(actual).toBeNull() : expect(actual).toBeCloseTo(wanted, 9);
  close(read.value, expected.value);
  close(read.low, expected.low);
  close(read.high, expected.high);
});

test.each(['', '-', '–', 'n/a', 'NaN', 'OOM', 'timeout', '✗', 'not supported'])(
  '“%s” is no figure, and nothing wrong',
  (text) => {
    expect(readCell(text, 'point')).toEqual({ kind: 'none' });
  },
);

test.each([
  '<1',
  '≥ 20 MB',
  'fast',
  '12 parsecs',
  '1,23,4',
  '5-3',
  '1e99',
  '3 s ± 2 MB',
  '[3 ms 2 ms 1 ms]',
  '4.1 µs* 4.2 µs*',
  'Infinity',
  '1.2.3',
])('“%s” is said to be no figure', (text) => {
  expect(readCell(text, 'point')).toMatchObject({ kind: 'other' });
});

test('decimal commas', () => {
  expect(readCell('1.234,5 MB', 'comma')).toMatchObject({ value: 1_234.5, unit: 'MB' });
  expect(readCell('0,25', 'comma')).toMatchObject({ value: 0.25 });
  expect(readCell('0,25', 'point')).toMatchObject({ kind: 'other' });
  expect(guessNumerals(['0,25', '1,5', '300'])).toBe('comma');
  expect(guessNumerals(['1,234', '12,345,678', '0.5'])).toBe('point');
  expect(guessNumerals(['1.234,56'])).toBe('comma');
});

test('units by their words', () => {
  expect([
    parseUnit('MB/sec'),
    parseUnit('seconds'),
    parseUnit('rows per second'),
    parseUnit('QPS'),
    parseUnit('μs'),
    parseUnit('KB'),
  ]).toEqual(['MB/s', 's', '/s', '/s', 'µs', 'kB']);
  expect([
    parseUnit('ns/op'),
    parseUnit('B/op'),
    parseUnit('sec.'),
    parseUnit('MBps'),
    parseUnit('million rows/s'),
    parseUnit('µs per call'),
  ]).toEqual(['ns', 'B', 's', 'MB/s', 'M/s', 'µs']);
  expect([parseUnit('Mbps'), parseUnit('Mb/s'), parseUnit('Mbit/s'), parseUnit('parsecs')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
