import { type ReactNode, useCallback, useMemo } from 'react';
import { looksOf } from '../../workers/model/statistics/looks';
import type { ByteMap } from '../../workers/model/byte-map';
import type { ImportedSet } from '../../workers/model/imported-set';
import { efforts, type Operation } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';
import type { ComparedRunStore } from '../state/compared-run';
import type { ShownRun } from '../state/shown-run';
import {
  importedMarks,
  importedMarksNote,
  importedSizeFactors,
  importedSizeMarks,
} from '../sources/imported/imported-marks';
import { publishedMarks } from '../sources/marks';
import { publishedSizeMarks } from '../sources/size-marks';
import { Decision, type MeasuredBy } from '../decide/Decision';
import { importedFactorsOf } from '../decide/native/imported-factors';
import type { Situation } from '../view/situation';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import { Bars } from './Bars';
import { baselineRow } from '../figures/baseline';
import { CodecCostTable } from './codec-cost/CodecCostTable';
import { ComparePanel } from './compare/ComparePanel';
import { useComparison } from './compare/use-comparison';
import { datasetCount, datasetSize, sizeUnit } from '../figures/dataset-words';
import { isBrowserRun } from '../figures/environment-words';
import { EnvironmentPanel } from './EnvironmentPanel';
import { FileMaps } from './FileMaps';
import { FilterBar } from './FilterBar';
import { filterFacets, isFiltered, visibleRows } from './filters';
import { plural } from '../figures/figures';
import { parameterSweepOf, sweepValueText } from '../figures/parameter-sweep';
import { OptionSweepChart } from './option-sweep/OptionSweepChart';
import { optionSweeps } from './option-sweep/option-sweeps';
import { scatterPublishedMarks } from './published-points';
import { ParameterSweepSection } from './parameter-sweep/ParameterSweepSection';
import styles from './Results.module.css';
import { RepeatsPanel } from './repeats/RepeatsPanel';
import { smilesBaselineRow } from './repeats/repeats';
import { userFileOf } from '../figures/user-file';
import { NetworkReads } from './NetworkReads';
import { ResultsTable } from './ResultsTable';
import type { ResultsView } from '../view/results-view';
import { mainOperations } from '../figures/main-operations';
import { operationSubjects } from '../figures/operation-names';
import { plannedRounds, resultRows, shownOperations } from '../figures/rows';
import type { MappedFile } from '../state/own-file';
import { Scatter } from './Scatter';
import { resultsSentence } from './sentence';
import { SizeSweep } from './size-sweep/SizeSweep';

export interface ResultsProps {
  readonly shown: ShownRun;
  readonly view: ResultsView;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { replace?: boolean }) => void;
  readonly onView: (next: ResultsView, options?: { replace?: boolean }) => void;
  /**
   * Encodes a candidate's file again and downloads it.
   *
   * @throws {FormatlabError} If the file can't be made.
   */
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
  /** Encodes a candidate's file again and finds out what each of its bytes is for. */
  readonly onByteMap: (dataset: number, candidate: number) => Promise<ByteMap>;
  /** The user's file, if its format has a map of its bytes. */
  readonly mappedFile: MappedFile | null;
  readonly sources: readonly PublishedSource[];
  readonly imported: readonly ImportedSet[];
  readonly comparedRun: ComparedRunStore;
  readonly afterAnswer: ReactNode;
}

const noNotes: readonly string[] = [];

function measuredBy({ origin, result }: ShownRun): MeasuredBy {
  if (!isBrowserRun(result.environment)) return 'native';
  return origin.kind === 'here' || origin.kind === 'stored' || origin.kind === 'test' ? 'here' : 'elsewhere';
}

