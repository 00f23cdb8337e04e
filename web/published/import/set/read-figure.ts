import {
  unitFitsQuantity,
  type ImportedFigure,
  type ImportedMetric,
  type ImportedUnit,
  quantities,
} from '../../../../workers/model/imported-set';
import { toBaseUnits, readCell, parseUnit } from '../readers/cell-number';
import type { ColumnMapping } from '../columns/column-role';

/** The columns that describe a column of numbers, by index. */
export interface NeighbourColumns {
  readonly unitAt: number | null;
  /**
   * True if the neighbouring column must hold a unit of this metric. In a wide table that column may belong to another
   * metric, unless this metric has its unit from it.
   */
  readonly isOnlyUnit: boolean;
  readonly errorAt: number | null;
}

type Reading = Pick<ImportedFigure, 'printed' | 'unit' | 'value' | 'range'>;

/**
 * Reads a row's cell as a figure of its metric. Returns null for an empty cell, and a sentence that states the problem
 * for an unreadable one. A unit in the cell takes precedence over the row's unit.
 */
export function readFigure(
  cells: readonly string[],
  column: NeighbourColumns & { readonly index: number; readonly metric: ImportedMetric; readonly needsUnit: boolean },
  { numerals }: ColumnMapping,
): Reading | string | null {
  const { metric } = column;
  const cell = cells[column.index] ?? '';
  const read = readCell(cell, numerals);
  if (read.kind === 'none') return null;
  if (read.kind === 'other') return `${read.problem}; omitted`;
  const beside = read.unit !== null || column.unitAt === null ? null : unitBeside(cells[column.unitAt] ?? '');
  if (beside?.isKnown === false && column.isOnlyUnit)
    return `its unit, “${(cells[column.unitAt ?? 0] ?? '').slice(0, 40)}”, is unknown; omitted`;
  const inRow = beside?.unit ?? null;
  if (column.needsUnit && read.unit === null && inRow === null && read.value !== 0)
    return `“${cell.slice(0, 40)}” has no unit, but other cells of its column have one; omitted. To include it, choose the column’s unit`;
  const unit =
    read.unit ??
    (inRow !== null && (column.isOnlyUnit || unitFitsQuantity(inRow, metric.quantity)) ? inRow : metric.unit);
  if (!unitFitsQuantity(unit, metric.quantity))
    return `“${cell}” is in ${unit}, which is not a unit of “${quantities[metric.quantity].label.toLowerCase()}”; omitted`;
  const value = toBaseUnits(read.value, unit);
  const printed = cell.slice(0, 200);
  if (read.low !== null && read.high !== null)
    return { printed, unit, value, range: { low: toBaseUnits(read.low, unit), high: toBaseUnits(read.high, unit) } };
  const error = column.errorAt === null ? null : errorOf(cells[column.errorAt] ?? '', value, unit, metric, numerals);
  if (typeof error === 'string') return error;
  return { printed, unit, value, range: error === null ? null : { low: value - error, high: value + error } };
}

/** Reads a cell of a unit column. `1`, a hyphen or a word such as “count” means numbers without a unit. */
function unitBeside(cell: string): { readonly unit: ImportedUnit | null; readonly isKnown: boolean } {
  const unit = parseUnit(cell);
  return {
    unit,
    isKnown: unit !== null || /^(|1|#|-|–|none|n\/a|counts?|ratio|factor|bare( number)?|items?)$/i.test(cell.trim()),
  };
}

/**
 * The half-width of an error (±) in base units. Its unit is the one in its own cell, otherwise the figure's. Returns
 * null if no error is given, and a sentence that states the problem for an unreadable one.
 */
function errorOf(
  cell: string,
  value: number,
  unit: ImportedUnit,
  metric: ImportedMetric,
  numerals: ColumnMapping['numerals'],
): number | string | null {
  const read = readCell(cell.replace(/^(±|\+\/-)\s*/, ''), numerals);
  if (read.kind === 'none') return null;
  if (read.kind === 'other' || read.low !== null || read.value < 0)
    return `its error, “${cell.slice(0, 40)}”, is not a number and was omitted`;
  if (read.unit === '%' && unit !== '%') return (Math.abs(value) * read.value) / 100;
  const own = read.unit ?? unit;
  return unitFitsQuantity(own, metric.quantity)
    ? toBaseUnits(read.value, own)
    : `its error, “${cell.slice(0, 40)}”, is in ${own}, but the number is in another unit; omitted`;
}
