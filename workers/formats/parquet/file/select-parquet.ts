import type { FetchedPart } from '../../../model/remote/remote-table';
import { arrowSchemaOf } from './arrow-schema';
import { parquetImportError } from './import-failure';
import { type SampleOrigin, sampleOriginKey } from './sample-origin';
import {
  thriftStruct,
  thriftList,
  thriftNumber,
  readThriftTree,
  type ThriftFields,
  thriftText,
  type ThriftValue,
  writeThriftTree,
} from './thrift-tree';

/** The fields of parquet.thrift that are used here. */
const file = { schema: 2, rows: 3, groups: 4, keyValues: 5, columnOrders: 7 } as const;
const element = { name: 4, children: 5 } as const;
const group = { columns: 1, bytes: 2, rows: 3, sortedBy: 4, offset: 5, compressedBytes: 6, ordinal: 7 } as const;
const chunk = { path: 1, offset: 2, metadata: 3, offsetIndex: 4, columnIndexLength: 7, crypto: 8 } as const;
const column = {
  values: 5,
  uncompressed: 6,
  compressed: 7,
  dataPage: 9,
  indexPage: 10,
  dictionaryPage: 11,
  statistics: 12,
  bloom: 14,
  bloomBytes: 15,
  sizeStatistics: 16,
  geospatialStatistics: 17,
} as const;
const keyValue = { key: 1, value: 2 } as const;

const magic = new TextEncoder().encode('PAR1');

/** A column of the table: its elements in the schema, and its leaves, which have the values. */
export interface TableColumn {
  readonly name: string;
  readonly elements: { readonly from: number; readonly to: number };
  readonly leaves: { readonly from: number; readonly to: number };
}

/** The columns of the table, which may be nested. @throws {FormatlabError} if the schema is no tree. */
export function tableColumns(footer: ThriftFields): TableColumn[] {
  const schema = thriftList(footer.get(file.schema)).map(thriftStruct);
  const columnCount = thriftNumber(schema[0]?.get(element.children)) ?? 0;
  const columns: TableColumn[] = [];
  let leaf = 0;
  let at = 1;
  for (let index = 0; index < columnCount; index += 1) {
    const from = { element: at, leaf };
    const name = thriftText(schema[at]?.get(element.name)) ?? '';
    for (let open = 1; open > 0; open -= 1) {
      const next = schema[at];
      if (next === undefined)
        throw parquetImportError('malformedInput', 'Its schema has fewer columns than it claims.');
      const children = thriftNumber(next.get(element.children)) ?? 0;
      if (children === 0) leaf += 1;
      if (children < 0 || children > schema.length)
        throw parquetImportError('malformedInput', 'Its schema has fewer columns than it claims.');
      open += children;
      at += 1;
    }
    columns.push({ name, elements: { from: from.element, to: at }, leaves: { from: from.leaf, to: leaf } });
  }
  return columns;
}

/** Bytes of the file that are needed, and where they begin in the new file. */
interface NeededByteRange {
  readonly offset: number;
  readonly bytes: number;
}

interface ChunkToCopy extends NeededByteRange {
  readonly newOffset: number;
}

interface Selection {
  /** In the order of the new file. */
  readonly chunks: readonly NeededByteRange[];
  readonly footer: Uint8Array<ArrayBuffer>;
}

/**
 * A Parquet file with some columns and row groups of another one. Its pages are those of the other file, byte by byte; the footer is
 * written anew. The page indexes and the Bloom filters are left out.
 * @throws {FormatlabError} if the footer is damaged, or the choice is empty.
 */
