import { parseWithSchema } from '../../workers/model/parse';
import { type Torture, tortureSchema } from '../../workers/model/torture';

const files = import.meta.glob<unknown>('../../fixtures/torture/torture.json', { import: 'default' });

/** The latest results of the torture tests; null if this build contains none. Rejects if the file does not match its schema. */
export async function loadTorture(): Promise<Torture | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parseWithSchema(tortureSchema, await load(), 'torture matrix');
}
