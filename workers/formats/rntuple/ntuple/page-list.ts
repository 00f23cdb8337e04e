import { type Locator, readLocator, writeLocator } from './envelope';
import type { LittleEndianReader } from './little-endian-reader';
import type { LittleEndianWriter } from './little-endian-writer';

/** The page lists: which entries each cluster holds, and where the pages of each of its columns are. */
export interface Page {
  readonly elements: number;
  /** Without the checksum, which follows it in the file. */
  readonly locator: Locator;
  readonly hasChecksum: boolean;
}

export interface ClusterColumn {
  readonly pages: readonly Page[];
  /** Elements of the column in all clusters before; null where another representation is used here. */
  readonly elementOffset: number | null;
}

export interface Cluster {
  readonly firstEntry: number;
  readonly entryCount: number;
  /** By column id. */
  readonly columns: readonly ClusterColumn[];
}

const minColumnBytes = 20;
const pageBytes = 16;
/** The lowest number of 64 bits with a sign: what a column that is not used here has for an offset. */
const suppressedOffset = -(2n ** 63n);
const shardedFlag = 1n;

export function writePageList(
  writer: LittleEndianWriter,
  headerChecksum: bigint,
  clusters: readonly Cluster[],
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

export function readPageList(reader: LittleEndianReader, headerChecksum: bigint): Cluster[] {
  if (reader.bigU64() !== headerChecksum) throw reader.fail('belongs to another header');
  const summaries = reader.recordList('clusters', () => {
    const firstEntry = reader.u64();
    const counted = reader.bigU64();
    if (((counted >> 56n) & shardedFlag) !== 0n)
      throw reader.fail('has a cluster in several parts, as a later version of the format may');
    return { firstEntry, entryCount: Number(counted & 0xff_ffff_ffff_ffffn) };
  });
  const columns = reader.list('lists of the clusters’ columns', 12, () =>
    reader.list('columns', minColumnBytes, () => readColumn(reader)),
  );
  if (columns.length !== summaries.length)
    throw reader.fail(`tells of ${summaries.length} clusters, and of the columns of ${columns.length}`);
  return summaries.map((summary, index) => ({ ...summary, columns: columns[index] ?? [] }));
}

function readColumn(reader: LittleEndianReader): ClusterColumn {
  let elementOffset: number | null = null;
  const pages = reader.list(
    'pages',
    pageBytes,
    (): Page => {
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
