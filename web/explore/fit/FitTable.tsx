import { useMemo, useState } from 'react';
import { type ErrorRecord, toErrorRecord } from '../../../workers/model/errors';
import type { FittedTable } from '../../../workers/model/fitted-table';
import type { Plan } from '../../../workers/model/plan';
import type { RunProgress } from '../../../workers/model/protocol/coordinator';
import { formatCount, formatPercent, formatRatio } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { redactEverything } from '../../links/redact-plan';
import { CopyLink } from '../../share/CopyLink';
import { useLink } from '../../share/use-link';
import { withCoordinator } from '../../state/coordinator';
import { beginMeasuring, useWaitingReason } from '../../state/measuring-job';
import { useWorkOutsideRuns } from '../../state/use-work-outside-runs';
import { Button } from '../../ui/Button';
import { useAnnouncement } from '../../ui/LiveRegion';
import { Notice } from '../../ui/Notice';
import { ProgressBar } from '../../ui/ProgressBar';
import { firstCellClass, textCellClass, WideTable } from '../../ui/WideTable';
import { useKeptFocus } from '../../ui/use-kept-focus';
import type { View } from '../../view/view';
import type { OwnFile } from '../../state/own-file';
import styles from './FitTable.module.css';
import {
  comparisonPlan,
  errorSummary,
  lookAlikePlan,
  lookAlikeView,
  type Mimicry,
  mimicryOf,
  tableWorkload,
} from './look-alike';

interface FitTableProps {
  readonly view: View;
  readonly ownFile: OwnFile;
  /** While a run measures, nothing else is measured. */
  readonly isRunActive: boolean;
}

type FitState =
  | { readonly status: 'idle' }
  | { readonly status: 'fitting' }
  | { readonly status: 'fitted'; readonly fitted: FittedTable }
  | { readonly status: 'failed'; readonly error: ErrorRecord };

/** Estimates the parameters of a generated table that is like the user's, as a link, and measures how like it is. */
export function FitTable({ view, ownFile, isRunActive }: FitTableProps) {
  const [state, setState] = useState<FitState>({ status: 'idle' });
  const running = useWorkOutsideRuns(isRunActive);
  const section = useKeptFocus<HTMLElement>(state.status);
  useAnnouncement(state.status === 'fitted' ? 'The parameters were estimated.' : '');
  const estimate = async () => {
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'fitting' });
    try {
      const fitted = await withCoordinator((coordinator) =>
        coordinator.fitTable({ plan: view.plan, dataset: 0, ownFile }, controller.signal),
      );
      setState({ status: 'fitted', fitted });
    } catch (thrown) {
      setState(
        controller.signal.aborted
          ? { status: 'idle' }
          : { status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'generate' }) },
      );
    }
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.section} hidden={isRunActive} aria-labelledby="fit-title">
      <h3 id="fit-title">A table of orders in its place</h3>
      <p>
        If the data can’t be shared, a generated table of orders can stand in for it. It has nine columns of its own,
        whatever the columns of your table. How many rows, nulls, repetitions and decimal digits it has, and how far it
        is in order, is estimated from yours. It holds none of your values and no names of your columns.
      </p>
      {state.status !== 'fitted' && (
        <div>
          <Button disabled={state.status === 'fitting'} onClick={() => void estimate()}>
            {state.status === 'fitting' ? 'Estimating…' : 'Estimate the parameters'}
          </Button>
        </div>
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" title="The parameters can’t be estimated." live>
          {state.error.message} {state.error.remedy}
        </Notice>
      )}
      {state.status === 'fitted' && (
        <Fitted view={view} fitted={state.fitted} ownFile={ownFile} isRunActive={isRunActive} />
      )}
    </section>
  );
}

interface FittedProps extends FitTableProps {
  readonly fitted: FittedTable;
}

function Fitted({ view, fitted, ownFile, isRunActive }: FittedProps) {
  const lookAlike = useMemo(() => lookAlikePlan(view.plan, fitted), [view.plan, fitted]);
  if (lookAlike === null)
    return (
      <Notice tone="info">
        Every candidate has settings for single columns of your table, which the table of orders lacks. Add another
        candidate.
      </Notice>
    );
  return (
    <>
      <Parameters fitted={fitted} />
      <LookAlikeLink view={view} plan={lookAlike} />
      <Comparison plan={view.plan} lookAlike={lookAlike} ownFile={ownFile} isRunActive={isRunActive} />
    </>
  );
}

const parameterHeads = [{ text: 'Parameter' }, { text: 'estimate' }, { text: 'note', isText: true }];

function Parameters({ fitted }: { readonly fitted: FittedTable }) {
  const parameters = tableWorkload()?.parameters ?? [];
  return (
    <>
      <WideTable caption="Parameters of the table of orders" heads={parameterHeads}>
        <tr>
          <th scope="row" className={firstCellClass}>
            Rows
          </th>
          <td>{formatCount(fitted.rows)}</td>
          <td className={textCellClass} />
        </tr>
        {parameters.map(({ id, label, default: standard }) => {
          const parameter = Object.entries(fitted.parameters).find(([each]) => each === id)?.[1];
          const isEstimated = parameter?.isEstimated === true;
          return (
            <tr key={id}>
              <th scope="row" className={firstCellClass}>
                {label}
              </th>
              <td>{String(isEstimated ? parameter.value : standard)}</td>
              <td className={textCellClass}>{isEstimated ? '' : 'the default: no column shows it'}</td>
            </tr>
          );
        })}
      </WideTable>
      <p className={styles.note}>
        Estimated from the first {plural(fitted.fittedRows, 'row')}. It has the nine columns of the workload “Table”,
        whatever the columns of your table.
      </p>
    </>
  );
}

