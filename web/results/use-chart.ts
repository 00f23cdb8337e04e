import { useMemo } from 'react';
import type { Operation } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { OperationSubjects } from '../figures/operation-names';
import type { ResultRow } from '../figures/rows';
import type { ResultsView } from '../view/results-view';
import type { Situation } from '../view/situation';
import { type AxisChoice, chartData } from './fields/chart-data';
import { panelFrontiers, roundDraws } from './fields/chart-frontier';
import { drawnRows } from './fields/drawn-rows';
import { chosenFields, showsAllDatasets } from './fields/chosen-fields';
import { colorScale } from './fields/color-scale';
import { fieldsOf } from './fields/field-list';
import { measuredCells } from './fields/measured-cells';
import { panelsOf } from './fields/panels';

/** A run's rows, and those that no filter hides. Both of all datasets. */
export interface ChartRows {
  readonly result: RunResult;
  readonly all: readonly ResultRow[];
  readonly shown: readonly ResultRow[];
}

/** The rows of the compared run, of the datasets that the shown run has too. */
export interface ComparedRows extends ChartRows {
  /** The index of the same dataset in the shown run, by the index in the compared run. */
  readonly datasetOf: ReadonlyMap<number, number>;
}

interface ChartInput {
  readonly run: ChartRows;
  readonly compared: ComparedRows | null;
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  readonly situation: Situation;
  readonly view: ResultsView;
}

/** Everything that the main chart draws, from the rows of a run and the chosen fields. */
export function useChart({ run, compared, operations, subjects, situation, view }: ChartInput) {
  const { operation, dataset, throughputScale, ratioScale } = view;
  const { plan } = run.result;
  const fields = useMemo(
    () =>
      fieldsOf({
        operations,
        operation,
        subjects,
        situation,
        candidates: [...plan.candidates, ...(compared?.result.plan.candidates ?? [])],
        datasets: plan.datasets,
      }),
    [operations, operation, subjects, situation, plan, compared],
  );
  const { xField, yField, colorField, facetField } = view;
  const chosen = useMemo(
    () => chosenFields(fields, { xField, yField, colorField, facetField }),
    [fields, xField, yField, colorField, facetField],
  );
  const allCells = useMemo(
    () => [
      ...measuredCells(run.all, run.result, situation),
      ...(compared === null ? [] : measuredCells(compared.all, compared.result, situation, compared.datasetOf)),
    ],
    [run, compared, situation],
  );
  const ofAllDatasets = showsAllDatasets(chosen);
  const cells = useMemo(() => {
    const drawn = new Set<ResultRow>([...drawnRows(run), ...(compared === null ? [] : drawnRows(compared))]);
    return allCells.filter(({ row, datasetIndex }) => drawn.has(row) && (ofAllDatasets || datasetIndex === dataset));
  }, [allCells, run, compared, ofAllDatasets, dataset]);
  const x: AxisChoice = useMemo(() => ({ field: chosen.x, scale: throughputScale }), [chosen, throughputScale]);
  const y: AxisChoice = useMemo(() => ({ field: chosen.y, scale: ratioScale }), [chosen, ratioScale]);
  const data = useMemo(() => chartData(cells, x, y), [cells, x, y]);
  const draws = useMemo(() => roundDraws(plan.seed, situation), [plan.seed, situation]);
  const panels = useMemo(() => panelsOf(data.points, chosen.facet), [data, chosen]);
  const frontiers = useMemo(
    () => panelFrontiers(data.points, panels.panels, chosen.x, chosen.y, draws),
    [data, panels, chosen, draws],
  );
  const colors = useMemo(
    () =>
      colorScale(
        chosen.color,
        data.points.map(({ cell }) => cell),
      ),
    [chosen, data],
  );
  return { fields, chosen, allCells, cells, x, y, data, frontier: frontiers.merged, frontiers, panels, colors };
}

export type Chart = ReturnType<typeof useChart>;
