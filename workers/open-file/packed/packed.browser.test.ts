import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes, readTestFile } from '../testing/test-files';
import { nameInside } from '../../own-file/packed/packings';
import { told } from '../testing/told';

const read = (name: string, fileName = name) => readTestFile(foreignFileBytes(name), fileName);

it.each([
  ['rows.ndjson.gz', 'gzip'],
  ['two-members.ndjson.gz', 'gzip'],
  ['rows.ndjson.zst', 'zstd'],
  ['two-frames.ndjson.zst', 'zstd'],
  ['rows.ndjson.xz', 'xz'],
  ['two-streams.ndjson.xz', 'xz'],
  ['rows.ndjson.lzma', 'lzma'],
  ['rows.ndjson.bz2', 'bzip2'],
  ['two-streams.ndjson.bz2', 'bzip2'],
  ['rows.ndjson.lz4', 'lz4'],
  ['two-frames.ndjson.lz4', 'lz4'],
  ['rows.ndjson.br', 'brotli'],
  ['rows.zip', 'zip'],
  ['stored.zip', 'zip'],
  ['streamed.zip', 'zip'],
])('%s has the rows of the file that is not compressed', async (name, packing) => {
  const whole = await read('rows.ndjson.gz');
  const { dataset, report, packing: found } = await read(name);
  expect(found).toBe(packing);
  expect(dataset).toEqual(whole.dataset);
  expect(report).toMatchObject({ type: 'ndjson', itemCount: 400 });
  expect(report.notes).toEqual([expect.stringMatching(/ 19,\d{3} bytes/u)]);
  expect(report.settings?.facts[0]).toMatchObject({ name: 'Packed' });
});

it('what macOS keeps beside a single file in an archive is named', async () => {
  const text = new TextEncoder().encode('{"a":1}\n{"a":2}\n');
  const bytes = zipSync({ 'table.ndjson': text, '__MACOSX/._table.ndjson': text, '.DS_Store': text });
  const { report } = await readTestFile(bytes, 'table.zip');
  expect(report).toMatchObject({ type: 'ndjson', itemCount: 2 });
  expect(report.notes).toEqual([told('“table.ndjson”', '“__MACOSX/._table.ndjson”', '1 other')]);
});

it('what states its level has a candidate', async () => {
  expect((await read('rows.ndjson.bz2')).report.candidate?.codec).toMatchObject({ id: 'bzip2', level: 5 });
  expect((await read('rows.ndjson.zst')).report.candidate).toBeNull();
});

it('the content tells how it is compressed, not the name', async () => {
  expect((await read('rows.ndjson.xz', 'rows.ndjson')).report.itemCount).toBe(400);
  expect((await read('rows.ndjson.lz4', 'rows.gz')).report.itemCount).toBe(400);
  expect((await readTestFile('a,b\n1,2\n3,4\n', 'table.csv.br')).report.itemCount).toBe(2);
});

it.each([
  ['two-files.zip', told('1 of 2 files', '“b.csv”', 'lacks', '“a”')],
  ['lzma-method.zip', told('method 14 (LZMA)', '0 (stored)', '8 (deflated)')],
  ['nested.zip', told('rows.ndjson.gz', 'gzip')],
])('%s is refused', async (name, message) => {
  const record = await caughtErrorRecord(foreignFileBytes(name), name);
  expect(record).toMatchObject({ tag: 'unsupported', message });
  expect(record.remedy).toMatch(/unpack it|one table/iu);
});

it('an archive inside an archive is refused for being one inside the other, not for how it is compressed', async () => {
  const nested = zipSync({ 'inner.zip': foreignFileBytes('rows.zip') });
  const record = await caughtErrorRecord(nested.slice(), 'outer.zip');
  expect(record).toMatchObject({ tag: 'unsupported', message: told('inner.zip', 'Zip') });
  expect(record.remedy).not.toMatch(/deflated/);
});

it('an archive without data is refused with the reason for the first file', async () => {
  const empty = zipSync({ 'a.csv': new Uint8Array(), '.cache/b.csv': new TextEncoder().encode('a\n1\n') });
  expect(await caughtErrorRecord(empty.slice(), 'empty.zip')).toMatchObject({
    tag: 'unsupported',
    message: told('“a.csv”', '1 other', 'empty'),
  });
});

it.each(['zst', 'xz', 'lzma', 'bz2', 'lz4', 'br'])('a truncated .%s is refused', async (extension) => {
  const name = `rows.ndjson.${extension}`;
  const whole = foreignFileBytes(name);
  const record = await caughtErrorRecord(whole.slice(0, Math.floor(whole.length * 0.8)), name);
  expect(record).toMatchObject({ tag: 'malformedInput', message: told(name, 'damaged') });
});

it('ends when more comes out than can be read', { tags: ['full'] }, async () => {
  expect(await caughtErrorRecord(foreignFileBytes('bomb.zst'), 'bomb.csv.zst', { type: 'csv' })).toMatchObject({
    message: expect.stringMatching(/^bomb\.csv/u),
  });
  const squeezed = await caughtErrorRecord(foreignFileBytes('bomb.csv.bz2'), 'bomb.csv.bz2');
  expect(squeezed.remedy).toBeTruthy();
});

it('names are kept without the extension of the packing', () => {
  expect(nameInside('a.csv.ZST', 'zstd')).toBe('a.csv');
  expect(nameInside('.gz', 'gzip')).toBe('.gz');
  expect(nameInside('a.csv', 'gzip')).toBe('a.csv');
});
