import { briefEffort, efforts, type Plan } from '../model/plan';
import type { DatasetInfo } from '../model/result';
import { machineOf, type TrialDuration } from '../registry/duration';
import { partsMsOf, trialDurationOf } from '../registry/estimate';
import { trialCosts } from '../registry/trial-costs-table';
import type { PlannedCell } from './cells';
import type { ExpectedTrial } from './trial-costs';

/**
 * The expected durations of a cell's trials on the reference machine, with the limits of the plan's effort and with the brief ones. Only their proportions
 * matter, until the first trials show how fast this machine is.
 */
export function expectedTrial(plan: Plan, cell: PlannedCell, info: DatasetInfo | undefined): ExpectedTrial {
  const candidate = plan.candidates[cell.candidate];
  const effort = efforts[plan.effort];
  const of = (limits: typeof effort): TrialDuration =>
    candidate === undefined || info?.status !== 'ready'
      ? { ms: 0, onceMs: 0 }
      : trialDurationOf(candidate, info, plan.operations, limits, machineOf(trialCosts, null));
  const partsMs =
    candidate === undefined || info?.status !== 'ready' || info.sample === undefined
      ? 0
      : partsMsOf(candidate, info, machineOf(trialCosts, null));
  return { full: of(effort), brief: of(briefEffort(effort)), partsMs };
}
