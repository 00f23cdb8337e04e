import { expect, it } from 'vitest';
import { dateText, timestampText, timeText } from './time-text';

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