export function selectParquet(footerBytes: Uint8Array, part: FetchedPart): Selection {
  const footer = readThriftTree(footerBytes);
  const columns = tableColumns(footer);
  const groups = thriftList(footer.get(file.groups)).map(thriftStruct);
  const chosen = part.columns.map((index) => columns[index] ?? missing('column', index));
  if (chosen.length === 0 || part.groups.length === 0)
    throw parquetImportError('malformedInput', 'Choose at least one column and one row group.');
  const isWhole = chosen.length === columns.length;
  const leaves = chosen.flatMap(({ leaves: { from, to } }) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );
  const chunks: ChunkToCopy[] = [];
  let newOffset = magic.length;
  let rows = 0n;
  const newGroups = part.groups.map((index, ordinal): ThriftValue => {
    const old = groups[index] ?? missing('row group', index);
    const start = newOffset;
    let bytes = 0n;
    const kept = leaves.map((leaf): ThriftValue => {
      const oldChunk = thriftStruct(thriftList(old.get(group.columns))[leaf]);
      const { fields, range } = movedChunk(oldChunk, newOffset);
      chunks.push({ ...range, newOffset });
      newOffset += range.bytes;
      bytes += BigInt(thriftNumber(thriftStruct(oldChunk.get(chunk.metadata)).get(column.uncompressed)) ?? 0);
      return { type: 12, fields };
    });
    rows += BigInt(thriftNumber(old.get(group.rows)) ?? 0);
    const fields = withChunks(old, kept, { start, end: newOffset, bytes, ordinal });
    // It names columns by their number.
    if (!isWhole) fields.delete(group.sortedBy);
    return { type: 12, fields };
  });
  const fields = new Map(footer);
  fields.set(file.rows, { type: 6, value: rows });
  fields.set(file.groups, { type: 9, items: 12, values: newGroups });
  if (!isWhole) {
    const schema = thriftList(footer.get(file.schema));
    const root = new Map(thriftStruct(schema[0]));
    root.set(element.children, { type: 5, value: BigInt(chosen.length) });
    const elements = chosen.flatMap(({ elements: { from, to } }) => schema.slice(from, to));
    fields.set(file.schema, { type: 9, items: 12, values: [{ type: 12, fields: root }, ...elements] });
    const orders = footer.get(file.columnOrders);
    if (orders !== undefined) {
      const all = thriftList(orders);
      fields.set(file.columnOrders, { type: 9, items: 12, values: leaves.flatMap((leaf) => all[leaf] ?? []) });
    }
    const entries = footer.get(file.keyValues);
    if (entries !== undefined)
      fields.set(file.keyValues, {
        type: 9,
        items: 12,
        values: thriftList(entries).flatMap((entry) => entryOfColumns(entry, part.columns, columns.length)),
      });
  }
  if (part.isSample) {
    const bytes = groups.reduce(
      (sum, old) => sum + leaves.reduce((all, leaf) => all + storedBytes(thriftList(old.get(group.columns))[leaf]), 0),
      footerBytes.length,
    );
    const origin: SampleOrigin = { rows: thriftNumber(footer.get(file.rows)) ?? 0, rowGroups: groups.length, bytes };
    const entries = thriftList(fields.get(file.keyValues));
    fields.set(file.keyValues, { type: 9, items: 12, values: [...entries, entryOf(sampleOriginKey, origin)] });
  }
  return { chunks, footer: footerBytesOf(fields) };
}

/** The bytes of a column chunk in the file. */
const storedBytes = (oldChunk: ThriftValue | undefined): number =>
  thriftNumber(thriftStruct(thriftStruct(oldChunk).get(chunk.metadata)).get(column.compressed)) ?? 0;

function entryOf(key: string, value: unknown): ThriftValue {
  const text = (content: string): ThriftValue => ({ type: 8, bytes: new TextEncoder().encode(content) });
  const fields = new Map([
    [keyValue.key as number, text(key)],
    [keyValue.value as number, text(JSON.stringify(value))],
  ]);
  return { type: 12, fields };
}

/** A column chunk that was made of parts of another one. */
interface RewrittenColumnChunk {
  readonly bytes: number;
  /** Of its pages with their headers, once they are decompressed. */
  readonly uncompressedBytes: number;
  readonly values: number;
  /** The bytes of the dictionary page, which comes first; 0 without one. */
  readonly dictionaryBytes: number;
}

/**
 * The footer of a Parquet file whose row groups were made of parts of those of another one: `group` is the number of the other's row group, and `chunks`
 * are those of all columns, which follow each other in the file. What is known of the values of a whole chunk, such as the smallest, is left out.
 * @throws {FormatlabError} if the footer is damaged.
 */
export function footerOfSample(
  footerBytes: Uint8Array,
  parts: readonly { readonly group: number; readonly rows: number; readonly chunks: readonly RewrittenColumnChunk[] }[],
): Uint8Array<ArrayBuffer> {
  const footer = readThriftTree(footerBytes);
  const groups = thriftList(footer.get(file.groups)).map(thriftStruct);
  let newOffset = magic.length;
  const newGroups = parts.map((part, ordinal): ThriftValue => {
    const old = groups[part.group] ?? missing('row group', part.group);
    const start = newOffset;
    let bytes = 0n;
    const made = part.chunks.map((each, leaf): ThriftValue => {
      const fields = madeChunk(thriftStruct(thriftList(old.get(group.columns))[leaf]), each, newOffset);
      newOffset += each.bytes;
      bytes += BigInt(each.uncompressedBytes);
      return { type: 12, fields };
    });
    const fields = withChunks(old, made, { start, end: newOffset, bytes, ordinal });
    return { type: 12, fields: fields.set(group.rows, { type: 6, value: BigInt(part.rows) }) };
  });
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return footerBytesOf(
    new Map(footer)
      .set(file.rows, { type: 6, value: BigInt(rows) })
      .set(file.groups, { type: 9, items: 12, values: newGroups }),
  );
}

