import type { ColumnFacts, Finding, MapNode } from '../../../model/byte-map';
import { FormatlabError } from '../../../model/errors';
import { loadBlockDecompressor } from '../file/native-blocks';
import { RootFileReader } from '../file/file-reader';
import { MemorySource } from '../file/source';
import { loadChecksum } from '../rntuple/file/checksum';
import { packedBytes } from '../rntuple/file/column-types';
import { type NTupleInfo, ntupleEntries, readNTuple } from '../rntuple/file/ntuple-info';
import type { PageLocation } from '../rntuple/file/page-list';
import type { ColumnDescription, FieldDescription } from '../rntuple/file/schema';
import { failure } from '../../../byte-map/failures';
import { type FileBytes, nameOf } from '../../../byte-map/file-bytes';
import { branch, type SpanList } from '../../../byte-map/span-tree';
import { codecNames } from './codecs';

/** The columns of the RNTuples of a file, and why some have none. */
export interface MappedTuples {
  readonly parts: readonly (MapNode | null)[];
  readonly columns: readonly ColumnFacts[];
  readonly findings: readonly Finding[];
  /** Where pages begin, in ascending order. */
  readonly pageOffsets: Float64Array;
  /** Whether the pages of all RNTuples of the file are known. */
  readonly isComplete: boolean;
}

const pageChecksumBytes = 8;
/** More pages than this would take too much memory. */
const maxPages = 2_000_000;
/** Columns times clusters: more would take too much time, also where most of them have no pages. */
const maxColumnParts = 5_000_000;

/** Claims the pages of all RNTuples, column by column. Pages that ROOT wrote once for several columns belong to the first. */
export async function mapTuples(file: FileBytes, spans: SpanList): Promise<MappedTuples> {
  const [decompressor, checksum] = await Promise.all([loadBlockDecompressor(), loadChecksum()]);
  const parts: (MapNode | null)[] = [];
  const columns: ColumnFacts[] = [];
  const findings: Finding[] = [];
  const claimed = new Set<number>();
  let isComplete = true;
  const reader = new RootFileReader(new MemorySource(file.bytes), decompressor);
  for (const entry of ntupleEntries(reader)) {
    let tuple: NTupleInfo;
    try {
      tuple = readNTuple(reader, entry, checksum);
      const [columnCount, clusterCount] = [tuple.schema.columns.length, tuple.clusters.length];
      if (columnCount * clusterCount > maxColumnParts)
        throw failure(
          'tooLarge',
          `It has ${columnCount.toLocaleString('en')} columns in ${clusterCount.toLocaleString('en')} clusters, too many for a map.`,
        );
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      isComplete = false;
      findings.push({
        column: null,
        text: `The pages of the RNTuple ${entry.path} are not told apart by column: ${thrown.record.message}`,
      });
      continue;
    }
    const mapped = mapTuple(file, spans, tuple, claimed);
    parts.push(...mapped.parts);
    columns.push(...mapped.columns);
    if (mapped.sharedPages > 0)
      findings.push({
        column: null,
        text: `${mapped.sharedPages.toLocaleString('en')} pages of the RNTuple ${entry.path} are stored once for several columns or clusters with equal values.`,
      });
  }
  return { parts, columns, findings, pageOffsets: Float64Array.from(claimed).sort(), isComplete };
}

