import { describe, expect, test } from 'vitest';
import { packTexts } from './canonical';
import { compressFailedError, damagedDataError, overLimitError, requireLevel, requireNoLevel } from './codec-failures';
import type { Column } from './column';
import type { CodecMeta } from './entry';
import { FormatlabError } from './errors';
import { applyColumnLoss, dropNaNPayloads } from '../columns/forget-values';
import { hdf5ColumnNames } from './hdf5-column-names';
import { fileNameOf, parseAddress } from './remote/address';
import { addressLimit } from './remote/address-limit';
import { bytesOf, mergedRanges, networkCounts, rangeOf } from './remote/network-requests';
import { type ColumnParts, parquetReads, placesOf, rowBytesOf } from './remote/parquet-reads';
import { checkStatus, connectionEnded, notReached, tooLargeAtAddress } from './remote/remote-failures';
import { fieldNamesFor } from './rntuple-field-names';
import { telling } from './testing/telling';
import { zipfPicks } from './zipf';

const recordOf = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  return null;
};

describe('a codec’s level', () => {
  const meta = {
    id: 'c',
    label: 'Codec',
    implementations: [
      { id: 'with', label: 'W', levels: { min: 1, max: 9, default: 6 } },
      { id: 'without', label: 'O', levels: null },
    ],
  } as unknown as CodecMeta;

  test('is required within its range', () => {
    expect([1, 5, 9].map((level) => requireLevel(meta, 'with', level))).toEqual([1, 5, 9]);
    for (const level of [0, 10, 2.5, null])
      expect(recordOf(() => requireLevel(meta, 'with', level))).toMatchObject({
        ...{ tag: 'invalidPlan', stage: 'encode', codec: 'c' },
        message: expect.stringMatching(telling('Codec (W)', level ?? 'none', 1, 9)),
      });
    expect(() => requireLevel(meta, 'without', 1)).toThrow(telling('Codec (O)'));
    expect(() => requireLevel(meta, 'other', 1)).toThrow(telling('c/meta.ts', 'other'));
  });

  test('is refused where there are none', () => {
    expect(recordOf(() => requireNoLevel(meta, 'without', null))).toBeNull();
    expect(recordOf(() => requireNoLevel(meta, 'without', 0))).toMatchObject({
      ...{ tag: 'invalidPlan', stage: 'encode', codec: 'c' },
      message: expect.stringMatching(telling('Codec (O)', 0)),
    });
  });
});

describe('a codec’s failure', () => {
  test('has a tag, a stage and the codec', () => {
    expect(overLimitError('c', 2_000).record).toMatchObject({
      ...{ tag: 'tooLarge', stage: 'decode', codec: 'c' },
      message: expect.stringMatching(telling('2,000')),
    });
    expect(compressFailedError('c', 'm').record).toEqual({
      tag: 'encodeFailed',
      stage: 'encode',
      codec: 'c',
      message: 'm',
    });
    expect(compressFailedError('c', 'm', 'outOfMemory').record.tag).toBe('outOfMemory');
  });

  test('has a cause, if there is one', () => {
    const damaged = damagedDataError('c', 'm').record;
    expect(damaged).toMatchObject({ tag: 'decodeFailed', stage: 'decode', codec: 'c' });
    expect(damaged.message).toMatch(/ c .*m$/);
    expect('cause' in damaged).toBe(false);
    const causes = [new Error('e'), 'text', new Error(''), new Error('x'.repeat(2_001))].map(
      (thrown) => damagedDataError('c', 'm', thrown).record.cause,
    );
    expect(causes).toEqual(['e', 'text', expect.stringMatching(/\S/), 'x'.repeat(2_000)]);
    const thrown = new Error('e');
    expect(damagedDataError('c', 'm', thrown).cause).toBe(thrown);
  });
});

