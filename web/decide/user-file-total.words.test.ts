import { expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import type { UserFile } from '../figures/user-file';
import { defaultSituation } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { leftOutWords, userFileTotal } from './user-file-total';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  needsNoDecoding: false,
  settings: [],
  decode: { bestMs: 10 } as Summary,
  name: 'Your file as it is',
  phrase: 'your file',
  project: null,
  columnDataBytes: 0,
  lookup: null,
  roundBestMs: {},
  lookupsPerCall: 1,
  counts: {},
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

/** What the total of the user's file leaves out, in words. */
test.each<[string, UserFile, Partial<Situation>]>([
  ['', file, {}],
  [' (without writing)', file, { writes: 1 }],
  [' (without reading)', file, { timesOf: 'native' }],
  [' (without writing and reading)', { ...file, decode: null }, { writes: 1 }],
])('“%s”', (words, of, situation) =>
  expect(leftOutWords(userFileTotal(of, { ...reading, ...situation }).leftOut)).toBe(words),
);
