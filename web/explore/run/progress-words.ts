import { searchBudgetMs } from '../../../workers/model/budget';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { nameCandidates } from '../../figures/candidate-names';
import { formatMs, timeLeftText } from '../../figures/figures';
import type { RunLifecycle } from '../../state/run-reducer';
import type { RunProgress } from '../../state/shown-run';
import { expectedTime } from './expected-time';

/** How far a run is and how long it still takes, in words. */
export function progressWords(
  { plan, status }: Extract<RunLifecycle, { plan: unknown }>,
  now: RunProgress | null,
  estimate: PlanEstimate,
): { readonly primary: string; readonly secondary: string } {
  if (status === 'waiting')
    return {
      primary: 'Waiting for another tab',
      secondary: 'Formatlab measures there. Two at once would disturb each other’s times.',
    };
  if (status === 'searching')
    return {
      primary: 'Searching',
      secondary: `The best settings of each column${plan.budget === undefined ? '' : `, for at most ${formatMs(searchBudgetMs(plan.budget), 2)}`}. The rounds begin after it`,
    };
  if (now === null) return { primary: 'Starting', secondary: 'Generating the data and loading the libraries' };
  if (now.state === 'paused')
    return { primary: 'Paused', secondary: 'The tab is hidden. The run continues when you return to it.' };
  const left =
    now.remainingMs === null
      ? expectedTime(plan, estimate)
      : `${plan.budget === 'untilDecided' ? 'At most ' : ''}${timeLeftText(now.remainingMs)} left`;
  const name = nameCandidates(plan.candidates)[now.candidate]?.label ?? '';
  const isFirst = now.budgetMs !== undefined && now.round === 0;
  // With a budget, only the leading candidates have a round after which the next verdict is taken.
  const of = now.budgetMs === undefined || now.isLeading ? ` of ${now.rounds}` : '';
  const round = `ound ${now.round + 1}${of}`;
  const what = isFirst ? 'Each candidate once' : now.isLeading ? `Leading candidates, r${round}` : `R${round}`;
  return { primary: left, secondary: `${what} · ${name}` };
}

/** The share of the budget that has passed, or of the trials that are done. Null before the first one. */
export function fractionDone(now: RunProgress | null): number | null {
  if (now?.budgetMs !== undefined) return 1 - (now.remainingMs ?? now.budgetMs) / now.budgetMs;
  return now === null || now.totalTrials === 0 ? null : now.doneTrials / now.totalTrials;
}
