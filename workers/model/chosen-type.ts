import * as v from 'valibot';
import { columnTypes } from './column';

/**
 * The types that the user can choose for a column of a text file: a type without parameters, `decimal` with as many digits as its numbers have, `time` of day, or `nested` for lists
 * and structs. Links and results store these words.
 */
export const chosenTypes = [...columnTypes, 'decimal', 'time', 'nested'] as const;
export const chosenTypeSchema = v.picklist(chosenTypes);
export type ChosenType = v.InferOutput<typeof chosenTypeSchema>;

/** The choice that corresponds to a column's type; undefined if the user cannot choose that type. */
export function chosenTypeOf(type: string): ChosenType | undefined {
  return type === 'list' || type === 'struct' ? 'nested' : chosenTypes.find((each) => each === type);
}