function LookAlikeLink({ view, plan }: { readonly view: View; readonly plan: Plan }) {
  const shared = useMemo(() => lookAlikeView(view, plan), [view, plan]);
  return (
    <div className={styles.link}>
      <CopyLink label="Copy a link to the table of orders" state={useLink(shared, null, redactEverything)} />
    </div>
  );
}

type ComparisonState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly progress: RunProgress | null }
  | { readonly status: 'done'; readonly mimicry: readonly Mimicry[]; readonly isWhole: boolean }
  | { readonly status: 'failed'; readonly error: ErrorRecord };

interface ComparisonProps extends Pick<FitTableProps, 'ownFile' | 'isRunActive'> {
  readonly plan: Plan;
  readonly lookAlike: Plan;
}

function Comparison({ plan, lookAlike, ownFile, isRunActive }: ComparisonProps) {
  const [state, setState] = useState<ComparisonState>({ status: 'idle' });
  const running = useWorkOutsideRuns(isRunActive);
  const button = useKeptFocus<HTMLButtonElement>(state.status === 'running');
  const waitingReason = useWaitingReason('comparison');
  const start = async () => {
    const endMeasuring = beginMeasuring('comparison');
    if (endMeasuring === null) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'running', progress: null });
    try {
      const result = await withCoordinator((coordinator) =>
        coordinator.run(comparisonPlan(plan, lookAlike), {
          ownFile,
          signal: controller.signal,
          onEvent: (event) => {
            if (event.type === 'progress' && !controller.signal.aborted)
              setState({ status: 'running', progress: event.progress });
          },
        }),
      );
      setState({ status: 'done', mimicry: mimicryOf(result), isWhole: !controller.signal.aborted });
    } catch (thrown) {
      setState({ status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'sample' }) });
    } finally {
      endMeasuring();
    }
  };
  if (state.status === 'running')
    return (
      <div className={styles.section}>
        <ProgressBar
          label="Measuring your table and the table of orders"
          fraction={
            state.progress === null ? null : state.progress.doneTrials / Math.max(1, state.progress.totalTrials)
          }
        />
        <div>
          <Button ref={button} size="small" onClick={() => running.current?.abort()}>
            Stop measuring
          </Button>
        </div>
      </div>
    );
  return (
    <>
      {state.status === 'failed' && (
        <Notice tone="danger" title="Your table and the table of orders can’t be measured." live>
          {state.error.message} {state.error.remedy}
        </Notice>
      )}
      {state.status === 'done' && <MimicryTable mimicry={state.mimicry} isWhole={state.isWhole} />}
      <div>
        <Button ref={button} onClick={() => void start()} disabled={waitingReason !== null}>
          {state.status === 'done' ? 'Measure again' : 'Measure how like it is'}
        </Button>
      </div>
      {waitingReason !== null && (
        <p className={styles.note} role="status">
          {waitingReason}
        </p>
      )}
    </>
  );
}

const signed = (error: number | null) =>
  error === null ? 'not measured' : `${error < 0 ? '−' : '+'}${formatPercent(Math.abs(error))}`;

const heads = [
  { text: 'Candidate' },
  { text: 'ratio, yours' },
  { text: 'ratio, orders' },
  { text: 'difference of the ratios' },
  { text: 'difference of encode times per byte' },
  { text: 'difference of decode times per byte' },
];

function MimicryTable({ mimicry, isWhole }: { readonly mimicry: readonly Mimicry[]; readonly isWhole: boolean }) {
  const summary = (errors: readonly (number | null)[], what: string) => {
    const found = errorSummary(errors);
    return found === null
      ? null
      : `${what} differs by ${formatPercent(found.median)} in the median and by ${formatPercent(found.largest)} at most.`;
  };
  if (mimicry.length === 0) return <p role="status">No candidate was measured on both tables.</p>;
  return (
    <>
      <p role="status">
        {isWhole ? '' : 'The measuring was stopped early. '}
        {summary(
          mimicry.map(({ ratio }) => ratio?.error ?? null),
          'The ratio of the table of orders',
        )}{' '}
        {summary(
          mimicry.flatMap(({ encodeError, decodeError }) => [encodeError, decodeError]),
          'Its time per byte of data',
        )}
      </p>
      <WideTable caption="How the table of orders differs from yours" heads={heads}>
        {mimicry.map(({ key, label, ratio, encodeError, decodeError }) => (
          <tr key={key}>
            <th scope="row" className={firstCellClass}>
              {label}
            </th>
            <td>{ratio === null ? 'none' : formatRatio(ratio.own)}</td>
            <td>{ratio === null ? 'none' : formatRatio(ratio.lookAlike)}</td>
            <td>{signed(ratio?.error ?? null)}</td>
            <td>{signed(encodeError)}</td>
            <td>{signed(decodeError)}</td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}
