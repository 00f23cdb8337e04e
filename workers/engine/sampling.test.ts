import { describe, expect, it } from 'vitest';
import { fakeClock } from './testing/fake-clock';
import { takeSamples } from './sampling';

const limits = { samplesMin: 5, samplesMs: 200, callsPerSample: 1 };
const costing = (ms: number) => {
  const clock = fakeClock();
  return { clock, call: () => clock.advance(ms) };
};

describe('takeSamples', () => {
  it('goes on until the least number and the least time are both reached', async () => {
    const fast = costing(10);
    expect((await takeSamples(fast.clock, fast.call, limits)).samplesMs).toHaveLength(20);
    const slow = costing(100);
    expect((await takeSamples(slow.clock, slow.call, limits)).samplesMs).toHaveLength(5);
  });

  it('divides a batch by its calls', async () => {
    const { clock, call } = costing(0.5);
    expect(
      (await takeSamples(clock, call, { ...limits, callsPerSample: 10 })).samplesMs.every(
        (ms) => Math.abs(ms - 0.5) < 1e-9,
      ),
    ).toBe(true);
  });

  it('begins none after the cap, and takes at least one', async () => {
    const slow = costing(600);
    expect((await takeSamples(slow.clock, slow.call, limits)).samplesMs).toHaveLength(2);
    const slowest = costing(5_000);
    expect((await takeSamples(slowest.clock, slowest.call, limits)).samplesMs).toEqual([5_000]);
  });

  it('drops nothing: a disturbed sample stays', async () => {
    const clock = fakeClock();
    let calls = 0;
    const { samplesMs } = await takeSamples(
      clock,
      () => {
        clock.advance(calls === 3 ? 90 : 50);
        calls += 1;
      },
      limits,
    );
    expect(samplesMs).toContain(90);
  });

  it('takes asynchronous calls', async () => {
    const clock = fakeClock();
    const { samplesMs, last } = await takeSamples(
      clock,
      async () => {
        await Promise.resolve();
        clock.advance(50);
        return 'made';
      },
      limits,
    );
    expect(samplesMs).toEqual([50, 50, 50, 50, 50]);
    expect(last).toBe('made');
  });
});
