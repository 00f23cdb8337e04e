import { expect, test } from 'vitest';
import { exampleMark } from '../published/testing/test-marks';
import { scatterPublishedMarks } from './published-points';

/** The notes of a hollow mark. `published-points.test.ts` tests when which one stands. */

const factor = { value: 2.345, baseline: 'npy' } as NonNullable<ReturnType<typeof exampleMark>['factor']>;

test.each([
  ['As printed: size 12 MB, time 3 s, of arrays (12,000 items).', {}],
  ['As printed: time 3 s, of arrays.', { printedSize: null, itemCount: 0 }],
  ['The source prints only the ratio. The size is this ratio times the size of “raw”.', { sizeOf: 'raw' }],
  ['2.3× the time of npy, both from the source.', { factor }],
])('%s', (words, changes) => expect(scatterPublishedMarks([exampleMark(changes)])[0]?.notes).toContain(words));
