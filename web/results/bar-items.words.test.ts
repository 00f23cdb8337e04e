import { expect, test } from 'vitest';
import { resultRows } from '../figures/rows';
import { rowsWithoutSize, rowsWithoutTime } from './bar-items';
import { candidate, makeRun } from './testing/test-results';

/** Why a candidate has no bar, in words. `bar-items.test.ts` tests which have none. */

const rows = resultRows(
  makeRun({ cells: [{ candidate: candidate('fileless'), sizeBytes: null, ms: { encode: 0 } }] }),
  false,
  { formats: new Map(), codecs: new Map() },
);

test('no time', () =>
  expect(rowsWithoutTime(rows, 'encode')).toMatchObject([{ reason: 'The time is below the timer’s resolution.' }]));

test('no size', () => expect(rowsWithoutSize(rows)).toMatchObject([{ reason: 'This candidate makes no file.' }]));
