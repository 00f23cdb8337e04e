import { expect, it } from 'vitest';
import { beginMeasuring, type MeasuringJob, waitingReason } from './measuring-job';

it('what the others wait for', () => {
  const jobs: readonly MeasuringJob[] = ['search', 'rewrite', 'comparison'];
  const said = jobs.map((job, index) => {
    const end = beginMeasuring(job);
    const reason = waitingReason(jobs[index === 0 ? 1 : 0] ?? job);
    end?.();
    return reason;
  });
  expect(said).toEqual([
    'This waits until the search for the best settings has ended, because each would slow the other down.',
    'This waits until the rewrite of the table has ended, because each would slow the other down.',
    'This waits until the comparison with the table of orders has ended, because each would slow the other down.',
  ]);
});
