import { parseWithSchema } from '../../workers/model/parse';
import { type RunResult, runResultSchema } from '../../workers/model/result';

const files = import.meta.glob<unknown>('../../fixtures/example/result.json', { import: 'default' });

/**
 * The example run of the repository. Null if this build contains none. Rejects if the file does not match its schema.
 */
export async function loadExample(): Promise<RunResult | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parseWithSchema(runResultSchema, await load(), 'example run');
}
