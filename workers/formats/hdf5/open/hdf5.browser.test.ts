import { describe, expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnByName,
  columnTypesByName,
  columnValues,
  hdf5File,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

/** Files of h5py and PyTables (fixtures/make_hdf5.py). The expected values are those that the same program reads. */

const chunkedValues = Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 1_000);

it('the columns of a group are a table, each value as h5py reads it', async () => {
  const { table, report } = await readTestTable(await hdf5File('columns.h5'), 'columns.h5');
  expect(columnTypesByName(table)).toEqual({
    id: 'int64',
    small: 'int16',
    half: 'float16',
    flag: 'bool',
    word: 'utf8',
    fixed: 'utf8',
    bytes: 'fixedBinary',
    colour: 'int8',
    lists: 'list',
    when: 'timestamp',
  });
  expect(columnValues(table, 'id')).toEqual([1n, 2n ** 63n - 1n, -(2n ** 63n)]);
  expect(columnValues(table, 'small')).toEqual([1, -2, 3]);
  expect(columnValues(table, 'flag')).toEqual([1, 0, 1]);
  expect(columnValues(table, 'word')).toEqual(['ä', '', 'word']);
  expect(columnValues(table, 'fixed')).toEqual(['a', 'bcd', '']);
  expect(columnValues(table, 'bytes')).toEqual([
    [255, 0, 1],
    [97, 98, 99],
    [0, 0, 0],
  ]);
  expect(columnValues(table, 'colour')).toEqual([1, 5, 5]);
  expect(columnValues(table, 'lists')).toEqual([[1, 2], [], [3]]);
  expect(columnValues(table, 'when')).toEqual([1_704_153_600_000_000_000n, null, -500_000_000n]);
  expect(report.notes).toEqual([told('“colour”', 'enumeration', '5 = BLUE', '1 = RED'), told('attributes', '“unit”')]);
});

it('a truncated file is told as such, where its datasets are listed and where one is read', async () => {
  const whole = await hdf5File('several.h5');
  const cut = whole.slice(0, -1);
  const sizes = told((whole.length - 1).toLocaleString('en'), whole.length.toLocaleString('en'));
  const { parts = [], message } = await caughtErrorRecord(cut, 'cut.h5');
  expect([parts.length, message]).toEqual([5, sizes]);
  const { report } = await readTestFile(cut, 'cut.h5', { reading: { part: 0 } });
  expect(report.notes).toContainEqual(sizes);
});

