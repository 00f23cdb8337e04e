import { useEffect, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Plan } from '../../workers/model/plan';
import { formatCount, formatMs } from '../figures/figures';
import { useWaitingReason } from '../state/measuring-job';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { useAnnouncement } from '../ui/LiveRegion';
import { Notice } from '../ui/Notice';
import { ProgressBar } from '../ui/ProgressBar';
import { SelectField } from '../ui/SelectField';
import type { Situation } from '../view/situation';
import type { OwnFile } from '../state/own-file';
import styles from './ColumnSearch.module.css';
import { FoundFiles } from './FoundFiles';
import { type ColumnSearchState, useColumnSearch } from './use-column-search';

interface ColumnSearchProps {
  readonly plan: Plan;
  /** The columns of the plan's first dataset, which is a table. */
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly ownFile: OwnFile | null;
  /** The notes on how the user's file was read. */
  readonly notes: readonly string[];
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
export function ColumnSearch(props: ColumnSearchProps) {
  const { plan, ownFile, isRunActive } = props;
  const { state, start, stop } = useColumnSearch(plan, ownFile);
  const [budget, setBudget] = useState('60');
  const [reorder, setReorder] = useState(false);
  const [narrow, setNarrow] = useState(false);
  const isRunning = state.status === 'running';
  const waitingReason = useWaitingReason('search');
  useAnnouncement(state.status === 'done' || state.status === 'stopped' ? 'The search has ended.' : '');
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
      <div className={styles.permissions}>
        <Checkbox
          checked={reorder}
          onChange={setReorder}
          disabled={isRunning}
          help="Rows are sorted by one or two columns. No row is changed."
        >
          Rows may be put in another order
        </Checkbox>
        <Checkbox
          checked={narrow}
          onChange={setNarrow}
          disabled={isRunning}
          help="For example int32 for int64, or dates for texts, where every value comes back exactly."
        >
          Columns may have narrower types
        </Checkbox>
      </div>
      <div className={styles.start}>
        <SelectField label="Time to search" value={budget} options={budgets} onChange={setBudget} />
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button
            disabled={waitingReason !== null}
            onClick={() => void start(Number(budget) * 1_000, { reorder, narrow })}
          >
            {state.status === 'idle' ? 'Find the best settings' : 'Search again'}
          </Button>
        )}
        {isRunning && <Progress state={state} />}
      </div>
      {waitingReason !== null && (
        <p className={styles.words} role="status">
          {waitingReason}
        </p>
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" title="The search ended early." live>
          {state.error?.message} {state.error?.remedy}
        </Notice>
      )}
      {state.plan !== null && state.trials.length > 0 && <FoundFiles {...props} state={state} search={state.plan} />}
    </section>
  );
}

function Progress({ state: { plan, done, planned, remainingMs } }: { readonly state: ColumnSearchState }) {
  const text =
    plan === null
      ? 'Preparing the data…'
      : `${formatCount(done)} of at most ${formatCount(planned)} settings${remainingMs === null ? '' : `, about ${formatMs(remainingMs, 2)} left`}`;
  useAnnouncement(text);
  return (
    <div className={styles.progress}>
      <ProgressBar label="Search" fraction={plan === null || planned === 0 ? null : done / planned} />
      <span>{text}</span>
    </div>
  );
}
