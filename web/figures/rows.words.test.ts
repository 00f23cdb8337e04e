import { expect, test } from 'vitest';
import { candidate, type MadeCell, makeRun } from '../results/testing/test-results';
import type { RunResult } from '../../workers/model/result';
import { resultRows } from './rows';

/** Why a candidate has no figures, in words. `rows.test.ts` tests which have none. */

const runOf = (status: NonNullable<MadeCell['status']>) => makeRun({ cells: [{ candidate: candidate('a'), status }] });
const withoutData: RunResult = {
  ...runOf('missing'),
  datasets: [{ status: 'failed', error: { tag: 'outOfMemory', stage: 'generate', message: 'No room for 8 GB.' } }],
};

test.each<[string, RunResult, boolean?]>([
  ['The run was stopped before a round of this candidate was complete.', runOf('cancelled')],
  ['Abandoned: one encode step took longer than 60 s.', runOf('timedOut')],
  [
    'The run’s time was over before this candidate was measured once. Its file takes 4.00 MB; it was neither read nor timed. Choose more time or less data.',
    runOf('overBudget'),
  ],
  ['The run ended before this candidate was measured.', runOf('missing')],
  ['This candidate has not been measured yet.', runOf('missing'), true],
  ['The dataset could not be created: No room for 8 GB.', withoutData],
])('%s', (reason, run, running = false) => expect(resultRows(run, running)).toMatchObject([{ reason }]));
