import { timeLeftText } from '../../figures/figures';
import { type ProgressStore, useProgress } from '../../state/progress-store';
import type { SourceTest } from '../../state/source-test-controller';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { ProgressBar } from '../../ui/ProgressBar';
import styles from './ClaimTests.module.css';

/** The progress of a source's test, with a button that stops it. */
export function RunningTest({
  test,
  progress,
  onStop,
}: {
  readonly test: SourceTest;
  readonly progress: ProgressStore;
  readonly onStop: () => void;
}) {
  const now = useProgress(progress);
  const part = now === null || now.totalTrials === 0 ? null : now.doneTrials / now.totalTrials;
  // A part appears in `test.runs` after its first progress message.
  const before = Math.max(0, test.runs.length - (part === null ? 0 : 1));
  const left = now?.remainingMs == null ? 'Estimating' : `${timeLeftText(now.remainingMs)} left`;
  const partWords = test.partCount === 1 ? '' : ` in part ${Math.min(test.partCount, before + 1)} of ${test.partCount}`;
  return (
    <div className={styles.running}>
      <ProgressBar label="Progress of the test" fraction={part === null ? null : (before + part) / test.partCount} />
      <p className={styles.small} role="status">
        {now?.state === 'paused' ? 'Paused because the tab was hidden.' : `${left}${partWords}`}
      </p>
      <Button variant="danger" onClick={onStop}>
        <Icon name="stop" filled />
        Stop
      </Button>
    </div>
  );
}
