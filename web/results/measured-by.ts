import type { MeasuredBy } from '../decide/use-contenders';
import { isBrowserRun } from '../figures/environment-words';
import type { ShownRun } from '../state/shown-run';

/** Where the times of a run are from. */
export function measuredBy({ origin, result }: ShownRun): MeasuredBy {
  if (!isBrowserRun(result.environment)) return 'native';
  return origin.kind === 'here' || origin.kind === 'stored' || origin.kind === 'test' ? 'here' : 'elsewhere';
}
