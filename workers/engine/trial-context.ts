import type { Stage } from '../model/errors';
import type { MeasuredTrial, PendingSecondDecoder } from '../model/protocol/measure';
import type { Clock } from './clock';
import type { MeasuringRegistry } from './registry';

export interface TrialContext {
  readonly registry: MeasuringRegistry;
  readonly clock: Clock;
  /** Called at every change of stage, and between calls while the work continues. */
  readonly onStage: (stage: Stage) => void;
  /** Called once the file has been written, before it is read and timed. */
  readonly onFile?: (sizeBytes: number) => void;
  /** Called once all operations have been measured, before parts of a sample are encoded alone. */
  readonly onMeasured?: (result: MeasuredTrial) => void;
  /** Called before each second decoder that runs after the measurements. */
  readonly onAsking?: (asking: PendingSecondDecoder) => void;
}
