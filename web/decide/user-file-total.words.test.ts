import { expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import type { UserFile } from '../figures/user-file';
import { defaultSituation } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { userFileFigures } from './user-file-total';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
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

/** Why the user's file has no total, in words. */
test.each<[string, UserFile, Partial<Situation>]>([
  ['No total: another program wrote it, so its time to write is not known.', file, { writes: 1 }],
  ['No total: no native time of it is known.', file, { timesOf: 'native' }],
  ['No total: its time to read was not measured.', { ...file, decode: null }, {}],
])('%s', (words, of, situation) => expect(userFileFigures(of, { ...reading, ...situation })).toBe(words));
