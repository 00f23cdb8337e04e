import { expect, it } from 'vitest';
import type { Candidate } from '../../workers/model/plan';
import { networkRead } from './network-reads';

/** Why a reader asks for the whole file, or why that is not known, in words. `network-reads.test.ts` tests what it asks for. */

const candidate = (format: string, codec: Candidate['codec'] = null): Candidate => ({
  format,
  implementation: 'formatlab',
  options: {},
  codec,
});
const row = { sizeBytes: 1_000, counts: {}, sample: null };
const counted = { networkRequestsForOneRow: 3, networkBytesForOneRow: 500 };
const sample = { items: 10, dataBytes: 100, fixedBytes: 0 };

it.each<[string, Parameters<typeof networkRead>[0], Candidate]>([
  [
    'The file is compressed as a whole.',
    row,
    candidate('parquet', { id: 'zstd', level: 3, granularity: 'file', implementation: 'zstd-wasm' }),
  ],
  ['No reader of this format asks for parts of a file.', row, candidate('kryo')],
])('the whole file: %s', (whyWhole, of, one) =>
  expect(networkRead(of, 'lookup', one, () => null)).toMatchObject({ isWhole: true, whyWhole }),
);

it.each<[string, Parameters<typeof networkRead>[0], Candidate]>([
  ['It has no file.', { ...row, sizeBytes: null }, candidate('parquet')],
  [
    'Only a sample of the data was encoded, and a reader asks for other parts of a file of all data.',
    { ...row, counts: counted, sample },
    candidate('parquet'),
  ],
  ['This run did not count which parts of the file a reader asks for.', row, candidate('parquet')],
])('not known: %s', (unsupported, of, one) =>
  expect(networkRead(of, 'lookup', one, () => null)).toEqual({ unsupported }),
);
