import type { Candidate, Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import type { Tool } from '../../../workers/model/tools';
import { contendersOf } from '../../decide/contenders';
import { unreadableReason } from '../../decide/readers';
import { browserName } from '../../figures/environment-words';
import { isCompleted, type ResultRow } from '../../figures/rows';
import { whyOperationUnsupported } from '../../figures/unsupported-operation';
import type { Situation } from '../../view/situation';
import type { MeasuredCell } from './field';

/** The name of the machine that took a run: the user's own name for it, or its browser and cores. */
export function machineName({ environment }: Pick<RunResult, 'environment'>): string {
  const { machineLabel, logicalCores } = environment;
  return machineLabel ?? `${browserName(environment)}${logicalCores === null ? '' : `, ${logicalCores} cores`}`;
}

const shownRunName = 'this run';
const comparedRunName = 'compared run';

/**
 * The measured cells among the rows of one run. For the compared run, `datasetOf` has the index of the same dataset in the shown run; datasets
 * without one are left out.
 */
export function measuredCells(
  rows: readonly ResultRow[],
  result: RunResult,
  situation: Situation,
  datasetOf: ReadonlyMap<number, number> | null = null,
): MeasuredCell[] {
  const { candidates, datasets } = result.plan;
  const machine = machineName(result);
  const shown = datasetOf === null;
  return [...new Set(rows.map(({ dataset }) => dataset))].flatMap((dataset): MeasuredCell[] => {
    const spec = datasets[dataset];
    const datasetIndex = datasetOf === null ? dataset : datasetOf.get(dataset);
    if (spec === undefined || datasetIndex === undefined) return [];
    const ofDataset = rows.filter((row) => row.dataset === dataset);
    const info = result.datasets[dataset];
    const schema = info?.status === 'ready' ? info.schema : null;
    const { contenders, excluded } = contendersOf(ofDataset, situation, {
      candidates,
      unreadableReason: (candidate: Candidate, tool: Tool) => unreadableReason(candidate, tool, schema),
      unsupportedReason: (candidate: Candidate, operation: Operation) =>
        whyOperationUnsupported(operation, [candidate], schema),
    });
    const totals = new Map<string, MeasuredCell['contender']>([
      ...contenders.map((contender) => [contender.row.key, contender] as const),
      ...excluded.map(({ row, reason }) => [row.key, reason] as const),
    ]);
    return ofDataset.filter(isCompleted).flatMap((row): MeasuredCell[] => {
      const candidate = candidates[row.candidate];
      if (candidate === undefined) return [];
      return [
        {
          key: shown ? row.key : `compared:${row.key}`,
          row,
          candidate,
          dataset: spec,
          datasetIndex,
          isShownRun: shown,
          machine,
          source: shown ? shownRunName : comparedRunName,
          contender: totals.get(row.key) ?? 'It has no total.',
        },
      ];
    });
  });
}
