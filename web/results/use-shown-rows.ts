import { useMemo } from 'react';
import { operationSubjects } from '../figures/operation-names';
import { resultRows, shownOperations } from '../figures/rows';
import { userFileOf } from '../figures/user-file';
import type { ShownRun } from '../state/shown-run';
import type { ResultsView } from '../view/results-view';
import { visibleRows } from './filters';

const noNotes: readonly string[] = [];

/** What the tabs take from a run: the rows of the dataset that the view shows, those of all datasets, and the facts of the data. */
export function useShownRows({ result, running }: ShownRun, given: ResultsView) {
  const { plan } = result;
  const operations = useMemo(() => shownOperations(result), [result]);
  // A link can combine this run with the view of another plan, so the dataset or operation may be missing here.
  const dataset = Math.min(given.dataset, plan.datasets.length - 1);
  const operation = operations.includes(given.operation) ? given.operation : (operations[0] ?? 'encode');
  const view = useMemo(() => ({ ...given, dataset, operation }), [given, dataset, operation]);
  const allRows = useMemo(() => resultRows(result, running), [result, running]);
  const rows = useMemo(() => allRows.filter((row) => row.dataset === dataset), [allRows, dataset]);
  /** The rows that no filter hides. */
  const { hiddenFormats, hiddenCodecs, hiddenLevels } = view;
  const visible = useMemo(
    () => visibleRows(rows, { hiddenFormats, hiddenCodecs, hiddenLevels }),
    [rows, hiddenFormats, hiddenCodecs, hiddenLevels],
  );
  const userFile = useMemo(() => userFileOf(result, dataset), [result, dataset]);
  const subjects = useMemo(() => operationSubjects(result, dataset), [result, dataset]);
  const info = result.datasets[dataset];
  const ready = info?.status === 'ready' ? info : null;
  return {
    plan,
    operations,
    view,
    allRows,
    rows,
    visible,
    userFile,
    subjects,
    schema: ready?.schema ?? null,
    notes: ready?.notes ?? noNotes,
  };
}
