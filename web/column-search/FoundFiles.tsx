import { useDeferredValue, useMemo, useState } from 'react';
import { candidateOf, type SearchPlan } from '../../workers/model/column-search';
import type { DatasetSchema } from '../../workers/model/dataset';
import { metadataNotesIn } from '../../workers/model/metadata-notes';
import { wantedColumnIndex } from '../../workers/model/operation-choices';
import type { Candidate, Plan } from '../../workers/model/plan';
import { bestFileWithin, type FoundFile } from '../../workers/model/search-choice';
import chart from '../charts/chart.module.css';
import { formatBytes, formatMs, formatPercent } from '../figures/figures';
import { lossesSummary } from '../figures/losses-summary';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { NumberField } from '../ui/NumberField';
import { SelectField } from '../ui/SelectField';
import type { Situation } from '../view/situation';
import type { OwnFile } from '../state/own-file';
import styles from './ColumnSearch.module.css';
import { ColumnPlots } from './ColumnPlots';
import { ColumnSettingsTable } from './ColumnSettingsTable';
import { FrontierPlot } from './FrontierPlot';
import { Rewrite } from './Rewrite';
import {
  aimOf,
  alsoCounted,
  frontierOf,
  goalLabels,
  limitsOf,
  permittedTrials,
  type SearchGoal,
  searchGoals,
  usualFile,
} from './search-goals';
import { lossesOfFound } from './losses-of-found';
import { extentText } from './extent-text';
import { orderText } from './setting-words';
import type { ColumnSearchState } from './use-column-search';

interface FoundFilesProps {
  readonly state: ColumnSearchState;
  readonly search: SearchPlan;
  readonly plan: Plan;
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly ownFile: OwnFile | null;
  /** The notes on how the user's file was read. */
  readonly notes: readonly string[];
  readonly isRunActive: boolean;
  readonly situation: Situation;
  readonly onCandidate: (candidate: Candidate) => void;
  readonly hasCandidate: (candidate: Candidate) => boolean;
}

/** What a search has found so far: the best file, the frontier, each column, and what was tried. */
export function FoundFiles({
  state,
  search,
  plan,
  schema,
  ownFile,
  notes,
  isRunActive,
  situation,
  onCandidate,
  hasCandidate,
}: FoundFilesProps) {
  const all = useDeferredValue(state.trials);
  const { permissions } = state;
  const [goal, setGoal] = useState<SearchGoal>('situation');
  const [decodeLimitMs, setDecodeLimitMs] = useState<number | null>(null);
  const permitted = useMemo(() => permittedTrials(all, permissions), [all, permissions]);
  const kept = useMemo(() => permittedTrials(all, { ...permissions, reorder: false }), [all, permissions]);
  const readColumn = search.columns[wantedColumnIndex(plan.projectColumn, search.columns)] ?? null;
  const within = useMemo(
    () =>
      bestFileWithin(permitted, aimOf(goal, situation, readColumn, search), limitsOf(situation, decodeLimitMs), search),
    [permitted, goal, situation, readColumn, decodeLimitMs, search],
  );
  const frontier = useMemo(() => frontierOf(kept, search), [kept, search]);
  const reordered = useMemo(
    () => (permissions.reorder ? frontierOf(permitted, search) : []),
    [permitted, permissions, search],
  );
  const usual = useMemo(() => usualFile(all, search), [all, search]);
  const chosen = within?.file ?? null;
  const counted = useMemo(() => alsoCounted(goal, situation, decodeLimitMs), [goal, situation, decodeLimitMs]);
  const losses = useMemo(() => lossesOfFound(schema, notes), [schema, notes]);
  const isRunning = state.status === 'running';
  return (
    <>
      {chosen !== null && (
        <>
          <div className={styles.answer}>
            <SelectField
              label="Choose for each column"
              value={goal}
              options={searchGoals.map((value) => ({ value, label: goalLabels[value] }))}
              onChange={(value) => setGoal(searchGoals.find((each) => each === value) ?? 'situation')}
            />
            <Checkbox
              checked={decodeLimitMs !== null}
              onChange={(on) => setDecodeLimitMs(on ? Math.max(1, Math.ceil(chosen.decodeMs)) : null)}
            >
              Limit the time to decode
            </Checkbox>
            {decodeLimitMs !== null && (
              <NumberField
                label="At most"
                note="ms"
                value={decodeLimitMs}
                min={0.001}
                max={1e9}
                integer={false}
                onChange={setDecodeLimitMs}
              />
            )}
          </div>
          <Answer chosen={chosen} usual={usual} isWithin={within?.isWithin ?? true} losses={losses} />
          <CandidateOf chosen={chosen} isRunning={isRunning} onCandidate={onCandidate} hasCandidate={hasCandidate} />
          {!isRunning && (
            <Rewrite
              key={`${chosen.sizeBytes}/${chosen.decodeMs}/${JSON.stringify(chosen.variant)}`}
              chosen={chosen}
              usual={usual}
              search={search}
              plan={plan}
              schema={schema}
              ownFile={ownFile}
              metadataNotes={metadataNotesIn(notes)}
              isRunActive={isRunActive}
            />
          )}
        </>
      )}
      <FrontierPlot frontier={frontier} reordered={reordered} chosen={chosen} usual={usual} counted={counted} />
      <ColumnPlots trials={permitted} columns={search.columns} best={chosen?.trials ?? new Map()} counted={counted} />
      <ColumnSettingsTable plan={search} trials={permitted} best={chosen?.trials ?? new Map()} usual={usual} />
      <p className={chart.note}>{extentText(state, chosen)}</p>
    </>
  );
}

