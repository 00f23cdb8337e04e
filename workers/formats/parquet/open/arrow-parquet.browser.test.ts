import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { columnTypeText } from '../../../model/column-type-text';
import { columnSchemaOf } from '../../../model/column-schema';
import { readOwnFile } from '../../../open-file/read';
import {
  foreignFileBytes,
  readTestTable,
  caughtErrorRecord,
  columnValues,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

const berlin = BigInt(Date.UTC(2024, 0, 2, 3, 4, 5));

describe.each(['stream.arrow', 'lz4.arrow', 'zstd.arrow', 'types.parquet'])('%s of pyarrow', (name) => {
  it('gives every type back, or says what it could not keep', async () => {
    const { table, report } = await readTestTable(foreignFileBytes(name), name);
    expect(table.rowCount).toBe(3);
    const values = (column: string) => columnValues(table, column);
    expect(values('int')).toEqual([1n, null, -(2n ** 53n) - 1n]);
    expect(values('half')).toEqual([1.5, -2, 65_504]);
    expect(values('decimal')).toEqual(['12.34', null, '-0.01']);
    expect(values('whole')).toEqual(['7', '-8', null]);
    expect(values('zoned')).toEqual([berlin, null, -1_000n]);
    expect(values('nanos')).toEqual([1_500n, -1n, null]);
    expect(values('date64')).toEqual([-1, null, Date.UTC(2024, 1, 29) / 86_400_000]);
    expect(values('list')).toEqual([[1n, 2n], null, []]);
    expect(values('struct')).toEqual([[1n, 'x'], null, [2n ** 60n, null]]);
    expect(values('dictionary')).toEqual(['red', null, 'blue']);
    expect(values('bool')).toEqual([1, null, 0]);
    expect(values('uint64')).toEqual([2n ** 64n - 1n, 0n, null]);
    expect(values('large')).toEqual(['ä', null, '']);
    expect(values('binary')).toEqual([[0, 255], null, []]);
    expect(values('fixed')).toEqual([[97, 98], null, [99, 100]]);
    expect(values('time')).toEqual([3_723_000_000n, null, null]);
    expect(values('nothing')).toEqual([null, null, null]);
    expect(Object.fromEntries(table.columns.map((each) => [each.name, columnTypeText(columnSchemaOf(each))]))).toEqual({
      int: 'int64',
      half: 'float16',
      decimal: 'decimal(10, 2)',
      whole: 'decimal(12, 0)',
      zoned: 'timestamp (ms, Europe/Berlin)',
      nanos: 'timestamp (ns)',
      date64: 'date',
      list: 'list of int64',
      struct: 'struct {a: int64, b: utf8}',
      dictionary: 'category of utf8',
      bool: 'bool',
      uint64: 'uint64',
      large: 'utf8',
      binary: 'binary',
      fixed: 'binary of 2 bytes',
      time: 'time (µs)',
      nothing: 'utf8',
    });
    for (const pattern of [telling('“large”', 'texts', '64 bits'), telling('“nothing”', 'nulls')])
      expect(report.notes.filter((note) => pattern.test(note))).toHaveLength(1);
    expect(report.preview[1]?.[0]).toBeNull();
  });

  it('is refused wherever it is cut', async () => {
    const bytes = foreignFileBytes(name);
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.98]) {
      const record = await caughtErrorRecord(bytes.slice(0, Math.max(8, Math.floor(bytes.length * share))), name);
      expect(record.remedy, `${share}`).toBeTruthy();
    }
  });

  it('gives an error or a table when bytes are altered, and nothing else', async () => {
    const bytes = foreignFileBytes(name);
    for (let at = 8; at < bytes.length; at += 97) {
      const altered = bytes.slice();
      altered[at] = (altered[at] ?? 0) ^ 0x55;
      try {
        await readTestTable(altered, name);
      } catch (thrown) {
        expect(thrown, `byte ${at}`).toHaveProperty('name', 'FormatlabError');
      }
    }
  });
});

