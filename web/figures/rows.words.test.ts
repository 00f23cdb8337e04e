import { expect, test } from 'vitest';
import { candidate, type MadeCell, makeRun } from '../results/testing/test-results';
import type { DatasetSample, RunResult } from '../../workers/model/result';
import type { PredictedSize } from '../../workers/model/statistics/predicted-size';
import { resultRows } from './rows';
import { measuredPartText, predictedText } from './whole-file-words';

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

const sample: DatasetSample = {
  unitKind: 'rows',
  unitItems: [240_000],
  unitCount: 25,
  totalItems: 6_000_000,
  isTotalEstimated: false,
  isFirstPart: false,
  fileBytes: 1_000,
};
const wholeFile = { sample, sampleItems: 240_000, totalItems: 6_000_000, times: 25 };
const errors = { partRates: [1, 1], unread: 1, over: 0, under: 0, doublings: 1 };
const predicted = { bytes: 40_500_000, limits: { low: 40_200_000, high: 40_900_000 }, errors };

test.each<[string, Partial<DatasetSample>]>([
  ['Measured on 240,000 of 6,000,000 rows.', {}],
  ['Measured on 240,000 of about 6,000,000 rows.', { isTotalEstimated: true }],
  ['Measured on the first 240,000 of 6,000,000 rows.', { isFirstPart: true }],
])('%s', (words, changes) =>
  expect(measuredPartText({ ...wholeFile, sample: { ...sample, ...changes } }, 'rows')).toBe(words),
);

test.each<[string, PredictedSize, Partial<DatasetSample>]>([
  ['The whole file will have 40.2 to 40.9 MB.', predicted, {}],
  ['The whole file will have 998 kB to 1.01 MB.', { ...predicted, limits: { low: 998_000, high: 1_010_000 } }, {}],
  ['The whole file will have 40.2 MB.', { ...predicted, limits: { low: 40_200_001, high: 40_200_002 } }, {}],
  ['The whole file will have about 40.5 MB.', { ...predicted, limits: null }, {}],
  [
    'The whole file will have about 40.5 MB, if the rest is like its first part.',
    { ...predicted, limits: null },
    { isFirstPart: true },
  ],
])('%s', (words, size, changes) =>
  expect(predictedText(size, { ...wholeFile, sample: { ...sample, ...changes } })).toBe(words),
);
