import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { bestTrials, candidateOf } from '../../workers/model/column-search';
import type { Candidate, Plan } from '../../workers/model/plan';
import chart from '../charts/chart.module.css';
import { formatBytes, formatCount, formatMs, formatPercent, plural } from '../figures/figures';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { ProgressBar } from '../ui/ProgressBar';
import { SelectField } from '../ui/SelectField';
import type { Situation } from '../view/situation';
import styles from './ColumnSearch.module.css';
import { ColumnPlots } from './ColumnPlots';
import { ColumnSettingsTable } from './ColumnSettingsTable';
import { FrontierPlot } from './FrontierPlot';
import {
  type Combination,
  frontierOf,
  goalLabels,
  type SearchGoal,
  searchGoals,
  sumOf,
  usualTrials,
  weightsOf,
} from './search-goals';
import { type ColumnSearchState, useColumnSearch } from './use-column-search';

interface ColumnSearchProps {
  readonly plan: Plan;
  readonly ownFile: File | null;
  /** While a run measures, no search disturbs it. */
  readonly isRunActive: boolean;
  readonly situation: Situation;
  readonly onCandidate: (candidate: Candidate) => void;
  readonly hasCandidate: (candidate: Candidate) => boolean;
}

const budgets = [
  { value: '20', label: '20 seconds' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
];

/** Tries encodings and codecs for each column of a table, and puts the best of each column together. */
export function ColumnSearch({ plan, ownFile, isRunActive, situation, onCandidate, hasCandidate }: ColumnSearchProps) {
  const { state, start, stop } = useColumnSearch(plan, ownFile);
  const [budget, setBudget] = useState('60');
  const isRunning = state.status === 'running';
  useEffect(() => {
    if (isRunActive) stop();
  }, [isRunActive, stop]);
  return (
    <section className={styles.section} hidden={isRunActive} aria-labelledby="column-search-title">
      <h3 id="column-search-title">Parquet, column by column</h3>
      {state.status === 'idle' && (
        <p className={styles.words}>
          Try every encoding and codec on each column by itself, and put the best of each column together.
        </p>
      )}
      <div className={styles.start}>
        <SelectField label="Time to search" value={budget} options={budgets} onChange={setBudget} />
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={() => void start(Number(budget) * 1_000)}>
            {state.status === 'idle' ? 'Find the best settings' : 'Search again'}
          </Button>
        )}
        {isRunning && <Progress state={state} />}
      </div>
      {state.status === 'failed' && (
        <Notice tone="danger" title="The search ended early." live>
          {state.error?.message} {state.error?.remedy}
        </Notice>
      )}
      {state.plan !== null && state.trials.length > 0 && (
        <Found state={state} situation={situation} onCandidate={onCandidate} hasCandidate={hasCandidate} />
      )}
    </section>
  );
}

function Progress({ state: { plan, trials, remainingMs } }: { readonly state: ColumnSearchState }) {
  return (
    <div className={styles.progress} role="status">
      <ProgressBar label="Search" fraction={plan === null ? null : trials.length / plan.trials} />
      <span>
        {plan === null
          ? 'Preparing the data…'
          : `${formatCount(trials.length)} of at most ${formatCount(plan.trials)} settings${remainingMs === null ? '' : `, about ${formatMs(remainingMs, 2)} left`}`}
      </span>
    </div>
  );
}

interface FoundProps extends Pick<ColumnSearchProps, 'situation' | 'onCandidate' | 'hasCandidate'> {
  readonly state: ColumnSearchState;
}

function Found({ state, situation, onCandidate, hasCandidate }: FoundProps) {
  const { plan } = state;
  const trials = useDeferredValue(state.trials);
  const [goal, setGoal] = useState<SearchGoal>('situation');
  const best = useMemo(() => bestTrials(trials, weightsOf(goal, situation)), [trials, goal, situation]);
  const frontier = useMemo(() => frontierOf(trials), [trials]);
  const usual = useMemo(() => (plan === null ? null : usualTrials(trials, plan.columns)), [trials, plan]);
  if (plan === null) return null;
  const isWhole = best.size === plan.columns.length;
  const chosen: Combination = { trials: best, ...sumOf(best.values()) };
  const usualFile = usual === null ? null : sumOf(usual);
  const candidate = candidateOf(new Map([...best].map(([name, { setting }]) => [name, setting])));
  return (
    <>
      {isWhole && (
        <div className={styles.answer}>
          <SelectField
            label="Choose for each column"
            value={goal}
            options={searchGoals.map((value) => ({ value, label: goalLabels[value] }))}
            onChange={(value) => setGoal(searchGoals.find((each) => each === value) ?? 'situation')}
          />
          <p className={styles.words} data-testid="column-search-answer">
            <strong>{formatBytes(chosen.sizeBytes)}</strong>
            {usualFile !== null &&
              `, ${changeText(chosen.sizeBytes, usualFile.sizeBytes, 'smaller', 'larger')} than with dictionaries and zstd 1 in all columns (${formatBytes(usualFile.sizeBytes)})`}
            {`. Columns decode in ${formatMs(chosen.decodeMs)}`}
            {usualFile !== null &&
              `, ${changeText(chosen.decodeMs, usualFile.decodeMs, 'less time', 'more time')} (${formatMs(usualFile.decodeMs)})`}
            .
          </p>
          {hasCandidate(candidate) ? (
            <p className={styles.words} role="status">
              It is one of the candidates. A run measures the whole file, verifies it and offers it for download.
            </p>
          ) : (
            <Button variant="primary" onClick={() => onCandidate(candidate)} disabled={state.status === 'running'}>
              Add it to the candidates
            </Button>
          )}
        </div>
      )}
      <FrontierPlot
        frontier={frontier.filter((each) => each.trials.size === plan.columns.length)}
        chosen={isWhole ? chosen : null}
        usual={usualFile}
      />
      <ColumnPlots trials={trials} columns={plan.columns} best={best} />
      <ColumnSettingsTable plan={plan} trials={trials} best={best} usual={usual} />
      <p className={chart.note}>{extentText(state)}</p>
    </>
  );
}

function changeText(value: number, before: number, less: string, more: string): string {
  const share = before === 0 ? 0 : value / before - 1;
  return `${formatPercent(Math.abs(share))} ${share <= 0 ? less : more}`;
}

/** What was tried, and how far the search is from having tried everything. */
function extentText({ plan, trials, status, end }: ColumnSearchState): string {
  if (plan === null) return '';
  const all = Object.values(plan.settings).reduce((sum, count) => sum + count, 0);
  const onAllRows = trials.filter(({ allRows }) => allRows).length;
  const onSample = trials.length - onAllRows;
  const ended =
    status === 'running'
      ? ''
      : status === 'stopped'
        ? ' The search was stopped.'
        : end === 'budget'
          ? ' The time was over before all were tried, so a better setting may exist.'
          : '';
  const tried =
    plan.sampleRows === null
      ? `${formatCount(onAllRows)} of ${plural(all, 'setting')} were tried on all ${formatCount(plan.rows)} rows.`
      : `${formatCount(onSample)} of ${plural(all, 'setting')} were tried on ${formatCount(plan.sampleRows)} of ${formatCount(plan.rows)} rows, and ${formatCount(onAllRows)}, the smallest and those that decode faster, on all rows. Only these are chosen.`;
  return `${tried}${ended} Every file was decoded and equalled its column. Sizes are those of the columns’ pages; the footer comes on top. ALP is not tried, since few readers know it.`;
}
