import type { Stage } from '../model/errors';
import type { AskingReader } from '../model/protocol/measure';
import type { Clock } from './clock';
import type { MeasuringRegistry } from './registry';

export interface TrialContext {
  readonly registry: MeasuringRegistry;
  readonly clock: Clock;
  /** Told at every change of stage and, between calls, that the work goes on. */
  readonly onStage: (stage: Stage) => void;
  /** Told before each second decoder that is asked when everything is measured. */
  readonly onAsking?: (asking: AskingReader) => void;
}
