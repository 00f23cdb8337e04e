import type { Plan } from '../../workers/model/plan';
import type { Machine } from '../../workers/registry/duration';
import { estimatePlan } from '../../workers/registry/estimate';
import { itemsNoun } from '../figures/dataset-words';
import { formatCount, formatMs } from '../figures/figures';
import { deviceMemoryGiB } from '../state/device-memory';
import type { OwnFileState, ReadyFile } from '../state/own-file';
import { withDataBytes } from './plan-checks';

/** The step from a sample of a file to all of it. */
export interface MeasureAll {
  /** How much that is: “6,000,000 rows”, or “rows” where they are not counted. */
  readonly amount: string;
  /** How long it takes: “4 min”. */
  readonly time: string;
  readonly onClick: () => void;
}

/**
 * What measuring all of the open file takes. Null if all of it is read already, or if it does not fit into this tab's memory.
 */
export function measureAllOf(
  plan: Plan,
  file: OwnFileState,
  machine: Machine,
  onMeasure: (file: ReadyFile) => void,
): MeasureAll | null {
  if (file.status !== 'ready') return null;
  const { sample, itemCount, dataBytes, schema } = file.report;
  if (sample === null || itemCount === 0) return null;
  const whole = withDataBytes(plan, Math.round(dataBytes * (sample.totalItems / itemCount)));
  const estimate = estimatePlan(whole, deviceMemoryGiB(), { machine, schema, leads: true });
  if (estimate.tooLarge.length > 0) return null;
  const items = itemsNoun(schema);
  const { budget } = plan;
  return {
    amount: sample.isTotalEstimated ? items : `${formatCount(sample.totalItems)} ${items}`,
    time: budget === 'untilDecided' ? 'at most 30 min' : formatMs(estimate.timeMs, 2),
    onClick: () => onMeasure(file),
  };
}
