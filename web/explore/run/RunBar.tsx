import type { Plan } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import type { ProgressStore } from '../../state/progress-store';
import { isActive, type RunLifecycle } from '../../state/run-reducer';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/part-of-page';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { runBarId } from '../element-ids';
import { expectedTime } from './expected-time';
import styles from './RunBar.module.css';

// The first screen shows no progress.
const RunProgressPart = lazyPart(async () => ({ default: (await import('./RunProgressPart')).RunProgressPart }));

interface RunBarProps {
  readonly life: RunLifecycle;
  readonly progress: ProgressStore;
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** Why the Run button is disabled. Null if it is enabled. */
  readonly blocked: string | null;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Why what was opened did not start by itself. Null if that does not matter. */
  readonly notByItself: string | null;
  /** True if it is the page’s main button: nothing is measured, and the tab does not offer to. */
  readonly isMain: boolean;
  /** Opens the choice of what is measured. */
  readonly onPlan: () => void;
  /** Starts while another tab measures. */
  readonly onRegardless: () => void;
}

/** The Run or Stop button with the estimate or the progress, and the way to what is measured. */
export function RunBar({
  life,
  progress,
  plan,
  estimate,
  blocked,
  notByItself,
  isMain,
  onRun,
  onStop,
  onRegardless,
  onPlan,
}: RunBarProps) {
  const active = isActive(life);
  // Run and Stop replace each other.
  const button = useKeptFocus<HTMLButtonElement>(active);
  if (active)
    return (
      <div id={runBarId} tabIndex={-1} className={styles.bar}>
        <ErrorBoundary what="The progress of the run" resetKey={life.status} loading={<div className={styles.text} />}>
          <RunProgressPart life={life} progress={progress} estimate={estimate} onRegardless={onRegardless} />
        </ErrorBoundary>
        <Button
          ref={button}
          variant="danger"
          disabled={life.status === 'stopping'}
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
  return (
    <div id={runBarId} tabIndex={-1} className={styles.bar}>
      <div className={styles.text}>
        {blocked === null ? (
          <p className={styles.secondary}>
            {expectedTime(plan, estimate)}
            {notByItself !== null && `. ${notByItself}`}
          </p>
        ) : (
          <p id="run-blocked" className={styles.blocked}>
            {blocked}
          </p>
        )}
      </div>
      <Button
        ref={button}
        variant={isMain ? 'primary' : 'secondary'}
        disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : 'run-blocked'}
        aria-keyshortcuts="Control+Enter"
        onClick={onRun}
      >
        <Icon name="play" filled />
        Run
      </Button>
      <Button variant="plain" onClick={onPlan}>
        {plural(plan.candidates.length, 'candidate')}
        <Icon name="chevron" />
      </Button>
    </div>
  );
}
