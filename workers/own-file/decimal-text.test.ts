import { expect, it } from 'vitest';
import { keepsEveryDigit, isUint64 } from './decimal-text';

it.each([
  ['0.1', 'float64', true],
  ['-0.30', 'float64', true],
  ['1e22', 'float64', true],
  ['1.7976931348623157e308', 'float64', true],
  ['1e400', 'float64', false],
  ['9007199254740992', 'float64', true],
  ['9007199254740993', 'float64', false],
  ['17258328881026652089', 'float64', false],
  ['17258328881026652160', 'float64', true],
  ['399000000000000000000000', 'float64', false],
  ['-10000000000000000000000', 'float64', true],
  ['+1000000000000000000000000', 'float64', false],
  ['3.99e23', 'float64', true],
  ['10000000000000000', 'float32', false],
  ['20000000000000001', 'float32', false],
  // 18 digits behind the point, as numpy.savetxt writes a tenth: the float64's own digits.
  ['1.000000000000000056e-01', 'float64', true],
  ['1.000000000000000050e-01', 'float64', false],
  ['0.30000000000000004', 'float64', true],
  // Halfway between two decimals of 16 digits; this is how JavaScript and Python print the float.
  ['-797.4129028320312', 'float64', true],
  ['-797.4129028320312', 'float32', true],
  ['-797.4129028320313', 'float64', true],
  ['0.1', 'float32', true],
  ['16777217', 'float32', false],
  ['3.14159265', 'float32', false],
  ['12', 'integer', true],
  ['12.0', 'integer', true],
  ['1.5e1', 'integer', true],
  ['1.5', 'integer', false],
  ['0', 'float32', true],
  ['-0', 'integer', false],
  ['inf', 'float64', true],
  ['none', 'integer', true],
] as const)('%s in %s keeps its digits: %s', (text, type, kept) => {
  expect(keepsEveryDigit(text, type)).toBe(kept);
});

it.each([
  ['17258328881026652089', true],
  ['18446744073709551615', true],
  ['18446744073709551616', false],
  ['-1', false],
  ['1.0', false],
  ['007', false],
] as const)('%s fits uint64: %s', (text, fits) => {
  expect(isUint64(text)).toBe(fits);
});
