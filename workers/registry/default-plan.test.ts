import { describe, expect, it } from 'vitest';
import { datasetKinds } from '../model/dataset';
import { candidateKey } from '../model/plan';
import { checkCandidate, checkPlan } from './check-plan';
import { defaultCandidates, defaultPlan, preferredCandidates } from './default-plan';

describe('defaultPlan', () => {
  it('is a valid plan of at most 10 MB that begins with the baseline', () => {
    const plan = checkPlan(defaultPlan());
    expect(plan).toEqual(defaultPlan());
    expect(plan.candidates[0]?.format).toBe('raw');
    expect(plan.candidates.length).toBeGreaterThanOrEqual(8);
  });
});

describe('preferredCandidates', () => {
  it.each(datasetKinds)('names only what the registry has, each once: %s', (kind) => {
    const keys = preferredCandidates[kind].map((candidate) => candidateKey(checkCandidate(candidate)));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('defaultCandidates', () => {
  it('leaves out what can’t hold the data', () => {
    const candidates = defaultCandidates({ kind: 'bytes' });
    expect(candidates.length).toBeGreaterThan(3);
    expect(candidates.every(({ format }) => format === 'raw')).toBe(true);
  });
});
