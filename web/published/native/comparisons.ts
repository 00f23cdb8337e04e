import { type NativeComparison, nativeComparisonSchema } from '../../../workers/model/native-comparison';
import { parse } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/native/*.json', { import: 'default' });

/** The recipes of the sources as they ran in a browser and natively, by source and workload, checked as they are loaded. Rejects where a file is not as its schema says. */
export async function loadNativeComparisons(): Promise<NativeComparison[]> {
  const names = Object.keys(files).sort();
  return Promise.all(
    names.map(async (path) =>
      parse(nativeComparisonSchema, await files[path]?.(), `native run ${path.split('/').at(-1) ?? path}`),
    ),
  );
}
