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
