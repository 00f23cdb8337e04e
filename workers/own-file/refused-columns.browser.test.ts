import { describe, expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from '../open-file/testing/test-files';
import { told } from '../open-file/testing/told';
import { telling } from '../model/testing/telling';
import { refusalText } from './refused-columns';

describe('a file with columns that cannot be read', () => {
  it('lists all of them, with the reasons, until they are left out', async () => {
    const bytes = foreignFileBytes('refused-columns.arrow');
    const record = await caughtErrorRecord(bytes, 'a.arrow');
    expect(record).toMatchObject({
      tag: 'unsupported',
      format: 'arrow',
      message: expect.stringMatching(/1 more column/),
    });
    expect(record.refusedColumns).toEqual([
      { index: 0, name: 'wait', reason: told('Arrow', 'Interval') },
      { index: 2, name: 'either', reason: told('“either.union”', 'Arrow', 'Union') },
    ]);
    const partly = await caughtErrorRecord(bytes, 'a.arrow', { reading: { leftOutColumns: [0, 1] } });
    expect(partly.message).toMatch(telling('“either”', '“either.union”'));
    const { table, report } = await readTestTable(bytes, 'a.arrow', { reading: { leftOutColumns: [0, 2] } });
    expect(columnTypesByName(table)).toEqual({ n: 'int64', s: 'utf8' });
    expect([columnValues(table, 'n'), columnValues(table, 's')]).toEqual([
      [1n, 2n],
      ['x', null],
    ]);
    expect(report.notes).toEqual([
      told('2 of 4 columns', 'left out', '“wait”, “either”'),
      ...(record.refusedColumns ?? []).map(refusalText),
    ]);
    expect(report.fileColumns).toEqual([
      { name: 'wait', type: '', isRead: false, refusal: record.refusedColumns?.[0]?.reason },
      { name: 'n', type: 'int64', isRead: true },
      { name: 'either', type: '', isRead: false, refusal: record.refusedColumns?.[1]?.reason },
      { name: 's', type: 'utf8', isRead: true },
    ]);
  });

  it('leaves out a column by its place in the file, not in the table', async () => {
    const { table } = await readTestTable(foreignFileBytes('refused-columns.arrow'), 'a.arrow', {
      reading: { leftOutColumns: [0, 2, 3] },
    });
    expect(columnTypesByName(table)).toEqual({ n: 'int64' });
  });

  it('is read without list views that lie inside another column', async () => {
    const bytes = foreignFileBytes('runs-and-views.arrow');
    expect((await caughtErrorRecord(bytes, 'a.arrow')).refusedColumns).toEqual([
      {
        index: 6,
        name: 'part',
        reason: told('“part.v”', 'list view'),
      },
    ]);
    const { table, report } = await readTestTable(bytes, 'a.arrow', { reading: { leftOutColumns: [6] } });
    expect(Object.fromEntries(table.columns.map(({ name }) => [name, columnValues(table, name)]))).toEqual({
      texts: ['x', 'x', null, null, 'x'],
      flags: [1, 0, 0, 0, null],
      lists: [[1n, 2n], [1n, 2n], null, null, null],
      view: [['e', 'f'], ['a', 'b', null], [], ['a', 'b', null, 'd', 'e'], ['d', 'e', 'f']],
      large: [[[4n], [5n]], null, [], [[1n], [2n, 3n], null, [], [4n]], [[], [4n], [5n]]],
      inner: [[[1], null], null, [], [[2, 3]], [[]]],
    });
    expect(report.notes.slice(0, 6)).toEqual([
      told('“texts”', 'run-end'),
      told('“flags”', 'run-end'),
      told('“lists”', 'run-end'),
      told('“view”', '(list view)', '32 bits'),
      told('“large”', '(large list view)', '32 bits'),
      told('“inner”', '(list view)', '32 bits'),
    ]);
  });

  it('is read without an interval of Parquet', async () => {
    const bytes = foreignFileBytes('interval.parquet');
    expect((await caughtErrorRecord(bytes, 'a.parquet')).refusedColumns).toMatchObject([{ index: 1, name: 'wait' }]);
    const { table } = await readTestTable(bytes, 'a.parquet', { reading: { leftOutColumns: [1] } });
    expect([columnValues(table, 'n'), columnValues(table, 's')]).toEqual([[1n], ['x']]);
  });

  it.each(['arrow', 'parquet'])('is read without integers of 128 bits of %s, by Polars', async (format) => {
    const bytes = () => foreignFileBytes(`wide-ints.${format}`);
    const record = await caughtErrorRecord(bytes(), `a.${format}`);
    expect(record.refusedColumns).toEqual([
      { index: 1, name: 'big', reason: told('Arrow', 'Int128') },
      { index: 2, name: 'list', reason: told('“list.item”', 'Arrow', 'Int128') },
      { index: 4, name: 'struct', reason: told('“struct.b”', 'Arrow', 'Uint128') },
    ]);
    const { table } = await readTestTable(bytes(), `a.${format}`, { reading: { leftOutColumns: [1, 2, 4] } });
    expect([columnValues(table, 'n'), columnValues(table, 't')]).toEqual([
      [1n, 2n],
      ['x', 'y'],
    ]);
  });

  it('offers nothing where no other column is left', async () => {
    const record = await caughtErrorRecord(foreignFileBytes('interval.arrow'), 'a.arrow');
    expect(record.refusedColumns).toBeUndefined();
    expect(record.remedy).toMatch(/^Write the file again/);
  });
});

describe('Parquet by pyarrow', () => {
  it.each(['none', 'snappy', 'gzip', 'brotli', 'lz4', 'zstd'])(
    'is read in every encoding, compressed by %s',
    async (codec) => {
      const { table, report } = await readTestTable(foreignFileBytes(`encodings-${codec}.parquet`), 'file.parquet');
      const rows = Array.from({ length: 200 }, (_, row) => row);
      expect(Object.fromEntries(table.columns.map(({ name }) => [name, columnValues(table, name)]))).toEqual({
        PLAIN: rows.map((row) => BigInt(row * 7919)),
        DELTA_BINARY_PACKED: rows.map((row) => (row % 9 === 0 ? null : BigInt(row * row))),
        BYTE_STREAM_SPLIT: rows.map((row) => row / 3),
        DELTA_LENGTH_BYTE_ARRAY: rows.map((row) => `text ${row}`),
        DELTA_BYTE_ARRAY: rows.map((row) => `common prefix ${row}`),
        RLE: rows.map((row) => (row % 50 < 30 ? 1 : 0)),
        int: rows,
        half: rows,
        dictionary: rows.map((row) => (row % 5 === 0 ? null : `word ${row % 4}`)),
      });
      const encodings = report.settings?.facts.find(({ name }) => name === 'Encodings')?.value ?? '';
      for (const name of [
        'DELTA_BINARY_PACKED',
        'BYTE_STREAM_SPLIT',
        'DELTA_LENGTH_BYTE_ARRAY',
        'DELTA_BYTE_ARRAY',
        'RLE_DICTIONARY',
      ])
        expect(encodings).toContain(name);
    },
  );
});