describe('an address', () => {
  const page = { protocol: 'https:' };
  const refusal = (text: string, protocol = 'https:') => recordOf(() => parseAddress(text, { protocol }))?.tag ?? null;

  test('is that of a page that may be read', () => {
    expect(parseAddress(' https://h.example/a.csv?b=1#c ', page).href).toBe('https://h.example/a.csv?b=1');
    for (const host of ['localhost', 'x.localhost', '[::1]', '127.0.0.1:8000'])
      expect(refusal(`http://${host}/a`), host).toBeNull();
    expect(refusal('http://h.example/a', 'http:')).toBeNull();
    const long = `https://h.example/${'a'.repeat(addressLimit - 18)}`;
    expect([long.length, refusal(long), refusal(`${long}a`)]).toEqual([addressLimit, null, 'malformedInput']);
  });

  test('is refused otherwise, with a reason', () => {
    expect(['', '  ', 'a.csv', 'https://'].map((text) => refusal(text))).toEqual(Array(4).fill('malformedInput'));
    const unsupported = [
      ...['ftp://h.example/a', 'file:///a', 'https://u@h.example/a', 'https://:p@h.example/a', 'http://h.example/a'],
      ...['http://localhost.example/a', 'http://128.0.0.1/a', 'http://127.0.0.1.example/a'],
    ];
    expect(unsupported.map((text) => refusal(text))).toEqual(unsupported.map(() => 'unsupported'));
    expect(recordOf(() => parseAddress('ftp://h/a', page))).toMatchObject({
      stage: 'import',
      message: expect.stringMatching(telling('“ftp:”')),
      remedy: expect.stringMatching(telling('https://')),
    });
  });

  test('names a file', () => {
    const names = ['/d/a%20b.csv', '/d/', '/', '/%zz', `/${'n'.repeat(201)}`].map((path) =>
      fileNameOf(new URL(`https://h.example${path}`)),
    );
    expect(names).toEqual(['a b.csv', 'd', 'h.example', '%zz', 'n'.repeat(200)]);
  });
});

describe('a request that fails', () => {
  test('says why, as far as it is known', () => {
    const errors = (['sentOn', 'forbidden', 'unknown'] as const).map((why) => notReached('h.example', why, 'cause'));
    for (const { record, cause } of errors) {
      expect(record).toMatchObject({ tag: 'unsupported', stage: 'import' });
      expect([record.message.includes('h.example'), cause]).toEqual([true, 'cause']);
    }
    expect(new Set(errors.map(({ record }) => record.message)).size).toBe(3);
    expect(errors[1]?.record.message).toMatch(telling('Access-Control-Allow-Origin'));
  });

  test('is told by its status', () => {
    expect([200, 206].map((status) => recordOf(() => checkStatus(status, 'h')))).toEqual([null, null]);
    const messageOf = (status: number) => {
      const record = recordOf(() => checkStatus(status, 'h.example'));
      expect(record).toMatchObject({ tag: 'malformedInput', stage: 'import' });
      expect(record?.message).toMatch(telling('h.example', status));
      return record?.message.replace(String(status), '') ?? '';
    };
    const groups = [[404, 410], [401, 403], [416], [429], [500, 501, 599], [100, 204, 207, 301, 400, 499]];
    const messages = groups.map((statuses) => new Set(statuses.map(messageOf)));
    expect(messages.map(({ size }) => size)).toEqual(groups.map(() => 1));
    expect(new Set(messages.flatMap((each) => [...each])).size).toBe(groups.length);
  });

  test('in the middle tells the bytes', () => {
    expect(connectionEnded(1_000, null, 'cause').record.message).toMatch(telling('1,000'));
    expect(connectionEnded(1_000, 2_000).record.message).toMatch(telling('1,000', '2,000'));
    expect(connectionEnded(1_000, 2_000, 'cause').cause).toBe('cause');
    const tooLarge = (size: number | null) => tooLargeAtAddress(size, 1_500, 1_000).record;
    expect(tooLarge(2_000)).toMatchObject({
      tag: 'tooLarge',
      message: expect.stringMatching(telling('2,000', '1,000')),
    });
    for (const size of [null, 1_000]) expect(tooLarge(size).message).toMatch(telling('1,500', '1,000'));
    expect(tooLarge(1_001).message).toMatch(telling('1,001'));
  });
});

