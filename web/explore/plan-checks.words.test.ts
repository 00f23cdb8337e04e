import { expect, test } from 'vitest';
import type { ErrorRecord } from '../../workers/model/errors';
import type { OwnFileState } from '../state/own-file';
import { runBlockedReason } from './plan-checks';
import { held, planOf, report } from './testing/held-files';

const file = held('ab'.repeat(32));
const plan = planOf(file);
const error: ErrorRecord = { tag: 'malformedInput', stage: 'import', message: 'It broke.' };
const reading: OwnFileState = {
  status: 'reading',
  file: file.file,
  stage: 'Reading',
  share: null,
  previous: null,
  columnTypes: null,
  reading: {},
  sample: null,
  type: null,
  malformed: 'fatal',
};
const failed = (of: ErrorRecord): OwnFileState => ({ ...reading, status: 'failed', error: of });
const parts = [
  { name: 'a', holds: '2 rows' },
  { name: 'b', holds: '1 row' },
];
const estimate = { timeMs: 1, dataBytes: 8, peakMemoryBytes: 32, tooLarge: [] as never[] };
const tooLarge = { ...estimate, tooLarge: [0] as unknown as never[] };
const read = (itemCount: number, badRowCount: number) => ({ ...file, report: { ...report, itemCount, badRowCount } });
const rowless = { ...file, report: { ...report, itemCount: 0 } };

type Circumstances = Parameters<typeof runBlockedReason>[1];
const given = (changes: Partial<Circumstances> = {}): Circumstances => ({
  fileTab: true,
  ownFile: file,
  isFetching: false,
  rejection: null,
  estimate,
  schema: report.schema,
  ...changes,
});

test.each<[string, Partial<Circumstances>, string | null]>([
  ['the file has been read', {}, null],
  [
    'a file is fetched',
    { isFetching: true },
    'A file is still being fetched. Wait for it, or stop fetching under Data.',
  ],
  ['the file is read', { ownFile: reading }, 'The file is still being read.'],
  [
    'the file holds several parts',
    { ownFile: failed({ ...error, parts }) },
    'Choose the part of the file to measure, under Data.',
  ],
  ['the file could not be read', { ownFile: failed(error) }, 'The file could not be read. The reason is under Data.'],
  ['there is no file', { ownFile: { status: 'none' } }, 'Choose the file first.'],
  ['there is no file, but other data', { ownFile: { status: 'none' }, fileTab: false }, null],
  ['the file has a header alone', { ownFile: rowless }, 'The file has no rows, so there is nothing to measure.'],
  [
    'a header alone fits',
    { ownFile: read(1, 1_000) },
    'Nearly all rows of the file were left out. Choose under Data how it is read.',
  ],
  [
    'one row in eleven fits',
    { ownFile: read(101, 901) },
    'Nearly all rows of the file were left out. Choose under Data how it is read.',
  ],
  ['one row in ten fits', { ownFile: read(101, 900) }, null],
  ['a single row fits', { ownFile: read(1, 0) }, null],
  ['the file has a header alone, but other data is shown', { ownFile: rowless, fileTab: false }, null],
  ['the plan is refused', { rejection: error }, 'The plan can’t be run. The reason is under Candidates.'],
  ['the data is too large', { estimate: tooLarge }, 'The data is too large for this tab. Choose a smaller size.'],
])('why Run is not offered, where %s', (_what, changes, words) =>
  expect(runBlockedReason(plan, given(changes))).toBe(words),
);

test('why Run is not offered, where no candidate holds the data', () => {
  const candidates = [{ format: 'smiles', implementation: 'formatlab', options: {}, codec: null }];
  expect(runBlockedReason({ ...plan, candidates }, given())).toBe(
    'No candidate can encode this data. Choose other candidates.',
  );
});
