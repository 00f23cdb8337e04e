import {
  unitFitsQuantity,
  type ImportedFigure,
  type ImportedMetric,
  type ImportedUnit,
  quantities,
} from '../../../../workers/model/imported-set';
import { inBase, readCell, unitOf } from '../readers/cell-number';
import type { Mapping } from '../columns/column-role';

/** Columns that say something of a column's numbers, by index. */
export interface Beside {
  readonly unitAt: number | null;
  /** Whether the unit beside must be one of the metric's: in a wide table it may be of another column, unless the metric has its unit from there. */
  readonly isOnlyUnit: boolean;
  readonly errorAt: number | null;
}

type Reading = Pick<ImportedFigure, 'printed' | 'unit' | 'value' | 'range'>;

/** A row's cell as a figure of its metric; null where it is empty; a sentence where it is no such figure. Its own unit goes before that of the row. */
export function readFigure(
  cells: readonly string[],
  column: Beside & { readonly index: number; readonly metric: ImportedMetric; readonly needsUnit: boolean },
  { numerals }: Mapping,
): Reading | string | null {
  const { metric } = column;
  const cell = cells[column.index] ?? '';
  const read = readCell(cell, numerals);
  if (read.kind === 'none') return null;
  if (read.kind === 'other') return `${read.problem}: it is left out`;
  const beside = read.unit !== null || column.unitAt === null ? null : unitBeside(cells[column.unitAt] ?? '');
  if (beside?.isKnown === false && column.isOnlyUnit)
    return `its unit, “${(cells[column.unitAt ?? 0] ?? '').slice(0, 40)}”, is none that is known here: it is left out`;
  const inRow = beside?.unit ?? null;
  if (column.needsUnit && read.unit === null && inRow === null && read.value !== 0)
    return `“${cell.slice(0, 40)}” has no unit where others of its column have one: it is left out; choose the column’s unit if that is meant`;
  const unit =
    read.unit ??
    (inRow !== null && (column.isOnlyUnit || unitFitsQuantity(inRow, metric.quantity)) ? inRow : metric.unit);
  if (!unitFitsQuantity(unit, metric.quantity))
    return `“${cell}” is in ${unit}, which is no unit of “${quantities[metric.quantity].label.toLowerCase()}”: it is left out`;
  const value = inBase(read.value, unit);
  const printed = cell.slice(0, 200);
  if (read.low !== null && read.high !== null)
    return { printed, unit, value, range: { low: inBase(read.low, unit), high: inBase(read.high, unit) } };
  const error = column.errorAt === null ? null : errorOf(cells[column.errorAt] ?? '', value, unit, metric, numerals);
  if (typeof error === 'string') return error;
  return { printed, unit, value, range: error === null ? null : { low: value - error, high: value + error } };
}

/** A cell of units; `1`, a hyphen or a word such as “count” is of bare numbers. */
function unitBeside(cell: string): { readonly unit: ImportedUnit | null; readonly isKnown: boolean } {
  const unit = unitOf(cell);
  return {
    unit,
    isKnown: unit !== null || /^(|1|#|-|–|none|n\/a|counts?|ratio|factor|bare( number)?|items?)$/i.test(cell.trim()),
  };
}

/** What ± spans to either side, in base units: in the unit of its own cell, or of the figure; null where none is told; a sentence where it is no such number. */
function errorOf(
  cell: string,
  value: number,
  unit: ImportedUnit,
  metric: ImportedMetric,
  numerals: Mapping['numerals'],
): number | string | null {
  const read = readCell(cell.replace(/^(±|\+\/-)\s*/, ''), numerals);
  if (read.kind === 'none') return null;
  if (read.kind === 'other' || read.low !== null || read.value < 0)
    return `its error, “${cell.slice(0, 40)}”, is no number that ± can span: it is left out`;
  if (read.unit === '%' && unit !== '%') return (Math.abs(value) * read.value) / 100;
  const own = read.unit ?? unit;
  return unitFitsQuantity(own, metric.quantity)
    ? inBase(read.value, own)
    : `its error, “${cell.slice(0, 40)}”, is in ${own}, and the number is not: it is left out`;
}
