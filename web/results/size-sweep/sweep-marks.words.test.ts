import { expect, test } from 'vitest';
import { resultRows } from '../../figures/rows';
import type { SizeMark } from '../../sources/size-marks';
import { candidate, makeRun } from '../testing/test-results';
import { placedMarksNote, placeSizeSweepMarks } from './sweep-marks';
import { sizeSweepSeries } from './sweep-series';

/** The sentences on hollow marks. `sweep-marks.test.ts` tests where they stand. */

const series = sizeSweepSeries(
  resultRows(makeRun({ cells: [{ candidate: candidate('a'), ms: { encode: 5 } }] }), false),
  'encode',
);
const mark = { label: 'Theirs', sourceId: '009', sourceCitation: 'Doe 2020', itemCount: 977, timeMs: 3, clock: null };
const placed = (changes: Partial<SizeMark>) =>
  placeSizeSweepMarks(series, { marks: [{ ...mark, ...changes } as SizeMark], unplaced: [] });

test.each<[string, Partial<SizeMark>]>([
  ['Its size of 999,999 items is outside the range measured here.', { itemCount: 999_999 }],
  ['Its clock included other work (encode + write) than the clock here (encode).', { clock: ['encode', 'write'] }],
])('%s', (reason, changes) => expect(placed(changes).unplaced).toMatchObject([{ reason }]));

test('what hollow marks are', () =>
  expect(placedMarksNote(placed({}).placed)).toBe(
    'The hollow marks of Doe 2020 (source 009) were not measured here. Each shows the time and size from its source, on the source’s own machine.',
  ));
