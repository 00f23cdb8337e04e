import { describe, expect, it } from 'vitest';
import { type Effort, efforts, type Plan } from '../model/plan';
import { telling } from '../model/testing/telling';
import { checkPlan } from './check-plan';
import { machineOf, operationMs } from './duration';
import { checkMemory, estimatePlan } from './estimate';
import { trialCosts } from './trial-costs-table';

const raw = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
const zstd = (level: number) => ({ id: 'zstd', level, implementation: 'native', granularity: 'file' }) as const;
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
    const base = estimatePlan(plan(), 8, { machine: machineOf(trialCosts, null) }).timeMs;
    expect(base).toBeGreaterThan(0);
    expect(estimatePlan(plan({ candidates: [raw, raw] }), 8).timeMs).toBeGreaterThan(base);
    expect(estimatePlan(plan({ operations: ['encode', 'decode', 'store'] }), 8).timeMs).toBeGreaterThan(base);
    expect(estimatePlan(plan({ effort: 'standard' }), 8).timeMs).toBeGreaterThan(base);
    expect(
      estimatePlan(
        plan({ datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 1_000_000, seed: 1 }] }),
        8,
      ).timeMs,
    ).toBeGreaterThan(base);
  });

  it('grows by the rounds of the leading candidates, where there can be such rounds', () => {
    const four = { candidates: [1, 3, 6, 9].map((level) => ({ ...raw, codec: zstd(level) })) };
    const timeMs = (changes: Partial<Plan>, leads: boolean) =>
      estimatePlan(plan({ ...four, ...changes }), null, { leads }).timeMs;
    expect(timeMs({}, true)).toBeGreaterThan(1.05 * timeMs({}, false));
    for (const none of [{ effort: 'sizes' as const }, { candidates: four.candidates.slice(0, 3) }])
      expect(timeMs(none, true)).toBe(timeMs(none, false));
  });
  it('takes the budget, or less where all rounds are made before, and the time to make the data', () => {
    const many = { candidates: [1, 3, 6, 9, 12, 15].map((level) => ({ ...raw, codec: zstd(level) })) };
    const timeMs = (changes: Partial<Plan>) => estimatePlan(plan({ ...many, ...changes }), null).timeMs;
    for (const budget of [15, 30, 120] as const) {
      expect(timeMs({ budget })).toBeGreaterThan(budget * 1_000);
      expect(timeMs({ budget })).toBeLessThan(budget * 1_000 + 2_000);
    }
    expect(timeMs({ budget: 600, candidates: [raw] })).toBeLessThan(300_000);
    expect(timeMs({ budget: 'untilDecided' })).toBeCloseTo(timeMs({}), -3);
  });
  it('gives the data’s bytes exactly and four times that as memory', () => {
    const estimate = estimatePlan(plan(), 8);
    expect(estimate.dataBytes).toBe(100_000 * 8 * 8);
    expect(estimate.peakMemoryBytes).toBe(4 * 100_000 * 8 * 8);
  });

  it('counts the user’s file by the share of operations that read it', () => {
    const file = {
      source: 'ownFile',
      type: 'csv',
      fileName: null,
      fileSizeBytes: 1e6,
      sha256: null,
      columnTypes: null,
    } as const;
    const csv = { format: 'csv', implementation: 'csv-core', options: {}, codec: null };
    const timeMs = (operations: Plan['operations'], candidates: Plan['candidates'], type: 'csv' | 'bytes' = 'csv') =>
      estimatePlan(plan({ datasets: [{ ...file, type }], candidates, operations }), 8).timeMs;
    // Plain bytes are not read by anything.
    const cases: [Plan['operations'], number][] = [
      [['encode', 'decode'], 1 / 2],
      [['encode', 'decode', 'store', 'load'], 1 / 4],
      [['decode'], 1],
      [['encode'], 0],
    ];
    for (const [operations, share] of cases) {
      const trialMs = timeMs(operations, [csv, csv], 'bytes') - timeMs(operations, [csv], 'bytes');
      const readMs = timeMs(operations, [csv]) - timeMs(operations, [csv], 'bytes');
      expect(readMs / trialMs).toBeCloseTo(share, 1);
    }
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
    expect(estimate.tooLarge).toMatchObject([{ dataset: 0, remedy: expect.stringMatching(telling('1.5 GiB')) }]);
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
    // The last batch of a warm-up runs over by half of itself.
    expect(operationMs(0.01, efforts.standard)).toBe(250 + 2.5 + 200);
    expect(operationMs(400, efforts.standard)).toBe(1_500 + 200 + 3 * 400);
    expect(operationMs(5_000, efforts.standard)).toBe(10_000);
  });
  it('adds the unsteadiness of “quick”, and twice that for windows of four times the length', () => {
    const addedMs = (effort: Effort) => operationMs(0.01, effort, { unsteadiness: 0.1 }) - operationMs(0.01, effort);
    expect(addedMs(efforts.quick)).toBeCloseTo(19);
    expect(addedMs({ ...efforts.quick, warmUpMinMs: 240, warmUpCapMs: 1_500 })).toBeCloseTo(38);
    expect(operationMs(0.01, efforts.quick, { unsteadiness: 1 })).toBe(250 + 2.5 + 80);
  });
});

describe('the machine', () => {
  it('makes estimates longer where it is slower, or its warm-ups run longer', () => {
    const times = (name: 'computeMs' | 'unsteadiness', value: number) =>
      estimatePlan(plan(), 8, { machine: machineOf(trialCosts, { ...trialCosts.calibration, [name]: value }) }).timeMs;
    const base = estimatePlan(plan(), 8, { machine: machineOf(trialCosts, null) }).timeMs;
    expect(times('computeMs', trialCosts.calibration.computeMs)).toBe(base);
    expect(times('computeMs', 16 * trialCosts.calibration.computeMs)).toBeGreaterThan(1.2 * base);
    expect(times('unsteadiness', 0)).toBeLessThan(times('unsteadiness', 1));
  });
  it('counts nothing for candidates that can’t hold the data', () => {
    const sdf = { format: 'sdf', implementation: 'formatlab', options: {}, codec: null };
    expect(estimatePlan(plan({ candidates: [raw, sdf] }), 8).timeMs).toBe(estimatePlan(plan(), 8).timeMs);
  });
});
