import { expect, it, vi } from 'vitest';
import { candidate, makeRun } from '../results/testing/test-results';
import { measurementsDone } from '../figures/measurements-done';
import { createUnfinishedRunStore } from './unfinished-run';

it('counts the rounds of each cell; one that failed takes no more', () => {
  const run = makeRun({
    cells: [
      { candidate: candidate('raw'), ms: { encode: 1 } },
      { candidate: candidate('csv'), status: 'failed' },
      { candidate: candidate('arrow'), status: 'missing' },
    ],
    effort: 'standard',
    rounds: 3,
  });
  expect(measurementsDone(run)).toEqual({ done: 3 + 8, planned: 24 });
  // A run until a verdict measures leaders more often than was planned.
  const longer = makeRun({
    cells: [{ candidate: candidate('raw'), ms: { encode: 1 } }],
    effort: 'standard',
    rounds: 12,
  });
  expect(measurementsDone(longer)).toEqual({ done: 8, planned: 8 });
});

it('offers each unfinished run until the user has decided on it', async () => {
  const runOf = (startedAt: string) => ({ ...makeRun({ cells: [] }), startedAt });
  const [first, second] = [runOf('2026-11-02'), runOf('2026-11-01')];
  const store = { unfinished: async () => [first, second], end: vi.fn(async () => {}), discard: vi.fn(async () => {}) };
  const unfinished = createUnfinishedRunStore(store, () => expect.unreachable());
  await unfinished.look();
  unfinished.keep(first);
  expect(unfinished.get()).toEqual([second]);
  unfinished.discard(second);
  expect(unfinished.get()).toEqual([]);
  expect([store.end.mock.calls, store.discard.mock.calls]).toEqual([[['2026-11-02']], [['2026-11-01']]]);
});
