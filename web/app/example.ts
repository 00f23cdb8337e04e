import { parse } from '../../workers/model/parse';
import { type RunResult, runResultSchema } from '../../workers/model/result';

const files = import.meta.glob<unknown>('../../fixtures/example/result.json', { import: 'default' });

/** The committed example run, or null where this build has none. Rejects where it is not as the schema says. */
export async function loadExample(): Promise<RunResult | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parse(runResultSchema, await load(), 'example run');
}
