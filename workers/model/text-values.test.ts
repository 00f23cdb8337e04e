import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  base64Text,
  dateText,
  float32Text,
  float64Text,
  parseBase64,
  parseDate,
  parserOf,
  parseTimestamp,
  textOf,
  timestampText,
} from './text-values';

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
    '1970-01-01T00:00:00.5',
    '+300000-01-01T00:00:00',
  ])
    expect(parseTimestamp(text), text).toBeNull();
});

test('floats come back to the bit, in as few digits as do', () => {
  const float64 = parserOf('float64');
  fc.assert(fc.property(fc.double(), (value) => Object.is(float64(float64Text(value)), value)));
  fc.assert(fc.property(fc.float(), (value) => Object.is(Math.fround(Number(float32Text(value))), value)));
  expect(float32Text(Math.fround(0.1))).toBe('0.1');
  expect(float64(float64Text(-0))).toBe(-0);
  for (const text of ['', ' 1', '0x10', '1e', 'nan', '1_000', '.5', '--1']) expect(float64(text), text).toBeNull();
});

test('integers come back, and what is out of range does not', () => {
  const int64 = parserOf('int64');
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      (value) => int64(textOf('int64')(value)) === value,
    ),
  );
  expect(int64('9223372036854775808')).toBeNull();
  expect(parserOf('uint64')('18446744073709551615')).toBe(2n ** 64n - 1n);
  expect(parserOf('uint64')('-1')).toBeNull();
  expect([
    parserOf('int8')('-128'),
    parserOf('int8')('128'),
    parserOf('uint8')('255'),
    parserOf('uint8')('-1'),
    parserOf('int16')('1.0'),
  ]).toEqual([-128, null, 255, null, null]);
  expect([parserOf('bool')('true'), parserOf('bool')('false'), parserOf('bool')('True')]).toEqual([1, 0, null]);
});

test('bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => String(parseBase64(base64Text(bytes))) === String(bytes)),
  );
  for (const text of ['A', 'AA=', 'A===', '!!!!', 'AB==']) expect(parseBase64(text), text).toBeNull();
});
