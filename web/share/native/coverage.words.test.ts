import { expect, test } from 'vitest';
import { daskFormats } from './coverage';

test('why a Dask script leaves out a format whose files are each a whole dataset', () =>
  expect(daskFormats.pickle).toBe(
    'A file of this format contains the whole dataset. Readers can’t combine several files into one dataset.',
  ));
