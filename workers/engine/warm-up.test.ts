import { describe, expect, it } from 'vitest';
import { fakeClock } from './testing/fake-clock';
import { warmUp } from './warm-up';

const limits = { minMs: 250, minCalls: 16, capMs: 1_500, targetMs: 5 };

/** A call that costs `cost(n)` ms the n-th time, from 0. */
function costing(cost: (call: number) => number, stepMs = 0.005) {
  const clock = fakeClock(stepMs);
  let calls = 0;
  const call = () => {
    clock.advance(cost(calls));
    calls += 1;
    return calls;
  };
  return { clock, call, calls: () => calls };
}

describe('warmUp', () => {
  it('ends once the least time and calls are reached where calls are steady from the start', async () => {
    const { clock, call, calls } = costing(() => 7);
    const warmed = await warmUp(clock, call, limits);
    expect(warmed).toMatchObject({ coldMs: 7, warm: true, fastestCallMs: 7 });
    expect(warmed.warmUpMs).toBeGreaterThanOrEqual(250);
    expect(warmed.warmUpMs).toBeLessThan(400);
    expect(warmed.warmUpCalls).toBe(calls());
    expect(warmed.last).toBe(calls());
  });

  it('makes at least sixteen calls where they fit under the cap', async () => {
    const { clock, call, calls } = costing(() => 60);
    expect((await warmUp(clock, call, limits)).warm).toBe(true);
    expect(calls()).toBeGreaterThanOrEqual(16);
  });

  it('goes on while calls get faster, and keeps the first as cold', async () => {
    const { clock, call } = costing((n) => 3 + 16 * 0.97 ** n);
    const warmed = await warmUp(clock, call, limits);
    expect(warmed.coldMs).toBeCloseTo(19, 2);
    expect(warmed.warm).toBe(true);
    expect(warmed.warmUpMs).toBeGreaterThan(350);
    expect(warmed.fastestCallMs).toBeLessThan(8);
  });

  it('is cut short by the cap, and says so, where windows never agree', async () => {
    const { clock, call } = costing((n) => 400 * 0.9 ** n);
    const warmed = await warmUp(clock, call, { ...limits, capMs: 1_000 });
    expect(warmed.warm).toBe(false);
    expect(warmed.warmUpMs).toBeGreaterThanOrEqual(1_000);
    expect(warmed.warmUpMs).toBeLessThan(1_500);
  });

  it('does not repeat a call that is longer than the cap', async () => {
    const { clock, call, calls } = costing(() => 2_000);
    expect(await warmUp(clock, call, limits)).toMatchObject({
      coldMs: 2_000,
      warm: false,
      warmUpCalls: 1,
      fastestCallMs: 2_000,
    });
    expect(calls()).toBe(1);
  });

  it('takes the first call’s time where it was made before', async () => {
    const { clock, call, calls } = costing(() => 7);
    const warmed = await warmUp(clock, call, limits, { coldMs: 33 });
    expect(warmed.coldMs).toBe(33);
    expect(warmed.warmUpCalls).toBe(calls() + 1);
  });

  it('batches calls that the timer can’t see', async () => {
    const { clock, call } = costing(() => 0.0004, 0.1);
    const warmed = await warmUp(clock, call, limits);
    expect(warmed.fastestCallMs).toBeCloseTo(0.0004, 5);
    expect(warmed.warm).toBe(true);
    expect(warmed.warmUpMs).toBeLessThan(1_500);
  });

  it('does not begin with millions of calls where the timer did not see the first', async () => {
    const { clock, call } = costing((n) => (n === 0 ? 0 : 0.2), 1);
    await warmUp(clock, call, { ...limits, targetMs: 50 });
    expect(clock.trueMs).toBeLessThan(2_000);
  });

  it('tells between calls that it goes on', async () => {
    const { clock, call } = costing(() => 50);
    let heartbeats = 0;
    await warmUp(clock, call, limits, {
      heartbeat: () => {
        heartbeats += 1;
      },
    });
    expect(heartbeats).toBeGreaterThan(3);
  });
});
