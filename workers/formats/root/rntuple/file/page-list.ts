import { type Locator, readLocator, writeLocator } from './envelope';
import type { EnvelopeReader } from './envelope-reader';
import type { EnvelopeWriter } from './envelope-writer';

/** Page lists: the entries of each cluster, and the positions of the pages of each of its columns. */
export interface PageLocation {
  readonly elements: number;
  /** The size without the checksum, which follows the page in the file. */
  readonly locator: Locator;
  readonly hasChecksum: boolean;
}

export interface ClusterColumn {
  readonly pages: readonly PageLocation[];
  /** The number of the column's elements in all earlier clusters; null if the cluster uses another representation. */
  readonly elementOffset: number | null;
}

export interface ClusterPageList {
  readonly firstEntry: number;
  readonly entryCount: number;
  /** The column's pages, by column id. */
  readonly columns: readonly ClusterColumn[];
}

const minColumnBytes = 20;
const pageBytes = 16;
/** The offset of a column that the cluster does not use: the lowest signed 64-bit integer. */
const suppressedOffset = -(2n ** 63n);
const shardedFlag = 1n;

export function writePageList(
  writer: EnvelopeWriter,
  headerChecksum: bigint,
  clusters: readonly ClusterPageList[],
  compressionSetting: number,
): void {
  writer.u64(headerChecksum);
  writer.recordList(clusters, ({ firstEntry, entryCount }) => {
    writer.u64(firstEntry);
    writer.u64(entryCount);
  });
  writer.list(clusters, ({ columns }) =>
    writer.list(columns, ({ pages, elementOffset }) =>
      writer.list(
        pages,
        ({ elements, locator, hasChecksum }) => {
          writer.u32(hasChecksum ? -elements : elements);
          writeLocator(writer, locator);
        },
        () => {
          writer.u64(elementOffset ?? suppressedOffset);
          if (elementOffset !== null) writer.u32(compressionSetting);
        },
      ),
    ),
  );
}

export function readPageList(reader: EnvelopeReader, headerChecksum: bigint): ClusterPageList[] {
  if (reader.bigU64() !== headerChecksum) throw reader.fail('belongs to a different header');
  const summaries = reader.recordList('clusters', () => {
    const firstEntry = reader.u64();
    const counted = reader.bigU64();
    if (((counted >> 56n) & shardedFlag) !== 0n)
      throw reader.fail('has a cluster in several parts, which only later versions of the format allow');
    return { firstEntry, entryCount: Number(counted & 0xff_ffff_ffff_ffffn) };
  });
  const columns = reader.list('lists of the clusters’ columns', 12, () =>
    reader.list('columns', minColumnBytes, () => readColumn(reader)),
  );
  if (columns.length !== summaries.length)
    throw reader.fail(`has ${summaries.length} clusters, but lists the columns of ${columns.length}`);
  return summaries.map((summary, index) => ({ ...summary, columns: columns[index] ?? [] }));
}

function readColumn(reader: EnvelopeReader): ClusterColumn {
  let elementOffset: number | null = null;
  const pages = reader.list(
    'pages',
    pageBytes,
    (): PageLocation => {
      const elements = reader.i32();
      return { elements: Math.abs(elements), hasChecksum: elements < 0, locator: readLocator(reader) };
    },
    () => {
      const offset = reader.i64();
      elementOffset = offset < 0 ? null : offset;
    },
  );
  return { pages, elementOffset };
}
