import type { RefObject } from 'react';
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
  readonly estimate: PlanEstimate;
  /** Why the Run button is disabled. Null if it is enabled. */
  readonly blocked: string | null;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Starts while another tab measures. */
  readonly onRegardless: () => void;
}

/** The Run or Stop button with the estimate or the progress. It stays visible at the bottom of the plan, and on a phone at the bottom of the screen. */
export function RunBar({ life, progress, estimate, blocked, onRun, onStop, onRegardless }: RunBarProps) {
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
            <p className={styles.primary}>About {formatMs(estimate.timeMs, 2)}</p>
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
  const now = useProgress(progress);
  const stopping = life.status === 'stopping';
  const { primary, secondary } = stopping
    ? { primary: 'Stopping…', secondary: 'The results measured so far are kept.' }
    : progressWords(life, now, estimate);
  return (
    <div id={runBarId} tabIndex={-1} className={styles.bar}>
      <div className={styles.progress}>
        <ProgressBar
          label="Progress of the run"
          fraction={now === null || now.totalTrials === 0 ? null : now.doneTrials / now.totalTrials}
        />
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
      ? `About ${formatMs(estimate.timeMs, 2)}`
      : `${formatMs(Math.max(1_000, Math.round(now.remainingMs / 1_000) * 1_000), 2)} left`;
  const name = nameCandidates(plan.candidates)[now.candidate]?.label ?? '';
  const round = `ound ${now.round + 1} of ${now.rounds}`;
  return { primary: left, secondary: `${now.isLeading ? `Leading candidates, r${round}` : `R${round}`} · ${name}` };
}
