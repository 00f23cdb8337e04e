import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes } from '../../../open-file/testing/test-files';
import { type Facts, told } from '../../../open-file/testing/told';

it.each<[what: string, file: string, at: number, byte: number, facts: Facts]>([
  ['a run of no values', 'zstd', 164, 189, ['byte 95', '“n”', 'run']],
  ['a page of another size when it is unpacked', 'snappy', 8, 50, ['byte 20', '“n”', '240 bytes', 3248]],
  ['a page that ends behind its column', 'zstd', 444, 140, ['byte 263', '“s”', '2 bytes']],
  ['fewer rows than values', 'brotli', 432, 44, ['3000 rows', 2872]],
])('a Parquet file with %s is refused', async (_, file, at, byte, facts) => {
  const bytes = foreignFileBytes(`${file}.parquet`);
  bytes[at] = byte;
  expect(await caughtErrorRecord(bytes, 'a.parquet')).toMatchObject({
    tag: 'malformedInput',
    message: told('damaged', ...facts),
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
