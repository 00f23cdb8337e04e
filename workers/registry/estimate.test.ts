import { describe, expect, it } from 'vitest';
import { efforts, type Plan } from '../model/plan';
import { checkPlan } from './check-plan';
import { checkMemory, estimatePlan, operationMs } from './estimate';

const raw = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
const plan = (changes: Partial<Plan> = {}): Plan =>
  checkPlan({
    datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 100_000, seed: 1 }],
    candidates: [raw],
    operations: ['encode', 'decode'],
    effort: 'quick',
    seed: 1,
    ...changes,
  });

describe('estimatePlan', () => {
  it('grows with data, candidates, operations and effort', () => {
    const base = estimatePlan(plan(), 8).timeMs;
    expect(base).toBeGreaterThan(0);
    expect(estimatePlan(plan({ candidates: [raw, raw] }), 8).timeMs).toBeGreaterThan(base);
    expect(estimatePlan(plan({ operations: ['encode', 'decode', 'store'] }), 8).timeMs).toBeGreaterThan(base);
    expect(estimatePlan(plan({ effort: 'standard' }), 8).timeMs).toBeGreaterThan(4 * base);
    expect(
      estimatePlan(
        plan({ datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 1_000_000, seed: 1 }] }),
        8,
      ).timeMs,
    ).toBeGreaterThan(base);
  });

  it('gives the data’s bytes exactly and four times that as memory', () => {
    const estimate = estimatePlan(plan(), 8);
    expect(estimate.dataBytes).toBe(100_000 * 8 * 8);
    expect(estimate.peakMemoryBytes).toBe(4 * 100_000 * 8 * 8);
  });

  it('says which dataset is too large, and leaves its time out', () => {
    const ownFile = {
      source: 'ownFile',
      type: 'bytes',
      fileName: null,
      fileSizeBytes: 2_000_000_000,
      sha256: null,
      columnTypes: null,
    } as const;
    const estimate = estimatePlan(plan({ datasets: [ownFile] }), 8);
    expect(estimate.tooLarge).toMatchObject([{ dataset: 0, remedy: 'At most 1.5 GiB would fit: choose less data.' }]);
    expect(estimate.timeMs).toBe(0);
  });
});

describe('checkMemory', () => {
  it('lets pass what fits four times, and tells what would fit otherwise', () => {
    expect(checkMemory(1.5 * 2 ** 30, false, 8)).toBeNull();
    expect(checkMemory(1.5 * 2 ** 30 + 1, false, 8)?.remedy).toContain('1.5 GiB');
    expect(checkMemory(2 ** 30, false, null)?.remedy).toContain('768 MiB');
  });
  it('holds WebAssembly libraries to their 4 GiB', () => {
    expect(checkMemory(2.5 * 2 ** 30, false, 32)).toBeNull();
    expect(checkMemory(2.5 * 2 ** 30, true, 32)?.message).toContain('WebAssembly');
  });
});

describe('operationMs', () => {
  it('is the least times for fast calls and a few calls for slow ones', () => {
    expect(operationMs(0.01, efforts.standard)).toBe(450);
    expect(operationMs(400, efforts.standard)).toBe(1_500 + 1_000);
    expect(operationMs(5_000, efforts.standard)).toBe(10_000);
  });
});