function madeChunk(old: ThriftFields, made: RewrittenColumnChunk, newOffset: number): ThriftFields {
  const { fields } = movedChunk(old, newOffset);
  const metadata = new Map(thriftStruct(fields.get(chunk.metadata)));
  const set = (field: number, value: number) => metadata.set(field, { type: 6, value: BigInt(value) });
  set(column.values, made.values);
  set(column.uncompressed, made.uncompressedBytes);
  set(column.compressed, made.bytes);
  set(column.dataPage, newOffset + made.dictionaryBytes);
  if (made.dictionaryBytes > 0) set(column.dictionaryPage, newOffset);
  else metadata.delete(column.dictionaryPage);
  for (const field of [column.indexPage, column.statistics, column.sizeStatistics, column.geospatialStatistics])
    metadata.delete(field);
  return new Map(fields).set(chunk.metadata, { type: 12, fields: metadata });
}

/** A row group with other column chunks, from `start` to `end` of the new file; `bytes`: of their pages, once they are decompressed. */
function withChunks(
  old: ThriftFields,
  chunks: readonly ThriftValue[],
  place: { readonly start: number; readonly end: number; readonly bytes: bigint; readonly ordinal: number },
): Map<number, ThriftValue> {
  const fields = new Map(old);
  fields.set(group.columns, { type: 9, items: 12, values: chunks });
  fields.set(group.bytes, { type: 6, value: place.bytes });
  if (fields.has(group.offset)) fields.set(group.offset, { type: 6, value: BigInt(place.start) });
  if (fields.has(group.compressedBytes))
    fields.set(group.compressedBytes, { type: 6, value: BigInt(place.end - place.start) });
  if (fields.has(group.ordinal)) fields.set(group.ordinal, { type: 4, value: BigInt(place.ordinal) });
  return fields;
}

/** A footer with its length and the magic bytes behind it. */
function footerBytesOf(fields: ThriftFields): Uint8Array<ArrayBuffer> {
  const written = writeThriftTree(fields);
  const end = new Uint8Array(written.length + 8);
  end.set(written);
  new DataView(end.buffer).setUint32(written.length, written.length, true);
  end.set(magic, written.length + 4);
  return end;
}

/** The whole file of a selection. `pieces` are the chunks in their order. */
export const fileOfSelection = (pieces: readonly BlobPart[], { footer }: Pick<Selection, 'footer'>): Blob =>
  new Blob([magic, ...pieces, footer]);

function missing(what: string, index: number): never {
  throw parquetImportError('malformedInput', `The file has no ${what} ${index + 1}.`);
}

/** A column chunk at another place of a file. */
function movedChunk(old: ThriftFields, newOffset: number): { fields: ThriftFields; range: NeededByteRange } {
  if (old.has(chunk.crypto)) throw parquetImportError('unsupported', 'A column of it is encrypted.');
  if (old.has(chunk.path)) throw parquetImportError('unsupported', 'A column of it is in another file.');
  const metadata = new Map(thriftStruct(old.get(chunk.metadata)));
  const dataPage = thriftNumber(metadata.get(column.dataPage));
  const bytes = thriftNumber(metadata.get(column.compressed));
  if (dataPage === null || bytes === null || dataPage < 0 || bytes < 0)
    throw parquetImportError('malformedInput', 'A column chunk of it has no place.');
  // Some writers store 0 if there is no dictionary.
  const dictionary = thriftNumber(metadata.get(column.dictionaryPage)) || null;
  const offset = Math.min(dataPage, dictionary ?? dataPage);
  const move = (field: number) => {
    const at = thriftNumber(metadata.get(field));
    if (at !== null) metadata.set(field, { type: 6, value: BigInt(at - offset + newOffset) });
  };
  move(column.dataPage);
  move(column.indexPage);
  if (dictionary === null) metadata.delete(column.dictionaryPage);
  else move(column.dictionaryPage);
  metadata.delete(column.bloom);
  metadata.delete(column.bloomBytes);
  const fields = new Map(old);
  fields.set(chunk.offset, { type: 6, value: BigInt(newOffset) });
  fields.set(chunk.metadata, { type: 12, fields: metadata });
  for (let field = chunk.offsetIndex as number; field <= chunk.columnIndexLength; field += 1) fields.delete(field);
  return { fields, range: { offset, bytes } };
}

/** Key-value metadata that describe all columns: the Arrow schema is narrowed; that of pandas is left out. */
function entryOfColumns(entry: ThriftValue, columns: readonly number[], columnCount: number): ThriftValue[] {
  const fields = thriftStruct(entry);
  const key = thriftText(fields.get(keyValue.key));
  if (key === 'pandas') return [];
  const value = thriftText(fields.get(keyValue.value));
  if (key !== 'ARROW:schema' || value === null) return [entry];
  const narrowed = new TextEncoder().encode(arrowSchemaOf(value, columns, columnCount));
  return [{ type: 12, fields: new Map(fields).set(keyValue.value, { type: 8, bytes: narrowed }) }];
}
