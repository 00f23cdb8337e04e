import type { ImportedFigure } from '../../../../workers/model/imported-set';
import { formatCount } from '../../../figures/figures';
import type { CellProblem } from './cell-problem';
import type { ColumnMapping } from '../columns/column-role';

/** A figure, with its position in the imported table. */
export interface FigureWithPosition {
  readonly row: number;
  readonly column: string;
  readonly figure: ImportedFigure;
}

interface DeduplicatedFigures {
  readonly figures: readonly ImportedFigure[];
  readonly problems: readonly CellProblem[];
  /** The number of combinations of system, metric and dataset that had more than one number. */
  readonly repeats: number;
}

/**
 * Keeps one figure for each system, metric and dataset (the map's keys). If there are several numbers, none of them is
 * preferred: they are omitted and reported or, if the user chose so, replaced by their median with the minimum and
 * maximum as its range. `about` describes a figure in words.
 */
export function deduplicateFigures(
  placed: ReadonlyMap<string, readonly FigureWithPosition[]>,
  repeats: ColumnMapping['repeats'],
  about: (figure: ImportedFigure) => string,
): DeduplicatedFigures {
  const figures: ImportedFigure[] = [];
  const problems: CellProblem[] = [];
  let count = 0;
  for (const same of placed.values()) {
    const [first] = same;
    if (first === undefined) continue;
    if (same.length === 1) {
      figures.push(first.figure);
      continue;
    }
    count += 1;
    if (repeats === 'median') figures.push(medianOf(same.map(({ figure }) => figure)));
    else
      problems.push({
        row: first.row,
        column: first.column,
        says: `${formatCount(same.length)} numbers are given for ${about(first.figure)} (rows ${rowsOf(same)}); none of them is used`,
      });
  }
  return { figures, problems, repeats: count };
}

const rowsShown = 6;

const rowsOf = (same: readonly FigureWithPosition[]) =>
  [
    ...same.slice(0, rowsShown).map(({ row }) => formatCount(row)),
    ...(same.length > rowsShown ? [`and ${formatCount(same.length - rowsShown)} more`] : []),
  ].join(', ');

function medianOf(figures: readonly ImportedFigure[]): ImportedFigure {
  const sorted = figures.toSorted((a, b) => a.value - b.value);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const next = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined || next === undefined) throw new Error('The median needs at least one figure.');
  return {
    ...middle,
    value: (middle.value + next.value) / 2,
    printed: `median of ${formatCount(sorted.length)}: ${sorted.map(({ printed }) => printed).join(', ')}`.slice(
      0,
      200,
    ),
    range: {
      low: Math.min(...figures.map(({ value, range }) => range?.low ?? value)),
      high: Math.max(...figures.map(({ value, range }) => range?.high ?? value)),
    },
  };
}