describe('ranges of bytes', () => {
  test('are one request if the gap between them is small', () => {
    const merged = (gap: number, ...ranges: [number, number][]) =>
      mergedRanges(
        ranges.map(([start, end]) => ({ start, end })),
        gap,
      ).map(({ start, end }) => [start, end]);
    expect(merged(5, [20, 30], [0, 10], [35, 40])).toEqual([
      [0, 10],
      [20, 40],
    ]);
    expect(merged(4, [20, 30], [35, 40])).toHaveLength(2);
    expect(merged(0, [0, 10], [10, 12], [2, 5], [20, 20], [30, 29])).toEqual([[0, 12]]);
    expect(merged(0)).toEqual([]);
  });

  test('have bytes', () => {
    expect(rangeOf(5, 3)).toEqual({ start: 5, end: 8 });
    expect(bytesOf([rangeOf(5, 3), rangeOf(100, 4)])).toBe(7);
    expect(networkCounts({ column: [rangeOf(5, 3)], row: [rangeOf(0, 2), rangeOf(4, 2)] })).toEqual({
      ...{ networkRequestsForOneColumn: 1, networkBytesForOneColumn: 3 },
      ...{ networkRequestsForOneRow: 2, networkBytesForOneRow: 4 },
    });
    expect(networkCounts({ column: null, row: null })).toEqual({});
  });

  const row = { dictionaryBytes: 10, pageStart: 30, pageBytes: 20 };
  const parts = (hasIndex: boolean): ColumnParts => ({
    rowGroup: 1,
    groups: [
      [{ bytes: 100, indexBytes: 5, row: null, bounds: null }],
      [{ bytes: 200, indexBytes: hasIndex ? 7 : 0, row: hasIndex ? row : null, bounds: null }],
    ],
  });

  test('of a Parquet file lie by row group, then the indexes', () => {
    expect(placesOf([parts(true), parts(false)], 1, 999)).toEqual({
      sizeBytes: 999,
      footerStart: 4 + 200 + 400 + 10 + 7,
      column: [[{ start: 104, end: 204 }], [{ start: 404, end: 604 }]],
      rowGroupBytes: 400,
      indexes: [{ start: 614, end: 621 }],
      pages: [
        { start: 204, end: 214 },
        { start: 234, end: 254 },
        { start: 404, end: 604 },
      ],
    });
    expect([rowBytesOf(parts(true)), rowBytesOf(parts(false)), rowBytesOf({ rowGroup: 2, groups: [] })]).toEqual([
      30, 200, 0,
    ]);
    expect(placesOf([], 0, 12)).toMatchObject({ footerStart: 4, column: [], rowGroupBytes: 0, pages: [], indexes: [] });
  });

  test('of a Parquet file are read after its end', () => {
    const reads = (sizeBytes: number, footerStart: number) =>
      Object.values(
        parquetReads({
          sizeBytes,
          footerStart,
          column: [[{ start: 4, end: 104 }], [{ start: 200_000, end: 200_100 }]],
          rowGroupBytes: 500,
          indexes: [{ start: footerStart - 10, end: footerStart }],
          pages: [{ start: 300_000, end: 300_500 }],
        }),
      ).slice(0, 9);
    // The last 65,536 bytes hold the footer and the index; the rest of a longer footer is a step of its own.
    expect(reads(1_000_000, 999_000)).toEqual([1, 1, 65_536, 3, 2, 65_736, 2, 2, 66_036]);
    expect(reads(1_000_000, 900_000)).toEqual([2, 2, 100_000, 4, 3, 100_200, 4, 4, 100_510]);
    expect(reads(1_000, 900)).toEqual([1, 1, 1_000, 1, 1, 1_000, 1, 1, 1_000]);
  });
});

