import type { Leading } from '../model/leading';
import type { Environment } from '../model/environment';
import type { Plan } from '../model/plan';
import type { Connection } from '../model/protocol/connect';
import type { MeasureCalls } from '../model/protocol/measure';
import type { MadeDataset } from '../model/protocol/read-file';
import type { UserData } from '../model/user-data';
import type { Mutex } from './mutex';
import type { MeasuringRegistry } from './registry';
import type { Visibility } from './visibility';

/** The environment of a run: clock, workers, registry. Tests inject their own. */
export interface RunDependencies {
  readonly registry: Pick<MeasuringRegistry, 'formats' | 'codecs'>;
  readonly spawnMeasure: () => Connection<MeasureCalls>;
  readonly makeDataset: (
    plan: Plan,
    dataset: number,
    ownFile: UserData | null,
    signal: AbortSignal,
  ) => Promise<MadeDataset>;
  readonly environment: (plan: Plan) => Environment;
  readonly kernelMs: () => number;
  readonly visibility: Visibility;
  readonly mutex: Mutex;
  readonly hangLimitMs?: number;
  /** Asked after the first rounds: what can still change the answer (rule 26). Absent if nobody waits for one. */
  readonly leading?: (signal: AbortSignal) => Promise<Leading>;
}
