import type { Calibration } from '../calibration';

/** What the page asks of the calibrating worker. */
export interface CalibrationCalls {
  calibrate: {
    in: null;
    out: Omit<Calibration, 'startMs'>;
    progress: never;
  };
  /** Answered at once: it tells how long a worker takes to start. */
  answer: { in: null; out: null; progress: never };
}
