import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes } from './testing/test-files';
import { told } from './testing/told';

it.each<[what: string, file: string, at: number, byte: number, message: string]>([
  ['a run of no values', 'zstd', 164, 189, 'the page at byte 95, of the column “n”, has a run of no values'],
  [
    'a page of another size when it is unpacked',
    'snappy',
    8,
    50,
    'the page at byte 20, of the column “n”, holds 240 bytes, but claims 3248',
  ],
  [
    'a page that ends behind its column',
    'zstd',
    444,
    140,
    'the page at byte 263, of the column “s”, ends 2 bytes behind the end that the index gives the column',
  ],
  ['fewer rows than values', 'brotli', 432, 44, 'its index claims 3000 rows, but its row groups together 2872'],
])('a Parquet file with %s is refused', async (_, file, at, byte, message) => {
  const bytes = foreignFileBytes(`${file}.parquet`);
  bytes[at] = byte;
  expect(await caughtErrorRecord(bytes, 'a.parquet')).toMatchObject({
    tag: 'malformedInput',
    message: `It is damaged: ${message}.`,
    remedy: expect.stringMatching(/^Copy or download/u),
  });
});

it('a Parquet file with an encrypted column is refused by its name', async () => {
  expect(await caughtErrorRecord(foreignFileBytes('encrypted-column.parquet'), 'a.parquet')).toMatchObject({
    tag: 'unsupported',
    message: told(1, 'encrypted', '“secret”'),
    remedy: told('encryption', 'columns'),
  });
});