it('reads a stream of before version 0.15, which has no marks before its lengths', async () => {
  // pyarrow, use_legacy_format=True
  const stream = Uint8Array.from(
    atob(
      'pAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAgAAAEAAAAAEAAAA2P///wAAAQUQAAAAGAAAAAQAAAAAAAAAAQAAAHMAAAAEAAQABAAAABAAFAAIAAYABwAMAAAAEAAQAAAAAAABAhAAAAAcAAAABAAAAAAAAAABAAAAbgAAAAgADAAIAAcACAAAAAAAAAFAAAAAzAAAABQAAAAAAAAADAAWAAYABQAIAAwADAAAAAADBAAYAAAAQAAAAAAAAAAAAAoAGAAMAAQACAAKAAAAbAAAABAAAAADAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAABAAAAAAAAAAgAAAAAAAAAGAAAAAAAAAAgAAAAAAAAAAEAAAAAAAAAKAAAAAAAAAAQAAAAAAAAADgAAAAAAAAAAwAAAAAAAAAAAAAAAgAAAAMAAAAAAAAAAQAAAAAAAAADAAAAAAAAAAEAAAAAAAAAAAAAAAMAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAwAAAAAAAAAAAAAAAQAAAAMAAAADAAAAYcOWAAAAAAAAAAAA',
    ),
    (character) => character.charCodeAt(0),
  );
  const { table } = await readTestTable(stream, 'old.stream');
  expect([columnValues(table, 'n'), columnValues(table, 's')]).toEqual([
    [1n, 2n, null],
    ['a', 'Ö', null],
  ]);
});

describe('an Arrow file whose lengths lie', () => {
  /** Every place whose 32 bits are changed to claim the most, or to point to another message. */
  async function isBounded(name: string): Promise<void> {
    const outcomes = { read: 0, refused: 0 };
    const bytes = foreignFileBytes(name);
    const claims = [0x7fffffff, 0xffffffff, 0x00ffffff, 8];
    for (let at = 8; at + 4 <= bytes.length; at += 20) {
      const altered = bytes.slice();
      new DataView(altered.buffer).setUint32(at, claims[(at / 4) % claims.length] ?? 0, true);
      try {
        await readTestTable(altered, name);
        outcomes.read += 1;
      } catch (thrown) {
        expect(thrown, `byte ${at}`).toHaveProperty('name', 'FormatlabError');
        outcomes.refused += 1;
      }
    }
    // Both happen; that the test ends is what bounds the time.
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0);
  }
  it.each(['stream.arrow', 'zstd.arrow'])('is read or refused in bounded time: %s', isBounded);
  it('is read or refused in bounded time: lz4.arrow', { tags: ['full'] }, () => isBounded('lz4.arrow'));

  it('is refused where its footer names the schema for a batch, which would be read for ever', async () => {
    const altered = foreignFileBytes('lz4.arrow');
    const view = new DataView(altered.buffer);
    const footerStart = altered.length - 10 - view.getInt32(altered.length - 10, true);
    const schemaStart = 8;
    // The blocks' offsets are the only 64-bit numbers in the footer that name a message.
    let changed = 0;
    for (let at = footerStart; at + 8 <= altered.length - 10; at += 4) {
      const offset = Number(view.getBigInt64(at, true));
      if (
        offset <= schemaStart ||
        offset >= footerStart ||
        offset % 8 !== 0 ||
        view.getUint32(offset, true) !== 0xffffffff
      )
        continue;
      view.setBigInt64(at, BigInt(schemaStart), true);
      changed += 1;
    }
    expect(changed).toBeGreaterThan(0);
    expect((await caughtErrorRecord(altered, 'a.arrow')).message).toMatch(telling('batch', 'message', 'type'));
  });
});

it.each(['parquet', 'arrow'])('says which metadata of the file are left out: %s', async (format) => {
  const { report } = await readTestTable(foreignFileBytes(`geometries.${format}`), `a.${format}`);
  expect(report.notes).toEqual([
    told('Metadata', '“geo”, “pandas”', 'GeoParquet'),
    told('Metadata', 'columns', '“unit”'),
  ]);
});

it.each(['none', 'snappy', 'gzip', 'brotli', 'zstd'])('reads Parquet compressed by %s', async (codec) => {
  const { table } = await readTestTable(foreignFileBytes(`${codec}.parquet`), 'file.parquet');
  expect(table.rowCount).toBe(3_000);
  expect(columnValues(table, 'n').at(-1)).toBe(29n);
  expect(columnValues(table, 's')[8]).toBe('text 1');
});

