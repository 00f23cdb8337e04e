import { expect, it } from 'vitest';
import { type BenchPoint, type BenchRow, reasonFor } from './bench-rows';

it.each([
  ['the reason is not known yet.', null, null],
  [
    'Wider vectors. Without that feature, the native library takes 2.00 times as long, and the factor is 1.50×.',
    'Wider vectors.',
    1.5,
  ],
])('%s', (words, reason, plainFactor) =>
  expect(reasonFor({ reason } as BenchRow, { factor: 3, plainFactor } as BenchPoint)).toBe(words),
);
