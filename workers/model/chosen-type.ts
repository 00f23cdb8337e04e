import * as v from 'valibot';
import { columnTypes } from './column';

/**
 * What the user may choose for a column of a file of text: a type without parameters, a decimal of as many digits as its numbers have, a time of day, or the lists and structs that
 * nested values make. Links and results hold these words.
 */
export const chosenTypes = [...columnTypes, 'decimal', 'time', 'nested'] as const;
export const chosenTypeSchema = v.picklist(chosenTypes);
export type ChosenType = v.InferOutput<typeof chosenTypeSchema>;

/** The choice that a column of the type stands for; undefined for types that nobody can choose. */
export function chosenTypeOf(type: string): ChosenType | undefined {
  return type === 'list' || type === 'struct' ? 'nested' : chosenTypes.find((each) => each === type);
}
