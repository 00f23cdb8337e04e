import { count, type PageHeader, readPageHeader } from '../file/page-header';
import type { MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, type SpanList } from '../../../byte-map/span-tree';

/** A column chunk, as the footer describes it. */
export interface ChunkPlace {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
  readonly isCompressed: boolean;
  readonly maxRepetition: number;
  readonly maxDefinition: number;
}

/** What the headers of a chunk's pages say. */
export interface ChunkPages {
  readonly parts: readonly MapNode[];
  readonly dictionary: {
    /** Null if its header was not read. */
    readonly values: number | null;
    readonly offset: number;
    readonly bytes: number;
  } | null;
  /** The number of data pages of each encoding of values. Null if it is not known. */
  readonly encodings: ReadonlyMap<string, number | null>;
  /** The values of the data pages, with nulls. */
  readonly values: number;
  readonly uncompressedBytes: number;
}

/** Reads the page headers of a column chunk, and claims its bytes. */
export async function readPages(source: ByteSource, spans: SpanList, chunk: ChunkPlace): Promise<ChunkPages> {
  const end = chunk.start + chunk.bytes;
  const parts: (MapNode | null)[] = [];
  const encodings = new Map<string, number>();
  let dictionary: ChunkPages['dictionary'] = null;
  let [values, uncompressedBytes, pages] = [0, 0, 0];
  for (let at = chunk.start; at < end; ) {
    const { header, bytes: headerBytes } = await readPageHeader(source, at, end);
    const start = at + headerBytes;
    const bytes = count(header.compressed_page_size, `The page at byte ${at}`);
    const pageUncompressedBytes = count(header.uncompressed_page_size, `The page at byte ${at}`);
    if (start + bytes > end)
      throw malformed(`The page at byte ${at} reaches past the end of its column chunk, “${chunk.name}”.`);
    uncompressedBytes += headerBytes + pageUncompressedBytes;
    const headerPart = spans.leaf('Page header', 'pageHeader', at, headerBytes);
    at = start + bytes;
    if (header.dictionary_page_header !== undefined) {
      if (dictionary !== null) throw malformed(`The column chunk “${chunk.name}” has two dictionaries.`);
      const entries = count(header.dictionary_page_header.num_values, 'A dictionary');
      dictionary = { values: entries, offset: start, bytes };
      parts.push(branch('Dictionary page', [headerPart, spans.leaf('Dictionary', 'dictionary', start, bytes)]));
      continue;
    }
    const dataHeader = header.data_page_header ?? header.data_page_header_v2;
    if (dataHeader === undefined) {
      parts.push(branch('Index page', [headerPart, spans.leaf('Index', 'metadata', start, bytes)]));
      continue;
    }
    values += count(dataHeader.num_values, `The page at byte ${start}`);
    encodings.set(dataHeader.encoding, (encodings.get(dataHeader.encoding) ?? 0) + 1);
    pages += 1;
    const levels = await levelBytes(source, header, start, bytes, chunk);
    const valuesStart = start + levels.repetition + levels.definition;
    const isMixed = levels.areInValues && bytes > 0;
    parts.push(
      branch(`Page ${pages}`, [
        headerPart,
        spans.leaf('Repetition levels', 'repetitionLevels', start, levels.repetition),
        spans.leaf('Definition levels', 'definitionLevels', start + levels.repetition, levels.definition),
        spans.leaf(
          isMixed ? 'Levels and values, compressed together' : 'Values',
          isMixed ? 'levelsAndValues' : 'values',
          valuesStart,
          start + bytes - valuesStart,
        ),
      ]),
    );
  }
  return { parts: present(parts), dictionary, encodings, values, uncompressedBytes };
}

/** How the first bytes of a data page are divided. In version 1, levels are compressed together with the values. */
async function levelBytes(
  source: ByteSource,
  { data_page_header: v1, data_page_header_v2: v2 }: PageHeader,
  start: number,
  bytes: number,
  { name, isCompressed, maxRepetition, maxDefinition }: ChunkPlace,
): Promise<{ repetition: number; definition: number; areInValues: boolean }> {
  const tooLong = () =>
    malformed(`The page at byte ${start}, of the column “${name}”, has levels that reach past its end.`);
  if (v2 !== undefined) {
    const repetition = count(v2.repetition_levels_byte_length, 'The levels of a page');
    const definition = count(v2.definition_levels_byte_length, 'The levels of a page');
    if (repetition + definition > bytes) throw tooLong();
    return { repetition, definition, areInValues: false };
  }
  if (v1 === undefined || (maxRepetition === 0 && maxDefinition === 0))
    return { repetition: 0, definition: 0, areInValues: false };
  if (isCompressed) return { repetition: 0, definition: 0, areInValues: true };
  let at = start;
  const levels = async (maxLevel: number, encoding: string) => {
    if (maxLevel === 0) return 0;
    const width = 32 - Math.clz32(maxLevel);
    let length = Math.ceil((v1.num_values * width) / 8);
    if (encoding === 'RLE') {
      if (at + 4 > start + bytes) throw tooLong();
      const prefix = await source.read(at, 4);
      length = 4 + new DataView(prefix.buffer, prefix.byteOffset, 4).getUint32(0, true);
    }
    at += length;
    if (at > start + bytes) throw tooLong();
    return length;
  };
  const repetition = await levels(maxRepetition, v1.repetition_level_encoding);
  const definition = await levels(maxDefinition, v1.definition_level_encoding);
  return { repetition, definition, areInValues: false };
}
