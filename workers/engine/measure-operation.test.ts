import { expect, it } from 'vitest';
import { efforts } from '../model/plan';
import { fakeClock } from './testing/fake-clock';
import { measureOperation } from './measure-operation';
import { takeTurns } from './reading-turns';

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

it('reads files in turns, each as often first as last', async () => {
  const clock = fakeClock();
  const calls: number[] = [];
  const placed: number[] = [];
  const arms = [0.3, 0.33, 0.36].map((callMs, index) => ({
    place: () => placed.push(index),
    call: () => {
      calls.push(index);
      clock.advance(callMs);
      return index;
    },
  }));
  const { samplesMs, sink } = await takeTurns(arms, 1, 0.005, { clock, onBeat: () => undefined });
  const turns = samplesMs[0]?.length ?? 0;
  expect(turns % 2).toBe(0);
  expect(samplesMs.map((samples) => samples.length)).toEqual([turns, turns, turns]);
  expect(samplesMs.map((samples) => samples[0]?.toFixed(2))).toEqual(['0.30', '0.33', '0.36']);
  const order = placed.slice(arms.length);
  const positions = (of: number) => order.flatMap((index, place) => (index === of ? [place % arms.length] : []));
  for (const index of arms.keys()) {
    const ends = [0, 2].map((position) => positions(index).filter((each) => each === position).length);
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThanOrEqual(2);
  }
  expect(sink).toBe(turns * 3);
});