describe('values that a format forgets', () => {
  const plain = { name: 'x', validity: null } as const;
  const floats = (...values: number[]): Column => ({ ...plain, type: 'float64', values: Float64Array.from(values) });
  const negated = (column: Column): Column =>
    column.type === 'float64' ? { ...column, values: column.values.map((value) => 0 - value) } : column;

  test('are replaced at any depth', () => {
    expect(applyColumnLoss(floats(1, 2), 2, negated)).toEqual(floats(-1, -2));
    const list: Column = { ...plain, type: 'list', offsets: Int32Array.of(0, 2), item: floats(1, 2) };
    expect(applyColumnLoss(list, 1, negated)).toEqual({ ...list, item: floats(-1, -2) });
    const struct = { ...plain, type: 'struct', rowCount: 2, fields: [floats(1, 2)] } as unknown as Column;
    expect(applyColumnLoss(struct, 2, negated)).toEqual({ ...struct, fields: [floats(-1, -2)] });
    let rows = 0;
    applyColumnLoss(list, 1, (column, rowCount) => {
      rows = rowCount;
      return column;
    });
    expect(rows).toBe(2);
  });

  test('of a category are its order and what no row has', () => {
    const category = {
      ...plain,
      type: 'category',
      ordered: true,
      indices: Int32Array.of(2, 0, 2),
      categories: { name: '', validity: null, type: 'utf8', ...packTexts(['a', 'b', 'c'], 3) },
    } as unknown as Column;
    const found = applyColumnLoss(category, 3, (column) => column);
    expect(found).toMatchObject({ type: 'category', indices: Int32Array.of(0, 1, 0) });
    const { categories } = found as unknown as { readonly categories: { readonly data: Uint8Array } };
    expect(new TextDecoder().decode(categories.data)).toBe('ca');
  });

  test('are the payloads of NaN', () => {
    const bits = Uint16Array.of(0x7e01, 0xfc01, 0x7c00, 0x3c00);
    const dropped = dropNaNPayloads({ ...plain, type: 'float16', values: bits });
    expect(dropped).toMatchObject({ values: Uint16Array.of(0x7e00, 0x7e00, 0x7c00, 0x3c00) });
    const odd = new Float64Array(BigUint64Array.of(0x7ff8_0000_0000_0001n, 0x3ff0_0000_0000_0000n).buffer);
    const plainNaN = dropNaNPayloads({ ...plain, type: 'float64', values: odd }) as { readonly values?: Float64Array };
    const view = new BigUint64Array(plainNaN.values?.buffer ?? new ArrayBuffer(0));
    expect([...view]).toEqual([0x7ff8_0000_0000_0000n, 0x3ff0_0000_0000_0000n]);
    const others: Column = { ...plain, type: 'int32', values: Int32Array.of(1) };
    expect(dropNaNPayloads(others)).toBe(others);
    expect(dropNaNPayloads({ ...plain, type: 'float32', values: Float32Array.of(1, Number.NaN) })).toMatchObject({
      values: Float32Array.of(1, Number.NaN),
    });
  });
});

describe('the names of columns', () => {
  test('in HDF5 are their own, or say their place', () => {
    const names = ['a', '', '.', '__x', 'a/b', 'a\0b', 'a', '_x', '..', 'b__'];
    expect(hdf5ColumnNames(names)).toEqual([
      ...['a', '__column_1', '__column_2', '__column_3', '__column_4', '__column_5', '__column_6'],
      ...['_x', '..', 'b__'],
    ]);
  });

  test('in RNTuple have no forbidden characters, and none twice', () => {
    expect(fieldNamesFor(['a', 'b c', 'd.e', 'f/g\\h', '\u007fi\u009f', 'ü'])).toEqual([
      ...['a', 'b_c', 'd_e', 'f_g_h', '_i_', 'ü'],
    ]);
    expect(fieldNamesFor(['a_b', 'a b', 'a.b', '', '', '\ud800'])).toEqual(['a_b', 'a_b_', 'a_b__', '_', '__', '___']);
    expect(fieldNamesFor(['a b', 'a_b'])).toEqual(['a_b_', 'a_b']);
  });
});

test('picks follow Zipf’s law', () => {
  const picks = zipfPicks(3, 1);
  const counts = [0, 1, 2].map((rank) => picks.filter((pick) => pick === rank).length);
  // 1, 1/2 and 1/3 of 11/6.
  expect(counts).toEqual([35_746, 17_874, 11_916]);
  expect(zipfPicks(1, 5)).toEqual(new Uint16Array(65_536));
  const shifted = zipfPicks(2, 2);
  expect(shifted.indexOf(1)).toBe(Math.floor(65_536 * 0.6));
});
