import { expect, it } from 'vitest';
import { parameterSweepOf } from '../../figures/parameter-sweep';
import { loadSweeps } from './load-sweeps';
import { codecSavings } from './savings';

const sweeps = await loadSweeps('000');

it('the stored sweeps each sweep one parameter of the source’s workload, and measured each cell', () => {
  expect(sweeps.length).toBeGreaterThan(1);
  for (const result of sweeps) {
    expect(parameterSweepOf(result.plan.datasets)?.workload.id).toBe('keyedVectors');
    expect(result.cells).toHaveLength(result.plan.candidates.length * result.plan.datasets.length);
    expect(result.cells.every(({ status }) => status === 'completed')).toBe(true);
  }
});

it('the stored sweeps hold what a codec saves with values like embeddings', () => {
  const [result] = sweeps;
  const sweep = result === undefined ? null : parameterSweepOf(result.plan.datasets);
  if (result === undefined || sweep === null) throw new Error('The distribution is swept.');
  const [savings] = codecSavings(result, sweep);
  expect(savings?.savings.map(({ value }) => value)).toEqual(['uniform', 'normal', 'quantised', 'like embeddings']);
  // The source says that gzip saves about 5 % of uniform values.
  expect(savings?.savings[0]?.share).toBeGreaterThan(0.03);
  expect(savings?.savings[0]?.share).toBeLessThan(0.07);
});
