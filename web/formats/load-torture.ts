import { parse } from '../../workers/model/parse';
import { type Torture, tortureSchema } from '../../workers/model/torture';

const files = import.meta.glob<unknown>('../../fixtures/torture/torture.json', { import: 'default' });

/** What the torture tests found last, or null where this build has none. Rejects where the file is not as its schema says. */
export async function loadTorture(): Promise<Torture | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parse(tortureSchema, await load(), 'torture matrix');
}