interface AnswerProps {
  readonly chosen: FoundFile;
  readonly usual: FoundFile | null;
  readonly isWithin: boolean;
  /** What every Parquet file loses of this table. */
  readonly losses: readonly string[];
}

function Answer({ chosen, usual, isWithin, losses }: AnswerProps) {
  const { order, sortMs } = chosen.variant;
  return (
    <p className={styles.words} data-testid="column-search-answer">
      <strong>{formatBytes(chosen.sizeBytes)}</strong>
      {losses.length > 0 && ` (which loses ${lossesSummary(losses)})`}
      {usual !== null &&
        `, ${changeText(chosen.sizeBytes, usual.sizeBytes, 'smaller', 'larger')} than with dictionaries and zstd 1 in all columns (${formatBytes(usual.sizeBytes)})`}
      {`. Columns decode in ${formatMs(chosen.decodeMs)}`}
      {usual !== null &&
        `, ${changeText(chosen.decodeMs, usual.decodeMs, 'less time', 'more time')} (${formatMs(usual.decodeMs)})`}
      .{order.length > 0 && ` Rows are ${orderText(order)}, which takes ${formatMs(sortMs ?? 0)} at each encode.`}
      {!isWithin && ' No file that was found is within the limits: this one is the nearest.'}
    </p>
  );
}

interface CandidateOfProps extends Pick<FoundFilesProps, 'onCandidate' | 'hasCandidate'> {
  readonly chosen: FoundFile;
  readonly isRunning: boolean;
}

/** A candidate keeps the order of rows and the types, so that only such a file becomes one. */
function CandidateOf({ chosen, isRunning, onCandidate, hasCandidate }: CandidateOfProps) {
  const settings = new Map([...chosen.trials].map(([name, { setting }]) => [name, setting]));
  const changes = chosen.variant.order.length > 0 || [...settings.values()].some(({ narrowing }) => narrowing !== null);
  if (changes)
    return (
      <p className={styles.words}>
        It can’t be a candidate of a run, because candidates keep the order of rows and the types. Rewrite the table
        instead.
      </p>
    );
  const candidate = candidateOf(settings, chosen.variant.layout);
  return hasCandidate(candidate) ? (
    <p className={styles.words} role="status">
      It is one of the candidates. A run measures the whole file, verifies it and offers it for download.
    </p>
  ) : (
    <div className={styles.start}>
      <Button variant="primary" onClick={() => onCandidate(candidate)} disabled={isRunning}>
        Add it to the candidates
      </Button>
    </div>
  );
}

function changeText(value: number, before: number, less: string, more: string): string {
  const share = before === 0 ? 0 : value / before - 1;
  return `${formatPercent(Math.abs(share))} ${share <= 0 ? less : more}`;
}
