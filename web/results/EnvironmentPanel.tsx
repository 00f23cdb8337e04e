import { type ReactNode, useEffect, useState } from 'react';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import type { DatasetInfo, RunResult } from '../../workers/model/result';
import { noiseFloorOf } from '../../workers/model/statistics/noise-floor';
import { Button } from '../ui/Button';
import { nameCandidates } from '../figures/candidate-names';
import { datasetName, datasetShape, parametersText } from '../figures/dataset-words';
import { Toggletip } from '../ui/Toggletip';
import styles from './EnvironmentPanel.module.css';
import { browserName, driftOf, isBrowser } from '../figures/environment-words';
import { formatDateTime, formatMs, formatPercent, plural } from '../figures/figures';
import { operationNames, type OperationSubjects } from '../figures/operation-names';
import { nativeLibrariesOf, plannedRounds } from '../figures/rows';

/** Where and with what the run was taken, and on which data. */
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
  const inBrowser = isBrowser(environment);
  const drift = driftOf(environment);
  const spec = plan.datasets[dataset];
  const info = result.datasets[dataset];
  const discarded = result.cells.reduce(
    (sum, cell) => sum + (cell.status === 'completed' ? cell.discardedRounds : 0),
    0,
  );
  return (
    <section aria-labelledby="environment-title">
      <h3 id="environment-title" className={styles.title}>
        Environment
      </h3>
      <dl className={styles.list}>
        <Entry name={inBrowser ? 'Browser' : 'Measured by'}>
          {browserName(environment)} <Toggletip about="the browser’s own name">{environment.userAgent}</Toggletip>
        </Entry>
        {environment.machineLabel !== null && <Entry name="Machine">{environment.machineLabel}</Entry>}
        <Entry name="Hardware">
          {environment.logicalCores === null ? 'cores not told' : plural(environment.logicalCores, 'logical core')}
          {environment.deviceMemoryGiB === null ? '' : `, ${environment.deviceMemoryGiB} GiB of memory or more`}
        </Entry>
        {inBrowser && (
          <Entry name="Isolation">
            {environment.crossOriginIsolated
              ? 'cross-origin isolated'
              : 'not cross-origin isolated, so the timer is coarse'}
          </Entry>
        )}
        <Entry name="Timer step, measured">{formatMs(environment.timerStepMs, 2)}</Entry>
        <Entry name="Noise floor">
          <NoiseFloor result={result} />
        </Entry>
        <Entry name="Drift over the run">
          {drift === null
            ? result.finishedAt === null
              ? 'not known: the run did not end by itself'
              : 'not measured'
            : `${drift.change >= 0 ? '+' : '−'}${formatPercent(Math.abs(drift.change))}${drift.warns ? ': more than 10 %, the machine changed its speed' : ''}`}
        </Entry>
        <Entry name="Effort">
          {plan.effort}: {plural(plannedRounds(result), 'round')}
          {inBrowser && ', a fresh worker for each cell and round'}
        </Entry>
        <Entry name="Started">{formatDateTime(result.startedAt)}</Entry>
        <Entry name="Finished">{result.finishedAt === null ? 'not finished' : formatDateTime(result.finishedAt)}</Entry>
        {discarded > 0 && <Entry name="Discarded">{plural(discarded, 'round')}, as the tab was hidden</Entry>}
        <Entry name="Seed of order and resampling">{plan.seed}</Entry>
        {subjects.project !== undefined && <Entry name={operationNames.project}>{subjects.project}</Entry>}
        {(subjects.lookup ?? subjects.warmLookup) !== undefined && (
          <Entry name={operationNames.lookup}>{subjects.lookup ?? subjects.warmLookup}, one a call</Entry>
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
          <Entry name="Read as" wide>
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
    </section>
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
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NoiseFloor({ result }: { readonly result: RunResult }) {
  const { noiseFloor, plan } = result;
  if (noiseFloor === null)
    return plannedRounds(result) < minRoundsForVerdicts
      ? 'none: so few rounds give no verdicts, and no candidate was measured twice'
      : 'not measured';
  const floor = noiseFloorOf(noiseFloor, plan.seed);
  if (floor === null) return 'not measured';
  const name =
    nameCandidates(plan.candidates, undefined, nativeLibrariesOf(result))[noiseFloor.candidate]?.label ?? 'a candidate';
  return (
    <>
      {formatPercent(floor.error)}: by so much {name} differed from itself in{' '}
      {plural(floor.comparison.pairCount, 'pair')} of rounds ({operationNames[noiseFloor.operation].toLowerCase()})
    </>
  );
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
      <span role="status">{state === 'refused' ? 'The browser did not allow it: select the text instead.' : ''}</span>
    </span>
  );
}
