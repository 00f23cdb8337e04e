import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import {
  caughtErrorRecord,
  columnByName,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { fileTailOfStripes } from '../sample/orc-tail';
import { readOrc } from './read-orc';
import { readTail } from './tail';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

/** Files of pyarrow (fixtures/make_orc.py), and bytes made here. The expected values are those that Python wrote. */

const rows = <T>(value: (index: number) => T) => Array.from({ length: 12 }, (_, index) => value(index));
const orNull = <T>(value: (index: number) => T) => rows((index) => (index % 3 === 1 ? null : value(index)));

describe('every type', () => {
  const open = () => readTestTable(foreignFileBytes('types.orc'), 'types.orc');

  it('has its own type here', async () => {
    const { table, report } = await open();
    expect(report.type).toBe('orc');
    expect(columnTypesByName(table)).toEqual({
      flag: 'bool',
      tiny: 'int8',
      small: 'int16',
      int: 'int32',
      big: 'int64',
      single: 'float32',
      double: 'float64',
      text: 'utf8',
      raw: 'binary',
      price: 'decimal',
      wide_price: 'decimal',
      day: 'date',
      local: 'timestamp',
      instant: 'timestamp',
      list: 'list',
      map: 'list',
      inner: 'struct',
    });
    expect(columnByName(table, 'local')).toMatchObject({ unit: 'ns', timeZone: null });
    expect(columnByName(table, 'instant')).toMatchObject({ unit: 'ns', timeZone: 'UTC' });
    expect(columnByName(table, 'wide_price')).toMatchObject({ precision: 38, scale: 10 });
    expect(report.notes).toEqual([told('“map”', 'maps', 'lists')]);
    expect(report.settings?.facts.slice(0, 2)).toEqual([
      { name: 'Codec', value: 'none' },
      { name: 'Stripes', value: '1 of 12 rows' },
    ]);
  });

  it('has the values that were written', async () => {
    const { table } = await open();
    const sign = (index: number) => (index % 2 === 0 ? 1 : -1);
    const words = (index: number) => Array.from({ length: 2 * (index % 3) }, (_, at) => (at % 2 === 0 ? 'a' : 'ü'));
    const expected: Record<string, unknown[]> = {
      flag: orNull((index) => 1 - (index % 2)),
      tiny: orNull((index) => index * 20 - 128),
      small: orNull((index) => index * 5_000 - 32_768),
      int: orNull((index) => sign(index) * (2 ** 31 - 1 - index)),
      big: orNull((index) => BigInt(sign(index)) * (2n ** 63n - 1n - BigInt(index))),
      single: orNull((index) => index / 8 - 0.5),
      double: orNull((index) => 1e300 / (index + 1)),
      text: orNull((index) => 'ä🙂'.repeat(index % 4)),
      raw: orNull((index) => Array.from({ length: index }, (_, at) => at)),
      day: orNull((index) => index * 1_000 - 1),
      local: orNull((index) => BigInt(index - 6) * 10n ** 17n + BigInt(index)),
      instant: orNull((index) => (BigInt(index - 6) * 10n ** 14n + BigInt(index)) * 1_000n),
      list: orNull((index) => [null, BigInt(index), BigInt(-index)].slice(0, index % 4)),
      map: orNull((index) => Array.from({ length: index % 4 }, (_, key) => [`k${key}`, key / 2])),
      inner: orNull((index) => [0 - index, index % 2 === 1 ? null : [words(index)]]),
    };
    for (const [name, values] of Object.entries(expected)) expect(columnValues(table, name), name).toEqual(values);
    const prices = columnValues(table, 'wide_price');
    expect(prices.slice(0, 4)).toEqual([
      `${'9'.repeat(28)}.${'9'.repeat(10)}`,
      null,
      `-370370370370370370370370370.3703703704`,
      `-156250000000000000000000000.0000000000`,
    ]);
    expect(columnValues(table, 'price').slice(0, 3)).toEqual(['99999.99', null, '-3703.70']);
  });
});

const people = {
  id: Array.from({ length: 60 }, (_, index) => 2n ** 60n + BigInt(index * index)),
  name: Array.from({ length: 60 }, (_, index) => `näme ${index % 7}`),
  score: Array.from({ length: 60 }, (_, index) => (index % 5 === 0 ? null : index / 8)),
};

it('a dictionary of texts, and the encodings of version 0.11', async () => {
  for (const fileName of ['uncompressed.orc', 'version-0.11.orc']) {
    const { table } = await readTestTable(foreignFileBytes(fileName), fileName);
    for (const [name, values] of Object.entries(people)) expect(columnValues(table, name)).toEqual(values);
  }
});

it('keeps timestamps that nanoseconds cannot hold in microseconds, and says so', async () => {
  const { table, report } = await readTestTable(foreignFileBytes('far.orc'), 'far.orc');
  expect(columnByName(table, 'at')).toMatchObject({ unit: 'us' });
  expect(columnValues(table, 'at')).toEqual([-62_135_596_800_000_000n, null, 253_402_300_799_000_000n]);
  expect(report.notes[0]).toMatch(telling('“at”', 'timestamps', 1677, 2262));
});

it.each([
  ['shanghai.orc', '1970-01-01T08:00:00.500000'],
  ['new-york.orc', '1969-12-31T19:00:00.500000'],
])('reads the local times around 1970 that pyorc wrote: %s', async (fileName, ambiguous) => {
  const { table, report } = await readTestTable(foreignFileBytes(fileName), fileName);
  const micros = (text: string) => BigInt(Date.parse(`${text.slice(0, -3)}Z`)) * 1_000n + BigInt(text.slice(-3));
  expect(columnValues(table, 't')).toEqual(
    [
      '1969-12-31T12:00:00.250000',
      '1970-01-01T07:59:58.500000',
      '1970-01-01T00:00:00.250000',
      '1969-12-31T20:00:00.500000',
      '1969-12-31T23:59:59.999000',
      '1950-07-01T00:00:00.001000',
      '1950-07-01T00:00:00.000999',
      '1901-01-01T08:00:00.123456',
      '2000-07-01T00:00:00.750000',
      // Half a second before 1970 in UTC, which the format does not tell from half a second after.
      ambiguous,
    ].map((text) => 1_000n * micros(text)),
  );
  expect(report.notes).toEqual([told('“t”', 'ORC', '1970-01-01T00:00'), told('Metadata', '“source”')]);
});

it('refuses a union by its name, and reads the other columns', async () => {
  const { message, refusedColumns } = await caughtErrorRecord(foreignFileBytes('refused.orc'), 'refused.orc');
  expect(message).toMatch(telling('“either”', 'union of int, string'));
  expect(refusedColumns?.map(({ index }) => index)).toEqual([1]);
  const { table } = await readTestTable(foreignFileBytes('refused.orc'), 'refused.orc', {
    reading: { leftOutColumns: [1] },
  });
  expect(columnValues(table, 'last')).toEqual(['x', 'y', 'z']);
});

it('a file without rows', async () => {
  const { table } = await readTestTable(foreignFileBytes('no-rows.orc'), 'no-rows.orc');
  expect(table.rowCount).toBe(0);
  expect(Object.keys(columnTypesByName(table))).toEqual(['id', 'name', 'score']);
});

/** The parts of a file, encoded as Protocol Buffers. */
type Part = number | string | readonly number[];
const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
const textBytes = (text: string) => [...new TextEncoder().encode(text)];
function message(...fields: readonly (readonly [number, Part])[]): number[] {
  return fields.flatMap(([field, part]) => {
    if (typeof part === 'number') return [...varint(field * 8), ...varint(part)];
    const bytes = typeof part === 'string' ? textBytes(part) : part;
    return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
  });
}

interface OneColumn {
  readonly type: readonly (readonly [number, Part])[];
  /** Kind and bytes of each stream. */
  readonly streams: readonly (readonly [number, readonly number[]])[];
  readonly rowCount: number;
  readonly timeZone?: string;
  readonly encoding?: readonly (readonly [number, Part])[];
  readonly stripeCount?: number;
}

/** A file of the column “a”, whose encodings are of version 2. All stripes are alike. */
function fileOf({
  type,
  streams,
  rowCount,
  timeZone,
  encoding = [[1, 2]],
  stripeCount = 1,
}: OneColumn): Uint8Array<ArrayBuffer> {
  const data = streams.flatMap(([, bytes]) => bytes);
  const stripeFooter = message(
    ...streams.map(([kind, bytes]) => [1, message([1, kind], [2, 1], [3, bytes.length])] as const),
    [2, message([1, 0])],
    [2, message(...encoding)],
    ...(timeZone === undefined ? [] : [[3, timeZone] as const]),
  );
  const stored = [...data, ...stripeFooter];
  const stripes = Array.from({ length: stripeCount }, (_, index) =>
    message([1, 3 + index * stored.length], [2, 0], [3, data.length], [4, stripeFooter.length], [5, rowCount]),
  );
  const root = message([1, 12], [2, [1]], [3, 'a']);
  const footer = message(
    ...stripes.map((stripe) => [3, stripe] as const),
    [4, root],
    [4, message(...type)],
    [6, rowCount * stripeCount],
  );
  const postscript = message([1, footer.length], [2, 0], [4, [0, 12]], [8_000, 'ORC']);
  return new Uint8Array([
    ...textBytes('ORC'),
    ...stripes.flatMap(() => stored),
    ...footer,
    ...postscript,
    postscript.length,
  ]);
}

const read = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { dataset, notes, refusedColumns } = await readOrc(new Blob([bytes]));
  if (dataset.kind !== 'table') throw new Error(dataset.kind);
  return { table: dataset, notes, refused: refusedColumns?.map(({ reason }) => reason) };
};
const failureRecord = async (bytes: Uint8Array<ArrayBuffer>) => {
  try {
    await read(bytes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('The file was read.');
};
const failure = async (bytes: Uint8Array<ArrayBuffer>) => (await failureRecord(bytes)).message;

/** One integer of up to 64 bits, repeated three times. */
const thrice = (bytes: readonly number[]) => [(bytes.length - 1) << 3, ...bytes];
const timestamp = [[1, 9]] as const;

it('reads local times of the zone in which they were written', async () => {
  // 2015-01-01 and 100 days later in New York, whose summer time begins between them. Each has 32 bits.
  const seconds = [0x76, 0x01, 0, 0, 0, 0, 0x01, 0x07, 0xac, 0x00];
  const bytes = fileOf({
    type: timestamp,
    streams: [
      [1, seconds],
      [5, [0x42, 0x01, 0x00]],
    ],
    rowCount: 2,
    timeZone: 'America/New_York',
  });
  const { table } = await read(bytes);
  const from = BigInt(Date.UTC(2015, 0, 1)) * 1_000_000n;
  expect(columnValues(table, 'a')).toEqual([from, from + (8_640_000n + 3_600n) * 1_000_000_000n]);
});

it('joins stripes of texts and nulls', async () => {
  const list = fileOf({
    type: [[1, 7]],
    streams: [
      [0, [0xff, 0b1011_0000]],
      [1, textBytes('abbccc')],
      [2, [0x42, 0x02, 0b01_10_11_00]],
    ],
    rowCount: 4,
    stripeCount: 3,
  });
  const { table } = await read(list);
  expect(columnValues(table, 'a')).toEqual(Array(3).fill(['a', null, 'bb', 'ccc']).flat());
});

it('says what it does not know of times and dates', async () => {
  const { notes } = await read(
    fileOf({
      type: timestamp,
      streams: [
        [1, thrice([0])],
        [5, thrice([0])],
      ],
      rowCount: 3,
    }),
  );
  expect(notes[0]).toMatch(telling('“a”', 'time zone'));
  const days = await read(fileOf({ type: [[1, 15]], streams: [[1, thrice([0x06, 0xdd, 0xd1])]], rowCount: 3 }));
  expect(columnValues(days.table, 'a')).toEqual(Array(3).fill(-225_001));
  expect(days.notes[0]).toMatch(telling('“a”', 'days', '1582-10-15'));
});

it('keeps texts of limited length, and texts that are not UTF-8, and says so', async () => {
  const streams = [
    [1, [0xff, 0x61, 0x62]],
    [2, thrice([1])],
  ] as const;
  const { table, notes } = await read(
    fileOf({
      type: [
        [1, 16],
        [4, 5],
      ],
      streams,
      rowCount: 3,
    }),
  );
  expect(columnValues(table, 'a')).toEqual([[255], [97], [98]]);
  expect(notes).toEqual([told('“a”', 'varchar(5)'), told('“a”', 'texts', 'UTF-8')]);
});

it('changes decimals of another scale to that of their type only if they stay exact', async () => {
  const decimal = (value: number, scale: number) =>
    fileOf({
      type: [
        [1, 14],
        [5, 5],
        [6, 2],
      ],
      streams: [
        [1, [value, value, value]],
        [5, thrice([scale])],
      ],
      rowCount: 3,
    });
  // The numbers are zigzag.
  expect(columnValues((await read(decimal(7, 2))).table, 'a')).toEqual(Array(3).fill('-0.40'));
  expect(await failure(decimal(7, 6))).toMatch(telling('decimal(5, 2)'));
});

it('refuses types by their names', async () => {
  const refusal = async (...type: readonly (readonly [number, Part])[]) =>
    (await read(fileOf({ type, streams: [], rowCount: 0 }))).refused;
  expect(await refusal([1, 14])).toEqual([told('decimal', 'precision', '0.11')]);
  expect(await refusal([1, 14], [5, 60])).toEqual([told('decimal(60, 0)', '38 digits')]);
  expect(await refusal([1, 19])).toEqual([told('type number 19')]);
  expect(await refusal([1, 12])).toEqual([told('struct', 'fields')]);
});

describe('refuses what is not as the specification says', () => {
  const int = [[1, 3]] as const;
  const whole = () => foreignFileBytes('types.orc');

  it.each<[string, OneColumn, RegExp]>([
    ['a column without its values', { type: int, streams: [], rowCount: 3 }, telling('values', '“a”')],
    ['an int of 40 bits', { type: int, streams: [[1, thrice([1, 0, 0, 0, 0])]], rowCount: 3 }, /more than 32 bits/u],
    ['more rows than values', { type: int, streams: [[1, thrice([1])]], rowCount: 4 }, /fewer values/u],
    ['fewer rows than values', { type: int, streams: [[1, thrice([1])]], rowCount: 2 }, /more values/u],
    ['2^50 rows', { type: int, streams: [[1, thrice([1])]], rowCount: 2 ** 50 }, /would take .* in memory/u],
    [
      'a text beyond the data',
      {
        type: [[1, 7]],
        streams: [
          [1, [97]],
          [2, thrice([100])],
        ],
        rowCount: 3,
      },
      telling('1 bytes', 300),
    ],
    [
      'lengths beyond 2 GiB',
      {
        type: [[1, 7]],
        streams: [
          [1, [97]],
          [2, thrice([0x7f, 0xff, 0xff, 0xff])],
        ],
        rowCount: 3,
      },
      /larger than any file/u,
    ],
    [
      'an entry that the dictionary lacks',
      {
        type: [[1, 7]],
        streams: [
          [1, thrice([3])],
          [2, thrice([1])],
          [3, [97, 98, 99]],
        ],
        rowCount: 3,
        encoding: [
          [1, 3],
          [2, 3],
        ],
      },
      telling('entry', 'dictionary'),
    ],
    ['an unknown encoding', { type: int, streams: [[1, []]], rowCount: 3, encoding: [[1, 9]] }, /unknown encoding/u],
    [
      'a zone that nobody knows',
      {
        type: timestamp,
        streams: [
          [1, thrice([0])],
          [5, thrice([0])],
        ],
        rowCount: 3,
        timeZone: 'Middle/Earth',
      },
      /time zone “Middle\/Earth”/u,
    ],
  ])('%s', async (_, column, says) => {
    expect(await failure(fileOf(column))).toMatch(says);
  });

  it('a file that is cut, at every byte', async () => {
    const bytes = whole();
    for (let end = 0; end < bytes.length; end += 1)
      expect((await failureRecord(bytes.slice(0, end))).tag, `${end}`).toBe('malformedInput');
  });

  it('a codec that Formatlab does not have', async () => {
    const bytes = whole();
    const at = bytes.length - 1 - (bytes.at(-1) ?? 0);
    // The number of the codec follows its tag.
    const tag = bytes.indexOf(0x10, at);
    const lzo = bytes.slice();
    lzo[tag + 1] = 3;
    expect(await failure(lzo)).toMatch(telling('codec lzo'));
  });
});

describe('a sample', () => {
  const single = { seed: 3, targetBytes: 24_000 };

  /** The file with its only stripe many times. */
  async function withStripes(name: string, count: number): Promise<Blob> {
    const file = new Blob([foreignFileBytes(name)]);
    const tail = await readTail(foreignFileBytes(name));
    const [stripe] = tail.stripes;
    if (stripe === undefined) throw new Error('It has no stripe.');
    const { offset, indexBytes, dataBytes, footerBytes } = stripe;
    const bytes = file.slice(offset, offset + indexBytes + dataBytes + footerBytes);
    const stripes = Array.from({ length: count }, () => stripe);
    return new Blob(['ORC', ...stripes.map(() => bytes), fileTailOfStripes(tail, stripes)]);
  }

  it.each(['uncompressed.orc', 'zlib.orc', 'zstd.orc', 'version-0.11.orc'])('of stripes of %s', async (name) => {
    const { table } = await readTestTable(foreignFileBytes(name), name);
    const whole = await withStripes(name, 100);
    const { dataset, sample } = await readTestFile(whole, name, { sample: single });
    if (sample === null || dataset.kind !== 'table') throw new Error('It was not cut.');
    expect(sample.info).toMatchObject({
      unitKind: 'stripes',
      unitCount: 100,
      totalItems: 6_000,
      isTotalEstimated: false,
    });
    expect(sample.info.unitItems.length).toBeLessThan(60);
    expect(sample.info.unitItems.every((items) => items === 60)).toBe(true);
    expect(dataset.rowCount).toBe(60 * sample.info.unitItems.length);
    for (const { name: column } of table.columns)
      expect(columnValues(dataset, column).slice(-60)).toEqual(columnValues(table, column));
  });

  it('of a stripe that is larger takes ranges of its rows', async () => {
    const { table } = await readTestTable(foreignFileBytes('uncompressed.orc'), 'uncompressed.orc');
    const sampled = await readTestFile(foreignFileBytes('uncompressed.orc'), 'uncompressed.orc', {
      sample: { seed: 3, targetBytes: 400 },
    });
    const { dataset, sample } = sampled;
    if (sample === null || dataset.kind !== 'table') throw new Error('It was not cut.');
    expect(sample).toMatchObject({ info: { unitKind: 'rows', totalItems: 60 }, file: null });
    const [{ name = '' } = {}] = table.columns;
    const all = columnValues(table, name);
    const [kept] = [columnValues(dataset, name)];
    expect(kept.length).toBeLessThan(60);
    expect(all).toEqual(expect.arrayContaining(kept));
  });
});
