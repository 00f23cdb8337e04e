import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { endBytes } from '../../libraries/zip-records';
import { StreamedText } from '../sample/text/streamed-text';
import { caughtErrorRecord, columnValues, foreignFileBytes, readTestFile } from '../../open-file/testing/test-files';
import { zipEntries } from './zip-directory';
import { told } from '../../open-file/testing/told';
import { telling } from '../../model/testing/telling';

/** An archive of two files whose directory claims to have so many. Its comment is empty. */
function withCount(count: number) {
  const bytes = foreignFileBytes('two-files.zip');
  new DataView(bytes.buffer).setUint16(bytes.length - endBytes + 10, count, true);
  return bytes;
}

it('an archive with a count of members that is too small or too large is not read', async () => {
  const namesOf = async (count: number) => (await zipEntries(new Blob([withCount(count)])))?.map(({ name }) => name);
  expect(await namesOf(2)).toEqual(['a.csv', 'b.csv']);
  for (const count of [0, 1, 3]) expect(await namesOf(count)).toBeUndefined();
  expect(await caughtErrorRecord(withCount(1), 'two.zip')).toMatchObject({
    message: expect.any(String),
    remedy: expect.any(String),
  });
});

it('an archive with two files of one name is refused, since it does not say which is meant', async () => {
  const bytes = foreignFileBytes('two-files.zip');
  const text = new TextDecoder('latin1').decode(bytes);
  bytes[text.lastIndexOf('b.csv')] = 'a'.charCodeAt(0);
  expect(await caughtErrorRecord(bytes, 'two.zip')).toMatchObject({
    message: told('Zip', '“a.csv”', 'two files'),
    remedy: expect.stringContaining('Unpack it'),
  });
});

it('an archive that was cut is said to be damaged, not to be of another kind', async () => {
  const record = await caughtErrorRecord(foreignFileBytes('two-files.zip').slice(0, -30), 'two.zip');
  expect(record.message).toMatch(telling('two.zip', 'Zip archive', 'list of files', 'damaged'));
  expect(record.remedy).toMatch(/^Copy or download/u);
});

const line = (row: number) => `{"row": ${row}, "text": "line ${row}"}\n`;

it.each([20_000, 200_000])('a gzip text of %i lines is sampled as it is unpacked', async (count) => {
  const lines = Array.from({ length: count }, (_, row) => line(row)).join('');
  const file = new Blob([gzipSync(lines).slice()]);
  const { dataset, sample, report } = await readTestFile(file, 'rows.ndjson.gz', {
    sample: { seed: 2, targetBytes: 64_000 },
  });
  if (dataset.kind !== 'table' || sample === null) throw new Error('It was not cut.');
  const rows = columnValues(dataset, 'row').map(Number);
  expect(columnValues(dataset, 'text')).toEqual(rows.map((row) => `line ${row}`));
  expect(rows).toEqual([...rows].sort((one, other) => one - other));
  expect([rows[0], rows.length < count / 5]).toEqual([0, true]);
  expect(rows.at(-1)).toBeGreaterThan(0.85 * count);
  expect(sample.info).toMatchObject({ unitKind: 'blocks', isTotalEstimated: true, isFirstPart: false });
  expect(Math.abs(sample.info.totalItems / count - 1)).toBeLessThan(0.05);
  expect(report.notes).toEqual([told('gzip', `${lines.length.toLocaleString('en')} bytes`)]);
});

it('of a text whose length is not known, each block of a stratum is kept as likely as any other', () => {
  const [blocks, blockBytes] = [500, 4];
  const counts = new Float64Array(blocks);
  for (let seed = 0; seed < 100; seed += 1) {
    const text = new StreamedText({ seed, targetBytes: 16 * blockBytes });
    for (let at = 0; at < blocks; at += 1) text.add(new Uint8Array(blockBytes));
    const found = text.end();
    if (found instanceof Blob) throw new Error('All of it was kept.');
    expect(found).toMatchObject({ size: blocks * blockBytes });
    expect(found.ranges).toHaveLength(16);
    for (const { from } of found.ranges.slice(1)) counts[from / blockBytes] = (counts[from / blockBytes] ?? 0) + 1;
  }
  const quarter = (part: number) =>
    counts.subarray((part * blocks) / 4, ((part + 1) * blocks) / 4).reduce((a, b) => a + b, 0);
  for (let part = 0; part < 4; part += 1) expect(Math.abs(quarter(part) / 375 - 1)).toBeLessThan(0.25);
});
