import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from '../../../open-file/testing/test-files';

/** Files of fastavro (fixtures/make_avro.py). */

const expected = {
  id: Array.from({ length: 60 }, (_, index) => 2n ** 60n + BigInt(index)),
  name: Array.from({ length: 60 }, (_, index) => `näme ${index % 7}`),
  score: Array.from({ length: 60 }, (_, index) => (index % 5 === 0 ? null : index / 8)),
};

it.each(['null', 'deflate', 'snappy', 'zstandard', 'bzip2', 'xz'])('the codec %s', async (codec) => {
  const { table, report } = await readTestTable(foreignFileBytes(`${codec}.avro`), `${codec}.avro`);
  for (const [name, values] of Object.entries(expected)) expect(columnValues(table, name)).toEqual(values);
  expect(report.settings?.facts[0]).toEqual({ name: 'Codec', value: codec });
});

it('a block that differs from its checksum is refused', async () => {
  for (const codec of ['snappy', 'deflate', 'zstandard']) {
    const bytes = foreignFileBytes(`${codec}.avro`).slice();
    const from = bytes.length - 24;
    for (let at = from; at < from + 4; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    const { tag, message } = await caughtErrorRecord(bytes, 'a.avro');
    expect([tag, message]).toEqual(['malformedInput', expect.stringMatching(/\(block \d+\)/u)]);
  }
});

it('opens a file that is compressed as a whole', async () => {
  const packed = new Blob([foreignFileBytes('null.avro')]).stream().pipeThrough(new CompressionStream('gzip'));
  const { table } = await readTestTable(await new Response(packed).blob(), 'null.avro.gz');
  expect(columnValues(table, 'id')).toEqual(expected.id);
});
