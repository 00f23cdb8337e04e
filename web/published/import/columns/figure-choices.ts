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
import { scopeInShort } from '../../../sources/imported/provenance';

/** What a column or a named metric may be chosen to be. */
export const quantityOptions = quantityList.map((quantity) => ({ value: quantity, label: quantities[quantity].label }));

export const unitOptions = (quantity: Quantity) =>
  importedUnitNames
    .filter((unit) => unitFitsQuantity(unit, quantity))
    .map((unit) => ({ value: unit, label: unit === '1' ? 'bare number' : unit }));

const asTable = '';

/** What a column's clock may be said to have run over: as is said of the whole table, or otherwise. */
export const scopeOptions = (whole: ImportedScope) => [
  { value: asTable, label: `as the table: ${scopeInShort[whole]}` },
  ...importedScopes.map((scope) => ({ value: scope, label: scopeInShort[scope] })),
];

export const scopeOf = (value: string): ImportedScope | null => importedScopes.find((scope) => scope === value) ?? null;

/** The reading of a chosen quantity, in the unit from before where that fits; an unknown word is any other number. */
export function figureColumn(chosen: string, before: FigureReading | null): FigureReading {
  const quantity = quantityList.find((each) => each === chosen) ?? 'number';
  return {
    quantity,
    unit: unitFor(quantity, before?.unit ?? null, quantities[quantity].dimension),
    basis: 'user',
    scope: before !== null && isTimedQuantity(quantity) ? before.scope : null,
  };
}

/** What a unit rests on, where that is for the user to look at. */
export function basisWords({ basis, unit }: FigureReading): string {
  switch (basis) {
    case 'heading':
      return 'unit in the heading';
    case 'cells':
      return 'unit in the cells';
    case 'column':
      return 'unit in its column';
    case 'nothing':
      return unit === '1' ? '' : 'no unit is printed: check it';
    default:
      return '';
  }
}
