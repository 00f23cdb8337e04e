import fc from 'fast-check';
import { expect, test } from 'vitest';
import { float16ToNumber } from '../model/float16';
import {
  base64Text,
  float16Text,
  float32Text,
  float64Text,
  parseBase64,
  parseFloat16,
  valueParser,
  textFormatter,
} from './text-values';
import { dateText, parseDate, parseTimestamp as parseTicks, timestampWriter } from '../model/time-text';

const timestampText = timestampWriter('us');
const parseTimestamp = (text: string) => parseTicks(text, 'us', false);

test('dates are those of the proleptic Gregorian calendar, and come back', () => {
  const known: [number, string][] = [
    [0, '1970-01-01'],
    [-1, '1969-12-31'],
    [11_016, '2000-02-29'],
    [-719_162, '0001-01-01'],
    [-719_528, '0000-01-01'],
    [-719_529, '-000001-12-31'],
    [2_932_896, '9999-12-31'],
    [2_932_897, '+010000-01-01'],
  ];
  for (const [days, text] of known) expect([dateText(days), parseDate(text)]).toEqual([text, days]);
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (days) => parseDate(dateText(days)) === days),
  );
  // As far as JavaScript's own calendar goes, it agrees.
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
      (days) => dateText(days) === new Date(days * 86_400_000).toISOString().slice(0, -14),
    ),
  );
  for (const text of ['2021-02-29', '2021-13-01', '2021-00-10', '2021-1-1', '', '-0001-01-01', '2021-02-28T'])
    expect(parseDate(text), text).toBeNull();
});

test('timestamps come back over all 64 bits', () => {
  expect(timestampText(-1n)).toBe('1969-12-31T23:59:59.999999');
  expect(timestampText(1_000_000n)).toBe('1970-01-01T00:00:01');
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      (value) => parseTimestamp(timestampText(value)) === value,
    ),
  );
  for (const text of [
    '1970-01-01',
    '1970-01-01T24:00:00',
    '1970-01-01T00:60:00',
    '1970-01-01T00:00:00.',
    '+300000-01-01T00:00:00',
  ])
    expect(parseTimestamp(text), text).toBeNull();
});

test('floats come back to the bit, in as few digits as do', () => {
  const float64 = valueParser('float64');
  fc.assert(fc.property(fc.double(), (value) => Object.is(float64(float64Text(value)), value)));
  fc.assert(fc.property(fc.float(), (value) => Object.is(Math.fround(Number(float32Text(value))), value)));
  expect(float32Text(Math.fround(0.1))).toBe('0.1');
  expect(float64(float64Text(-0))).toBe(-0);
  for (const text of ['', ' 1', '0x10', '1e', 'nan', '1_000', '.5', '--1']) expect(float64(text), text).toBeNull();
});

test('integers come back, and what is out of range does not', () => {
  const int64 = valueParser('int64');
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      (value) => int64(textFormatter('int64')(value)) === value,
    ),
  );
  expect(int64('9223372036854775808')).toBeNull();
  expect(valueParser('uint64')('18446744073709551615')).toBe(2n ** 64n - 1n);
  expect(valueParser('uint64')('-1')).toBeNull();
  expect([
    valueParser('int8')('-128'),
    valueParser('int8')('128'),
    valueParser('uint8')('255'),
    valueParser('uint8')('-1'),
    valueParser('int16')('1.0'),
  ]).toEqual([-128, null, 255, null, null]);
  expect([valueParser('bool')('true'), valueParser('bool')('false'), valueParser('bool')('True')]).toEqual([
    1,
    0,
    null,
  ]);
});

test('bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => String(parseBase64(base64Text(bytes))) === String(bytes)),
  );
  for (const text of ['A', 'AA=', 'A===', '!!!!', 'AB==']) expect(parseBase64(text), text).toBeNull();
});

