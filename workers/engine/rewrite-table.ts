import { readByteMap } from '../open-file/read-byte-map';
import { toCanonical } from '../model/canonical';
import { searchedWriter } from '../model/searched-writer';
import { type Dataset, schemaOf } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { declaredKey, prepareTable, type RewriteRecipe, type RewrittenFile, sortedByText } from '../model/rewrite';
import { openCandidate, runAtStage } from './candidate-session';
import { completeCandidate, type TrialMachine } from './column-trial';
import { sha256Of } from './sha256';
import { findDifference } from './verification';

/**
 * Writes a table as a recipe says, decodes the file, undoes order and types, and compares the result with the table, value by value. Times are those of one
 * call each.
 * @throws `verificationFailed` if a value is not equal; `unsupported` if the dataset is no table, or a value does not fit its narrower type
 */
export async function rewriteTable(
  dataset: Dataset,
  recipe: RewriteRecipe,
  { registry, clock }: TrialMachine,
): Promise<Omit<RewrittenFile, 'fileName'>> {
  if (dataset.kind !== 'table')
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'setUp',
      message: 'Only a table can be rewritten.',
      remedy: 'Choose a table as the data: a generated one, or a file that holds one.',
    });
  const { parts, dataBytes } = toCanonical(dataset);
  const sha256 = await sha256Of(parts);
  const { table, sortMs, undo } = prepareTable(dataset, recipe, () => clock.now());
  const settings = new Map(recipe.columns.map(({ name, setting }) => [name, setting]));
  const sortedBy = sortedByText(declaredKey(recipe.order, table.columns));
  const candidate = completeCandidate(registry, settings, recipe.layout, sortedBy);
  const session = await openCandidate(registry, candidate, schemaOf(table), dataBytes, clock);
  try {
    session.place(table);
    const beforeEncode = clock.now();
    const bytes = await runAtStage('encode', candidate, () => session.encode(table));
    const encodeMs = clock.now() - beforeEncode;
    const beforeDecode = clock.now();
    const decoded = await runAtStage('decode', candidate, () => session.decode(bytes));
    const decodeMs = clock.now() - beforeDecode;
    const difference =
      decoded.kind === 'table'
        ? await findDifference({ dataset, sha256, dataBytes }, undo(decoded), [session.formatModule])
        : 'It holds no table.';
    if (difference !== null)
      throw new FormatlabError({
        tag: 'verificationFailed',
        stage: 'verify',
        message: `The rewritten file does not give the data back, so it is not offered. ${difference}`,
        remedy:
          'Your file is unchanged. Search again without another order of rows and without narrower types, or keep the file that you have. This is an error of Formatlab: please report it with the sentence above.',
        format: searchedWriter.format,
      });
    const file = new Blob([bytes], { type: 'application/vnd.apache.parquet' });
    const { columns } = await readByteMap(file);
    return { file, sizeBytes: bytes.length, sortMs, encodeMs, decodeMs, columns };
  } finally {
    session.close();
  }
}
