import type { FittedTable } from '../../../workers/model/fitted-table';
import { completeOptions } from '../../../workers/model/options';
import type { Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { median } from '../../../workers/model/statistics/samples';
import { workloads } from '../../../workers/registry/metadata';
import { isCompleted, measuredFigures, resultRows, type ResultRow } from '../../figures/rows';
import { namesColumns } from '../../links/names-columns';
import type { View } from '../../view/view';

/** The workload whose parameters are fitted. */
const workloadId = 'table';
export const tableWorkload = () => workloads.get(workloadId) ?? null;

/**
 * The plan with the look-alike as its only dataset. It holds nothing of the user's table: candidates with settings of single columns,
 * which have names, are left out, and so are the chosen column and rows.
 */
export function lookAlikePlan(plan: Plan, fitted: FittedTable): Plan | null {
  const workload = tableWorkload();
  const candidates = plan.candidates.filter((candidate) => !namesColumns(candidate));
  if (workload === null || candidates.length === 0) return null;
  const estimated = Object.fromEntries(
    Object.entries(fitted.parameters).flatMap(([id, parameter]) =>
      parameter.isEstimated ? [[id, parameter.value]] : [],
    ),
  );
  const { projectColumn: _column, lookupKeys: _keys, ...rest } = plan;
  return {
    ...rest,
    candidates,
    datasets: [
      {
        source: 'workload',
        workload: workload.id,
        knobs: completeOptions(workload.parameters, estimated, workload.label),
        size: fitted.rows,
        seed: plan.seed,
      },
    ],
  };
}

/**
 * What a link to the look-alike opens. The baseline of the view is left out: its key holds the settings of a candidate, which may name columns of
 * the user's table.
 */
export const lookAlikeView = (view: View, lookAlike: Plan): View => ({
  ...view,
  page: 'explore',
  source: null,
  plan: lookAlike,
  results: { ...view.results, dataset: 0, baseline: null },
});

/** The plan that measures the user's table and the look-alike with the same candidates. */
export const comparisonPlan = (plan: Plan, lookAlike: Plan): Plan => ({
  ...lookAlike,
  datasets: [...plan.datasets.slice(0, 1), ...lookAlike.datasets],
  operations: ['encode', 'decode'],
  effort: 'sizes',
});

/** How a figure of the look-alike compares with that of the user's table: 0.1 is 10 % more. */
export interface Mimicry {
  readonly key: string;
  readonly label: string;
  readonly ratio: { readonly own: number; readonly lookAlike: number; readonly error: number } | null;
  readonly encodeError: number | null;
  readonly decodeError: number | null;
}

const dividedBy = (one: number | null | undefined, other: number | null | undefined) =>
  one === null || one === undefined || other === null || other === undefined || other === 0 ? null : one / other - 1;

/** The time for each byte of data, in milliseconds. */
const msPerByte = (row: ResultRow, operation: 'encode' | 'decode') => {
  const figures = measuredFigures(row, operation);
  return figures === null || row.dataBytes === null || row.dataBytes === 0
    ? null
    : figures.summary.medianMs / row.dataBytes;
};

/** For each candidate that both datasets completed, how the look-alike's ratio and times differ. Times are compared for each byte of data. */
export function mimicryOf(result: RunResult): Mimicry[] {
  const rows = resultRows(result, false);
  return rows
    .filter((row) => row.dataset === 0)
    .filter(isCompleted)
    .flatMap((own): Mimicry[] => {
      const lookAlike = rows.find((row) => row.dataset === 1 && row.candidate === own.candidate);
      if (lookAlike === undefined || !isCompleted(lookAlike)) return [];
      const error = dividedBy(lookAlike.ratio, own.ratio);
      return [
        {
          key: own.candidateKey,
          label: own.names.label,
          ratio:
            error === null || own.ratio === null || lookAlike.ratio === null
              ? null
              : { own: own.ratio, lookAlike: lookAlike.ratio, error },
          encodeError: dividedBy(msPerByte(lookAlike, 'encode'), msPerByte(own, 'encode')),
          decodeError: dividedBy(msPerByte(lookAlike, 'decode'), msPerByte(own, 'decode')),
        },
      ];
    });
}

/** The median and the largest of some errors, without their signs. Null if there is none. */
export function errorSummary(errors: readonly (number | null)[]): { median: number; largest: number } | null {
  const known = errors.flatMap((error) => (error === null ? [] : [Math.abs(error)]));
  return known.length === 0 ? null : { median: median(known), largest: Math.max(...known) };
}
