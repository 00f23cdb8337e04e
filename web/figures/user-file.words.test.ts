import { expect, test } from 'vitest';
import type { OwnFileType } from '../../workers/model/plan';
import type { FileDecode, RunResult } from '../../workers/model/result';
import { candidate, makeRun, measuredOperation } from '../results/testing/test-results';
import { sizeAgainstUserFilePhrase, type UserFile, userFileOf } from './user-file';

/** The words on the user's file. `user-file.test.ts` tests its figures. */

const run = makeRun({ cells: [{ candidate: candidate('pickle') }] });
const result = measuredOperation(5, { rounds: 2, jitter: 0, seed: 1, clock: ['decode'], itemsPerCall: 100 });

function fileOf(type: OwnFileType, more: { fileCount?: number; decode?: Partial<FileDecode> } = {}): UserFile {
  const [info] = run.datasets;
  if (info?.status !== 'ready') throw new Error('The run has a dataset.');
  const spec = {
    source: 'ownFile',
    type,
    fileName: null,
    fileSizeBytes: 1_000,
    sha256: null,
    columnTypes: null,
  } as const;
  const { fileCount, decode } = more;
  const own: RunResult = {
    ...run,
    plan: { ...run.plan, datasets: [{ ...spec, ...(fileCount === undefined ? {} : { fileCount }) }] },
    datasets: [
      decode === undefined ? info : { ...info, fileDecode: { reader: 'Parquet (arrow-rs)', result, ...decode } },
    ],
  };
  const file = userFileOf(own, 0);
  if (file === null) throw new Error('The dataset is a file.');
  return file;
}

test.each([
  ['Your file as it is', fileOf('csv')],
  ['Your 12 files as they are', fileOf('csv', { fileCount: 12 })],
])('%s', (words, { name }) => expect(name).toBe(words));

const readBy =
  'It is read by Parquet (arrow-rs), which gives the data that were measured. Another program wrote it, so its time to write is not known.';

const notes: readonly (readonly [string, UserFile])[] = [
  ['Its time to read is not measured: no trial of this run read it.', fileOf('csv', { fileCount: 12 })],
  ['Plain bytes are read as they are.', fileOf('bytes')],
  [
    'Its time to read is not measured: The reader refuses it.',
    fileOf('csv', { decode: { result: { status: 'unsupported', reason: 'The reader refuses it.' } } }),
  ],
  [readBy, fileOf('parquet', { decode: {} })],
  [
    `${readBy} Reading it took too long in a later round. Its times are those of the rounds before.`,
    fileOf('parquet', { decode: { endedBy: 'timedOut' } }),
  ],
  [
    `${readBy} Reading it failed in a later round. Its times are those of the rounds before.`,
    fileOf('parquet', { decode: { endedBy: 'failed' } }),
  ],
];

test('by what it is read, or why it has no times', () =>
  expect(notes.map(([, { timesNote }]) => timesNote)).toEqual(notes.map(([words]) => words)));

const sizes: readonly (readonly [number, string])[] = [
  [500, '50 % smaller than your file of 1.00 kB'],
  [999, '0.10 % smaller than your file of 1.00 kB'],
  [1_000, 'as large as your file of 1.00 kB'],
  [1_001, '0.10 % larger than your file of 1.00 kB'],
  [1_500, '50 % larger than your file of 1.00 kB'],
  [2_000, '2.0 times as large as your file of 1.00 kB'],
  [13_900, '14 times as large as your file of 1.00 kB'],
];

test('its size beside another one', () => {
  const file = { sizeBytes: 1_000, phrase: 'your file' } as UserFile;
  expect(sizes.map(([sizeBytes]) => sizeAgainstUserFilePhrase(sizeBytes, file))).toEqual(
    sizes.map(([, words]) => words),
  );
});
