import type { RunEvent } from './protocol/coordinator';
import { type CellResult, type RunResult, resultFormat, resultVersion, warningLimit } from './result';

/**
 * Inserts a cell, or replaces the one with the same dataset and candidate. Cells are in the order of the plan. The argument is not changed.
 */
export function replaceCell(cells: readonly CellResult[], cell: CellResult): CellResult[] {
  const rest = cells.filter(({ dataset, candidate }) => dataset !== cell.dataset || candidate !== cell.candidate);
  const after = rest.findIndex(
    ({ dataset, candidate }) => dataset > cell.dataset || (dataset === cell.dataset && candidate > cell.candidate),
  );
  return after < 0 ? [...rest, cell] : [...rest.slice(0, after), cell, ...rest.slice(after)];
}

/** The state of a run after an event; null before it has started. The argument is not changed. */
export function applyRunEvent(result: RunResult | null, event: RunEvent): RunResult | null {
  if (event.type === 'started') {
    return {
      format: resultFormat,
      version: resultVersion,
      startedAt: event.startedAt,
      finishedAt: null,
      plan: event.plan,
      environment: event.environment,
      datasets: event.plan.datasets.map(() => ({ status: 'pending' })),
      cells: [],
      noiseFloor: null,
      warnings: [],
    };
  }
  if (event.type === 'resumed') return event.result;
  if (result === null) return null;
  switch (event.type) {
    case 'dataset':
      return { ...result, datasets: result.datasets.map((info, index) => (index === event.index ? event.info : info)) };
    case 'cell':
      return { ...result, cells: replaceCell(result.cells, event.cell) };
    case 'spent':
      return { ...result, budgetSpentMs: event.budgetSpentMs };
    case 'kernel':
      return afterKernel(result, event);
    case 'warning':
      return { ...result, warnings: [...result.warnings, event.message].slice(0, warningLimit) };
    case 'progress':
      return result;
  }
}

/** The times of the drift kernel around a round: those of the whole run, and the first after a run went on. */
function afterKernel(result: RunResult, { beforeMs, afterMs }: Extract<RunEvent, { type: 'kernel' }>): RunResult {
  const { environment, resumptions } = result;
  return {
    ...result,
    environment: { ...environment, kernelMsBefore: environment.kernelMsBefore ?? beforeMs, kernelMsAfter: afterMs },
    ...(resumptions === undefined
      ? {}
      : { resumptions: resumptions.map((each) => ({ ...each, kernelMsAfter: each.kernelMsAfter ?? beforeMs })) }),
  };
}
