import { expect, it } from 'vitest';
import { efforts } from '../model/plan';
import { fakeClock } from './testing/fake-clock';
import { measureOperation } from './measure-operation';

it('gives per-call samples of whole batches after the warm-up', async () => {
  const clock = fakeClock(0.005);
  let calls = 0;
  const { samples, last } = await measureOperation(
    clock,
    () => {
      // The calls of the warm-up take longer, so that none may be counted as a sample.
      calls += 1;
      clock.advance(calls <= 16 ? 8 : 0.8);
      return 'made';
    },
    { effort: efforts.standard, timerStepMs: 0.005, round: 3, heartbeat: () => undefined },
  );
  expect(samples).toMatchObject({ round: 3, warm: true, callsPerSample: 7 });
  expect(samples.samplesMs.length).toBeGreaterThanOrEqual(efforts.standard.samplesMin);
  for (const sampleMs of samples.samplesMs) {
    expect(sampleMs).toBeCloseTo(0.8, 2);
    expect(sampleMs * samples.callsPerSample).toBeGreaterThanOrEqual(5);
  }
  expect(last).toBe('made');
});

it('makes samples long enough for a coarse timer', async () => {
  const clock = fakeClock(1);
  const { samples } = await measureOperation(clock, () => clock.advance(0.8), {
    effort: efforts.standard,
    timerStepMs: 1,
    round: 0,
    heartbeat: () => undefined,
  });
  expect(samples.callsPerSample * 0.8).toBeGreaterThanOrEqual(49);
});
