import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Operation } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';
import { BreakEvenPart } from '../decide/BreakEvenPart';
import { parameterSweepOf } from '../figures/parameter-sweep';
import {
  importedMarks,
  importedMarksNote,
  importedSizeFactors,
  importedSizeMarks,
} from '../sources/imported/imported-marks';
import { publishedMarks } from '../sources/marks';
import { publishedSizeMarks } from '../sources/size-marks';
import type { ComparedRunStore } from '../state/compared-run';
import { Bars } from './Bars';
import { ComparePanel } from './compare/ComparePanel';
import { useComparison } from './compare/use-comparison';
import styles from './CompareTab.module.css';
import { FilterBar } from './FilterBar';
import { filterFacets, isFiltered, visibleRows } from './filters';
import { OptionSweepChart } from './option-sweep/OptionSweepChart';
import { optionSweeps } from './option-sweep/option-sweeps';
import { ParameterSweepSection } from './parameter-sweep/ParameterSweepSection';
import { scatterPublishedMarks } from './published-points';
import { Scatter } from './Scatter';
import { SizeSweep } from './size-sweep/SizeSweep';
import type { SituationTabProps, ViewTabProps } from './tab-props';
import { useMeasuredDataset } from './use-measured-dataset';
import { useShownRows } from './use-shown-rows';

interface CompareTabProps extends SituationTabProps, ViewTabProps {
  readonly sources: readonly PublishedSource[];
  readonly comparedRun: ComparedRunStore;
}

/** The further charts of the marked dataset. Folded away in a sweep, whose own chart comes first. */
function FoldedInSweep({ isSweep, children }: { readonly isSweep: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (!isSweep) return children;
  return (
    <details className={styles.further} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Totals, times and sizes of the marked dataset</summary>
      {isOpen && <div className={styles.content}>{children}</div>}
    </details>
  );
}

/**
 * The charts that compare the candidates of a run, with each other and with those of another run. A sweep comes first. Another situation redraws most of
 * them, which is slow, so that it waits until the choice itself is drawn.
 */
export default function CompareTab(props: CompareTabProps) {
  return <Charts {...props} situation={useDeferredValue(props.situation)} />;
}

const Charts = memo(function Charts({
  shown,
  view: given,
  situation,
  onSituation,
  onView,
  sources,
  imported,
  comparedRun,
}: CompareTabProps) {
  const { result, running } = shown;
  const shownRows = useShownRows(shown, given);
  const { plan, view, allRows, rows, visible, operations, userFile, subjects } = shownRows;
  const { operation } = view;
  const sweepRows = useMemo(() => visibleRows(allRows, view), [allRows, view]);
  const run = useMemo(() => ({ result, all: allRows, shown: sweepRows }), [result, allRows, sweepRows]);
  const comparison = useComparison({ store: comparedRun, shown: result, rows, view, running });
  const optionSweepsHere = useMemo(() => optionSweeps(visible, plan.candidates), [visible, plan.candidates]);
  const measured = useMeasuredDataset(shown, shownRows, imported);
  // The main chart says how many there are, also while they are hidden.
  const withPublished = useMemo(() => ({ ...view, showPublished: true }), [view]);
  const published = useMemo(() => publishedMarks(sources, result, withPublished), [sources, result, withPublished]);
  const imports = useMemo(
    () => importedMarks(imported, result, rows, withPublished),
    [imported, result, rows, withPublished],
  );
  const overlaid = useMemo(() => [...published.marks, ...imports], [published, imports]);
  const importedSizes = useMemo(
    () => importedSizeFactors(imported, result, rows, view),
    [imported, result, rows, view],
  );
  const overlaidNote = [published.note, importedMarksNote(imports)].filter((note) => note !== null).join(' ') || null;
  const marks = useMemo(() => scatterPublishedMarks(overlaid), [overlaid]);
  const publishedOf = useCallback(
    (one: Operation) => [
      ...publishedMarks(sources, result, { ...view, operation: one }).marks,
      ...importedMarks(imported, result, rows, { ...view, operation: one }),
    ],
    [sources, imported, result, rows, view],
  );
  const sizeMarks = useMemo(() => {
    const both = [
      publishedSizeMarks(view.showPublished ? published.marks : []),
      importedSizeMarks(imported, result, view),
    ];
    return { marks: both.flatMap(({ marks: some }) => some), unplaced: both.flatMap(({ unplaced }) => unplaced) };
  }, [published, imported, result, view]);
  const sweep = useMemo(() => parameterSweepOf(plan.datasets), [plan.datasets]);
  // What lies below the main chart is made after it has been drawn, in pieces that keys and clicks may interrupt.
  const isMainDrawn = useDeferredValue(true, false);
  const completed = rows.filter(({ status }) => status === 'completed').length;
  return (
    <>
      <FilterBar
        facets={filterFacets(rows, view)}
        shownCount={visible.length}
        totalCount={rows.length}
        view={view}
        onView={onView}
      />
      {sweep !== null && (
        <ParameterSweepSection
          sweep={sweep}
          result={result}
          running={running}
          rows={sweepRows}
          situation={situation}
          filtered={isFiltered(view)}
        />
      )}
      {plan.datasets.length > 1 && sweep === null && (
        <SizeSweep rows={sweepRows} operation={operation} marks={sizeMarks} />
      )}
      <Scatter
        run={run}
        compared={comparison.rows}
        published={marks}
        publishedNote={overlaidNote}
        userFile={userFile}
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
      {isMainDrawn && (
        <FoldedInSweep isSweep={plan.datasets.length > 1}>
          <BreakEvenPart measured={measured} running={running} situation={situation} onSituation={onSituation} />
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
        </FoldedInSweep>
      )}
      {optionSweepsHere.map((one) => (
        <OptionSweepChart
          key={one.key}
          sweep={one}
          published={view.showPublished ? overlaid : []}
          userFile={userFile}
        />
      ))}
    </>
  );
});
