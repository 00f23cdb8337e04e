import { expect, it } from 'vitest';
import { candidate, makeRun } from '../results/testing/test-results';
import { measurementsDone } from './unfinished-run';

it('counts the rounds of each cell; one that failed takes no more', () => {
  const run = makeRun({
    cells: [
      { candidate: candidate('raw'), ms: { encode: 1 } },
      { candidate: candidate('csv'), status: 'failed' },
      { candidate: candidate('arrow'), status: 'missing' },
    ],
    effort: 'standard',
    rounds: 3,
  });
  expect(measurementsDone(run)).toEqual({ done: 3 + 8, planned: 24 });
});
