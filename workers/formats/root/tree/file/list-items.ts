import { numericTypes } from '../../../../model/column';
import type { ColumnSchema } from '../../../../model/column-schema';

/** Whether a branch can hold lists of these items: only numbers without nulls. */
export const isNumericListItem = ({ type, nullable }: ColumnSchema): boolean =>
  !nullable && (numericTypes as readonly string[]).includes(type);
