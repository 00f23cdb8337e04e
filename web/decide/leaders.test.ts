import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseRunResult } from '../links/parse-result';
import { namedSituations } from '../view/named-situations';
import { leadersOf } from './leaders';

const run = parseRunResult(
  JSON.parse(readFileSync(new URL('../../fixtures/example/result.json', import.meta.url), 'utf8')),
);
const download = namedSituations.download.situation;

it('names the best candidate and those that are not behind, as indices of the plan', () => {
  const leaders = leadersOf(run, download);
  expect(leaders.length).toBeGreaterThan(0);
  expect(leaders.length).toBeLessThan(run.plan.candidates.length);
  for (const leader of leaders) expect(run.plan.candidates[leader]?.format).toBe('parquet');
});

it('names none for expected native times, or before there is a dataset', () => {
  expect(leadersOf(run, { ...download, timesOf: 'native' })).toEqual([]);
  expect(leadersOf({ ...run, datasets: [{ status: 'pending' }] }, download)).toEqual([]);
});

it('names those that are as good as the best only without a budget, and takes verdicts at looks with one', () => {
  const [first] = leadersOf(run, download);
  const best = run.cells[first ?? 0];
  const candidates = [...run.plan.candidates, ...run.plan.candidates.slice(first, (first ?? 0) + 1)];
  if (best?.status !== 'completed') throw new Error('The best one was measured.');
  // The best candidate a second time, with the same samples.
  const twice = {
    ...run,
    plan: { ...run.plan, candidates },
    cells: [...run.cells, { ...best, candidate: candidates.length - 1 }],
  };
  expect(leadersOf(twice, download)).toContain(candidates.length - 1);
  const named = leadersOf({ ...twice, plan: { ...twice.plan, budget: 30 } }, download);
  expect(named).toContain(first);
  expect(named).not.toContain(candidates.length - 1);
});
