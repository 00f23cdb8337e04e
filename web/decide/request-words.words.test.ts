import { expect, it } from 'vitest';
import type { CompletedRow } from '../figures/rows';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import type { Contender } from './contenders';
import { decodedTexts, requestTexts, unknownRequestTexts } from './request-words';

/** The sentences on requests. `request-words.test.ts` tests when which one stands, and its figures. */

const nothing = { requests: 0, steps: 0, bytes: 0 };
const contender = (figures: Partial<Contender['figures']> = {}): Contender => ({
  row: { names: { label: 'Parquet' } } as CompletedRow,
  figures: {
    sizeBytes: 100_000_000,
    encodeMs: 10,
    decodeMs: 5,
    columnMs: 2,
    lookupMs: 0.01,
    columnRequests: { requests: 5, steps: 2, bytes: 400_000 },
    lookupRequests: {
      open: { requests: 1, steps: 1, bytes: 65_536 },
      each: { requests: 3, steps: 2, bytes: 20_000 },
    },
    ...figures,
  },
  roundBestMs: {},
  neverWarm: new Set(),
  assumptions: [],
  unknownRequests: { project: 'Not counted.', lookup: 'Not counted.' },
});
const columns = namedSituations.analytics.situation;
const looking: Situation = { ...columns, columnReads: 0, lookups: 2 };
const slowColumn = { columnMs: 9, columnRequests: null };

type Sentence = readonly [string, Situation, Partial<Contender['figures']>?];

const ofParts: readonly Sentence[] = [
  ['To read one column, a reader sends 5 requests for 400 kB.', columns],
  ['To read one column, a reader sends 5 requests in 2 steps for 400 kB.', { ...columns, pipelined: true }],
  [
    'To read one column, the whole file is downloaded: that takes less time than 5 requests for 400 kB.',
    { ...columns, latencyMs: 10_000 },
  ],
  ['To read one column, 400 kB of the file are downloaded.', { ...columns, goal: 'money' }],
  [
    'To look up rows, a reader sends 1 request for 65.5 kB to open the file, and 3 requests for 20.0 kB for each row.',
    looking,
  ],
  [
    'To look up rows, a reader sends 1 request for 65.5 kB to open the file, and none for the rows.',
    looking,
    { lookupRequests: { open: { requests: 1, steps: 1, bytes: 65_536 }, each: nothing } },
  ],
  [
    'To look up rows, a reader sends 3 requests for 20.0 kB for each row.',
    looking,
    { lookupRequests: { open: nothing, each: { requests: 3, steps: 2, bytes: 20_000 } } },
  ],
  ['To look up rows, 106 kB of the file are downloaded.', { ...looking, goal: 'money' }],
];

it('how parts are read', () =>
  expect(ofParts.flatMap(([, situation, figures]) => requestTexts(contender(figures), situation))).toEqual(
    ofParts.map(([words]) => words),
  ));

const ofDecoding: readonly Sentence[] = [
  [
    'To look up rows, the whole file is decoded once: that takes less time than single look-ups.',
    { ...looking, lookups: 1_000_000 },
  ],
  [
    'To look up rows, the whole file is decoded once: that costs less than single look-ups.',
    { ...looking, lookups: 1_000_000, goal: 'money' },
  ],
  [
    'To read one column, the whole file is decoded: that takes less time than to read the column alone.',
    columns,
    slowColumn,
  ],
  [
    'To read one column, the whole file is decoded: that costs less than to read the column alone.',
    { ...columns, goal: 'money', corePerHour: 1 },
    slowColumn,
  ],
];

it('that the whole file is decoded', () =>
  expect(ofDecoding.flatMap(([, situation, figures]) => decodedTexts(contender(figures), situation))).toEqual(
    ofDecoding.map(([words]) => words),
  ));

const ofUnknown: readonly Sentence[] = [
  ['Not counted. Each read of one column counts as one request for the whole file for Parquet.', columns],
  ['Not counted. Look-ups count as one request for the whole file for Parquet.', looking],
];

it('what counts where the requests are not known', () =>
  expect(
    ofUnknown.flatMap(([, situation]) => unknownRequestTexts([{ contender: contender() } as Standing], situation)),
  ).toEqual(ofUnknown.map(([words]) => words)));
