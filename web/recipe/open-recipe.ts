import type { DatasetSchema } from '../../workers/model/dataset';
import { FormatlabError } from '../../workers/model/errors';
import { completeOptions } from '../../workers/model/options';
import type { Candidate } from '../../workers/model/plan';
import { isParquetRecipe, type Recipe, rewriteOf } from '../../workers/model/recipe';
import { findFormatImplementation } from '../../workers/registry/metadata';
import { candidateOfRecipe, namesText } from '../column-search/recipe';

/** A recipe that somebody opens, as a candidate for the data that are open. */
interface OpenedRecipe {
  readonly candidate: Candidate;
  /** What the recipe does and a candidate does not, since it keeps rows and types, in words. */
  readonly leftOut: readonly ('order' | 'types')[];
}

/**
 * @param schema of the data that are open; null if none are
 * @throws `unsupported` if the recipe does not fit the data, or this version does not know its format
 */
export function openRecipe({ writes }: Pick<Recipe, 'writes'>, schema: DatasetSchema | null): OpenedRecipe {
  if (schema === null) throw refused('No data are open yet.', 'Open the file first, then its recipe.');
  if (!isParquetRecipe(writes)) {
    const found = findFormatImplementation(writes.format, writes.implementation);
    if (found === null)
      throw refused(
        `This version of Formatlab has no ${writes.format} by ${writes.implementation}.`,
        'Open the recipe with the version that wrote it.',
      );
    const options = completeOptions(found.implementation.options, writes.options, found.format.label);
    return { candidate: { ...writes, options }, leftOut: [] };
  }
  if (schema.kind !== 'table') throw refused('The recipe is of a table, which the open data are not.', fitRemedy);
  const wanted = writes.columns.map(({ name }) => name);
  const own = schema.columns.map(({ name }) => name);
  const missing = wanted.filter((name) => !own.includes(name));
  const more = own.filter((name) => !wanted.includes(name));
  if (missing.length > 0) throw refused(`The open data have no column ${namesText(missing)}.`, fitRemedy);
  if (more.length > 0) throw refused(`The recipe says nothing of the column ${namesText(more)}.`, fitRemedy);
  const candidate = candidateOfRecipe(rewriteOf(writes));
  const { pageVersion, statistics, bloomFilter, order, columns } = writes;
  return {
    candidate: { ...candidate, options: { ...candidate.options, pageVersion, statistics, bloomFilter } },
    leftOut: [
      ...(order.length > 0 ? ['order' as const] : []),
      ...(columns.some(({ narrowing }) => narrowing !== null) ? ['types' as const] : []),
    ],
  };
}

const fitRemedy = 'A recipe fits files with the columns of the file that it was found on.';

const refused = (message: string, remedy: string) =>
  new FormatlabError({ tag: 'unsupported', stage: 'import', message, remedy });

const leftOutWords = { order: 'the order of rows', types: 'the narrower types' } as const;

/** What to tell beside the candidate. Null if it does all that the recipe says. */
export function leftOutText({ leftOut }: OpenedRecipe): string | null {
  if (leftOut.length === 0) return null;
  const what = leftOut.map((each) => leftOutWords[each]).join(' and ');
  return `The recipe’s settings are one of the candidates now, without ${what}, because candidates keep rows and types.`;
}
