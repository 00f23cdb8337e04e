import type { EnvelopeLink } from './anchor';
import { readLocator, requireNoFeatures, writeLocator } from './envelope';
import type { EnvelopeReader } from './envelope-reader';
import type { EnvelopeWriter } from './envelope-writer';
import { readSchema, type Schema, writeSchema } from './schema';

/** A group of clusters that share one page list. */
interface ClusterGroup {
  readonly firstEntry: number;
  readonly entryCount: number;
  readonly clusterCount: number;
  readonly pageList: EnvelopeLink;
}

export function writeFooter(writer: EnvelopeWriter, headerChecksum: bigint, groups: readonly ClusterGroup[]): void {
  writer.u64(0);
  writer.u64(headerChecksum);
  writer.record(() => writeSchema(writer, { fields: [], columns: [] }));
  writer.recordList(groups, ({ firstEntry, entryCount, clusterCount, pageList }) => {
    writer.u64(firstEntry);
    writer.u64(entryCount);
    writer.u32(clusterCount);
    writer.u64(pageList.sizeBytes);
    writeLocator(writer, pageList.locator);
  });
}

/** The cluster groups, and the schema: `known` plus the fields that were added while the file was written. */
export function readFooter(
  reader: EnvelopeReader,
  headerChecksum: bigint,
  known: Schema,
): { readonly schema: Schema; readonly groups: readonly ClusterGroup[] } {
  requireNoFeatures(reader);
  if (reader.bigU64() !== headerChecksum) throw reader.fail('belongs to a different header');
  const schema = reader.record('additions to the schema', () => (reader.isAtEnd ? known : readSchema(reader, known)));
  const groups = reader.recordList('groups of clusters', (): ClusterGroup => {
    const firstEntry = reader.u64();
    const entryCount = reader.u64();
    const clusterCount = reader.u32();
    const sizeBytes = reader.u64();
    return { firstEntry, entryCount, clusterCount, pageList: { sizeBytes, locator: readLocator(reader) } };
  });
  return { schema, groups };
}
