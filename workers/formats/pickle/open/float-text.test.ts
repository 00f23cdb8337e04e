import { expect, it } from 'vitest';
import { floatText } from './float-text';

// What repr() of Python 3.11 gives.
it.each([
  [1, '1.0'],
  [-0, '-0.0'],
  [0, '0.0'],
  [0.1, '0.1'],
  [-2.5, '-2.5'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [1.5e21, '1.5e+21'],
  [1e300, '1e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.25e-7, '1.25e-07'],
  [Number.NaN, 'nan'],
  [-Infinity, '-inf'],
])('%d is printed as %s', (value, text) => expect(floatText(value)).toBe(text));
