import type { ColumnChunk, SchemaElement } from 'hyparquet';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js';
import { checkThriftStruct } from '../file/thrift-bounds';
import type { ByteMap, MapNode } from '../../../model/byte-map';
import { failure, malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type Gap, type GapPart, present, SpanList } from '../../../byte-map/span-tree';
import { columnFacts, type Leaf, type MappedColumnChunk } from './columns';
import { findingsOf } from './findings';
import { type Footer, readFooter } from './footer';
import { pagesOfOffsetIndex } from './indexed-pages';
import { count } from '../file/page-header';
import { readPages } from './pages';

/** What is read besides the footer: the header of each page, or only the offset indexes, which tell where the pages are. */
type ByteMapDepth = 'pageHeaders' | 'offsetIndexes';

/** Finds out what each byte of a Parquet file is for. Only metadata and page headers are read. */
export async function mapParquet(source: ByteSource, depth: ByteMapDepth = 'pageHeaders'): Promise<ByteMap> {
  const spans = new SpanList();
  return mapFooter(source, spans, await readFooter(source, spans), depth);
}

/** As {@link mapParquet}, for a footer that was read, with its bytes claimed in `spans`. */
export async function mapFooter(
  source: ByteSource,
  spans: SpanList,
  { metadata, part: footer, bounds }: Footer,
  depth: ByteMapDepth,
): Promise<ByteMap> {
  const start = spans.leaf('Magic bytes', 'magic', 0, 4);
  const leaves = new Map<string, Leaf>();
  const chunks = new Map<string, MappedColumnChunk[]>();
  const parts = new Map<string, (MapNode | null)[]>();
  const chunkEnds = new Set<number>();
  for (const [groupIndex, group] of metadata.row_groups.entries()) {
    for (const [columnIndex, chunk] of group.columns.entries()) {
      const { meta_data: column } = chunk;
      if (chunk.crypto_metadata !== undefined) throw failure('unsupported', 'A column of it is encrypted.');
      if (chunk.file_path) throw failure('unsupported', 'A column of it is in another file.');
      if (column === undefined) throw malformed(`Row group ${groupIndex + 1} has a column without metadata.`);
      const name = column.path_in_schema.join('.');
      const leaf = leaves.get(name) ?? leafOf(metadata.schema, column.path_in_schema);
      if (!leaves.has(name)) {
        leaves.set(name, leaf);
        chunks.set(name, []);
        parts.set(name, []);
      }
      const bytes = count(column.total_compressed_size, `The column chunk “${name}”`);
      // Writers store 0 if there is no dictionary, or, in a row group without rows, no data page.
      const starts = [column.dictionary_page_offset, column.data_page_offset]
        .map((offset) => (offset === undefined ? 0 : count(offset, `The column chunk “${name}”`)))
        .filter((offset) => offset > 0);
      const place = {
        name,
        start: starts.length === 0 ? 0 : Math.min(...starts),
        bytes,
        isCompressed: column.codec !== 'UNCOMPRESSED',
        maxRepetition: leaf.maxRepetition,
        maxDefinition: leaf.maxDefinition,
      };
      const pages =
        depth === 'pageHeaders'
          ? await readPages(source, spans, place)
          : await pagesOfOffsetIndex(source, spans, place, chunk, column);
      chunkEnds.add(place.start + bytes);
      chunks.get(name)?.push({ group: groupIndex, column, pages, ...bounds(groupIndex, columnIndex) });
      const rowGroup = branch(`Row group ${groupIndex + 1}`, [
        ...pages.parts,
        ...(await indexParts(source, spans, chunk, depth)),
      ]);
      parts.get(name)?.push(rowGroup);
    }
  }
  const rest = await spans.rest(source, async (gap) => {
    if (depth === 'offsetIndexes') return { name: 'Bytes that were not fetched', kind: 'notFetched' };
    return chunkEnds.has(gap.offset) ? metadataCopy(source, gap) : null;
  });
  const columns = [...leaves.values()].map((leaf) => columnFacts(leaf, chunks.get(leaf.name) ?? []));
  return {
    format: 'Parquet',
    columnTerm: 'Columns',
    fileBytes: source.sizeBytes,
    parts: present([
      ...[...parts].map(([name, groups]) => branch(name, groups)),
      footer,
      start,
      branch('Between the parts', rest),
    ]),
    columns,
    findings: findingsOf([...leaves.values()], chunks, source.sizeBytes, footer?.bytes ?? 0),
  };
}

function leafOf(schema: SchemaElement[], path: string[]): Leaf {
  const nodes = getSchemaPath(schema, path);
  const last = nodes.at(-1);
  if (last === undefined || last.element.type === undefined)
    throw malformed(`“${path.join('.')}” is not a column of its schema.`);
  return {
    name: path.join('.'),
    element: last.element,
    maxRepetition: getMaxRepetitionLevel(nodes),
    maxDefinition: getMaxDefinitionLevel(nodes),
  };
}

/** The page indexes and the Bloom filter of a column chunk. */
async function indexParts(
  source: ByteSource,
  spans: SpanList,
  chunk: ColumnChunk,
  depth: ByteMapDepth,
): Promise<(MapNode | null)[]> {
  const indexes = [
    { name: 'Column index', kind: 'columnIndex', offset: chunk.column_index_offset, bytes: chunk.column_index_length },
    { name: 'Offset index', kind: 'offsetIndex', offset: chunk.offset_index_offset, bytes: chunk.offset_index_length },
  ] as const;
  const parts = indexes.map(({ name, kind, offset, bytes }) =>
    offset === undefined || bytes === undefined
      ? null
      : spans.leaf(name, kind, count(offset, name), count(bytes, name)),
  );
  const filter = chunk.meta_data?.bloom_filter_offset;
  if (filter === undefined) return parts;
  if (depth === 'offsetIndexes' && chunk.meta_data?.bloom_filter_length === undefined) return parts;
  const offset = count(filter, 'The Bloom filter');
  const bytes = chunk.meta_data?.bloom_filter_length ?? (await bloomFilterBytes(source, offset));
  return [...parts, spans.leaf('Bloom filter', 'bloomFilter', offset, count(bytes, 'The Bloom filter'))];
}

/** Older writers don't store the length of a filter: its header has that of the bit set, as its first field. */
async function bloomFilterBytes(source: ByteSource, offset: number): Promise<number> {
  const bytes = await source.read(offset, Math.min(64, source.sizeBytes - offset));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { end, fields } = checkThriftStruct(view, 0);
  const field = fields.get(1);
  if (field === undefined) throw malformed('A Bloom filter has no length.');
  let value = 0;
  for (let at = field.start + 1; at < field.end; at += 1)
    value += ((bytes[at] ?? 0) & 0x7f) * 2 ** (7 * (at - field.start - 1));
  return end + Math.floor(value / 2);
}

/** Some writers store a column's metadata a second time, after its chunk. Null if the bytes are something else. */
async function metadataCopy(source: ByteSource, { offset, bytes }: Gap): Promise<GapPart | null> {
  const copy = await source.read(offset, bytes);
  try {
    const { end } = checkThriftStruct(new DataView(copy.buffer, copy.byteOffset, bytes), 0);
    return end === bytes ? { name: 'Copy of a column’s metadata', kind: 'metadata' } : null;
  } catch {
    return null;
  }
}
