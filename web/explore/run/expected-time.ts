import type { Plan } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { formatMs } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';

export const expectedTime = ({ budget }: Plan, { timeMs }: PlanEstimate): string =>
  budget === 'untilDecided' ? 'Until decided, at most 30 min' : `About ${formatMs(timeMs, 2)}`;

/** What can be measured next, as a sentence. */
export const nextStepText = ({ candidates }: Plan, timeMs: number) =>
  `${plural(candidates.length, 'candidate')} can be measured in about ${formatMs(timeMs, 2)}.`;
