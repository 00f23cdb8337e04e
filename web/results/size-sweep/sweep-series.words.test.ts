import { expect, test } from 'vitest';
import { resultRows } from '../../figures/rows';
import { candidate, makeRun } from '../testing/test-results';
import { hiddenTimesNote } from './sweep-series';

test('the note on times that the timer hides', () => {
  const cells = ['hidden', 'veiled'].map((format) => ({ candidate: candidate(format), ms: { encode: 0 } }));
  const run = makeRun({ cells, dataBytes: [10_240_000, 40_960_000] });
  expect(hiddenTimesNote(resultRows(run, false, { formats: new Map(), codecs: new Map() }), 'encode')).toBe(
    'Not drawn, because the time is below the timer’s resolution: hidden at 1,000, 4,000 items; veiled at 1,000, 4,000 items.',
  );
});
