import { type FormatBench, formatBenchSchema } from '../../../workers/model/format-bench';
import { parseWithSchema } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/format-bench/format-bench.json', { import: 'default' });

/** The latest format benchmark; null if this build contains none. Rejects if the file does not match its schema. */
export async function loadFormatBench(): Promise<FormatBench | null> {
  const [load] = Object.values(files);
  return load === undefined ? null : parseWithSchema(formatBenchSchema, await load(), 'format benchmark');
}
