import { type Calibration, calibrationSchema } from '../model/calibration';
import { parse } from '../model/parse';
import type { CalibrationCalls } from '../model/protocol/calibration';
import { type Connection, connect } from '../model/protocol/connect';

/** A machine that takes longer for it says nothing by it that would be true in a minute. */
const limitMs = 10_000;

function spawnCalibration(): Connection<CalibrationCalls> {
  const worker = new Worker(new URL('../engine/calibration.worker.ts', import.meta.url), {
    type: 'module',
    name: 'formatlab-calibration',
  });
  return connect<CalibrationCalls>(worker, 'calibration');
}

/** Takes the measure of this machine in workers of its own. Rejects with a FormatlabError where that can't be. */
export async function calibrate(spawn = spawnCalibration): Promise<Calibration> {
  const kernels = await asked(spawn(), (remote) => remote.calibrate(null));
  // The second worker's code is fetched already, as a measuring worker's is after its first trial.
  const start = performance.now();
  await asked(spawn(), (remote) => remote.answer(null));
  const startMs = Math.max(1e-6, performance.now() - start);
  return parse(calibrationSchema, { ...kernels, startMs }, 'calibration', { tag: 'internal', stage: 'setUp' });
}

/** One call of a worker that is ended after it, or after the limit. */
async function asked<T>(
  { remote, terminate }: Connection<CalibrationCalls>,
  call: (remote: Connection<CalibrationCalls>['remote']) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(
    () =>
      terminate({
        tag: 'internal',
        stage: 'setUp',
        message: `The machine’s speed could not be found out within ${limitMs / 1_000} s.`,
      }),
    limitMs,
  );
  try {
    return await call(remote);
  } finally {
    clearTimeout(timer);
    terminate();
  }
}
