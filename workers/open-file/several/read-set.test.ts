import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import { readOwnFile } from '../read';
import { columnTypesByName, columnValues, readTestTable } from '../testing/test-files';
import { folderFileBytes, folderSet, readSet, rowsOf, setOf, setRefusal } from '../testing/test-sets';
import { told } from '../testing/told';
import { telling } from '../../model/testing/telling';
import { reorderedNote } from './joined-table';

describe('what pyarrow.dataset reads', () => {
  it('Arrow files: each value is equal, and it is said that columns stand in another order', async () => {
    const { table, report } = await readSet(folderSet('arrow'));
    const reference = await readTestTable(folderFileBytes('arrow.arrow'), 'whole.arrow');
    expect(columnTypesByName(table)).toEqual(columnTypesByName(reference.table));
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
    expect(report.notes).toContain(reorderedNote(1, 3));
  });
});

describe('text files', () => {
  it('joins lists of records', async () => {
    const { table, report } = await readSet(
      setOf({ 'a.json': ' [{"a": 1}]\n', 'b.json': '[{"a": 2.5}, {"a": null}]' }),
    );
    expect(columnValues(table, 'a')).toEqual([1, 2.5, null]);
    expect(report.valueFacts).toEqual([[], []]);
    expect(report.found.files?.files.map(({ holds }) => holds)).toEqual(['1 row, 12 bytes', '2 rows, 25 bytes']);
  });

  it('joins records that follow one another', async () => {
    const lists = await readSet(
      setOf({ 'a.json': '{"a": 1}{"a": 2}', 'b.json': '[{"a": 3}]', 'c.json': '{"a":4} {"a":5}' }),
    );
    expect([columnValues(lists.table, 'a'), lists.report.badRowCount]).toEqual([[1n, 2n, 3n, 4n, 5n], 0]);
    const lines = await readSet(setOf({ 'a.jsonl': '{"a": 1}{"a": 2}', 'b.jsonl': '{"a": 3}\n{"a": 4}\n' }));
    expect([columnValues(lines.table, 'a'), lines.report.badRowCount]).toEqual([[1n, 2n, 3n, 4n], 0]);
    expect(lines.report.found.files?.files.map(({ holds }) => holds)).toEqual([told('2 rows'), told('2 rows')]);
  });
});

describe('files that can’t be read together', () => {
  it('one broken among many is named, whatever breaks it', async () => {
    const set = folderSet('arrow');
    const [first, second, third] = set.files;
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const broken = { path: 'broken.arrow', file: second.file.slice(0, second.file.size - 100) };
    const record = await setRefusal({ ...set, files: [first, broken, third] });
    expect(record.differingFiles).toEqual([{ index: 1, path: 'broken.arrow', reason: told('truncated') }]);
    expect(record.message).toMatch(telling('1 of 3 files', 'other 2', '“broken.arrow”', 'truncated'));
  });

  it('10,000 empty files are refused with all of them', async () => {
    const empty = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`part-${index}.csv`, '']));
    const record = await setRefusal(setOf(empty));
    expect(record.message).toMatch(telling('None', '10,000 files'));
    expect(record.differingFiles).toHaveLength(10_000);
  });

  it('more files than can be listed are refused before anything is read', async () => {
    const file = new Blob(['a\n1\n']);
    const files = Array.from({ length: 10_001 }, (_, index) => ({ path: `${index}.csv`, file }));
    expect(await setRefusal({ name: '10,001 files', size: 4 * files.length, files, leftOut: [] })).toMatchObject({
      tag: 'tooLarge',
    });
  });

  it('of another kind, in which no table was found, or empty, are named', async () => {
    const { differingFiles } = await setRefusal(
      setOf({
        'a.jsonl': '{"a":1}\n{"a":2}\n',
        'b.jsonl': '{"a":3}\n{"a":4}\n',
        'c.csv': 'a,b\n1,2\n',
        'readme.txt': 'Read me.',
        'e.csv': '',
      }),
    );
    expect(differingFiles).toEqual([
      expect.objectContaining({ path: 'c.csv', reason: told('CSV') }),
      expect.objectContaining({ path: 'readme.txt', reason: told('no table') }),
      expect.objectContaining({ path: 'e.csv', reason: 'it is empty' }),
    ]);
  });

  it('lists of records with other names are named', async () => {
    expect(
      await setRefusal(setOf({ 'a.json': '[{"a": 1}]', 'b.json': '[{"a": 1, "b": 2}]', 'c.json': '{"a": 1' })),
    ).toMatchObject({
      message: told('2 of 3 files', 'other 1'),
      differingFiles: [
        { index: 1, reason: told('has', '“b”', 'lack') },
        { index: 2, reason: told('JSON', 'line 1') },
      ],
    });
  });
});

describe('a sample of a set', () => {
  const part = (file: number) =>
    tableToIPC(
      tableFromArrays({ row: Int32Array.from({ length: 500 }, (_, row) => file * 500 + row) }),
      'stream',
    ).slice();
  const set = setOf(Object.fromEntries(Array.from({ length: 64 }, (_, file) => [`part-${file}.arrow`, part(file)])));
  const options = { fileName: set.name, type: null, columnTypes: null, sample: { seed: 3, targetBytes: 30_000 } };

  it('has files from all over the set, and says of how many', async () => {
    const { dataset, sample, fileCount } = await readOwnFile(set, options);
    if (dataset.kind !== 'table') throw new Error(`It is read as ${dataset.kind}.`);
    const rows = columnValues(dataset, 'row').map(Number);
    const files = [...new Set(rows.map((row) => Math.floor(row / 500)))];
    expect(files.map((file, stratum) => Math.floor(file / 4) === stratum)).toEqual(new Array(16).fill(true));
    expect(fileCount).toBe(64);
    // The files of the sample are a set of their own, which a run reads again.
    expect(sample).toMatchObject({
      file: { files: files.map((file) => ({ path: `part-${file}.arrow` })) },
      info: { unitKind: 'files', unitItems: new Array(16).fill(500), unitCount: 64, isTotalEstimated: true },
    });
    expect(Math.abs((sample?.info.totalItems ?? 0) - 32_000)).toBeLessThan(100);
  });

  it('names a broken file by its number in the set', async () => {
    const [{ differingFiles } = {}, chosen = 0] = await readOwnFile(set, options).then(({ dataset }) => {
      const first = dataset.kind === 'table' ? Number(columnValues(dataset, 'row')[0]) / 500 : 0;
      const broken = set.files.map((file, index) =>
        index === first ? { ...file, file: file.file.slice(0, -100) } : file,
      );
      const refused = readOwnFile({ ...set, files: broken }, options);
      return refused.then(
        () => [],
        (thrown: unknown) => [thrown instanceof FormatlabError ? thrown.record : undefined, first] as const,
      );
    });
    expect(differingFiles).toMatchObject([{ index: chosen, path: `part-${chosen}.arrow` }]);
  });
});
