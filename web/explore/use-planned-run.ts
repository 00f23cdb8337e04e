import { useCallback, useMemo } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { ErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { Machine } from '../../workers/registry/duration';
import { estimatePlan, type PlanEstimate } from '../../workers/registry/estimate';
import type { AddressState } from '../state/address-state';
import { useMachine } from '../state/calibration';
import { deviceMemoryGiB } from '../state/device-memory';
import type { OwnFile, OwnFileState } from '../state/own-file';
import type { Goal } from '../view/situation';
import { measureAllOf, type MeasureAll } from './measure-all';
import { fileOfPlan, rejectionOf, runBlockedReason, schemaOfPlan, type Suggesting, withDataBytes } from './plan-checks';
import { mainDataset } from './plan-edit';

/** The plan of the page, with what is known of its data and of a run of it. */
export interface PlannedRun {
  readonly plan: Plan;
  /** The file that is open, also while the plan has other data. */
  readonly held: OwnFileState;
  /** The state of the file, if it is the dataset of the plan. */
  readonly ownFile: OwnFileState;
  /** The file, if it is the dataset of the plan and has been read. */
  readonly openFile: OwnFile | null;
  /** True if the data are a file, also before one is chosen. */
  readonly isOfFile: boolean;
  /** Null if the file has not been read. */
  readonly schema: DatasetSchema | null;
  readonly machine: Machine;
  readonly estimate: PlanEstimate;
  /** Why the plan can't be run. Null if it can. */
  readonly rejection: ErrorRecord | null;
  /** Why the Run button is disabled, as a sentence. Null if it is enabled. */
  readonly blocked: string | null;
  /** What a plan of these data is expected to take, ms. */
  readonly takesMs: (plan: Plan) => number;
  readonly suggesting: (goal: Goal) => Suggesting;
  /** The step from a sample of the file to all of it. Null if there is none. */
  readonly measureAll: (onMeasure: Parameters<typeof measureAllOf>[3]) => MeasureAll | null;
}

interface PageState {
  readonly held: OwnFileState;
  readonly address: AddressState;
  /** True while a run goes on. */
  readonly active: boolean;
  /** True if the user wants to choose a file or an address. */
  readonly fileTabOpened: boolean;
}

export function usePlannedRun(plan: Plan, { held, address, active, fileTabOpened }: PageState): PlannedRun {
  const machine = useMachine(active || held.status === 'reading');
  const ownFile = useMemo(() => fileOfPlan(plan, held), [plan, held]);
  const schema = schemaOfPlan(plan, ownFile);
  const estimateOf = useCallback(
    (wanted: Plan) => {
      const report = ownFile.status === 'ready' ? ownFile.report : null;
      return estimatePlan(withDataBytes(wanted, report?.dataBytes ?? null), deviceMemoryGiB(), {
        machine,
        schema: report?.schema ?? null,
        leads: true,
      });
    },
    [ownFile, machine],
  );
  const estimate = useMemo(() => estimateOf(plan), [plan, estimateOf]);
  const takesMs = (wanted: Plan) => estimateOf(wanted).timeMs;
  const rejection = useMemo(() => rejectionOf(plan), [plan]);
  const isAddressAsked = address.status === 'none' ? address.fromLink !== null : true;
  const isOfFile =
    fileTabOpened || isAddressAsked || ownFile.status !== 'none' || mainDataset(plan).source === 'ownFile';
  const isFetching = address.status === 'fetching';
  return {
    plan,
    held,
    ownFile,
    openFile: ownFile.status === 'ready' ? ownFile.file : null,
    isOfFile,
    schema,
    machine,
    estimate,
    rejection,
    blocked: runBlockedReason(plan, { fileTab: isOfFile, ownFile, isFetching, rejection, estimate, schema }),
    takesMs,
    suggesting: (goal) => ({ goal, takesMs }),
    measureAll: (onMeasure) => measureAllOf(plan, ownFile, machine, onMeasure),
  };
}
