import { FormatlabError } from '../../workers/model/errors';
import { type ImportedSet, importedFormat } from '../../workers/model/imported-set';
import type { Recipe } from '../../workers/model/recipe';
import { type RunResult, resultFormat } from '../../workers/model/result';
import { commandResultFormat } from '../links/command-result';
import { readResultFile } from '../links/parse-result';

/** What was fetched from an address, told by its content. */
export type Arrival =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'run'; readonly result: RunResult; readonly name: string }
  | { readonly kind: 'set'; readonly set: ImportedSet; readonly name: string }
  | { readonly kind: 'recipe'; readonly recipe: Recipe; readonly name: string };

/** Formatlab's JSON names its format near its beginning. */
const lookedAtBytes = 2_000;

/** @throws {FormatlabError} if it is Formatlab's own JSON, but damaged. */
export async function arrivalOf(blob: Blob, name: string): Promise<Arrival> {
  const start = (await blob.slice(0, lookedAtBytes).text()).replace(/^\uFEFF/, '').trimStart();
  const isOurs = (format: string) => start.startsWith('{') && start.includes(`"${format}"`);
  const file = new File([blob], name);
  if (isOurs(commandResultFormat) || isOurs(resultFormat))
    return { kind: 'run', name, result: await readResultFile(file) };
  if (isOurs(importedFormat)) {
    const { readImportedSet } = await import('../../workers/model/imported-set-versions');
    return { kind: 'set', name, set: readImportedSet(parseJson(await blob.text(), name), `imported set in ${name}`) };
  }
  if (isOurs('formatlab.recipe')) {
    const { parseRecipe } = await import('../../workers/model/recipe');
    return { kind: 'recipe', name, recipe: parseRecipe(await blob.text()) };
  }
  return { kind: 'file', file };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'import',
      message: `${name} is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`.slice(0, 500),
      remedy: 'Ask the person who gave you the address for another copy of the file.',
    });
  }
}
