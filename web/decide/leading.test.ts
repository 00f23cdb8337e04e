import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nobodyKnows } from '../../workers/model/leading';
import { parseRunResult } from '../links/parse-result';
import { namedSituations } from '../view/named-situations';
import { leadingOf } from './leading';

const run = parseRunResult(
  JSON.parse(readFileSync(new URL('../../fixtures/example/result.json', import.meta.url), 'utf8')),
);
const download = namedSituations.download.situation;

it('names the best candidate and those that are not behind, as indices of the plan', () => {
  const { candidates: leaders, operations, userFile } = leadingOf(run, download);
  expect(operations).toEqual(['encode', 'decode']);
  expect(userFile).toBe(true);
  expect(leaders.length).toBeGreaterThan(0);
  expect(leaders.length).toBeLessThan(run.plan.candidates.length);
  for (const leader of leaders) expect(run.plan.candidates[leader]?.format).toBe('parquet');
});

it('names none for expected native times, or before there is a dataset', () => {
  expect(leadingOf(run, { ...download, timesOf: 'native' })).toEqual(nobodyKnows);
  expect(leadingOf({ ...run, datasets: [{ status: 'pending' }] }, download)).toEqual(nobodyKnows);
});

it('names those that are as good as the best only without a budget, and takes verdicts at looks with one', () => {
  const [first] = leadingOf(run, download).candidates;
  const best = run.cells[first ?? 0];
  const candidates = [...run.plan.candidates, ...run.plan.candidates.slice(first, (first ?? 0) + 1)];
  if (best?.status !== 'completed') throw new Error('The best one was measured.');
  // The best candidate a second time, with the same samples.
  const twice = {
    ...run,
    plan: { ...run.plan, candidates },
    cells: [...run.cells, { ...best, candidate: candidates.length - 1 }],
  };
  expect(leadingOf(twice, download).candidates).toContain(candidates.length - 1);
  const named = leadingOf({ ...twice, plan: { ...twice.plan, budget: 30 } }, download).candidates;
  expect(named).toContain(first);
  expect(named).not.toContain(candidates.length - 1);
});
