import type { Calibration } from '../calibration';

/** The calls from the page to the calibration worker. */
export interface CalibrationCalls {
  calibrate: {
    in: null;
    out: Omit<Calibration, 'startMs'>;
    progress: never;
  };
  /** Returns at once, so that the page can time how long a worker takes to start. */
  answer: { in: null; out: null; progress: never };
}
