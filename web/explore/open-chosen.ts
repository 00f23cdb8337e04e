import type { DatasetSchema } from '../../workers/model/dataset';
import { toErrorRecord } from '../../workers/model/errors';
import { arrivalOf } from '../state/arrival';
import { type ChosenFiles, ownFileOf } from '../state/file-set';
import type { OwnFile } from '../state/own-file';
import type { Services } from '../state/services';
import type { Recipe } from '../../workers/model/recipe';
import { withCandidates } from './plan-edit';

interface Choice {
  /** Of the data that are open; null if none are. */
  readonly schema: DatasetSchema | null;
  /** False once the user has chosen something else. */
  readonly isCurrent: () => boolean;
  readonly onFile: (file: OwnFile) => void;
}

const isJson = (file: OwnFile | string): file is File => file instanceof File && file.name.endsWith('.json');

/** Opens several files, or those of folders, as one dataset, and a JSON file as what its content says: a result, or data. */
export async function openChosen(
  chosen: File | ChosenFiles,
  { open, notice, view }: Pick<Services, 'open' | 'notice' | 'view'>,
  { isCurrent, onFile, schema }: Choice,
): Promise<void> {
  const refuse = (message: string, remedy?: string) =>
    notice.say({ tag: 'malformedInput', stage: 'import', message, ...(remedy === undefined ? {} : { remedy }) });
  try {
    const found = chosen instanceof File ? chosen : await ownFileOf(chosen);
    const arrival = isJson(found) ? await arrivalOf(found, found.name) : null;
    if (!isCurrent()) return;
    if (typeof found === 'string') refuse(found);
    else if (arrival?.kind === 'run') open({ kind: 'import', fileName: arrival.name }, arrival.result);
    else if (arrival?.kind === 'set')
      refuse(
        `“${arrival.name}” is a set of results, “${arrival.set.title}”, not data.`,
        'Open it on the page “Published”, under “Import your own”.',
      );
    else if (arrival?.kind === 'recipe') await addRecipe(arrival.recipe, schema, { notice, view });
    else onFile(found);
  } catch (thrown) {
    if (isCurrent())
      notice.say(
        toErrorRecord(thrown, {
          tag: 'malformedInput',
          stage: 'import',
          remedy: 'What you chose could not be read. Choose it again.',
        }),
      );
  }
}

/** Adds the recipe's candidate to the plan, for the data that are open. */
export async function addRecipe(
  recipe: Recipe,
  schema: DatasetSchema | null,
  { notice, view: views }: Pick<Services, 'notice' | 'view'>,
): Promise<void> {
  const { leftOutText, openRecipe } = await import('../recipe/open-recipe');
  const opened = openRecipe(recipe, schema);
  const { view } = views.get();
  views.set({ ...view, plan: withCandidates(view.plan, [opened.candidate]) });
  const text = leftOutText(opened);
  if (text !== null) notice.say({ tag: 'unsupported', stage: 'import', message: text });
}
