import { type RefObject, useEffect, useState } from 'react';
import type { Plan } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { type ProgressStore, useProgress } from '../../state/progress-store';
import { isActive, type RunLifecycle } from '../../state/run-reducer';
import type { RunProgress } from '../../state/shown-run';
import { nameCandidates } from '../../figures/candidate-names';
import { formatBytes, formatMs } from '../../figures/figures';
import { Announcement } from '../../ui/Announcement';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { ProgressBar } from '../../ui/ProgressBar';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { runBarId } from '../element-ids';
import styles from './RunBar.module.css';

interface RunBarProps {
  readonly life: RunLifecycle;
  readonly progress: ProgressStore;
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** Why the Run button is disabled. Null if it is enabled. */
  readonly blocked: string | null;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Starts while another tab measures. */
  readonly onRegardless: () => void;
}

/** The Run or Stop button with the estimate or the progress. It stays visible at the bottom of the plan, and on a phone at the bottom of the screen. */
export function RunBar({ life, progress, plan, estimate, blocked, onRun, onStop, onRegardless }: RunBarProps) {
  const active = isActive(life);
  // Run and Stop replace each other.
  const button = useKeptFocus<HTMLButtonElement>(active);
  if (active)
    return (
      <RunningBar
        life={life}
        progress={progress}
        estimate={estimate}
        button={button}
        onStop={onStop}
        onRegardless={onRegardless}
      />
    );
  return (
    <div id={runBarId} tabIndex={-1} className={styles.bar}>
      <div className={styles.text}>
        {blocked === null ? (
          <>
            <p className={styles.primary}>{expectedTime(plan, estimate)}</p>
            <p className={styles.secondary}>{formatBytes(estimate.dataBytes)} of data</p>
          </>
        ) : (
          <p id="run-blocked" className={styles.blocked}>
            {blocked}
          </p>
        )}
      </div>
      <Button
        ref={button}
        variant="primary"
        size="large"
        disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : 'run-blocked'}
        aria-keyshortcuts="Control+Enter"
        onClick={onRun}
      >
        <Icon name="play" filled />
        Run
        <span className={styles.keys} aria-hidden="true">
          Ctrl ↵
        </span>
      </Button>
    </div>
  );
}

function RunningBar({
  life,
  progress,
  estimate,
  button,
  onStop,
  onRegardless,
}: {
  readonly life: Extract<RunLifecycle, { plan: unknown }>;
  readonly progress: ProgressStore;
  readonly estimate: PlanEstimate;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onStop: () => void;
  readonly onRegardless: () => void;
}) {
  const now = useTicking(useProgress(progress));
  const stopping = life.status === 'stopping';
  const { primary, secondary } = stopping
    ? { primary: 'Stopping…', secondary: 'The results measured so far are kept.' }
    : progressWords(life, now, estimate);
  return (
    <div id={runBarId} tabIndex={-1} className={styles.bar}>
      <div className={styles.progress}>
        <ProgressBar label="Progress of the run" fraction={fractionDone(now)} />
      </div>
      <div className={styles.text}>
        <p className={styles.primary}>{primary}</p>
        <p className={styles.secondary}>{secondary}</p>
        <Announcement text={`${primary}. ${secondary}`} />
        {life.status === 'waiting' && (
          <Button size="small" onClick={onRegardless}>
            Measure now
          </Button>
        )}
      </div>
      <Button
        ref={button}
        variant="danger"
        size="large"
        disabled={stopping}
        aria-keyshortcuts="Escape"
        onClick={onStop}
      >
        <Icon name="stop" filled />
        Stop
        <span className={styles.keys} aria-hidden="true">
          Esc
        </span>
      </Button>
    </div>
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
  if (now === null) return { primary: 'Starting', secondary: 'Generating the data and loading the libraries' };
  if (now.state === 'paused')
    return { primary: 'Paused', secondary: 'The tab is hidden. The run continues when you return to it.' };
  const left =
    now.remainingMs === null
      ? expectedTime(plan, estimate)
      : `${plan.budget === 'untilDecided' ? 'At most ' : ''}${formatMs(Math.max(1_000, Math.round(now.remainingMs / 1_000) * 1_000), 2)} left`;
  const name = nameCandidates(plan.candidates)[now.candidate]?.label ?? '';
  const isFirst = now.budgetMs !== undefined && now.round === 0;
  // With a budget, only the leading candidates have a round after which the next verdict is taken.
  const of = now.budgetMs === undefined || now.isLeading ? ` of ${now.rounds}` : '';
  const round = `ound ${now.round + 1}${of}`;
  const what = isFirst ? 'Each candidate once' : now.isLeading ? `Leading candidates, r${round}` : `R${round}`;
  return { primary: left, secondary: `${what} · ${name}` };
}

const expectedTime = ({ budget }: Plan, { timeMs }: PlanEstimate): string =>
  budget === 'untilDecided' ? 'Until decided, at most 30 min' : `About ${formatMs(timeMs, 2)}`;

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
