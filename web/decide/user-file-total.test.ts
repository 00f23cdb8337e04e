import { expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import type { UserFile } from '../figures/user-file';
import { defaultSituation } from '../view/named-situations';
import { totalOf } from './totals';
import { userFileFigures } from './user-file-total';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  settings: [],
  decode: { bestMs: 10 } as Summary,
  name: 'Your file as it is',
  phrase: 'your file',
  timesNote: '',
};
const reading = {
  ...defaultSituation,
  goal: 'time',
  writes: 0,
  reads: 3,
  columnReads: 0,
  lookups: 0,
  downloadBytesPerSecond: 1e6,
  latencyMs: 0,
  pipelined: false,
  timesOf: 'browser',
} as const;

test('the user’s file has the total of a situation that only reads it, and its size', () => {
  const figures = userFileFigures(file, reading);
  if (typeof figures === 'string') throw new Error(figures);
  expect(totalOf(reading, figures)).toBe(3 * (2_000 + 10));
  const size = { ...reading, goal: 'size', writes: 1 } as const;
  const ofSize = userFileFigures({ ...file, decode: null }, size);
  if (typeof ofSize === 'string') throw new Error(ofSize);
  expect(totalOf(size, ofSize)).toBe(2_000_000);
});

test('it says why it has no total', () => {
  expect(userFileFigures(file, { ...reading, writes: 1 })).toMatch(/time to write is not known/);
  expect(userFileFigures(file, { ...reading, timesOf: 'native' })).toMatch(/no native time/);
  expect(userFileFigures({ ...file, decode: null }, reading)).toMatch(/time to read was not measured/);
});