it.each(['several.h5', 'latest.h5'])('the user chooses one of several datasets of %s', async (name) => {
  const file = await hdf5File(name);
  const { parts = [], message } = await caughtErrorRecord(file, name);
  expect(message).toBe('It holds 5 datasets.');
  // It has two names, of which the first in the order of its group counts.
  const matrixName = name === 'several.h5' ? '/again' : '/matrix';
  const part = (wanted: string) => parts.findIndex((each) => each.name === wanted);
  expect(new Map(parts.map((each) => [each.name, each.holds]))).toEqual(
    new Map([
      ['/group', '4 rows, 2 columns: x, y'],
      ['/group/other', '3 float64'],
      [matrixName, '2 × 3 float32'],
      ['/records', '2 rows, 5 columns'],
      ['/scalar', 'one float64'],
    ]),
  );
  const { table } = await readTestTable(file, name, { reading: { part: part('/group') } });
  expect(columnValues(table, 'x')).toEqual([0, 1, 2, 3]);
  expect(columnValues(table, 'y')).toEqual([0n, 1n, 2n, 3n]);
  const { dataset: matrix } = await readTestFile(file, name, { reading: { part: part(matrixName) } });
  expect(matrix).toMatchObject({ kind: 'array', shape: [2, 3], values: Float32Array.of(0, 1, 2, 3, 4, 5) });
  const { table: records } = await readTestTable(file, name, { reading: { part: part('/records') } });
  expect(records.columns.map((column) => [column.name, columnValues(records, column.name)])).toEqual([
    ['id', [1n, 2n]],
    ['name', ['ä', 'bb']],
    ['x', [0.5, -0]],
    [
      'pair',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['ok', [1, 0]],
  ]);
});

it.each([
  'user-block.h5',
  'plain-chunks.h5',
  'plain-chunks-latest.h5',
  'extensible.h5',
  'tree.h5',
  'checksums.h5',
  'lzf.h5',
])('the chunks of %s', async (name) => {
  const { dataset } = await readTestFile(await hdf5File(name), name);
  expect(dataset).toMatchObject({ kind: 'array', elementType: 'int32', shape: [1_000, 3] });
  expect(dataset.kind === 'array' && [...dataset.values]).toEqual(chunkedValues);
});

it('a table of PyTables, with its booleans and checksums', async () => {
  const { table, report } = await readTestTable(await hdf5File('pytables.h5'), 'pytables.h5');
  expect(columnTypesByName(table)).toEqual({ id: 'int64', name: 'utf8', flag: 'bool', grid: 'list' });
  expect(columnValues(table, 'name')[39]).toBe('n 39');
  expect(columnValues(table, 'flag').slice(0, 3)).toEqual([1, 0, 1]);
  expect(columnValues(table, 'grid')[39]).toEqual([
    [9.75, 9.75],
    [9.75, 9.75],
  ]);
  expect(report.settings?.facts).toEqual([
    { name: 'Superblock', value: 'version 0' },
    { name: 'Layout', value: 'chunked' },
    { name: 'Filters', value: 'shuffle, gzip, Fletcher-32' },
  ]);
});

/**
 * The file with its layouts of version 3 written as HDF5 before 1.6.3 did: rank, class, five unused bytes, address, and the lengths. Those of
 * contiguous datasets are unused, too.
 */
function withOldLayouts(file: Uint8Array<ArrayBuffer>) {
  const bytes = file.slice();
  let count = 0;
  for (let at = 8; at < bytes.length - 24; at += 8) {
    // Type 8, a body of 24 bytes, layout 3 of class 1 or 2.
    const [type, , size, , , , , , version, layoutClass = 0, rank = 0] = bytes.subarray(at, at + 11);
    if (type !== 8 || size !== 24 || version !== 3 || (layoutClass !== 1 && (layoutClass !== 2 || rank !== 2)))
      continue;
    const body = bytes.slice(at + 8, at + 32);
    const old =
      layoutClass === 1
        ? [1, 1, 1, 0, 0, 0, 0, 0, ...body.subarray(2, 10)]
        : [2, 2, 2, 0, 0, 0, 0, 0, ...body.subarray(3, 19)];
    bytes.fill(0, at + 8, at + 32);
    bytes.set(old, at + 8);
    count += 1;
  }
  return { file: bytes, count };
}

it('the layouts of HDF5 before 1.6.3 are read, of values in one piece and in chunks', async () => {
  const columns = withOldLayouts(await hdf5File('columns.h5'));
  expect(columns.count).toBe(3);
  expect((await readTestTable(columns.file, 'columns.h5')).table).toEqual(
    (await readTestTable(await hdf5File('columns.h5'), 'columns.h5')).table,
  );
  const chunks = withOldLayouts(await hdf5File('pytables.h5'));
  expect(chunks.count).toBe(1);
  expect((await readTestTable(chunks.file, 'pytables.h5')).table).toEqual(
    (await readTestTable(await hdf5File('pytables.h5'), 'pytables.h5')).table,
  );
});

it('many short vectors are a table or vectors, as the user chooses', async () => {
  const file = await hdf5File('vectors.h5');
  expect((await caughtErrorRecord(file, 'vectors.h5')).parts).toMatchObject([
    { name: '/', holds: expect.stringMatching(/^4 rows, 12 columns/u) },
    { name: '/ as vectors', holds: '12 vectors of 4 values' },
  ]);
  const { dataset } = await readTestFile(file, 'vectors.h5', { reading: { part: 1 } });
  if (dataset.kind !== 'keyedVectors') throw new Error(dataset.kind);
  expect(dataset.entries.get('vector 11')).toEqual(Float32Array.of(11, 12, 13, 14));
});

it('what no column can hold is refused by name', async () => {
  expect(await caughtErrorRecord(await hdf5File('refused.h5'), 'refused.h5')).toMatchObject({
    tag: 'unsupported',
    message: told('“links”', 'references'),
    refusedColumns: [{ name: 'links' }],
  });
  expect(await caughtErrorRecord(await hdf5File('scale-offset.h5'), 'scale-offset.h5')).toMatchObject({
    tag: 'unsupported',
    message: told('filters', 'scale-offset'),
  });
});

it('a damaged checksum and a truncated file are refused', async () => {
  const whole = await hdf5File('checksums.h5');
  const damaged = whole.slice();
  damaged[whole.length - 40] = (damaged[whole.length - 40] ?? 0) ^ 1;
  expect((await caughtErrorRecord(damaged, 'checksums.h5')).message).toMatch(/wrong checksum|decompress/u);
  expect((await caughtErrorRecord(whole.slice(0, 1_000), 'checksums.h5')).remedy).toBeTruthy();
});

it.each(['links.h5', 'links-latest.h5'])(
  'links that name paths are told, also those to other files, in %s',
  async (name) => {
    const { dataset, report } = await readTestFile(await hdf5File(name), name);
    expect(dataset).toMatchObject({ kind: 'array', values: BigInt64Array.of(0n, 1n, 2n) });
    const [far = '', inside = '', missing = ''] = report.notes.slice(-3);
    expect(far).toMatch(telling('“/far”', '“/data/y”', '“other.h5”'));
    for (const link of ['“/soft” to “/group/x”', '“/alias” to “group”', '“/chain” to “/alias/x”'])
      expect(inside).toContain(link);
    expect(missing).toMatch(telling('“/group/through” to “../nowhere”'));
  },
);

it('a file that holds only links to other files is refused with their names', async () => {
  expect(await caughtErrorRecord(await hdf5File('elsewhere.h5'), 'elsewhere.h5')).toMatchObject({
    tag: 'unsupported',
    message: told('“/far”', '“/data/y”', '“other.h5”'),
  });
});

/** What the h5ad files of fixtures/make_hdf5.py hold. */
describe('AnnData', () => {
  const partsOf = async (name: string) => (await caughtErrorRecord(await hdf5File(name), name)).parts ?? [];

  it('says what the file is, and lists its DataFrames as tables', async () => {
    const record = await caughtErrorRecord(await hdf5File('anndata.h5ad'), 'a.h5ad');
    expect(record.message).toMatch(telling('AnnData', '5 datasets'));
    expect(record.parts).toEqual([
      { name: '/obs', holds: told('DataFrame', 'AnnData', '4 rows', '6 columns', 'sex, stage, n, …') },
      { name: '/var', holds: told('DataFrame', 'AnnData', '3 rows', '0 columns') },
      { name: '/X', holds: told('sparse matrix', 'csr_matrix', '3 rows') },
      { name: '/X/indptr', holds: told('sparse matrix', 'csr_matrix') },
      { name: '/obsm/pca', holds: told('4 × 2', 'float64') },
    ]);
  });

  it('reads obs with its index, categories, nullable numbers and texts', async () => {
    const { table, report } = await readTestTable(await hdf5File('anndata.h5ad'), 'a.h5ad', { reading: { part: 0 } });
    expect(columnTypesByName(table)).toEqual({
      index: 'utf8',
      sex: 'category',
      stage: 'category',
      n: 'int64',
      b: 'bool',
      x: 'float64',
      word: 'utf8',
    });
    expect(Object.fromEntries(table.columns.map(({ name }) => [name, columnValues(table, name)]))).toEqual({
      index: ['c1', 'c2', 'c3', 'c4'],
      sex: ['f', 'm', null, 'f'],
      stage: ['low', 'high', 'low', null],
      n: [1n, null, 3n, -4n],
      b: [1, null, 0, 1],
      x: [0.5, Number.NaN, 1, 2],
      word: ['p', 'q', 'r', 's'],
    });
    expect(['sex', 'stage'].map((name) => (columnByName(table, name) as { ordered?: boolean }).ordered)).toEqual([
      false,
      true,
    ]);
    expect(report.notes).toEqual([told('index', 'DataFrame', 'column “index”')]);
    expect(report.settings?.facts).toContainEqual({ name: 'Content', value: 'AnnData' });
  });

  it('reads texts with a mask, also as categories and as index', async () => {
    const { table } = await readTestTable(await hdf5File('nullable-texts.h5ad'), 'a.h5ad');
    expect(Object.fromEntries(table.columns.map(({ name }) => [name, columnValues(table, name)]))).toEqual({
      index: ['c1', 'c2', 'c3', 'c4'],
      lab: ['a', null, '', 'd'],
      sex: ['f', 'm', null, 'f'],
    });
  });

  it('reads the first version of the encoding, and names what it does not read', async () => {
    const early = await hdf5File('early.h5ad');
    expect(await partsOf('early.h5ad')).toEqual([]);
    expect((await caughtErrorRecord(early, 'a.h5ad')).refusedColumns).toEqual([
      { index: 2, name: 'odd', reason: told('AnnData', 'awkward-array') },
    ]);
    const { table } = await readTestTable(early, 'a.h5ad', { reading: { leftOutColumns: [2] } });
    expect(columnValues(table, 'cell')).toEqual(['c1', 'c2', 'c3']);
    expect(columnValues(table, 'size')).toEqual(['large', null, 'small']);
    expect(columnByName(table, 'size')).toMatchObject({ type: 'category', ordered: true });
  });
});
