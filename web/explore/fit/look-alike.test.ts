import { describe, expect, it } from 'vitest';
import type { FittedTable } from '../../../workers/model/fitted-table';
import { type Candidate, candidateKey, type Plan } from '../../../workers/model/plan';
import { checkPlan } from '../../../workers/registry/check-plan';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { defaultsV1 } from '../../links/defaults-v1';
import { comparisonPlan, errorSummary, lookAlikePlan, lookAlikeView } from './look-alike';

const known = (value: number) => ({ isEstimated: true, value }) as const;
const fitted: FittedTable = {
  rows: 1_234,
  fittedRows: 1_234,
  parameters: {
    distinctShare: known(0.4),
    sortedness: { isEstimated: false },
    runLength: known(12),
    nullShare: known(0),
    decimalDigits: known(3),
    textRepetition: { isEstimated: false },
    regularity: known(1),
    duplicateShare: known(0.02),
  },
};
const candidateOf = (options: Candidate['options']): Candidate => ({
  ...(defaultPlan().candidates[0] as Candidate),
  format: 'parquet',
  implementation: 'arrow-rs',
  codec: null,
  options,
});
const own: Plan = {
  ...defaultPlan(),
  datasets: [{ source: 'ownFile', fileName: 'secret.csv', fileSizeBytes: 9, type: 'csv', sha256: null } as never],
  candidates: [candidateOf({}), candidateOf({ columns: 'salary: PLAIN' }), candidateOf({ sortedBy: 'salary' })],
  projectColumn: 'salary',
};

describe('the plan of a look-alike', () => {
  it('has the estimates and the defaults of the others, and runs', () => {
    const plan = lookAlikePlan(own, fitted);
    expect(checkPlan(plan).datasets).toMatchObject([
      {
        source: 'workload',
        workload: 'table',
        size: 1_234,
        knobs: { distinctShare: 0.4, sortedness: 1, runLength: 12, decimalDigits: 3, textRepetition: 0.3 },
      },
    ]);
  });

  it('holds no name of the table', () => {
    const text = JSON.stringify(lookAlikePlan(own, fitted));
    expect(text).not.toContain('salary');
    expect(text).not.toContain('secret');
    expect(lookAlikePlan({ ...own, candidates: own.candidates.slice(1) }, fitted)).toBeNull();
  });

  it('opens by a link that holds no name, also if a candidate with settings by column is the baseline', () => {
    const [, byColumn] = own.candidates;
    const lookAlike = lookAlikePlan(own, fitted);
    if (byColumn === undefined || lookAlike === null) throw new Error('There is no plan.');
    const view = {
      ...defaultsV1,
      plan: own,
      results: { ...defaultsV1.results, dataset: 1, baseline: candidateKey(byColumn) },
    };
    expect(JSON.stringify(view)).toContain('salary');
    const shared = lookAlikeView(view, lookAlike);
    expect(JSON.stringify(shared)).not.toContain('salary');
    expect(shared.results.dataset).toBe(0);
  });

  it('is compared with the table by the same candidates', () => {
    const lookAlike = lookAlikePlan(own, fitted);
    if (lookAlike === null) throw new Error('There is no plan.');
    expect(comparisonPlan(own, lookAlike).datasets).toEqual([...own.datasets, ...lookAlike.datasets]);
  });
});

describe('the summary of errors', () => {
  it('has their median and the largest, without signs', () =>
    expect(errorSummary([-0.3, 0.1, null, 0.2])).toEqual({ median: 0.2, largest: 0.3 }));
  it('has the mean of the two in the middle if they are even', () =>
    expect(errorSummary([0.5, -0.25, 0.75, 0.125])?.median).toBe(0.375));
  it('is nothing of nothing', () => expect(errorSummary([null])).toBeNull());
});
