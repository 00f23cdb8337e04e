import { useEffect, useState } from 'react';
import { searchBudgetMs } from '../../../workers/model/budget';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { type ProgressStore, useProgress } from '../../state/progress-store';
import type { RunLifecycle } from '../../state/run-reducer';
import type { RunProgress } from '../../state/shown-run';
import { nameCandidates } from '../../figures/candidate-names';
import { formatMs, timeLeftText } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { expectedTime } from './expected-time';
import { PauseNote } from './PauseNote';
import styles from './RunBar.module.css';

/** How far the run is, and how long it still takes. */
export function RunProgressPart({
  life,
  progress,
  estimate,
  onRegardless,
}: {
  readonly life: Extract<RunLifecycle, { plan: unknown }>;
  readonly progress: ProgressStore;
  readonly estimate: PlanEstimate;
  readonly onRegardless: () => void;
}) {
  const now = useTicking(useProgress(progress));
  const { primary, secondary } =
    life.status === 'stopping'
      ? { primary: 'Stopping…', secondary: 'The results measured so far are kept.' }
      : progressWords(life, now, estimate);
  return (
    <>
      <div className={styles.progress}>
        <ProgressBar label="Progress of the run" fraction={fractionDone(now)} />
      </div>
      <div className={styles.text}>
        <p className={styles.primary}>{primary}</p>
        <p className={styles.secondary}>{secondary}</p>
        {life.status === 'running' && <PauseNote />}
        {life.status === 'waiting' && (
          <Button size="small" onClick={onRegardless}>
            Measure now
          </Button>
        )}
      </div>
    </>
  );
}

function progressWords(
  { plan, status }: Extract<RunLifecycle, { plan: unknown }>,
  now: RunProgress | null,
  estimate: PlanEstimate,
): { primary: string; secondary: string } {
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
function fractionDone(now: RunProgress | null): number | null {
  if (now?.budgetMs !== undefined) return 1 - (now.remainingMs ?? now.budgetMs) / now.budgetMs;
  return now === null || now.totalTrials === 0 ? null : now.doneTrials / now.totalTrials;
}

/** The progress with the time that is left of a budget now: the run tells it at the start of each trial, and a trial may take seconds. */
function useTicking(told: RunProgress | null): RunProgress | null {
  const [ticked, setTicked] = useState({ of: told, ms: 0 });
  useEffect(() => {
    if (told?.budgetMs === undefined || told.state === 'paused') return undefined;
    const startMs = Date.now();
    const timer = setInterval(() => setTicked({ of: told, ms: Date.now() - startMs }), 1_000);
    return () => clearInterval(timer);
  }, [told]);
  if (told === null || told.remainingMs === null || ticked.of !== told) return told;
  return { ...told, remainingMs: Math.max(0, told.remainingMs - ticked.ms) };
}
