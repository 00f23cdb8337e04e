import { describe, expect, it } from 'vitest';
import type { WorkloadMeta } from '../../workers/model/entry';
import { type Candidate, type Plan, planLimits } from '../../workers/model/plan';
import {
  mainDataset,
  sweepOf,
  sweepSizes,
  withCandidates,
  withDataSeed,
  withParameter,
  withParameterSweep,
  withoutCandidate,
  withoutParameterSweep,
  withSize,
  withSweep,
  withWorkload,
} from './plan-edit';

const workload: WorkloadMeta = {
  id: 'events',
  label: 'Events',
  notInNativeScript: null,
  kind: 'table',
  description: '',
  parameters: [{ type: 'number', id: 'zeroShare', label: 'Zeros', min: 0, max: 1, step: 0.1, default: 0 }],
  sizeUnit: 'rows',
  size: { min: 2, max: 1_000, default: 100 },
  presets: [],
  dataBytes: (_parameters, size) => size * 8,
  schema: () => ({ kind: 'table', columns: [] }),
};
const raw: Candidate = { format: 'raw', implementation: 'raw', options: {}, codec: null };
const csv: Candidate = { ...raw, format: 'csv' };
const plan: Plan = withWorkload(
  { datasets: [], candidates: [raw], operations: ['encode'], effort: 'quick', seed: 1 },
  workload,
  7,
);
const sizes = (of: Plan) => of.datasets.map((spec) => (spec.source === 'workload' ? spec.size : null));

describe('a plan’s data', () => {
  it('starts at the workload’s defaults', () => {
    expect(plan.datasets).toEqual([
      { source: 'workload', workload: 'events', knobs: { zeroShare: 0 }, size: 100, seed: 7 },
    ]);
  });

  it('sweeps by halves, keeps the sweep over other sizes and knobs, and ends it', () => {
    const swept = withSweep(plan, workload, 3);
    expect(sizes(swept)).toEqual([25, 50, 100]);
    const larger = withSize(swept, workload, 1_000);
    expect(sizes(larger)).toEqual([250, 500, 1_000]);
    const zeros = withParameter(larger, workload, 'zeroShare', 0.5);
    expect(zeros.datasets.every((spec) => spec.source === 'workload' && spec.knobs.zeroShare === 0.5)).toBe(true);
    expect(mainDataset(zeros)).toMatchObject({ size: 1_000 });
    expect(sizes(withSweep(zeros, workload, 1))).toEqual([1_000]);
  });

  it('sweeps by decades up to the size, and knows such a sweep again', () => {
    expect(sweepSizes(4_000_000, 'decades', 1)).toEqual([1_000, 10_000, 100_000, 1_000_000, 4_000_000]);
    expect(sweepSizes(1_000, 'decades', 2)).toEqual([10, 100, 1_000]);
    const swept = withSweep(plan, workload, 'decades');
    expect(sizes(swept)).toEqual([10, 100]);
    expect(sweepOf(swept, 2)).toBe('decades');
    expect(sizes(withSize(swept, workload, 500))).toEqual([10, 100, 500]);
    expect(sweepOf(withSweep(plan, workload, 5), 2)).toBe(5);
    expect(sweepOf({ ...plan, datasets: [...plan.datasets, ...withSize(plan, workload, 77).datasets] }, 2)).toBeNull();
  });

  it('sweeps a parameter, keeps the sweep over other choices, and ends it', () => {
    const shares = (of: Plan) => of.datasets.map((spec) => (spec.source === 'workload' ? spec.knobs.zeroShare : null));
    const swept = withParameterSweep(withSweep(plan, workload, 3), 'zeroShare', [0, 0.5, 1]);
    expect(shares(swept)).toEqual([0, 0.5, 1]);
    expect(sizes(swept)).toEqual([100, 100, 100]);
    expect(sweepOf(swept, 2)).toBe(1);
    const larger = withDataSeed(withSize(swept, workload, 1_000), workload, 9);
    expect(shares(larger)).toEqual([0, 0.5, 1]);
    expect(larger.datasets).toEqual(larger.datasets.map((spec) => ({ ...spec, size: 1_000, seed: 9 })));
    expect(shares(withoutParameterSweep(larger, 'zeroShare', 0.25))).toEqual([0.25]);
    expect(sizes(withSweep(larger, workload, 3))).toEqual([250, 500, 1_000]);
    expect(new Set(shares(withSweep(larger, workload, 3)))).toEqual(new Set([0]));
  });

  it('has no more datasets in a sweep than a plan may have', () => {
    const values = Array.from({ length: 30 }, (_, index) => index / 30);
    expect(withParameterSweep(plan, 'zeroShare', values).datasets).toHaveLength(planLimits.datasets);
    expect(withParameterSweep(plan, 'zeroShare', [])).toBe(plan);
  });

  it('leaves out sizes below the smallest', () => expect(sweepSizes(5, 5, 2)).toEqual([3, 5]));
});

describe('a plan’s candidates', () => {
  it('are never in it twice', () => expect(withCandidates(plan, [csv, raw, csv]).candidates).toEqual([raw, csv]));
  it('keep the last one', () => {
    expect(withoutCandidate(plan, 0)).toBe(plan);
    expect(withoutCandidate(withCandidates(plan, [csv]), 0).candidates).toEqual([csv]);
  });
});
