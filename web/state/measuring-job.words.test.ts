import { expect, it } from 'vitest';
import { beginMeasuring, type MeasuringJob, waitingReason } from './measuring-job';

it.each<[MeasuringJob, string]>([
  ['search', 'the search for the best settings'],
  ['rewrite', 'the rewrite of the table'],
  ['comparison', 'the comparison with the look-alike'],
])('what waits for the %s', (job, words) => {
  const end = beginMeasuring(job);
  expect(waitingReason(job === 'search' ? 'rewrite' : 'search')).toBe(
    `This waits until ${words} has ended, because each would slow the other down.`,
  );
  end?.();
});
