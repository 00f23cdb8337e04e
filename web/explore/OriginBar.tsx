import type { RunResult } from '../../workers/model/result';
import type { ShownRun } from '../state/shown-run';
import { datasetName, itemsNoun } from '../figures/dataset-words';
import { browserName } from '../figures/environment-words';
import { formatCount, formatDateTime, formatMs } from '../figures/figures';
import { sourceCitations } from '../sources/source-citations';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { SourceTag } from '../ui/SourceTag';
import { canContinue } from './continued-run';
import type { MeasureAll } from './measure-all';
import styles from './OriginBar.module.css';

interface OriginBarProps {
  readonly shown: ShownRun;
  /** True if the plan has changed since the run shown. */
  readonly planDiffers: boolean;
  /** Null if the run measured all of its data. */
  readonly measureAll: MeasureAll | null;
  readonly active: boolean;
  readonly onRunHere: () => void;
  readonly onContinue: (before: RunResult) => void;
  readonly onClearStored: () => void;
}

/** States where and when the results shown were measured. */
export function OriginBar({
  shown,
  planDiffers,
  measureAll,
  active,
  onRunHere,
  onContinue,
  onClearStored,
}: OriginBarProps) {
  const { origin } = shown;
  const { title, detail, sourceId } = originText(shown);
  const foreign = origin.kind === 'example' || origin.kind === 'link' || origin.kind === 'import';
  return (
    <div className={styles.bar}>
      <div className={styles.text}>
        <h2 className={styles.title}>
          {title}
          {sourceId !== undefined && (
            <>
              {' '}
              <SourceTag id={sourceId} />
            </>
          )}
        </h2>
        <p className={styles.detail}>
          {detail}
          {!foreign && !active && planDiffers && ' The plan has changed since. Press Run to measure it.'}
          {!foreign && !active && (
            <button type="button" className={styles.clear} onClick={onClearStored}>
              Delete stored runs
            </button>
          )}
        </p>
      </div>
      {measureAll !== null && !foreign && !active && (
        <Button onClick={measureAll.onClick}>{`Measure all ${measureAll.amount} · ${measureAll.time}`}</Button>
      )}
      {canContinue(shown) && !active && (
        <Button onClick={() => onContinue(shown.result)}>
          <Icon name="play" filled />
          Continue
        </Button>
      )}
      {foreign && !active && planDiffers && (
        <Button onClick={onRunHere}>
          <Icon name="play" filled />
          Run this here
        </Button>
      )}
    </div>
  );
}

function originText({ origin, result, running }: ShownRun): {
  readonly title: string;
  readonly detail: string;
  readonly sourceId?: string;
} {
  const { environment } = result;
  const machine =
    environment.machineLabel ??
    `${browserName(environment)}${environment.logicalCores === null ? '' : `, ${environment.logicalCores} cores`}`;
  const when = formatDateTime(result.startedAt);
  const [dataset] = result.plan.datasets;
  const data = dataset === undefined ? '' : `${datasetName(dataset)}. `;
  const isIncomplete = result.finishedAt === null;
  switch (origin.kind) {
    case 'example':
      return {
        title: 'Example run',
        detail: `${data}Measured on ${machine}, ${when}. Press Run to see the figures of your machine.`,
      };
    case 'link':
      return { title: 'Results from a link', detail: `${data}Measured on ${machine}, ${when}, not in this browser.` };
    case 'import':
      return {
        title: `Results from ${origin.fileName}`,
        detail: `${data}Measured on ${machine}, ${when}, not in this browser.`,
      };
    case 'test':
      return {
        title: `Test of ${sourceCitations[origin.source] ?? 'a published source'}`,
        sourceId: origin.source,
        detail: `${data}Measured in this browser, ${when}${isIncomplete ? '; the run was stopped early' : ''}.`,
      };
    case 'stored':
      return {
        title: 'Your last run',
        detail: `${data}Measured in this browser, ${when}${isIncomplete ? '; the run was stopped early' : ''}.`,
      };
    case 'here':
      return running
        ? { title: 'Measuring here', detail: `Started ${when}. Each result appears when it is complete.` }
        : { title: `Measured here${extentOf(result)}`, detail: `${when}${isIncomplete ? ', stopped early' : ''}.` };
  }
}

/** On how much of the data the run measured, and how long that took: “ on 240,000 rows, 14 s”. The time of a run that went on later is not known. */
function extentOf({ datasets, startedAt, finishedAt, resumptions }: RunResult): string {
  const [data, ...others] = datasets;
  const items =
    data?.status !== 'ready' || others.length > 0 ? '' : ` on ${formatCount(data.itemCount)} ${itemsNoun(data.schema)}`;
  const tookMs =
    finishedAt === null || resumptions !== undefined ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  return `${items}${tookMs === null ? '' : `, ${formatMs(tookMs, 2)}`}`;
}
