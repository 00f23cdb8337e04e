import { expect, test } from 'vitest';
import { optionValueText } from './option-value-text';

test.each([
  [undefined, 12_345, '12,345'],
  ['rows', 2_048, '2,048 rows'],
  ['B', 999, '999 B'],
  ['bytes', 131_072, '128 KiB'],
  ['byte', 1_024, '1 KiB'],
  ['B', 1_000, '1.00 kB'],
  ['bytes', 8_130, '8.13 kB'],
])('of unit %s, %i is %s', (unit, value, text) => expect(optionValueText(unit, value)).toBe(text));
