import { describe, expect, it } from 'vitest';
import { foreignFileBytes, readTestFile, caughtErrorRecord } from './testing/test-files';
import { telling } from '../model/testing/telling';
import type { Facts } from './testing/told';

/** A Blob that says it is larger than it is, and can't be read: nothing may try. */
class HugeBlob extends Blob {
  override get size() {
    return 2 * 1024 ** 3;
  }
  override slice(): Blob {
    throw new Error('It was read.');
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    throw new Error('It was read.');
  }
}

describe('files that can’t be read', () => {
  it('an empty one', async () => {
    expect(await caughtErrorRecord('', 'nothing.csv')).toMatchObject({
      tag: 'malformedInput',
      message: 'nothing.csv is empty.',
      remedy: expect.any(String),
    });
  });

  it.each(['big.csv', 'big.parquet', 'big.bin'])('one of 2 GB, before anything is read: %s', async (fileName) => {
    const record = await caughtErrorRecord(new HugeBlob(), fileName);
    expect(record).toMatchObject({ tag: 'tooLarge', stage: 'import' });
    expect(record.message).toMatch(telling('2,048 MiB', '512 MiB'));
    expect(record.remedy).toMatch(/fewer rows/);
  });

  it.each<[fileName: string, content: string | Uint8Array<ArrayBuffer>, facts: Facts]>([
    ['table.csv', foreignFileBytes('snappy.parquet'), ['CSV or TSV file', 'Parquet file']],
    ['table.parquet', 'a,b\n1,2\n3,4\n', ['Parquet file', 'CSV']],
    ['table.json', 'a,b\n1,2\n3,4\n', ['JSON file', 'CSV']],
    ['table.csv', '[{"a": 1}]', ['CSV or TSV file', 'JSON file']],
    ['table.csv', '<!DOCTYPE html><html></html>', ['HTML page']],
    ['table.csv', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), ['gzip file', 'damaged']],
    ['array.npy', foreignFileBytes('lz4.arrow'), ['NumPy .npy file', 'Arrow IPC file']],
    ['table.arrow', Uint8Array.from([1, 2, 3, 0]), ['Arrow IPC file', 'binary data']],
    ['table.csv', Uint8Array.from([97, 44, 0, 0, 0, 1, 2, 3]), ['CSV or TSV file', 'binary data']],
  ])('one that lies about its type: %s', async (fileName, content, facts) => {
    const record = await caughtErrorRecord(content, fileName);
    expect(record.message).toMatch(telling(fileName, ...facts));
    expect(record.remedy).toBeTruthy();
  });

  it.each<[fileName: string, content: string, facts: Facts]>([
    ['empty-footer.parquet', `PAR1${'\0'.repeat(4)}PAR1`, ['index', 'empty']],
    ['deep.json', `[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`, ['nested']],
  ])('one is told by what is wrong with it: %s', async (fileName, content, facts) => {
    expect((await caughtErrorRecord(content, fileName)).message).toMatch(telling(...facts));
  });

  it('unless it is to be read as what it is, or as bytes', async () => {
    expect((await readTestFile(foreignFileBytes('snappy.parquet'), 'table.csv', { type: 'parquet' })).report.type).toBe(
      'parquet',
    );
    const { dataset, report } = await readTestFile(foreignFileBytes('snappy.parquet'), 'table.csv', { type: 'bytes' });
    expect(dataset).toEqual({ kind: 'bytes', bytes: foreignFileBytes('snappy.parquet') });
    expect(report).toMatchObject({ type: 'bytes', dialect: null, badRowCount: 0 });
    expect(report.preview[0]?.[0]).toMatch(/^50 41 52 31/);
  });

  it('and a name that says nothing leaves it to the content', async () => {
    expect((await readTestFile(foreignFileBytes('lz4.arrow'), 'unknown')).report.type).toBe('arrow');
    expect((await readTestFile(foreignFileBytes('c.npy'), 'unknown.dat')).report.type).toBe('npy');
    expect((await readTestFile('{"a":1}\n{"a":2}\n', 'unknown.txt')).report.type).toBe('ndjson');
    expect((await readTestFile('Just a sentence.', 'unknown.txt')).report.type).toBe('bytes');
  });
});
