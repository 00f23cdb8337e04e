import { type CodecBench, codecBenchSchema } from '../../../workers/model/codec-bench';
import { parseWithSchema } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/codec-bench/codec-bench.json', { import: 'default' });

/** The latest codec benchmark; null if this build contains none. Rejects if the file does not match its schema. */
export async function loadCodecBench(): Promise<CodecBench | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parseWithSchema(codecBenchSchema, await load(), 'codec benchmark');
}
