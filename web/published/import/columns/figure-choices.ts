import {
  unitFitsQuantity,
  type ImportedScope,
  importedScopes,
  importedUnitNames,
  isTimedQuantity,
  quantities,
  type Quantity,
  quantityList,
} from '../../../../workers/model/imported-set';
import type { FigureReading } from './column-role';
import { unitFor } from './heading';
import { shortScopeLabels } from '../../../sources/imported/provenance';

/** The quantities that a user can assign to a column or a named metric. */
export const quantityOptions = quantityList.map((quantity) => ({ value: quantity, label: quantities[quantity].label }));

export const unitOptions = (quantity: Quantity) =>
  importedUnitNames
    .filter((unit) => unitFitsQuantity(unit, quantity))
    .map((unit) => ({ value: unit, label: unit === '1' ? 'bare number' : unit }));

const asTable = '';

/** The clock scopes that a user can assign to a column: the scope of the whole table, or another. */
export const scopeOptions = (tableScope: ImportedScope) => [
  { value: asTable, label: `as the table: ${shortScopeLabels[tableScope]}` },
  ...importedScopes.map((scope) => ({ value: scope, label: shortScopeLabels[scope] })),
];

export const scopeOf = (value: string): ImportedScope | null => importedScopes.find((scope) => scope === value) ?? null;

/**
 * The reading for a quantity that the user chose. It keeps the previous unit if that unit fits. An unknown quantity
 * becomes “other number”.
 */
export function chosenFigureReading(chosen: string, before: FigureReading | null): FigureReading {
  const quantity = quantityList.find((each) => each === chosen) ?? 'number';
  return {
    quantity,
    unit: unitFor(quantity, before?.unit ?? null, quantities[quantity].dimension),
    basis: 'user',
    scope: before !== null && isTimedQuantity(quantity) ? before.scope : null,
  };
}

/** A note on where the unit comes from, for the user to check. Empty if nothing needs checking. */
export function unitBasisNote({ basis, unit }: FigureReading): string {
  switch (basis) {
    case 'heading':
      return 'unit in the heading';
    case 'cells':
      return 'unit in the cells';
    case 'column':
      return 'unit in its column';
    case 'nothing':
      return unit === '1' ? '' : 'no unit is printed: please check';
    default:
      return '';
  }
}
