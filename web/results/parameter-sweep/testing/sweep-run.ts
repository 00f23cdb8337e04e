import type { OptionValue } from '../../../../workers/model/options';
import type { RunResult } from '../../../../workers/model/result';
import { type MadeCell, type MadeRun, makeRun } from '../../testing/test-results';

/** A run that sweeps one parameter of the vectors: for each value, what its cells give. The cells are those of the same candidates. */
export function makeSweepRun(
  parameter: string,
  values: readonly { readonly value: OptionValue; readonly cells: readonly MadeCell[] }[],
  made: Omit<MadeRun, 'cells' | 'dataBytes'> = {},
): RunResult {
  const runs = values.map(({ cells }) => makeRun({ ...made, cells }));
  const [first] = runs;
  const [spec] = first?.plan.datasets ?? [];
  if (first === undefined || spec?.source !== 'workload') throw new Error('A sweep has values.');
  return {
    ...first,
    plan: { ...first.plan, datasets: values.map(({ value }) => ({ ...spec, knobs: { [parameter]: value } })) },
    datasets: runs.flatMap(({ datasets }) => datasets),
    cells: runs.flatMap(({ cells }, dataset) => cells.map((cell) => ({ ...cell, dataset }))),
  };
}
