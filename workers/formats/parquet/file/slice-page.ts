import type { Compressors, PageHeader } from 'hyparquet';
import { readHybridRuns, dataViewOf, writeHybridRuns } from './hybrid-runs';
import { parquetImportError } from './import-failure';
import { encodePlain, type PhysicalType } from './plain-values';
import { type ThriftValue, writeThriftTree } from './thrift-tree';

/** What must be known of a column to read its pages. */
export interface PageDecodingColumn extends PhysicalType {
  readonly maxRepetition: number;
  readonly maxDefinition: number;
  readonly codec: string;
  /** Undefined if the codec is not known here, or is none. */
  readonly decompress: Compressors[keyof Compressors];
}

/** The content of a data page. */
export interface DecodedDataPage {
  /** Empty if the column is not repeated. */
  readonly repetition: Uint32Array;
  /** Empty if no value can be null. */
  readonly definition: Uint32Array;
  readonly values: Uint8Array;
  readonly encoding: string;
  /** The values of the page, with nulls. */
  readonly valueCount: number;
}

/** A page with its header, and how many values it holds, with nulls. */
interface WrittenPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes of the header and of the page once it is decompressed. */
  readonly uncompressedBytes: number;
  readonly values: number;
}

const none = new Uint32Array(0);

const bitWidthOf = (level: number): number => 32 - Math.clz32(level);

function unpacked(bytes: Uint8Array, sizeBytes: number, { codec, decompress }: PageDecodingColumn): Uint8Array {
  if (codec === 'UNCOMPRESSED' || sizeBytes === 0) return bytes.subarray(0, sizeBytes);
  if (decompress === undefined)
    throw parquetImportError('unsupported', `Its codec ${codec.slice(0, 40)} is not known here.`);
  const content = decompress(bytes, sizeBytes);
  if (content.length !== sizeBytes)
    throw parquetImportError('malformedInput', `A page of it holds ${content.length} bytes, but claims ${sizeBytes}.`);
  return content;
}

/**
 * Decompresses a data page, and reads its levels.
 * @throws FormatlabError if it is damaged, or stored in a way that is not known here.
 */
export function decodeDataPage(header: PageHeader, page: Uint8Array, column: PageDecodingColumn): DecodedDataPage {
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  const { maxRepetition, maxDefinition } = column;
  if (v2 !== undefined) {
    const repetitionEnd = v2.repetition_levels_byte_length;
    const levelsEnd = repetitionEnd + v2.definition_levels_byte_length;
    const stored = page.subarray(levelsEnd);
    const levels = (bytes: Uint8Array, most: number) =>
      most === 0 ? none : readHybridRuns(bytes, bitWidthOf(most), v2.num_values);
    return {
      repetition: levels(page.subarray(0, repetitionEnd), maxRepetition),
      definition: levels(page.subarray(repetitionEnd, levelsEnd), maxDefinition),
      values: v2.is_compressed === false ? stored : unpacked(stored, header.uncompressed_page_size - levelsEnd, column),
      encoding: v2.encoding,
      valueCount: v2.num_values,
    };
  }
  if (v1 === undefined) throw parquetImportError('malformedInput', 'A page of it has no header of its own.');
  const content = unpacked(page, header.uncompressed_page_size, column);
  let at = 0;
  const levels = (most: number, encoding: string) => {
    if (most === 0) return none;
    if (encoding !== 'RLE')
      throw parquetImportError('unsupported', `Its levels have the encoding ${encoding.slice(0, 40)}.`);
    const start = at + 4;
    at = start + dataViewOf(content).getUint32(at, true);
    if (at > content.length)
      throw parquetImportError('malformedInput', 'A page of it has levels that reach past its end.');
    return readHybridRuns(content.subarray(start, at), bitWidthOf(most), v1.num_values);
  };
  const repetition = levels(maxRepetition, v1.repetition_level_encoding);
  const definition = levels(maxDefinition, v1.definition_level_encoding);
  return { repetition, definition, values: content.subarray(at), encoding: v1.encoding, valueCount: v1.num_values };
}

/** How many rows begin in a page. A row of a repeated column may go on in the next page. */
export const rowsStartingInPage = ({ repetition, valueCount }: DecodedDataPage): number =>
  repetition.length === 0 ? valueCount : repetition.reduce((sum, level) => sum + (level === 0 ? 1 : 0), 0);

