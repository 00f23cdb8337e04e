import { type ColumnSchema, numericTypes } from '../../model/dataset';

/** Whether a branch can hold lists of such items: numbers, none of them null. */
export const isNumberItem = ({ type, nullable }: ColumnSchema): boolean =>
  !nullable && (numericTypes as readonly string[]).includes(type);
