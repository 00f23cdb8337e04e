import { efforts } from '../model/plan';
import type { CalibrationCalls } from '../model/protocol/calibration';
import { median } from '../model/statistics/samples';
import type { Clock } from './clock';
import { warmUp } from './warm-up';

/** Each kernel runs at least this long, and a minimum number of times. Together with warm-up this is less than two seconds on a phone. */
const kernelMs = 120;
const callsMin = 5;
const callsMax = 200;

const computeSteps = 500_000;
/** More than most machines' caches hold, like datasets. */
const copiedBytes = 4_000_000;
const objectCount = 4_000;

/** Xorshift32 (Marsaglia 2003). */
function compute(seed: number): number {
  let state = seed | 1;
  for (let step = 0; step < computeSteps; step += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

function makeObjects(): number {
  const rows = Array.from({ length: objectCount }, (_, index) => ({
    id: index,
    name: `name ${index % 97}`,
    share: index / 7,
  }));
  return JSON.stringify(rows).length;
}

/** The median time of a call, not the fastest: a busy machine will be slow during the run, too. */
function typicalMs(clock: Clock, call: () => unknown): number {
  const times: number[] = [];
  const start = clock.now();
  while (times.length < callsMin || (clock.now() - start < kernelMs && times.length < callsMax)) {
    const before = clock.now();
    call();
    times.push(clock.now() - before);
  }
  // Skip the first quarter of the calls, during which the kernel is compiled.
  return Math.max(1e-6, median(times.slice(times.length >> 2)));
}

/** Runs the calibration kernels. The work is fixed; it takes about half a second on a machine of 2024. */
export async function calibrate(clock: Clock): Promise<CalibrationCalls['calibrate']['out']> {
  let kept = 1;
  const source = new Uint8Array(copiedBytes).fill(7);
  const computeMs = typicalMs(clock, () => {
    kept = compute(kept);
  });
  const memoryMs = typicalMs(clock, () => {
    kept += new Uint8Array(source)[kept & 1023] ?? 0;
  });
  const objectsMs = typicalMs(clock, () => {
    kept += makeObjects();
  });
  const { warmUpMinMs: minMs, warmUpMinCalls: minCalls, warmUpCapMs: capMs } = efforts.quick;
  const shares: number[] = [];
  for (const call of [() => new Uint8Array(source), makeObjects, () => new Uint8Array(source)]) {
    const warmed = await warmUp(clock, call, { minMs, minCalls, capMs, targetMs: 5 });
    shares.push(Math.min(1, Math.max(0, (warmed.warmUpMs - minMs) / (capMs - minMs))));
  }
  return {
    computeMs,
    memoryMs,
    objectsMs,
    unsteadiness: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}