test('each type is written in its own way', () => {
  expect(textFormatter('bool')(0)).toBe('false');
  expect(textFormatter('bool')(1)).toBe('true');
  expect(textFormatter('date')(-1)).toBe('1969-12-31');
  expect(textFormatter('timestamp')(1_500_000)).toBe('1970-01-01T00:00:01.500000');
  expect(textFormatter('timestamp')(86_399_000_001n)).toBe('1970-01-01T23:59:59.000001');
  expect(textFormatter('float64')(-0)).toBe('-0.0');
  expect(textFormatter('float64')(0)).toBe('0');
  expect(textFormatter('float64')(Math.fround(0.1))).toBe('0.10000000149011612');
  expect(textFormatter('float32')(Math.fround(0.1))).toBe('0.1');
  expect(textFormatter('float32')(-0)).toBe('-0.0');
  expect(textFormatter('int64')(-5n)).toBe('-5');
  expect(textFormatter('uint8')(255)).toBe('255');
});

test('a float32 takes six to nine digits', () => {
  const texts = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    1,
    1_234_567.1,
    16_777_216,
    3.4028235e38,
  ];
  expect(texts.map((value) => float32Text(Math.fround(value)))).toEqual([
    'NaN',
    'Infinity',
    '-Infinity',
    '0',
    '1',
    '1234567.1',
    '16777216',
    '3.4028235e+38',
  ]);
  expect([1e-45, 0.3, 8_589_973_504, 1.00000012].map((value) => float32Text(Math.fround(value)))).toEqual([
    '1.4013e-45',
    '0.3',
    '8589974000',
    '1.0000001',
  ]);
});

test.each<[Parameters<typeof valueParser>[0], number, number]>([
  ['int8', -128, 127],
  ['int16', -32_768, 32_767],
  ['int32', -2_147_483_648, 2_147_483_647],
  ['uint8', 0, 255],
  ['uint16', 0, 65_535],
  ['uint32', 0, 4_294_967_295],
])('%s reads from %i to %i', (type, min, max) => {
  const read = valueParser(type);
  expect([min - 1, min, max, max + 1].map((value) => read(String(value)))).toEqual([null, min, max, null]);
  expect(['', '-', '1.5', '1e1', ' 1', '1 ', '+1', 'x1', '1x'].map(read)).toEqual(Array(9).fill(null));
});

test('integers of 64 bits are read to their ends', () => {
  const [int64, uint64] = [valueParser('int64'), valueParser('uint64')];
  expect(
    ['-9223372036854775808', '9223372036854775807', '-9223372036854775809', '9223372036854775808'].map(int64),
  ).toEqual([-(2n ** 63n), 2n ** 63n - 1n, null, null]);
  expect(['0', '18446744073709551615', '18446744073709551616', '-1'].map(uint64)).toEqual([
    0n,
    2n ** 64n - 1n,
    null,
    null,
  ]);
  expect(['123456789012345', '1234567890123456', '9007199254740993', '-12345678901234'].map(int64)).toEqual([
    123_456_789_012_345n,
    1_234_567_890_123_456n,
    9_007_199_254_740_993n,
    -12_345_678_901_234n,
  ]);
  expect(['', '1.0', 'x1', '1x', '1'.padStart(21, '0')].map(int64)).toEqual([null, null, null, null, null]);
  expect(int64('1'.padStart(20, '0'))).toBe(1n);
});

test('floats are read in every form of JSON, and by their names', () => {
  for (const type of ['float32', 'float64'] as const) {
    const read = valueParser(type);
    const texts = ['-1', '10.25', '1e5', '1E+12', '-1.5e-12', 'NaN', 'Infinity', '-Infinity'];
    expect(texts.map(read)).toEqual([-1, 10.25, 1e5, 1e12, -1.5e-12, NaN, Infinity, -Infinity]);
    expect(['1.', '1e+', 'x1', '1x', '1.x', '1.25x', 'e5', '+1', 'Infinit', '-NaN'].map(read)).toEqual(
      Array(10).fill(null),
    );
  }
});

