import { type NativeComparison, nativeComparisonSchema } from '../../../workers/model/native-comparison';
import { parseWithSchema } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/native/*.json', { import: 'default' });

/**
 * Loads the browser and native runs of the sources' recipes, sorted by source and workload. Rejects if a file does not
 * match its schema.
 */
export async function loadNativeComparisons(): Promise<NativeComparison[]> {
  const names = Object.keys(files).sort();
  return Promise.all(
    names.map(async (path) =>
      parseWithSchema(nativeComparisonSchema, await files[path]?.(), `native run ${path.split('/').at(-1) ?? path}`),
    ),
  );
}