it('tells a truncated Parquet file from a damaged one', async () => {
  const bytes = foreignFileBytes('snappy.parquet');
  expect((await caughtErrorRecord(bytes.slice(0, -10), 'a.parquet')).message).toMatch(/truncated.*PAR1/);
  const altered = bytes.slice();
  new DataView(altered.buffer).setUint32(altered.length - 8, 2 ** 31, true);
  expect((await caughtErrorRecord(altered, 'a.parquet')).message).toMatch(/claims .* bytes .* damaged/);
});

describe('types of other writers', () => {
  const one = async (name: string) => {
    const { table, report } = await readTestTable(foreignFileBytes(name), name);
    const [first] = table.columns;
    if (first === undefined) throw new Error(`${name} has no column.`);
    return {
      type: columnTypeText(columnSchemaOf(first)),
      values: columnValues(table, first.name),
      notes: report.notes,
    };
  };

  it('keeps INT96 timestamps beyond 64 bits of nanoseconds, in microseconds', async () => {
    const { type, values, notes } = await one('far.parquet');
    expect([type, values]).toEqual(['timestamp', [0n, -62_135_596_800_000_000n, 253_402_300_799_999_999n, null]]);
    expect(notes).toEqual([told('“at”', 'INT96', 'microseconds')]);
    expect(await one('near.parquet')).toEqual({ type: 'timestamp (ns)', values: [0n, -1_000n, null], notes: [] });
  });

  it.each([
    ['far-nested.parquet', telling('“at”', 'INT96', 1677, 2262)],
    ['interval.arrow', telling('“column”', 'Arrow', 'Interval')],
  ])('refuses %s by the name of its column', async (name, says) => {
    const record = await caughtErrorRecord(foreignFileBytes(name), name);
    expect(record.message).toMatch(says);
    expect(record.tag).toBe('unsupported');
    expect(record.remedy).toMatch(/\S/);
  });

  it.each([
    ['decimal256.arrow', 'decimal(76, 1)', ['1.5', null]],
    ['decimal256.parquet', 'decimal(76, 1)', ['1.5', null]],
    [
      'map.arrow',
      'list of struct {key: utf8, value: int64}',
      [
        [
          ['a', 1n],
          ['b', null],
        ],
        null,
      ],
    ],
    ['list-view.arrow', 'list of int64', [[1n], null]],
    ['run-ends.arrow', 'int64', [1n, 1n, 2n]],
    ['uuid.parquet', 'binary of 16 bytes', [new Array(16).fill(0), null]],
    ['no-rows.arrow', 'struct {x: list of int8, c: category of utf8}', []],
    ['years.parquet', 'date', [-800_000, 3_000_000]],
  ])('keeps %s', async (name, type, values) => {
    const found = await one(name);
    expect([found.type, found.values]).toEqual([type, values]);
  });

  it('reads what Polars compresses with LZ4: views, in blocks with checksums', async () => {
    const { table } = await readTestTable(foreignFileBytes('polars.arrow'), 'file.arrow');
    expect(table.rowCount).toBe(300);
    expect([columnValues(table, 'n').at(-1), columnValues(table, 's')[8]]).toEqual([299n, 'text 1']);
  });

  it.each(['polars.arrow', 'lz4.arrow', 'zstd.arrow'])(
    'refuses %s where a compressed buffer is altered',
    async (name) => {
      const bytes = foreignFileBytes(name);
      const magic = name === 'zstd.arrow' ? [0x28, 0xb5, 0x2f, 0xfd] : [0x04, 0x22, 0x4d, 0x18];
      const at = bytes.findIndex((_, index) => magic.every((byte, offset) => bytes[index + offset] === byte));
      const altered = bytes.slice();
      // Behind the frame's magic bytes: its descriptor.
      altered[at + 4] = (altered[at + 4] ?? 0) ^ 0xff;
      expect(await caughtErrorRecord(altered, name)).toMatchObject({
        message: expect.stringMatching(/^A compressed buffer is damaged: /),
        remedy: expect.stringMatching(/\S/),
      });
    },
  );

  it('refuses a block of LZ4 whose checksum is wrong', async () => {
    const bytes = foreignFileBytes('polars.arrow');
    const at = bytes.findIndex(
      (_, index) => bytes[index] === 0x04 && bytes[index + 1] === 0x22 && bytes[index + 2] === 0x4d,
    );
    expect((bytes[at + 4] ?? 0) & 0b10000).not.toBe(0);
    const start = at + ((bytes[at + 4] ?? 0) & 0b1000 ? 15 : 7);
    const blockBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(start, true) & 0x7fffffff;
    const altered = bytes.slice();
    altered[start + 4 + blockBytes] = (altered[start + 4 + blockBytes] ?? 0) ^ 1;
    expect((await caughtErrorRecord(altered, 'a.arrow')).message).toMatch(/blockChecksum_invalid/);
  });

  it('says which logical types of Parquet are not kept, where no Arrow schema says so', async () => {
    const { table, report } = await readTestTable(foreignFileBytes('duckdb.parquet'), 'file.parquet');
    expect(table.columns.map((column) => columnTypeText(columnSchemaOf(column)))).toEqual([
      'binary of 16 bytes',
      'utf8',
      'utf8',
    ]);
    expect(report.notes).toEqual([told('“id”', 'UUIDs', '16 bytes'), told('“document”', 'JSON', 'text')]);
    expect((await one('uuid.parquet')).notes).toEqual([told('“column”', 'extension type', 'arrow.uuid')]);
  });

  it.each(['categories.parquet', 'categories-uneven.parquet'])(
    'keeps the order of categories over the row groups of %s',
    async (name) => {
      const { table, report } = await readTestTable(foreignFileBytes(name), name);
      const [found] = table.columns;
      if (found?.type !== 'category') throw new Error('It is no category.');
      expect([
        found.ordered,
        columnValues({ ...table, columns: [found.categories], rowCount: 4 }, found.categories.name),
      ]).toEqual([true, ['low', 'middle', 'high', 'never']]);
      expect(columnValues(table, 'column')).toEqual(['high', 'low', null, 'middle', 'never', 'high', 'low']);
      expect(report.notes).toEqual([]);
    },
  );

  it('reads lists of Parquet that were list views of Arrow', async () => {
    const { table } = await readTestTable(foreignFileBytes('list-views.parquet'), 'file.parquet');
    expect([columnValues(table, 'v'), columnValues(table, 'large')]).toEqual([
      [[1n], null],
      [[], [2n, null]],
    ]);
  });

  it('keeps the time zone of seconds, which Parquet stores as milliseconds', async () => {
    const { type, values } = await one('seconds.parquet');
    expect([type, values]).toEqual(['timestamp (ms, America/New_York)', [0n, null, 86_400_000n]]);
  });
});

