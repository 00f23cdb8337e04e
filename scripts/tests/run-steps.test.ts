import { expect, it } from 'vitest';
import { childSeconds, runSteps } from './run-steps.mjs';

it('sums user and system time of the children', () => {
  expect(childSeconds('0m0.01s 0m0.02s\n1m2.30s 0m4.50s\n')).toBeCloseTo(66.8);
  expect(childSeconds('')).toBeNull();
});

it('runs steps in order, side by side as long as at most two cores too many are taken', async () => {
  const [a, b, c, d] = [1, 2, 2, 1].map((cores, index) => ({ name: 'abcd'[index] ?? '', cores }));
  const events: string[] = [];
  let busy = 0;
  let most = 0;
  const run = async ({ name, cores }: { name: string; cores: number }) => {
    events.push(name);
    busy += cores;
    most = Math.max(most, busy);
    await new Promise((resolve) => setTimeout(resolve, 1));
    busy -= cores;
    return name;
  };
  const steps = [a, b, c, d].filter((step) => step !== undefined);
  expect((await runSteps(steps, run, 2)).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(most).toBe(4);
  expect(events).toEqual(['a', 'b', 'c', 'd']);
});

it('runs a step that wants more cores than there are', async () => {
  expect(await runSteps([{ cores: 8 }], async ({ cores }) => cores, 1)).toEqual([8]);
  expect(await runSteps([], async () => 0, 1)).toEqual([]);
});
