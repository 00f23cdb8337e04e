import { expect, test } from 'vitest';
import { sampleResult } from '../sample-results';
import { knownHashes } from './save-scripts';

test('hashes are those of the same dataset in the results, wherever it stands in the plan', () => {
  const result = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
  const [spec] = result.plan.datasets;
  const [info] = result.datasets;
  if (spec?.source !== 'workload' || info?.status !== 'ready') throw new Error('The sample is not as expected.');
  const plan = { ...result.plan, datasets: [{ ...spec, size: spec.size + 1 }, spec] };
  expect(knownHashes(plan, result)).toEqual([null, info.sha256]);
  expect(knownHashes(plan, { plan: result.plan, datasets: [{ status: 'pending' }] })).toEqual([null, null]);
  expect(knownHashes(plan, null)).toEqual([null, null]);
  const ownFile = {
    source: 'ownFile',
    type: 'csv',
    fileName: null,
    fileSizeBytes: 10,
    sha256: 'c'.repeat(64),
    columnTypes: null,
  } as const;
  expect(knownHashes({ ...plan, datasets: [ownFile, { ...ownFile, sha256: null }] }, result)).toEqual([
    'c'.repeat(64),
    null,
  ]);
});
