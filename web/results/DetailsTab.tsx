import { useMemo } from 'react';
import type { PublishedSource } from '../../workers/model/published';
import { looksOf } from '../../workers/model/statistics/looks';
import { baselineRow } from '../figures/baseline';
import { sizeUnit } from '../figures/dataset-words';
import { mainOperations } from '../figures/main-operations';
import { plannedRounds } from '../figures/rows';
import { CodecCostTable } from './codec-cost/CodecCostTable';
import styles from './DetailsTab.module.css';
import { SqlQueries } from './sql/SqlQueries';
import { EnvironmentPanel } from './EnvironmentPanel';
import { FilterBar } from './FilterBar';
import { filterFacets, isFiltered } from './filters';
import { NetworkReads } from './NetworkReads';
import { RepeatsPanel } from './repeats/RepeatsPanel';
import { smilesBaselineRow } from './repeats/repeats';
import { ResultsTable } from './ResultsTable';
import { resultsSentence } from './sentence';
import type { ViewTabProps } from './tab-props';
import { useShownRows } from './use-shown-rows';

interface DetailsTabProps extends ViewTabProps {
  /**
   * Encodes a candidate's file again and downloads it.
   *
   * @throws {FormatlabError} If the file can't be made.
   */
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
  readonly sources: readonly PublishedSource[];
  /** The measured data of a dataset as an Arrow IPC stream. */
  readonly onArrowData: (dataset: number) => Promise<Blob>;
}

/** All figures of a run, and how they came to be. */
export default function DetailsTab({
  shown,
  view: given,
  onView,
  onEncodedFile,
  sources,
  onArrowData,
}: DetailsTabProps) {
  const { result, running } = shown;
  const { plan, view, rows, visible, operations, schema, userFile, subjects } = useShownRows(shown, given);
  const { operation, dataset } = view;
  const filtered = isFiltered(view);
  const sentence = useMemo(() => {
    const inSentence = [...new Set([operation, ...operations])].filter(
      (one) => one === operation || mainOperations.includes(one),
    );
    return resultsSentence(visible, {
      running,
      plannedRounds: plannedRounds(result),
      seed: plan.seed,
      looks: looksOf(plan),
      operations: inSentence,
      subjects,
      filtered,
      userFile,
    });
  }, [visible, running, plan, result, operation, operations, filtered, userFile, subjects]);
  const ofMolecules = schema?.kind === 'molecules';
  const [firstSpec] = plan.datasets;
  const unit = firstSpec === undefined ? null : sizeUnit(firstSpec);
  return (
    <>
      <div className={styles.lead}>
        <p className={styles.sentence} data-testid="sentence">
          {sentence}
        </p>
        <FilterBar
          facets={filterFacets(rows, view)}
          shownCount={visible.length}
          totalCount={rows.length}
          view={view}
          onView={onView}
        />
      </div>
      <ResultsTable
        rows={visible}
        userFile={userFile}
        operations={operations}
        subjects={subjects}
        view={view}
        onView={onView}
        onEncodedFile={onEncodedFile}
      />
      {(ofMolecules || plan.effort === 'repeats') && (
        <RepeatsPanel
          rows={visible}
          base={view.baseline === null ? smilesBaselineRow(rows) : baselineRow(rows, view.baseline)}
          operations={operations}
          unit={ofMolecules ? 'molecules' : (unit ?? 'items')}
          startedAt={result.startedAt}
        />
      )}
      {schema?.kind === 'records' && (
        <CodecCostTable rows={visible} candidates={plan.candidates} seed={plan.seed} startedAt={result.startedAt} />
      )}
      <NetworkReads rows={visible} candidates={plan.candidates} schema={schema} />
      {!running && (
        <SqlQueries key={dataset} result={result} sources={sources} onArrowData={() => onArrowData(dataset)} />
      )}
      <EnvironmentPanel result={result} dataset={dataset} subjects={subjects} />
    </>
  );
}
