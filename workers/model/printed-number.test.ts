import { expect, test } from 'vitest';
import { readPrintedNumber } from './printed-number';

test.each([
  ['103.32 MB', 103.32, 0.01],
  ['10,000', 10_000, 1],
  ['246469', 246_469, 1],
  ['1億', 1e8, 1e8],
  ['29万QPS', 290_000, 10_000],
  ['57%', 0.57, 0.01],
  ['3.03×10^6', 3_030_000, 10_000],
  ['4 × 10^6', 4_000_000, 1_000_000],
  ['1/4以下', 0.25, 0],
  ['1/6319717秒', 1 / 6_319_717, 0],
  ['数20GB', 20, 1],
  ['12 m 16 s', 736, 1],
  ['1 min 2.50 s', 62.5, 0.01],
  ['1961 s-1', 1_961, 1],
  ['6.8 MiB', 6.8, 0.1],
])('%s', (printed, value, lastDigit) => {
  const read = readPrintedNumber(printed);
  expect(read.value).toBeCloseTo(value, 12);
  expect(read.lastDigit).toBeCloseTo(lastDigit, 12);
});

test('what has no number is refused', () => {
  expect(() => readPrintedNumber('some tens of GB')).toThrow('no number');
});
