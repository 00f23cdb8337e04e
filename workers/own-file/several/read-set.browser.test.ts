import { describe, expect, it } from 'vitest';
import type { Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { ReadingOptions } from '../../model/reading-options';
import type { FileSet } from '../../model/user-data';
import { countWord } from '../csv/count-word';
import folders from '../fixtures/folders.json';
import { readOwnFile } from '../read';
import { columnTypesByName, columnValues, readTestTable } from '../testing/test-files';

/** Folders that pyarrow and pandas wrote and read (fixtures/make_folders.py). */

const encoded: Record<string, string> = folders;
const bytesOf = (path: string) => Uint8Array.from(atob(encoded[path] ?? ''), (character) => character.charCodeAt(0));

const setOf = (files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FileSet => {
  const made = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
  return { name: 'files', size: made.reduce((sum, { file }) => sum + file.size, 0), files: made, leftOut: [] };
};
const folder = (name: string) =>
  setOf(
    Object.fromEntries(
      Object.keys(encoded).flatMap((path) =>
        path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), bytesOf(path)] as const] : [],
      ),
    ),
  );

async function readSet(set: FileSet, reading: ReadingOptions = {}) {
  const { dataset, report, fileCount, packing } = await readOwnFile(set, {
    fileName: set.name,
    type: null,
    columnTypes: null,
    reading,
  });
  expect([fileCount, packing]).toEqual([set.files.length, null]);
  return { table: dataset as Table, report };
}