it('a sample of a Parquet file has the rows of the file', async () => {
  const numbers = Array.from({ length: 40_000 }, (_, row) => row);
  const columnData = [
    { name: 'row', data: Int32Array.from(numbers), type: 'INT32' as const },
    { name: 'text', data: numbers.map((row) => (row % 5 === 0 ? null : `text ${row % 100}`)), type: 'STRING' as const },
  ];
  const file = new File([parquetWriteBuffer({ columnData, rowGroupSize: 15_000, codec: 'SNAPPY' })], 'a.parquet');
  const options = { fileName: 'a.parquet', type: null, columnTypes: null, sample: { seed: 4, targetBytes: 50_000 } };
  const { dataset, sample, report } = await readOwnFile(file, options);
  if (dataset.kind !== 'table') throw new Error(`It is read as ${dataset.kind}.`);
  expect(sample?.info).toMatchObject({ unitKind: 'pages', totalItems: 40_000, isTotalEstimated: false });
  expect(report.itemCount).toBe(sample?.info.unitItems.reduce((sum, items) => sum + items, 0));
  expect(report.itemCount).toBeLessThan(10_000);
  const [rows = [], texts = []] = ['row', 'text'].map((name) => columnValues(dataset, name));
  expect(texts).toEqual(rows.map((row) => (Number(row) % 5 === 0 ? null : `text ${Number(row) % 100}`)));
  expect((await readOwnFile(file, { ...options, sample: null })).report.itemCount).toBe(40_000);
});
