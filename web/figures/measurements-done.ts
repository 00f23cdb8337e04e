import { efforts } from '../../workers/model/plan';
import type { CellResult, RunResult } from '../../workers/model/result';

/**
 * The numbers of finished and planned measurements. Each cell has one measurement per round. A cell that failed or is
 * unsupported needs no further measurements. With a budget only the first round is planned for all.
 */
export function measurementsDone({ plan, cells }: RunResult): { readonly done: number; readonly planned: number } {
  const rounds = plan.budget === undefined ? efforts[plan.effort].rounds : 1;
  const roundsOf = (cell: CellResult) =>
    cell.status === 'completed'
      ? Math.max(
          0,
          ...Object.values(cell.operations).map((each) => (each?.status === 'measured' ? each.rounds.length : 0)),
        )
      : rounds;
  return {
    done: cells.reduce((sum, cell) => sum + Math.min(rounds, roundsOf(cell)), 0),
    planned: plan.datasets.length * plan.candidates.length * rounds,
  };
}
