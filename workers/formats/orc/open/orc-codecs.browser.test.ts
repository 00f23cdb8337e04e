import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

/** Files of pyarrow (fixtures/make_orc.py). */

const expected = {
  id: Array.from({ length: 60 }, (_, index) => 2n ** 60n + BigInt(index * index)),
  name: Array.from({ length: 60 }, (_, index) => `näme ${index % 7}`),
  score: Array.from({ length: 60 }, (_, index) => (index % 5 === 0 ? null : index / 8)),
};

it.each(['zlib', 'snappy', 'lz4', 'zstd'])('the codec %s', async (codec) => {
  const { table, report } = await readTestTable(foreignFileBytes(`${codec}.orc`), `${codec}.orc`);
  for (const [name, values] of Object.entries(expected)) expect(columnValues(table, name)).toEqual(values);
  expect(report.settings?.facts[0]).toEqual({ name: 'Codec', value: codec });
});

it('a chunk that cannot be unpacked is refused', async () => {
  const bytes = foreignFileBytes('zlib.orc').slice();
  // The values of the last column.
  for (let at = 249; at < 269; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  const { tag, message } = await caughtErrorRecord(bytes, 'a.orc');
  expect([tag, message]).toEqual(['malformedInput', told('(stripe 1)')]);
});

it('opens a file that is compressed as a whole', async () => {
  const packed = new Blob([foreignFileBytes('uncompressed.orc')]).stream().pipeThrough(new CompressionStream('gzip'));
  const { table } = await readTestTable(await new Response(packed).blob(), 'uncompressed.orc.gz');
  expect(columnValues(table, 'id')).toEqual(expected.id);
});