/** The place of the first value of a row of the page, counted from 0. The end of the values, if the page has no such row. */
function placeOfRow({ repetition, valueCount }: DecodedDataPage, row: number): number {
  if (repetition.length === 0) return Math.min(row, valueCount);
  let seen = -1;
  for (let place = 0; place < repetition.length; place += 1) {
    if (repetition[place] === 0) seen += 1;
    if (seen === row) return place;
  }
  return valueCount;
}

/** Whether the page begins within a row of the page before. */
export const continuesRow = ({ repetition }: DecodedDataPage): boolean => (repetition[0] ?? 0) > 0;

/**
 * A data page with the rows `from` to `to` of another one, counted from the first row that begins in it. The new page has version 2 and is not compressed,
 * which any codec of a column allows. Indices of a dictionary stay; other values get the encoding PLAIN.
 */
export function slicePage(page: DecodedDataPage, column: PageDecodingColumn, from: number, to: number): WrittenPage {
  const start = placeOfRow(page, from);
  const end = placeOfRow(page, to);
  const repetition = page.repetition.slice(start, end);
  const definition = page.definition.slice(start, end);
  const countIn = (first: number, last: number) => {
    if (page.definition.length === 0) return last - first;
    let found = 0;
    for (let place = first; place < last; place += 1) if (page.definition[place] === column.maxDefinition) found += 1;
    return found;
  };
  const before = countIn(0, start);
  const stored = countIn(start, end);
  const range = { from: before, to: before + stored, count: before + stored + countIn(end, page.valueCount) };
  const isIndexed = page.encoding.endsWith('_DICTIONARY');
  const values = isIndexed ? slicedIndices(page.values, range) : encodePlain(page.values, page.encoding, column, range);
  return writtenPage({
    repetition: writeHybridRuns(repetition, bitWidthOf(column.maxRepetition)),
    definition: writeHybridRuns(definition, bitWidthOf(column.maxDefinition)),
    values,
    counts: {
      values: end - start,
      nulls: end - start - stored,
      rows: repetition.length === 0 ? end - start : repetition.filter((level) => level === 0).length,
    },
    encoding: isIndexed ? encodings.indices : encodings.plain,
  });
}

const encodings = { plain: 0, indices: 8 } as const;

function slicedIndices(bytes: Uint8Array, { from, to }: { from: number; to: number }): Uint8Array<ArrayBuffer> {
  if (to === from) return Uint8Array.of(0);
  const width = bytes[0] ?? 0;
  const indices = readHybridRuns(bytes.subarray(1), width, to).slice(from);
  const runs = writeHybridRuns(indices, width);
  const written = new Uint8Array(1 + runs.length);
  written[0] = width;
  written.set(runs, 1);
  return written;
}

function writtenPage({
  repetition,
  definition,
  values,
  counts,
  encoding,
}: {
  readonly repetition: Uint8Array;
  readonly definition: Uint8Array;
  readonly values: Uint8Array;
  readonly counts: { readonly values: number; readonly nulls: number; readonly rows: number };
  readonly encoding: number;
}): WrittenPage {
  const size = repetition.length + definition.length + values.length;
  const i32 = (value: number): ThriftValue => ({ type: 5, value: BigInt(value) });
  // PageHeader and DataPageHeaderV2 of parquet.thrift.
  const version2 = new Map<number, ThriftValue>([
    [1, i32(counts.values)],
    [2, i32(counts.nulls)],
    [3, i32(counts.rows)],
    [4, i32(encoding)],
    [5, i32(definition.length)],
    [6, i32(repetition.length)],
    [7, { type: 2 }],
  ]);
  const header = writeThriftTree(
    new Map<number, ThriftValue>([
      [1, i32(3)],
      [2, i32(size)],
      [3, i32(size)],
      [8, { type: 12, fields: version2 }],
    ]),
  );
  const bytes = new Uint8Array(header.length + size);
  bytes.set(header);
  bytes.set(repetition, header.length);
  bytes.set(definition, header.length + repetition.length);
  bytes.set(values, header.length + repetition.length + definition.length);
  return { bytes, uncompressedBytes: bytes.length, values: counts.values };
}