async function refusal(set: FileSet, reading: ReadingOptions = {}) {
  try {
    await readSet(set, reading);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('The set was read.');
}

const rowsOf = (table: Table) => table.columns.map(({ name }) => [name, columnValues(table, name)]);

describe('what pyarrow.dataset reads', () => {
  it.each([
    ['hive', { partitionColumns: true }],
    ['arrow', {}],
  ] as const)('%s: each value is equal', async (name, reading) => {
    const { table, report } = await readSet(folder(name), reading);
    const reference = await readTestTable(bytesOf(`${name}.parquet`), 'whole.parquet');
    expect(columnTypesByName(table)).toEqual(columnTypesByName(reference.table));
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
    expect(report.found.files?.files.map(({ holds }) => holds.split(',')[0])).toEqual(['3 rows', '2 rows', '10 rows']);
  });

  it('has the columns of the folders only if they are chosen', async () => {
    const { table, report } = await readSet(folder('hive'));
    expect(table.columns.map(({ name }) => name)).not.toContain('year');
    expect(report.found.files?.partitions).toEqual({ names: ['year', 'month'], areRead: false, problem: null });
    expect(report.settings?.facts[0]).toEqual({ name: 'Files', value: '3' });
    expect(report.settings?.facts.find(({ name }) => name === 'Codec')?.value).toMatch(/\(1 file\)/u);
  });

  it('says which columns stand in another order', async () => {
    const { report } = await readSet(folder('arrow'));
    expect(report.notes).toContain(
      '1 of 3 files have their columns in another order than the first. Columns are matched by name.',
    );
  });
});

describe('what pandas.concat reads', () => {
  it('CSV with types over all files, other line ends and another order of columns', async () => {
    const { table, report } = await readSet(folder('csv'));
    const reference = await readTestTable(bytesOf('csv.parquet'), 'whole.parquet');
    expect(columnTypesByName(table)).toEqual(columnTypesByName(reference.table));
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
    expect(report.notes).toContain(
      'Column “code” is text in all files, since its values are whole numbers in 2 files, text in 1 file.',
    );
    expect(await countWord(folder('csv'), 'files', report, 'd')).toEqual({ inText: 1, inOthers: 0 });
  });

  it('JSON lines with types over all files', async () => {
    const { table } = await readSet(folder('jsonl'));
    const reference = await readTestTable(bytesOf('jsonl.parquet'), 'whole.parquet');
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
  });
});

describe('text files', () => {
  it('joins lists of records', async () => {
    const { table, report } = await readSet(
      setOf({ 'a.json': ' [{"a": 1}]\n', 'b.json': '[{"a": 2.5}, {"a": null}]' }),
    );
    expect(columnValues(table, 'a')).toEqual([1, 2.5, null]);
    expect(report.found.files?.files.map(({ holds }) => holds)).toEqual(['1 row, 12 bytes', '2 rows, 25 bytes']);
  });

  it('takes words that head every file for the header, where all columns are text', async () => {
    const { table } = await readSet(setOf({ 'a.csv': 'x,y\nr,s\n', 'b.csv': 'x,y\nt,u' }));
    expect(rowsOf(table)).toEqual([
      ['x', ['r', 't']],
      ['y', ['s', 'u']],
    ]);
  });

  it('joins files without a header', async () => {
    const { table } = await readSet(setOf({ 'a.csv': '1,2\n3,4', 'b.csv': '5,6\n' }));
    expect(table.columns.map((_, at) => columnValues(table, table.columns[at]?.name ?? ''))).toEqual([
      [1n, 3n, 5n],
      [2n, 4n, 6n],
    ]);
  });

  it('lists a row that is left out by its file and line, and then knows no columns of folders', async () => {
    const set = setOf({ 'n=1/a.csv': 'a,b\n1,2\n', 'n=2/b.csv': 'a,b\n3,4\n5,6,7\n8,9\n' });
    const { report } = await readSet(set);
    expect(report.badRows).toEqual([{ line: null, message: expect.stringMatching(/^“n=2\/b\.csv”, line 3: /u) }]);
    expect(await refusal(set, { partitionColumns: true })).toMatchObject({
      tag: 'unsupported',
      message: expect.stringContaining('1 row can’t be read'),
    });
  });

  it('decodes each file from its own encoding, and says so', async () => {
    const { table, report } = await readSet(
      setOf({
        'a.csv': 'name\nZoë\nx\n',
        'b.csv': Uint8Array.of(...[...'name\nZo'].map((c) => c.charCodeAt(0)), 0xeb),
      }),
    );
    expect(columnValues(table, 'name')).toEqual(['Zoë', 'x', 'Zoë']);
    expect(report.notes).toContainEqual(expect.stringMatching(/^1 of 2 files are not UTF-8 .* 1 as Windows-1252/u));
    expect(report.found.encodings).toBeUndefined();
  });

  it('has the columns of the folders beside those of texts', async () => {
    const { table } = await readSet(setOf({ 'd=x/a.csv': 'a\n1\n2\n', 'd=y/b.csv': 'a\n3\n' }), {
      partitionColumns: true,
    });
    expect(rowsOf(table)).toEqual([
      ['a', [1n, 2n, 3n]],
      ['d', ['x', 'x', 'y']],
    ]);
  });
});

describe('files that can’t be read together', () => {
  it('are named with their columns', async () => {
    expect(await refusal(setOf({ 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,c\n1,2\n', 'c.csv': 'a,b\n3,4\n' }))).toMatchObject(
      {
        differingFiles: [
          { index: 1, path: 'b.csv', reason: 'it lacks the column “b”; it has the column “c”, which the others lack' },
        ],
      },
    );
  });

  it('one broken among many is named, whatever breaks it', async () => {
    const set = folder('arrow');
    const [first, second, third] = set.files;
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const broken = { path: 'broken.arrow', file: second.file.slice(0, second.file.size - 100) };
    const record = await refusal({ ...set, files: [first, broken, third] });
    expect(record.differingFiles).toEqual([
      { index: 1, path: 'broken.arrow', reason: expect.stringContaining('It is truncated') },
    ]);
    expect(record.message).toMatch(/^1 of 3 files can’t be read with the other 2\. “broken\.arrow”: It is truncated/u);
  });

  it('of another kind are named', async () => {
    const { differingFiles } = await refusal(
      setOf({
        'a.csv': 'a\n1\n',
        'b.csv': 'a\n2\n',
        'c.jsonl': '{"a":1}\n{"a":2}\n',
        'readme.txt': 'Read me.',
        'e.csv': '',
      }),
    );
    expect(differingFiles).toEqual([
      expect.objectContaining({ path: 'c.jsonl', reason: expect.stringContaining('one JSON value per line') }),
      expect.objectContaining({ path: 'readme.txt', reason: 'no table was found in it' }),
      expect.objectContaining({ path: 'e.csv', reason: 'it is empty' }),
    ]);
  });

  it('10,000 empty files are refused with all of them', async () => {
    const empty = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`part-${index}.csv`, '']));
    const record = await refusal(setOf(empty));
    expect(record.message).toContain('None of the 10,000 files can be read');
    expect(record.differingFiles).toHaveLength(10_000);
  });

  it('more files than can be listed are refused before anything is read', async () => {
    const file = new Blob(['a\n1\n']);
    const files = Array.from({ length: 10_001 }, (_, index) => ({ path: `${index}.csv`, file }));
    expect(await refusal({ name: '10,001 files', size: 4 * files.length, files, leftOut: [] })).toMatchObject({
      tag: 'tooLarge',
    });
  });

  it('columns of the folders that the files have, too, are refused', async () => {
    expect(
      await refusal(setOf({ 'a=1/x.csv': 'a\n1\n', 'a=2/y.csv': 'a\n3\n' }), { partitionColumns: true }),
    ).toMatchObject({ message: expect.stringContaining('have a column “a” of their own') });
  });
});