/** The results of a run: a summary sentence, the charts, the table, and the environment of the run. */
export default function Results({
  shown,
  view: given,
  situation,
  onSituation,
  onView,
  onEncodedFile,
  onByteMap,
  mappedFile,
  sources,
  imported,
  comparedRun,
  afterAnswer,
}: ResultsProps) {
  const { result, running } = shown;
  const { plan } = result;
  const operations = useMemo(() => shownOperations(result), [result]);
  // A link can combine this run with the view of another plan, so the dataset or operation may be missing here.
  const dataset = Math.min(given.dataset, plan.datasets.length - 1);
  const operation = operations.includes(given.operation) ? given.operation : (operations[0] ?? 'encode');
  const view = useMemo(() => ({ ...given, dataset, operation }), [given, dataset, operation]);

  const allRows = useMemo(() => resultRows(result, running), [result, running]);
  const rows = useMemo(() => allRows.filter((row) => row.dataset === dataset), [allRows, dataset]);
  const visible = useMemo(() => visibleRows(rows, view), [rows, view]);
  const sweepRows = useMemo(() => visibleRows(allRows, view), [allRows, view]);
  const run = useMemo(() => ({ result, all: allRows, shown: sweepRows }), [result, allRows, sweepRows]);
  const comparison = useComparison({ store: comparedRun, shown: result, rows, view, running });
  const optionSweepsHere = useMemo(() => optionSweeps(visible, plan.candidates), [visible, plan.candidates]);
  const info = result.datasets[dataset];
  const ofRecords = info?.status === 'ready' && info.schema.kind === 'records';
  const ofMolecules = info?.status === 'ready' && info.schema.kind === 'molecules';
  const filtered = isFiltered(view);
  const userFile = useMemo(() => userFileOf(result, dataset), [result, dataset]);
  const subjects = useMemo(() => operationSubjects(result, dataset), [result, dataset]);
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

  const importedFactors = useMemo(
    () => importedFactorsOf(imported, result, rows, dataset),
    [imported, result, rows, dataset],
  );
  const published = useMemo(() => publishedMarks(sources, result, view), [sources, result, view]);
  const imports = useMemo(() => importedMarks(imported, result, rows, view), [imported, result, rows, view]);
  const overlaid = useMemo(() => [...published.marks, ...imports], [published, imports]);
  const importedSizes = useMemo(
    () => importedSizeFactors(imported, result, rows, view),
    [imported, result, rows, view],
  );
  const overlaidNote = [published.note, importedMarksNote(imports)].filter((note) => note !== null).join(' ') || null;
  const marks = useMemo(() => scatterPublishedMarks(overlaid), [overlaid]);
  const hasPublished = useMemo(() => !view.showPublished || overlaid.length > 0, [view.showPublished, overlaid]);
  const publishedOf = useCallback(
    (one: Operation) => [
      ...publishedMarks(sources, result, { ...view, operation: one }).marks,
      ...importedMarks(imported, result, rows, { ...view, operation: one }),
    ],
    [sources, imported, result, rows, view],
  );
  const sizeMarks = useMemo(() => {
    const both = [publishedSizeMarks(published.marks), importedSizeMarks(imported, result, view)];
    return { marks: both.flatMap(({ marks: some }) => some), unplaced: both.flatMap(({ unplaced }) => unplaced) };
  }, [published, imported, result, view]);
  const firstSpec = plan.datasets[0];
  const sweep = useMemo(() => parameterSweepOf(plan.datasets), [plan.datasets]);
  const nameOfDataset = (index: number, size: string) => {
    const value = sweep?.values[index];
    return sweep === null || value === undefined ? size : sweepValueText(sweep.parameter, value);
  };
  const chooserLabel = sweep === null ? 'Dataset size' : sweep.parameter.label;
  const unit = firstSpec === undefined ? null : sizeUnit(firstSpec);
  const completed = rows.filter(({ status }) => status === 'completed').length;

  return (
    <div className={styles.results}>
      <Decision
        rows={rows}
        candidates={plan.candidates}
        schema={info?.status === 'ready' ? info.schema : null}
        notes={(info?.status === 'ready' && info.notes) || noNotes}
        operations={operations}
        seed={plan.seed}
        looks={looksOf(plan)}
        plannedRounds={plan.budget === undefined ? efforts[plan.effort].rounds : null}
        running={running}
        userFile={userFile}
        measuredBy={measuredBy(shown)}
        importedFactors={importedFactors}
        situation={situation}
        onSituation={onSituation}
      />
      {afterAnswer}
      <div className={styles.lead}>
        <p className={styles.sentence} data-testid="sentence" aria-live={running ? 'off' : 'polite'}>
          {sentence}
        </p>
        <Warnings warnings={result.warnings} />
        {plan.datasets.length > 1 && (
          <div className={styles.datasets}>
            <span>{`${chooserLabel}${sweep !== null || unit === null ? '' : `, in ${unit}`}`}</span>
            {plan.datasets.length <= 4 ? (
              <Segmented
                label={chooserLabel}
                value={String(dataset)}
                options={plan.datasets.map((spec, index) => ({
                  value: String(index),
                  label: nameOfDataset(index, datasetCount(spec)),
                }))}
                onChange={(value) => onView({ ...view, dataset: Number(value) })}
              />
            ) : (
              <Select
                aria-label={chooserLabel}
                value={String(dataset)}
                options={plan.datasets.map((spec, index) => ({
                  value: String(index),
                  label: nameOfDataset(index, datasetSize(spec)),
                }))}
                onChange={(value) => onView({ ...view, dataset: Number(value) })}
              />
            )}
          </div>
        )}
        <FilterBar
          facets={filterFacets(rows, view)}
          shownCount={visible.length}
          totalCount={rows.length}
          view={view}
          onView={onView}
        />
      </div>
      <Scatter
        run={run}
        compared={comparison.rows}
        published={marks}
        publishedNote={overlaidNote}
        userFile={userFile}
        hasPublished={hasPublished}
        operations={operations}
        subjects={subjects}
        situation={situation}
        view={view}
        onView={onView}
      >
        {!running && (
          <ComparePanel
            store={comparedRun}
            shown={result}
            comparability={comparison.comparability}
            pairs={comparison.pairs}
          />
        )}
      </Scatter>
      {completed > 0 && (
        <Bars
          all={rows}
          shown={visible}
          operations={operations}
          subjects={subjects}
          published={publishedOf}
          importedSizes={importedSizes}
          userFile={userFile}
          view={view}
          onView={onView}
        />
      )}
      {sweep !== null && (
        <ParameterSweepSection
          sweep={sweep}
          result={result}
          running={running}
          rows={sweepRows}
          situation={situation}
          filtered={filtered}
        />
      )}
      {plan.datasets.length > 1 && sweep === null && (
        <SizeSweep rows={sweepRows} operation={operation} marks={sizeMarks} />
      )}
      {optionSweepsHere.map((sweep) => (
        <OptionSweepChart key={sweep.key} sweep={sweep} published={overlaid} userFile={userFile} />
      ))}
      {(ofMolecules || plan.effort === 'repeats') && (
        <RepeatsPanel
          rows={visible}
          base={view.baseline === null ? smilesBaselineRow(rows) : baselineRow(rows, view.baseline)}
          operations={operations}
          unit={ofMolecules ? 'molecules' : (unit ?? 'items')}
          startedAt={result.startedAt}
        />
      )}
      {ofRecords && (
        <CodecCostTable rows={visible} candidates={plan.candidates} seed={plan.seed} startedAt={result.startedAt} />
      )}
      <ResultsTable
        rows={visible}
        userFile={userFile}
        operations={operations}
        subjects={subjects}
        view={view}
        onView={onView}
        onEncodedFile={onEncodedFile}
      />
      <NetworkReads
        rows={visible}
        candidates={plan.candidates}
        schema={info?.status === 'ready' ? info.schema : null}
      />
      {!running && <FileMaps mapped={mappedFile} rows={visible} candidates={plan.candidates} onByteMap={onByteMap} />}
      <EnvironmentPanel result={result} dataset={dataset} subjects={subjects} />
    </div>
  );
}

const warningsAtOnce = 2;

/** The run's warnings. They are shown beside the summary, because they say how reliable it is. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  const list = (some: readonly string[]) => [...new Set(some)].map((warning) => <li key={warning}>{warning}</li>);
  return (
    <div className={styles.warnings}>
      <ul aria-label="Warnings of the run">{list(warnings.slice(0, warningsAtOnce))}</ul>
      {warnings.length > warningsAtOnce && (
        <details>
          <summary>{plural(warnings.length - warningsAtOnce, 'more warning')}</summary>
          <ul aria-label="More warnings of the run">{list(warnings.slice(warningsAtOnce))}</ul>
        </details>
      )}
    </div>
  );
}