test('dates and timestamps are read by their types', () => {
  expect(valueParser('date')('1970-01-02')).toBe(1);
  expect(valueParser('timestamp')('1970-01-01T00:00:01')).toBe(1_000_000n);
  expect(valueParser('bool')('')).toBeNull();
  const noDates = [
    'x2021-02-03',
    '2021-02-03x',
    '+12345-01-01',
    '+00002021-01-01',
    '+12345678-01-01',
    '2021-02-3',
    '2021-2-03',
    'ab',
    '20210203',
  ];
  expect(noDates.map(parseDate)).toEqual(Array(9).fill(null));
  expect([parseDate('+1000000-03-01'), parseDate('-1000000-12-31')].map((days) => dateText(days ?? 0))).toEqual([
    '+1000000-03-01',
    '-1000000-12-31',
  ]);
  const noTimestamps = [
    'T00:00:00',
    'x1970-01-01T00:00:00',
    '1970-01-01T00:00:00x',
    '1970-01-01T0:00:00',
    '1970-01-01T00:0:00',
    '1970-01-01T00:00:0',
    '1970-01-01T00:00:60',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.1234567',
    '1970-01-01_00:00:00',
  ];
  expect(noTimestamps.map(parseTimestamp)).toEqual(Array(10).fill(null));
  expect(['1970-01-01 00:00:00.5', '1970-01-01T00:00:00.500000000'].map(parseTimestamp)).toEqual([500_000n, 500_000n]);
  expect(parseTimestamp('1970-01-02T01:02:03.000004')).toBe(90_123_000_004n);
  // The last and the first microsecond of 64 bits, and those beyond.
  expect(parseTimestamp('+294247-01-10T04:00:54.775807')).toBe(2n ** 63n - 1n);
  expect(parseTimestamp('+294247-01-10T04:00:54.775808')).toBeNull();
  expect(parseTimestamp('-290308-12-21T19:59:05.224192')).toBe(-(2n ** 63n));
  expect(parseTimestamp('-290308-12-21T19:59:05.224191')).toBeNull();
});

test('the days of four centuries come one after the other', () => {
  const first = parseDate('1999-12-31') ?? 0;
  const start = new Date('1999-12-31').getTime();
  for (let day = 0; day <= 146_097; day += 1)
    if (dateText(first + day) !== new Date(start + day * 86_400_000).toISOString().slice(0, 10))
      throw new Error(`Day ${day} is ${dateText(first + day)}.`);
  expect(dateText(first + 146_097)).toBe('2399-12-31');
});

test('base64 is read only as it is written', () => {
  const read = (text: string) => {
    const bytes = parseBase64(text);
    return bytes === null ? null : [...bytes];
  };
  expect([read(''), read('AQ=='), read('AQI='), read('AQID'), read('+/+/')]).toEqual([
    [],
    [1],
    [1, 2],
    [1, 2, 3],
    [251, 255, 191],
  ]);
  expect(['AQID=', 'A=QI', '=AQI', 'AQI', ' AQI', 'AQI\n', '-_-_', 'AR=='].map(read)).toEqual(Array(8).fill(null));
  const long = Uint8Array.from({ length: 20_000 }, (_, at) => at * 7);
  expect(base64Text(long)).toBe(Buffer.from(long).toString('base64'));
  expect(base64Text(long.subarray(0, 8_193))).toBe(Buffer.from(long.subarray(0, 8_193)).toString('base64'));
});

test('float16 is the shortest decimal that reads back to the same bits', () => {
  expect([0x3c00, 0x2e66, 0x7bff, 0x0001, 0x8000, 0x7c00, 0xfc00].map(float16Text)).toEqual([
    '1',
    '0.1',
    '65500',
    '6e-8',
    '-0.0',
    'Infinity',
    '-Infinity',
  ]);
  for (let bits = 0; bits < 0x10000; bits += 1)
    if (!Number.isNaN(float16ToNumber(bits)) && parseFloat16(float16Text(bits)) !== bits)
      throw new Error(`${bits.toString(16)} comes back from ${float16Text(bits)} as another number.`);
  // 65519 rounds to the largest; 65520 would be infinite.
  expect(['NaN', '65519', '65520', '-1e9', '', 'x'].map(parseFloat16)).toEqual([
    0x7e00,
    0x7bff,
    null,
    null,
    null,
    null,
  ]);
});
