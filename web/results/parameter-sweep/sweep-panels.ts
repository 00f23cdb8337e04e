import type { Operation } from '../../../workers/model/plan';
import { operationNames } from '../../figures/operation-names';
import type { ParameterSweep, SweepValue } from '../../figures/parameter-sweep';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';

/** A candidate's figure at one value of the swept parameter. */
interface SweepPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly value: SweepValue;
  /** The value as a place on the axis: the number itself, or the choice's place among those swept. */
  readonly x: number;
  /** The ratio, or the best time in milliseconds. */
  readonly y: number;
}

/** A candidate's points by ascending x. */
interface SweepLine {
  readonly candidate: number;
  readonly points: readonly SweepPoint[];
}

/** One chart of the small multiples: the ratio, or the times of one operation. */
export interface SweepPanel {
  readonly id: 'ratio' | Operation;
  readonly title: string;
  readonly operation: Operation | null;
  readonly lines: readonly SweepLine[];
}

/** The x of each of the sweep's values, in the order of the datasets. */
export const placesOf = ({ parameter, values }: ParameterSweep): number[] =>
  values.map((value, index) => (parameter.type === 'choice' ? index : Number(value)));

/** The ratio, and the times of each measured operation, of the rows of all datasets. Times below the timer's resolution have no point. */
export function sweepPanels(
  rows: readonly ResultRow[],
  sweep: ParameterSweep,
  operations: readonly Operation[],
): SweepPanel[] {
  const places = placesOf(sweep);
  const completed = rows.filter(isCompleted);
  const linesOf = (figureOf: (row: CompletedRow) => number | null): SweepLine[] => {
    const lines = new Map<number, SweepPoint[]>();
    for (const row of completed) {
      const y = figureOf(row);
      const value = sweep.values[row.dataset];
      const x = places[row.dataset];
      if (y === null || !(y > 0) || value === undefined || x === undefined) continue;
      const points = lines.get(row.candidate) ?? [];
      lines.set(row.candidate, points);
      points.push({ key: row.key, row, value, x, y });
    }
    return [...lines].map(([candidate, points]) => ({ candidate, points: points.sort((a, b) => a.x - b.x) }));
  };
  const panels: SweepPanel[] = [
    { id: 'ratio', title: 'Ratio', operation: null, lines: linesOf(({ ratio }) => ratio) },
    ...operations.map((operation) => ({
      id: operation,
      title: `${operationNames[operation]} time`,
      operation,
      lines: linesOf((row) => {
        const figures = measuredFigures(row, operation);
        return figures === null || figures.throughput === null ? null : figures.summary.bestMs;
      }),
    })),
  ];
  return panels.filter(({ lines }) => lines.length > 0);
}

/** The candidate with the best figure at each x where two or more have one: the largest ratio, or the shortest time. */
export function bestOfPanel({ id, lines }: SweepPanel): ReadonlyMap<number, number> {
  const best = new Map<number, { readonly candidate: number; readonly y: number }>();
  for (const { candidate, points } of lines) {
    if (points[0]?.row.names.isBaseline) continue;
    for (const { x, y } of points) {
      const leader = best.get(x);
      if (leader === undefined || (id === 'ratio' ? y > leader.y : y < leader.y)) best.set(x, { candidate, y });
    }
  }
  return new Map([...best].map(([x, { candidate }]) => [x, candidate]));
}
