import { malformedRoot, rootFailure } from '../../file/failures';
import type { RootEntry, RootFileReader } from '../../file/file-reader';
import { anchorClassName, readAnchor } from './anchor';
import type { Checksum } from './checksum';
import { openEnvelope, requireNoFeatures } from './envelope';
import { readFooter } from './footer';
import { type ClusterPageList, readPageList } from './page-list';
import { readSchema, type Schema } from './schema';

export interface NTupleInfo {
  readonly path: string;
  readonly schema: Schema;
  readonly clusters: readonly ClusterPageList[];
  readonly entryCount: number;
}

export const ntupleEntries = (file: RootFileReader): readonly RootEntry[] =>
  file.entries.filter(({ key }) => key.className === anchorClassName);

/** The metadata of an RNTuple: schema and page lists. */
export function readNTuple(file: RootFileReader, entry: RootEntry, checksum: Checksum): NTupleInfo {
  const { source, decompressor } = file;
  const anchor = readAnchor(file, entry, checksum);
  const header = openEnvelope('header', source, anchor.header.locator, anchor.header.sizeBytes, decompressor, checksum);
  requireNoFeatures(header.reader);
  for (let text = 0; text < 3; text += 1) header.reader.text();
  const known = readSchema(header.reader, { fields: [], columns: [] });
  const footer = openEnvelope('footer', source, anchor.footer.locator, anchor.footer.sizeBytes, decompressor, checksum);
  const { schema, groups } = readFooter(footer.reader, header.checksum, known);
  const clusters = groups.flatMap(({ pageList, clusterCount }) => {
    const { reader } = openEnvelope('pageList', source, pageList.locator, pageList.sizeBytes, decompressor, checksum);
    const listed = readPageList(reader, header.checksum);
    if (listed.length !== clusterCount)
      throw malformedRoot(
        `the page list has ${listed.length} clusters, but the footer declares ${clusterCount}`,
        pageList.locator.offset,
      );
    return listed;
  });
  clusters.sort((one, other) => one.firstEntry - other.firstEntry);
  let entryCount = 0;
  for (const cluster of clusters) {
    if (cluster.firstEntry !== entryCount)
      throw malformedRoot(
        `the RNTuple “${entry.path}” has a cluster that begins with entry ${cluster.firstEntry} instead of ${entryCount}`,
        null,
      );
    entryCount += cluster.entryCount;
  }
  if (entryCount > 0x7fff_ffff)
    throw rootFailure(
      'tooLarge',
      'decode',
      `the RNTuple “${entry.path}” has ${entryCount.toLocaleString('en')} entries, more than Formatlab can hold`,
    );
  return { path: entry.path, schema, clusters, entryCount };
}