function mapTuple(file: FileBytes, spans: SpanList, tuple: NTupleInfo, claimed: Set<number>) {
  const { schema, clusters } = tuple;
  const paths = pathsOf(schema.fields);
  const byField = new Map<number, ColumnDescription[]>();
  for (const column of schema.columns)
    if (!byField.get(column.field)?.push(column)) byField.set(column.field, [column]);
  let sharedPages = 0;
  const parts: (MapNode | null)[] = [];
  const facts: ColumnFacts[] = [];
  const elementsOf = new Map<number, number>();
  for (const [field, columns] of byField) {
    const codecs = new Set<string>();
    const encodings = new Map<string, number>();
    const nodes: (MapNode | null)[] = [];
    let [bytes, uncompressedBytes, values] = [0, 0, 0];
    /** Each cluster stores one representation of the field, whose first column has an element for each value. */
    const representations = new Set<number>();
    for (const { id, type, typeId, representation } of columns) {
      const countsValues = !representations.has(representation);
      representations.add(representation);
      const kind = type?.kind === 'index' ? 'offsets' : 'values';
      const typeName = type?.name ?? `type ${typeId}`;
      const ofClusters = clusters.map(({ columns: listed }, cluster) => {
        const pieces = spans.pieces(`Cluster ${(cluster + 1).toLocaleString('en')}`, kind);
        for (const page of listed[id]?.pages ?? []) {
          const { elements, locator, hasChecksum } = page;
          const unpacked = type === null ? locator.sizeBytes : packedBytes(type, elements);
          uncompressedBytes += unpacked;
          if (countsValues) values += elements;
          encodings.set(typeName, (encodings.get(typeName) ?? 0) + 1);
          if (locator.sizeBytes === 0) continue;
          codecs.add(codecOf(file, page, unpacked));
          if (claimed.has(locator.offset)) {
            sharedPages += 1;
            continue;
          }
          if (claimed.size === maxPages)
            throw failure('tooLarge', `It has more than ${maxPages.toLocaleString('en')} pages, too many for a map.`);
          claimed.add(locator.offset);
          pieces.add(locator.offset, locator.sizeBytes + (hasChecksum ? pageChecksumBytes : 0));
        }
        bytes += pieces.bytes;
        return pieces.node();
      });
      nodes.push(branch(typeName, ofClusters));
    }
    elementsOf.set(field, values);
    const path = paths[field] ?? '';
    parts.push(branch(path, nodes));
    facts.push({
      name: path,
      type: schema.fields[field]?.typeName ?? '',
      codecs: [...codecs],
      encodings: [...encodings].map(([name, pages]) => ({ name, pages })),
      compressedBytes: bytes,
      uncompressedBytes,
      values,
      nulls: null,
      distinct: null,
      min: null,
      max: null,
    });
  }
  return { parts, columns: withNulls(facts, [...byField.keys()], schema.fields, elementsOf), sharedPages };
}

/** An optional field has an element for each entry, and its only part one for each that is there. */
function withNulls(
  facts: readonly ColumnFacts[],
  fields: readonly number[],
  described: readonly FieldDescription[],
  elementsOf: ReadonlyMap<number, number>,
): ColumnFacts[] {
  const firstPart = new Map<number, number>();
  for (const [field, { parent }] of described.entries())
    if (parent !== field && !firstPart.has(parent)) firstPart.set(parent, field);
  return facts.map((each, index) => {
    if (!/^std::(?:optional|unique_ptr)</.test(each.type)) return each;
    const present = elementsOf.get(firstPart.get(fields[index] ?? -1) ?? -1);
    if (present === undefined || each.values === null) return each;
    return { ...each, nulls: Math.max(0, each.values - present) };
  });
}

/** The names of fields with those around them: `point.x`. A path is no longer than a name of the map may be. */
function pathsOf(fields: readonly FieldDescription[]): string[] {
  const paths: string[] = [];
  for (const [index, { name, parent }] of fields.entries()) {
    const own = nameOf(new TextEncoder().encode(name));
    const path = parent === index ? own : `${paths[parent] ?? ''}.${own}`;
    paths.push(path.length > maxPathLength ? `…${path.slice(-maxPathLength)}` : path);
  }
  return paths;
}
const maxPathLength = 1_000;

/** A page that is as large as its elements is not compressed; each block of others begins with the letters of its codec. */
function codecOf(file: FileBytes, { locator: { offset, sizeBytes } }: PageLocation, unpackedBytes: number): string {
  if (sizeBytes >= unpackedBytes) return 'none';
  return codecNames[file.latin1(offset, Math.min(2, sizeBytes))] ?? 'unknown';
}
