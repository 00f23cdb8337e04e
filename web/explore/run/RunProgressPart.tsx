import { useEffect, useState } from 'react';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { type ProgressStore, useProgress } from '../../state/progress-store';
import type { RunLifecycle } from '../../state/run-reducer';
import type { RunProgress } from '../../state/shown-run';
import { Button } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { PauseNote } from './PauseNote';
import { fractionDone, progressWords } from './progress-words';
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
