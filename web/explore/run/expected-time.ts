import type { Plan } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { formatMs } from '../../figures/figures';

export const expectedTime = ({ budget }: Plan, { timeMs }: PlanEstimate): string =>
  budget === 'untilDecided' ? 'Until decided, at most 30 min' : `About ${formatMs(timeMs, 2)}`;
