import type { DatasetSchema } from '../../workers/model/dataset';
import { toErrorRecord } from '../../workers/model/errors';
import { arrivalOf } from '../state/arrival';
import { type ChosenFiles, ownFileOf } from '../state/file-set';
import type { OwnFile } from '../state/own-file';
import type { Services } from '../state/services';
import { isParquetRecipe, type Recipe } from '../../workers/model/recipe';
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
  { open, notice, view, ownFile }: Pick<Services, 'open' | 'notice' | 'view' | 'ownFile'>,
  { isCurrent, onFile, schema }: Choice,
): Promise<void> {
  const refuse = (message: string, remedy?: string) =>
    notice.say({ tag: 'malformedInput', stage: 'import', message, ...(remedy === undefined ? {} : { remedy }) });
  try {
    const found = chosen instanceof File ? chosen : await ownFileOf(chosen);
    const arrival = isJson(found) ? await arrivalOf(found, found.name) : null;
    if (!isCurrent()) return;
    if (typeof found === 'string') refuse(found);
    else if (arrival?.kind === 'run') await open({ kind: 'import', fileName: arrival.name }, arrival.result);
    else if (arrival?.kind === 'set')
      refuse(
        `“${arrival.name}” is a set of results, “${arrival.set.title}”, not data.`,
        'Open it on the page “Published”, under “Import your own”.',
      );
    else if (arrival?.kind === 'recipe') await addRecipe(arrival.recipe, schema, { notice, view, ownFile });
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

/** Adds the recipe's candidate to the plan, for the data that are open, and offers to write them with all that the recipe says. */
export async function addRecipe(
  recipe: Recipe,
  schema: DatasetSchema | null,
  { notice, view: views, ownFile }: Pick<Services, 'notice' | 'view' | 'ownFile'>,
): Promise<void> {
  const [{ leftOutText, openRecipe }, { writeByRecipe }] = await Promise.all([
    import('../recipe/open-recipe'),
    import('../recipe/write-by-recipe'),
  ]);
  const opened = openRecipe(recipe, schema);
  const { view } = views.get();
  views.set({ ...view, plan: withCandidates(view.plan, [opened.candidate]) });
  const text = leftOutText(opened);
  const { writes } = recipe;
  if (text === null || !isParquetRecipe(writes)) return;
  const { plan } = view;
  const held = ownFile.get();
  const isWhole = !plan.datasets.some((spec) => spec.source === 'ownFile' && spec.sample !== undefined);
  notice.say({
    tag: 'unsupported',
    stage: 'import',
    message: `${text} ${isWhole ? wholeText : sampleText}`,
    ...(isWhole
      ? {
          action: {
            label: 'Write the file',
            onClick: () =>
              void writeByRecipe(writes, { plan, ownFile: held.status === 'ready' ? held.file : null }, notice),
          },
        }
      : {}),
  });
}

const wholeText = 'Written as a file, the open data have all of it.';
const sampleText = 'Its Python file applies all of it to the whole file, of which only a sample is open.';
