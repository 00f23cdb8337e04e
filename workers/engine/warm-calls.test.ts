import { expect, test } from 'vitest';
import { efforts } from '../model/plan';
import { measureOperation } from './measure-operation';
import { fakeClock } from './testing/fake-clock';

/** Calls whose cost falls with each of them, as when an engine compiles what is called often. Each cost belongs to one call alone. */
async function measured(coldMs?: number, isAsynchronous = false) {
  const clock = fakeClock();
  const costsMs: number[] = [];
  const { samples, last } = await measureOperation(
    clock,
    () => {
      const costMs = 1 + 20 / (1 + costsMs.length);
      costsMs.push(costMs);
      clock.advance(costMs);
      return isAsynchronous ? Promise.resolve(costsMs.length) : costsMs.length;
    },
    {
      effort: efforts.sizes,
      timerStepMs: 0.005,
      round: 2,
      ...(coldMs === undefined ? {} : { coldMs }),
      heartbeat: () => undefined,
    },
  );
  return { samples, costsMs, last };
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test.each([
  ['made here', undefined, false],
  ['made before', 50, false],
  ['made here, with promises', undefined, true],
] as const)(
  'no sample holds a call of the warm-up, if the first call was %s',
  async (_name, coldMs, isAsynchronous) => {
    const { samples, costsMs, last } = await measured(coldMs, isAsynchronous);
    const { callsPerSample, samplesMs, warmUpCalls, warmUpMs } = samples;
    // The first call counts as one of the warm-up, wherever it was made.
    const warmedHere = warmUpCalls - (coldMs === undefined ? 0 : 1);
    expect(samplesMs.length).toBeGreaterThan(1);
    expect(costsMs).toHaveLength(warmedHere + samplesMs.length * callsPerSample);
    expect(last).toBe(costsMs.length);
    expect(samples.coldMs).toBe(coldMs ?? costsMs[0]);
    expect(warmUpMs).toBeCloseTo(sum(costsMs.slice(0, warmedHere)) + (coldMs ?? 0), 6);
    for (const [index, sampleMs] of samplesMs.entries()) {
      const from = warmedHere + index * callsPerSample;
      expect(sampleMs).toBeCloseTo(sum(costsMs.slice(from, from + callsPerSample)) / callsPerSample, 6);
    }
    expect(samplesMs).toEqual(samplesMs.toSorted((a, b) => b - a));
  },
);
