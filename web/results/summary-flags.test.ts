import { expect, test } from 'vitest';
import { flagWords, sampleWords } from './summary-flags';

test('each flag has a mark, a label and an explanation', () =>
  expect(flagWords).toEqual({
    belowResolution: {
      mark: 'r',
      label: 'below timer resolution',
      explanation: 'The timer’s step hides the time: too many samples are equal or zero.',
    },
    notWarm: {
      mark: 'w',
      label: 'not warm',
      explanation: 'The cap ended a warm-up before two windows agreed within 5 %: later calls may be faster.',
    },
    outliers: {
      mark: 'o',
      label: 'outliers',
      explanation: 'Some samples lie far above the rest. They are kept; the best sample does not feel them.',
    },
  }));

test('a sample is told with all there are, where that is known', () => {
  expect(sampleWords(1_000, 246_469)).toBe(
    'Measured on an evenly spread sample of 1,000 of 246,469 items; size and times are scaled to all of them.',
  );
  expect(sampleWords(12, null)).toBe(
    'Measured on an evenly spread sample of 12 items; size and times are scaled to all of them.',
  );
});
