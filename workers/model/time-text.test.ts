import { expect, it } from 'vitest';
import {
  clockTextOf,
  dateText,
  parseTime,
  parseTimestamp,
  timestampText,
  timestampWriter,
  timeText,
} from './time-text';

it.each([
  [0, '1970-01-01'],
  [19_782, '2024-02-29'],
  [-719_528, '0000-01-01'],
  [-719_529, '-000001-12-31'],
  [2_932_897, '+010000-01-01'],
  [-141_428, '1582-10-14'],
  [2_147_483_647, '+5881580-07-11'],
])('day %s is %s', (days, text) => expect(dateText(days)).toBe(text));

it('agrees with Date wherever that reaches', () => {
  for (let days = -800_000; days < 3_000_000; days += 997)
    expect(dateText(days)).toBe(new Date(days * 86_400_000).toISOString().split('T')[0]);
});

it.each([
  [0n, 's', '1970-01-01 00:00:00'],
  [-1n, 'ns', '1969-12-31 23:59:59.999999999'],
  [1_500n, 'ms', '1970-01-01 00:00:01.5'],
  [-(2n ** 63n), 's', '-292277022657-01-27 08:29:52'],
  [2n ** 63n - 1n, 'ns', '2262-04-11 23:47:16.854775807'],
] as const)('%s %s are %s', (ticks, unit, text) => expect(timestampText(ticks, unit)).toBe(text));

it.each([
  [0n, 's', '00:00:00'],
  [86_399_999_999n, 'us', '23:59:59.999999'],
  [86_400n, 's', '86400 s'],
  [-1n, 'ns', '-1 ns'],
] as const)('%s %s of a day are %s', (ticks, unit, text) => expect(timeText(ticks, unit)).toBe(text));

it.each(['s', 'ms', 'us', 'ns'] as const)('reads all %s that it writes', (unit) => {
  for (const ticks of [0n, -1n, 1n, 2n ** 63n - 1n, -(2n ** 63n), 1_711_846_799_999_999_999n, -12_219_292_800n]) {
    expect(parseTimestamp(timestampWriter(unit)(ticks), unit, false)).toBe(ticks);
    expect(parseTimestamp(timestampWriter(unit, 'Z')(ticks), unit, true)).toBe(ticks);
  }
});

it.each([
  ['2024-02-29T00:00:00+02:00', 's', true, 1_709_157_600n],
  ['2024-02-29 00:00:00-0230', 's', true, 1_709_173_800n],
  ['2024-02-29 00:00:00+00', 's', true, 1_709_164_800n],
  ['1970-01-01T00:00:00.120000', 'ms', false, 120n],
  ['1970-01-01T00:00:00.123456', 'ms', false, null],
  ['1970-01-01T00:00:00', 's', true, null],
  ['1970-01-01T00:00:00Z', 's', false, null],
  ['1970-01-01T00:00:00+24:00', 's', true, null],
  ['1970-01-01T00:00:00+00:60', 's', true, null],
  ['2023-02-29T00:00:00Z', 's', true, null],
  ['-292277022657-01-27T08:29:51Z', 's', true, null],
  ['-292277022657-01-27T08:29:52+00:01', 's', true, null],
] as const)('“%s” as %s, zoned: %s, is %s', (text, unit, zoned, ticks) =>
  expect(parseTimestamp(text, unit, zoned)).toBe(ticks),
);

it.each([
  ['00:00:00', 's', 0n],
  ['23:59:59.999999999', 'ns', 86_399_999_999_999n],
  ['12:00:00.5', 'ms', 43_200_500n],
  ['12:00:00.5', 's', null],
  ['24:00:00', 's', null],
  ['12:60:00', 's', null],
  ['12:00', 's', null],
  ['12:00:00.', 's', null],
] as const)('the time “%s” in %s is %s', (text, unit, ticks) => expect(parseTime(text, unit)).toBe(ticks));

it('writes no time beyond a day', () => {
  expect(clockTextOf(86_399_999n, 'ms')).toBe('23:59:59.999');
  expect([clockTextOf(86_400n, 's'), clockTextOf(-1n, 'ns')]).toEqual([null, null]);
});
