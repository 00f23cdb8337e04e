import { useMemo } from 'react';
import type { ShownRun } from '../state/shown-run';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import type { View } from '../view/view';
import { ColumnSearch, FitTable } from './explore-parts';
import { hasSameCells, withFileName } from './plan-checks';
import type { PlanChanges } from './plan-changes';
import { hasCandidate, mainDataset, withCandidates } from './plan-edit';
import type { PlannedRun } from './use-planned-run';

const noNotes: readonly string[] = [];

/** True if the data are a table whose columns can be searched. */
export const hasColumns = ({ plan, schema, openFile }: PlannedRun): boolean =>
  schema?.kind === 'table' && (mainDataset(plan).source === 'workload' || openFile !== null);

interface ColumnsPartProps {
  readonly planned: PlannedRun;
  readonly view: View;
  readonly shown: ShownRun | null;
  readonly active: boolean;
  readonly onPlan: PlanChanges['onPlan'];
}

/** What the tab “Columns” shows: the best settings of each column, and the table of orders. It keeps what it has found while its tab is closed. */
export function ColumnsPart({ planned, view, shown, active, onPlan }: ColumnsPartProps) {
  const { plan, openFile, ownFile, schema } = planned;
  // With the file's name, after which a rewritten file is named.
  const searchedPlan = useMemo(() => withFileName(plan, openFile?.name ?? null), [plan, openFile]);
  if (!hasColumns(planned) || schema?.kind !== 'table') return null;
  return (
    <ErrorBoundary what="The search by column" resetKey={plan.datasets} loading={null}>
      <ColumnSearch
        key={JSON.stringify(mainDataset(plan))}
        plan={searchedPlan}
        schema={schema}
        ownFile={openFile}
        notes={ownFile.status === 'ready' ? ownFile.report.notes : noNotes}
        isRunActive={active}
        situation={view.situation}
        hasCandidate={(candidate) =>
          hasCandidate(plan, candidate) ||
          (shown !== null && hasSameCells(shown.result.plan, plan) && hasCandidate(shown.result.plan, candidate))
        }
        onCandidate={(candidate) => onPlan(withCandidates(plan, [candidate]))}
      />
      {openFile !== null && (
        <FitTable
          key={`fit ${JSON.stringify(mainDataset(plan))}`}
          view={view}
          ownFile={openFile}
          isRunActive={active}
        />
      )}
    </ErrorBoundary>
  );
}
