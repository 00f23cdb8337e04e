import { type ReactNode, useEffect, useState } from 'react';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import type { DatasetInfo, RunResult } from '../../workers/model/result';
import { noiseFloorOf } from '../../workers/model/statistics/noise-floor';
import { Button } from '../ui/Button';
import { nameCandidates } from '../figures/candidate-names';
import { datasetName, datasetShape, parametersText } from '../figures/dataset-words';
import { TextWithTerms } from '../ui/Term';
import { Toggletip } from '../ui/Toggletip';
import styles from './EnvironmentPanel.module.css';
import { browserName, relativeDriftOf, isBrowserRun } from '../figures/environment-words';
import { formatDateTime, formatMs, formatPercent } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { operationNames, type OperationSubjects } from '../figures/operation-names';
import { budgetText } from '../figures/budget-words';
import { leadingRounds, mostRounds, nativeLibrariesOf, plannedRounds } from '../figures/rows';

/** The browser, machine, libraries, settings and data of the run. */
export function EnvironmentPanel({
  result,
  dataset,
  subjects,
}: {
  readonly result: RunResult;
  readonly dataset: number;
  readonly subjects: OperationSubjects;
}) {
  const { environment, plan } = result;
  const inBrowser = isBrowserRun(environment);
  const drift = relativeDriftOf(environment);
  const spec = plan.datasets[dataset];
  const info = result.datasets[dataset];
  const leading = leadingRounds(result);
  const discarded = result.cells.reduce(
    (sum, cell) => sum + (cell.status === 'completed' ? cell.discardedRounds : 0),
    0,
  );
  return (
    <details className={styles.fold}>
      <summary>Environment, settings and data of the run</summary>
      <dl className={styles.list}>
        <Entry name={inBrowser ? 'Browser' : 'Measured by'}>
          {browserName(environment)} <Toggletip about="the user agent">{environment.userAgent}</Toggletip>
        </Entry>
        {environment.machineLabel !== null && <Entry name="Machine">{environment.machineLabel}</Entry>}
        <Entry name="Hardware">
          {environment.logicalCores === null
            ? 'number of cores unknown'
            : plural(environment.logicalCores, 'logical core')}
          {environment.deviceMemoryGiB === null ? '' : `, ${environment.deviceMemoryGiB} GiB of memory or more`}
        </Entry>
        {inBrowser && (
          <Entry name="Isolation">
            {environment.crossOriginIsolated
              ? 'cross-origin isolated'
              : 'not cross-origin isolated, so the timer has a coarser step'}
          </Entry>
        )}
        <Entry name="Timer step, measured">{formatMs(environment.timerStepMs, 2)}</Entry>
        <Entry name="Noise floor">
          <NoiseFloor result={result} />
        </Entry>
        <Entry name="Drift over the run">
          {drift === null
            ? result.finishedAt === null
              ? 'unknown, because the run did not finish'
              : 'not measured'
            : `${drift.change >= 0 ? '+' : '−'}${formatPercent(Math.abs(drift.change))}${drift.warns ? '. More than 10 %: the machine’s speed changed during the run' : ''}`}
        </Entry>
        <Entry name={plan.budget === undefined ? 'Effort' : 'Time to measure'}>
          {plan.budget === undefined ? plan.effort : budgetText(plan.budget)}: {plural(plannedRounds(result), 'round')}
          {leading > 0 && ` of all candidates and ${leading} of the leading ones alone`}
          {inBrowser && ', with a fresh worker for each candidate, dataset and round'}
        </Entry>
        <Entry name="Started">{formatDateTime(result.startedAt)}</Entry>
        <Entry name="Finished">{result.finishedAt === null ? 'not finished' : formatDateTime(result.finishedAt)}</Entry>
        {discarded > 0 && (
          <Entry name="Discarded">{`${plural(discarded, 'trial')}, because the tab was hidden or the machine slept`}</Entry>
        )}
        <Entry name="Seed of trial order and resampling">{plan.seed}</Entry>
        {subjects.project !== undefined && <Entry name={operationNames.project}>{subjects.project}</Entry>}
        {(subjects.lookup ?? subjects.warmLookup) !== undefined && (
          <Entry name={operationNames.lookup}>{`${subjects.lookup ?? subjects.warmLookup}, one per call`}</Entry>
        )}
        {spec !== undefined && (
          <Entry name="Data" wide>
            {datasetName(spec)}
            {spec.source === 'workload' && `, seed ${spec.seed}`}
            {parametersText(spec) !== null && <span className={styles.soft}>{parametersText(spec)}</span>}
            {info !== undefined && <span className={styles.soft}>{datasetShape(info)}</span>}
          </Entry>
        )}
        {info?.status === 'ready' && info.readAs !== undefined && (
          <Entry name="File read as" wide>
            {info.readAs}
          </Entry>
        )}
        {info?.status === 'ready' && info.notes !== undefined && (
          <Entry name="Changed when your file was read" wide>
            <ul className={styles.notes}>
              {[...new Set(info.notes)].map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Entry>
        )}
        {info?.status === 'ready' && (
          <Entry name="SHA-256 of the data" wide>
            <Hash info={info} />
          </Entry>
        )}
        <Entry name="Libraries" wide>
          Formatlab {environment.formatlabVersion}
          {Object.entries(environment.libraries).map(([name, version]) => `, ${name} ${version}`)}
        </Entry>
      </dl>
    </details>
  );
}

function Entry({
  name,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>
        <TextWithTerms text={name} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function NoiseFloor({ result }: { readonly result: RunResult }) {
  const { noiseFloor, plan } = result;
  if (noiseFloor === null)
    return mostRounds(result) < minRoundsForVerdicts
      ? 'not measured: a run with so few rounds gives no verdicts'
      : plan.budget === undefined
        ? 'not measured'
        : 'not measured: the budget had no time for it';
  const floor = noiseFloorOf(noiseFloor, plan.seed);
  if (floor === null) return 'not measured';
  const name =
    nameCandidates(plan.candidates, undefined, nativeLibrariesOf(result))[noiseFloor.candidate]?.label ?? 'a candidate';
  const pairs = plural(floor.comparison.pairCount, 'pair');
  const operation = operationNames[noiseFloor.operation].toLowerCase();
  return `${formatPercent(floor.error)}: ${name} was measured twice and differed by this much from itself in ${pairs} of rounds (${operation})`;
}

function Hash({ info: { sha256 } }: { readonly info: Extract<DatasetInfo, { status: 'ready' }> }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(sha256).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  return (
    <span className={styles.hash}>
      <code>{sha256}</code>
      <Button size="small" onClick={copy} aria-label="Copy the SHA-256">
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status">
        {state === 'refused' ? 'The browser does not allow copying here. Select the text and copy it yourself.' : ''}
      </span>
    </span>
  );
}
