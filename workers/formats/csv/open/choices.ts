import type { ChosenType } from '../../../model/chosen-type';
import type { ColumnType } from '../../../model/column';
import { unreadableFileError } from '../../../own-file/refusal';
import type { SniffedDialect } from './dialect';
import { decimalFault, type ExactCounts, isMostValues } from './exact-counts';
import { alternativesOf, type CsvType, isCsvType } from './types';

/** The types that the user may choose for a column with a detected type. Decimals and times of day are offered if most texts are such. */
export function typeChoicesFor(type: ColumnType, counts: ExactCounts | undefined): readonly ChosenType[] {
  const usual = alternativesOf(type);
  if (counts === undefined) return usual;
  return [
    ...usual,
    ...(isMostValues(counts.decimals, counts) && decimalFault(counts) === null ? (['decimal'] as const) : []),
    ...(isMostValues(counts.times, counts) ? (['time'] as const) : []),
  ];
}

/** The choice on the page that corresponds to a type. */
export const typeChoiceOf = (type: CsvType): ChosenType =>
  type.startsWith('decimal') ? 'decimal' : (type as ChosenType);

/**
 * The types of the columns: those that the user chose, otherwise the detected ones. `counts` has an entry for each column whose texts were
 * counted.
 */
export function chosenTypes(
  { columns }: SniffedDialect,
  chosen: readonly ChosenType[] | null,
  counts: ReadonlyMap<number, ExactCounts>,
): readonly CsvType[] {
  if (chosen === null) return columns.map(({ type }) => type);
  if (chosen.length !== columns.length)
    throw unreadableFileError(
      `${chosen.length} column types were given for ${columns.length} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan', format: 'csv' },
    );
  return chosen.map((type, index): CsvType => {
    const name = columns[index]?.name;
    if (type === 'decimal') {
      const found = counts.get(index);
      const fault = found === undefined ? 'its values were found to be of another type' : decimalFault(found);
      if (found === undefined || fault !== null)
        throw unreadableFileError(`Column “${name}” cannot be read as decimal: ${fault}.`, 'Choose another type.', {
          tag: 'unsupported',
          format: 'csv',
        });
      return `decimal(${found.precision},${found.scale})`;
    }
    if (!isCsvType(type))
      throw unreadableFileError(`Column “${name}” of a CSV cannot be read as ${type}.`, 'Choose another type.', {
        tag: 'unsupported',
        format: 'csv',
      });
    return type;
  });
}
