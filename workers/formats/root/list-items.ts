import { numericTypes } from '../../model/column';
import type { ColumnSchema } from '../../model/column-schema';

/** Whether a branch can hold lists of such items: numbers, none of them null. */
export const isNumberItem = ({ type, nullable }: ColumnSchema): boolean =>
  !nullable && (numericTypes as readonly string[]).includes(type);
