import { type CodecBench, codecBenchSchema } from '../../workers/model/codec-bench';
import { type Conformance, conformanceSchema } from '../../workers/model/conformance';
import { parseWithSchema } from '../../workers/model/parse';

const conformanceFiles = import.meta.glob<unknown>('../../fixtures/conformance/conformance.json', {
  import: 'default',
});
const benchFiles = import.meta.glob<unknown>('../../fixtures/codec-bench/codec-bench.json', { import: 'default' });

/**
 * Loads the latest conformance results. Null if this build contains none. Rejects if the file does not match its
 * schema.
 */
export async function loadConformance(): Promise<Conformance | null> {
  const [load] = Object.values(conformanceFiles);
  return load === undefined ? null : parseWithSchema(conformanceSchema, await load(), 'conformance matrix');
}

/**
 * Loads the latest codec benchmark. Null if this build contains none. Rejects if the file does not match its schema.
 */
export async function loadCodecBench(): Promise<CodecBench | null> {
  const [load] = Object.values(benchFiles);
  return load === undefined ? null : parseWithSchema(codecBenchSchema, await load(), 'codec benchmark');
}
