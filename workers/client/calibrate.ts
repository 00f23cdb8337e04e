import { type Calibration, calibrationSchema } from '../model/calibration';
import { parseWithSchema } from '../model/parse';
import type { CalibrationCalls } from '../model/protocol/calibration';
import { type Connection, connect } from '../model/protocol/connect';

/** A machine that takes longer is too busy for a calibration that would hold for the run. */
const limitMs = 10_000;

function spawnCalibration(): Connection<CalibrationCalls> {
  const worker = new Worker(new URL('../engine/calibration.worker.ts', import.meta.url), {
    type: 'module',
    name: 'formatlab-calibration',
  });
  return connect<CalibrationCalls>(worker, 'calibration');
}

/**
 * Measures the speed of this machine in separate workers.
 * @throws FormatlabError if a worker fails or does not answer in time.
 */
export async function calibrate(spawn = spawnCalibration): Promise<Calibration> {
  const kernels = await asked(spawn(), (remote) => remote.calibrate(null));
  // The second worker starts from the browser's cache, as measuring workers do after the first trial.
  const start = performance.now();
  await asked(spawn(), (remote) => remote.answer(null));
  const startMs = Math.max(1e-6, performance.now() - start);
  return parseWithSchema(calibrationSchema, { ...kernels, startMs }, 'calibration', {
    tag: 'internal',
    stage: 'setUp',
  });
}

/** Makes one call of a new worker, which is terminated after the call or after the limit. */
async function asked<T>(
  { remote, terminate }: Connection<CalibrationCalls>,
  call: (remote: Connection<CalibrationCalls>['remote']) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(
    () =>
      terminate({
        tag: 'internal',
        stage: 'setUp',
        message: `The machine’s speed could not be measured within ${limitMs / 1_000} s.`,
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
