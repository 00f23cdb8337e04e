import { FormatlabError } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import { isParquetRecipe, parseRecipe, type Recipe, recipeKind, rewriteOf } from '../../workers/model/recipe';
import { checkCandidate } from '../../workers/registry/check-plan';
import { defaultPlan } from '../../workers/registry/default-plan';
import { openRecipe } from '../recipe/open-recipe';
import { ownFileSpec } from '../explore/plan-checks';
import type { Coordinator } from '../state/coordinator';

const lookedAtBytes = 2_000;

/** The recipe that a file holds. Null if it holds something else. */
export async function recipeIn(file: File): Promise<Recipe | null> {
  const start = (await file.slice(0, lookedAtBytes).text()).trimStart();
  return start.startsWith('{') && start.includes(`"${recipeKind}"`) ? parseRecipe(await file.text()) : null;
}

/** A plan of one candidate for a file that was read whole. */
const planOfFile = (file: File, report: OwnFileReport, candidates: Plan['candidates']): Plan => ({
  datasets: [{ ...ownFileSpec(file, report, null), fileName: file.name }],
  candidates,
  operations: ['decode'],
  effort: 'sizes',
  seed: defaultPlan().seed,
});

/**
 * Writes the data of a file by a recipe, and verifies every value.
 * @throws {FormatlabError} if the file has other columns than the recipe
 */
export async function fileByRecipe(
  coordinator: Pick<Coordinator, 'rewriteTable' | 'encodedFile'>,
  file: File,
  report: OwnFileReport,
  { writes }: Recipe,
): Promise<File> {
  if (!isParquetRecipe(writes)) {
    const plan = planOfFile(file, report, [checkCandidate(writes)]);
    const made = await coordinator.encodedFile({ plan, dataset: 0, candidate: 0 }, { ownFile: file });
    return new File([made.file], made.fileName);
  }
  const { schema } = report;
  const columns = schema.kind === 'table' ? schema.columns.map(({ name }) => name) : [];
  const wanted = writes.columns.map(({ name }) => name);
  if (columns.join('\n') !== wanted.join('\n'))
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'import',
      message: `${file.name} has other columns than the recipe: ${differenceOf(columns, wanted)}.`.slice(0, 2_000),
      remedy: 'Make a recipe of a file with these columns: npx formatlab FILE',
    });
  const opened = openRecipe({ writes }, schema);
  if (opened.leftOut.length === 0) {
    const plan = planOfFile(file, report, [checkCandidate(opened.candidate)]);
    const made = await coordinator.encodedFile({ plan, dataset: 0, candidate: 0 }, { ownFile: file });
    return new File([made.file], made.fileName);
  }
  const plan = planOfFile(file, report, defaultPlan().candidates);
  const made = await coordinator.rewriteTable({ ownFile: file, plan, dataset: 0, recipe: rewriteOf(writes) });
  return new File([made.file], made.fileName);
}

/**
 * The whole file, written by the recipe in another one.
 * @throws {FormatlabError} if the other is no recipe, or the file does not fit it
 */
export async function appliedRecipe(
  coordinator: Pick<Coordinator, 'inspectFile' | 'rewriteTable' | 'encodedFile'>,
  file: File,
  recipeFile: File,
): Promise<File> {
  const report = await coordinator.inspectFile(file, { fileName: file.name, sample: null });
  return fileByRecipe(coordinator, file, report, parseRecipe(await recipeFile.text()));
}

function differenceOf(columns: readonly string[], wanted: readonly string[]): string {
  const quoted = (names: readonly string[]) =>
    names
      .slice(0, 5)
      .map((name) => JSON.stringify(name))
      .join(', ');
  const missing = wanted.filter((name) => !columns.includes(name));
  const further = columns.filter((name) => !wanted.includes(name));
  const parts = [
    ...(missing.length === 0 ? [] : [`it lacks ${quoted(missing)}`]),
    ...(further.length === 0 ? [] : [`it has ${quoted(further)} as well`]),
  ];
  return parts.length === 0 ? 'they are in another order' : parts.join(', and ');
}
