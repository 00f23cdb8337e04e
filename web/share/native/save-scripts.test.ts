import { expect, test } from 'vitest';
import { sampleResult } from '../../links/testing/sample-results';
import { daskScriptOf, pythonScriptOf } from './native-script';
import { datasetHashes, reachedRounds, saveScript } from './save-scripts';

test('hashes are those of the same dataset in the results, wherever it stands in the plan', () => {
  const result = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
  const [spec] = result.plan.datasets;
  const [info] = result.datasets;
  if (spec?.source !== 'workload' || info?.status !== 'ready') throw new Error('The sample is not as expected.');
  const plan = { ...result.plan, datasets: [{ ...spec, size: spec.size + 1 }, spec] };
  expect(datasetHashes(plan, result)).toEqual([null, info.sha256]);
  expect(datasetHashes(plan, { plan: result.plan, datasets: [{ status: 'pending' }] })).toEqual([null, null]);
  expect(datasetHashes(plan, null)).toEqual([null, null]);
  const ownFile = {
    source: 'ownFile',
    type: 'csv',
    fileName: null,
    fileSizeBytes: 10,
    sha256: 'c'.repeat(64),
    columnTypes: null,
  } as const;
  expect(datasetHashes({ ...plan, datasets: [ownFile, { ...ownFile, sha256: null }] }, result)).toEqual([
    'c'.repeat(64),
    null,
  ]);
});

test('a script is saved under a name that tells its kind, and what it is of', async () => {
  const result = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
  const { plan } = result;
  const saved: (readonly [name: string, content: Blob])[] = [];
  const save = (...file: readonly [name: string, content: Blob]) => saved.push(file);
  await saveScript('python', plan, result, '', save);
  await saveScript('python', plan, null, '002-dictionary', save);
  await saveScript('dask', plan, result, '002-dictionary', save);
  await saveScript('dask', plan, null, '', save);
  expect(saved.map(([name, { type }]) => [name, type])).toEqual([
    ['formatlab-native.py', 'text/x-python'],
    ['formatlab-002-dictionary-native.py', 'text/x-python'],
    ['formatlab-002-dictionary-dask.py', 'text/x-python'],
    ['formatlab-dask.py', 'text/x-python'],
  ]);
  const hashes = result.datasets.map((info) => (info.status === 'ready' ? info.sha256 : null));
  expect(await Promise.all(saved.map(([, content]) => content.text()))).toEqual([
    pythonScriptOf(plan, hashes),
    pythonScriptOf(plan, [null]),
    daskScriptOf(plan),
    daskScriptOf(plan),
  ]);
});

test('the script of a run with a budget repeats the rounds that it has reached, without the budget', async () => {
  const result = sampleResult({ candidates: 2, rounds: 7, samples: 1, asked: ['encode'] });
  const plan = { ...result.plan, budget: 30 as const };
  const run = { ...result, plan };
  expect(reachedRounds(plan, run)).toBe(7);
  expect(reachedRounds(plan, null)).toBeNull();
  expect(reachedRounds({ ...plan, candidates: plan.candidates.slice(1) }, run)).toBeNull();
  const few = sampleResult({ candidates: 2, rounds: 5, samples: 1, asked: ['encode'] });
  expect(reachedRounds(few.plan, few)).toBeNull();
  const saved: Blob[] = [];
  await saveScript('python', plan, run, '', (_, content) => saved.push(content));
  const hashes = result.datasets.map((info) => (info.status === 'ready' ? info.sha256 : null));
  expect(await saved[0]?.text()).toBe(pythonScriptOf(result.plan, hashes, 7));
});
