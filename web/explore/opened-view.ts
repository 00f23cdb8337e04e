import type { DatasetSchema } from '../../workers/model/dataset';
import type { Plan } from '../../workers/model/plan';
import { estimatePlan } from '../../workers/registry/estimate';
import { deviceMemoryGiB } from '../state/device-memory';
import type { ReadyFile } from '../state/own-file';
import type { Situation } from '../view/situation';
import type { View } from '../view/view';
import { ownFileSpec, viewOfData, withDataBytes } from './plan-checks';
import { withOwnFile } from './plan-edit';
import { planForSituation } from './plan-for-situation';

/**
 * The view once a file is read: its plan has the file as its dataset.
 * @param before the schema of the plan’s former dataset; null if it is not known
 */
export function viewOfOpened(view: View, opened: ReadyFile, before: DatasetSchema | null): View {
  const { file, report, columnTypes, malformed, reading, sample } = opened;
  const spec = ownFileSpec(file, report, columnTypes, malformed, reading, sample);
  return viewOfData(view, withOwnFile(view.plan, spec), before, report.schema, durationOf(report));
}

/** How long a plan is expected to take with a file, in milliseconds. */
const durationOf =
  ({ dataBytes, schema }: Pick<ReadyFile['report'], 'dataBytes' | 'schema'>) =>
  (plan: Plan): number =>
    estimatePlan(withDataBytes(plan, dataBytes), deviceMemoryGiB(), { schema }).timeMs;

/** The view after its user has chosen another situation for a file that is open. */
export const viewForSituation = (view: View, situation: Situation, report: ReadyFile['report']): View => ({
  ...view,
  situation,
  plan: planForSituation(view, situation, report.schema, (goal) => ({ goal, takesMs: durationOf(report) })),
});
