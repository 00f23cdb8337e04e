import type { ShownRun } from '../state/shown-run';
import { datasetName } from '../figures/dataset-words';
import { browserName } from '../figures/environment-words';
import { formatDateTime } from '../figures/figures';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './OriginBar.module.css';

interface OriginBarProps {
  readonly shown: ShownRun;
  /** True where the plan chosen is another than the one these results are of. */
  readonly planDiffers: boolean;
  readonly active: boolean;
  readonly onRunHere: () => void;
  readonly onClearStored: () => void;
}

/** Where the results come from: never in doubt. */
export function OriginBar({ shown, planDiffers, active, onRunHere, onClearStored }: OriginBarProps) {
  const { origin } = shown;
  const { title, detail } = words(shown);
  const foreign = origin.kind === 'example' || origin.kind === 'link' || origin.kind === 'import';
  return (
    <div className={styles.bar}>
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.detail}>
          {detail}
          {!foreign && !active && planDiffers && ' The plan has been changed since: Run measures it.'}
          {!foreign && !active && (
            <button type="button" className={styles.clear} onClick={onClearStored}>
              Clear kept runs
            </button>
          )}
        </p>
      </div>
      {foreign && !active && (
        <Button variant={planDiffers ? 'secondary' : 'primary'} onClick={onRunHere}>
          <Icon name="play" filled />
          Run this here
        </Button>
      )}
    </div>
  );
}

function words({ origin, result, running }: ShownRun): { readonly title: string; readonly detail: string } {
  const { environment } = result;
  const machine =
    environment.machineLabel ??
    `${browserName(environment)}${environment.logicalCores === null ? '' : `, ${environment.logicalCores} cores`}`;
  const when = formatDateTime(result.startedAt);
  const [dataset] = result.plan.datasets;
  const data = dataset === undefined ? '' : `${datasetName(dataset)}. `;
  const cut = result.finishedAt === null;
  switch (origin.kind) {
    case 'example':
      return {
        title: 'Example run',
        detail: `${data}Taken on ${machine}, ${when}. Not of this machine: run it here to see yours.`,
      };
    case 'link':
      return { title: 'Results from a link', detail: `${data}Taken on ${machine}, ${when}. Nothing was run here.` };
    case 'import':
      return {
        title: `Results from ${origin.fileName}`,
        detail: `${data}Taken on ${machine}, ${when}. Nothing was run here.`,
      };
    case 'test':
      return {
        title: `Source ${origin.source}, put to the test`,
        detail: `${data}Taken in this browser, ${when}${cut ? '; the run was cut short' : ''}.`,
      };
    case 'stored':
      return {
        title: 'Kept from before',
        detail: `Taken in this browser, ${when}${cut ? '; the run was cut short' : ''}.`,
      };
    case 'here':
      return running
        ? { title: 'Measuring here', detail: `Since ${when}. Results appear as they come.` }
        : { title: 'Measured here', detail: `${when}${cut ? ', stopped before its end' : ''}.` };
  }
}
