import { expect, test } from 'vitest';
import { sampleNote } from './summary-flags';

test('the note on a sample', () =>
  expect(sampleNote(1_000, 246_469)).toBe(
    'Measured on an evenly spread sample of 1,000 of 246,469 items; size and times are scaled to all of them.',
  ));
