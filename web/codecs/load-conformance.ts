import { type Conformance, conformanceSchema } from '../../workers/model/conformance';
import { parseWithSchema } from '../../workers/model/parse';

const conformanceFiles = import.meta.glob<unknown>('../../fixtures/conformance/conformance.json', {
  import: 'default',
});

/**
 * Loads the latest conformance results. Null if this build contains none. Rejects if the file does not match its
 * schema.
 */
export async function loadConformance(): Promise<Conformance | null> {
  const [load] = Object.values(conformanceFiles);
  return load === undefined ? null : parseWithSchema(conformanceSchema, await load(), 'conformance matrix');
}
