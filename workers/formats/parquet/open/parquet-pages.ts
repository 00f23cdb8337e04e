import { DamagedInput } from '../../../model/damaged-input';
import { type ColumnMetaData, type Compressors, type FileMetaData, parquetSchema } from 'hyparquet';
import { type PageHeader, pageHeaderAt } from '../file/page-header';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import { decompressorsWithin } from '../file/decompressors';
import { crcOf } from '../../../libraries/checksums';
import { bitWidthOf, checkHybridRuns, countRunValues, damagedPage } from './parquet-runs';

interface Page {
  readonly header: PageHeader;
  readonly from: number;
  readonly to: number;
}

interface Chunk {
  readonly column: ColumnMetaData;
  readonly name: string;
  readonly maxRepetition: number;
  readonly maxDefinition: number;
  readonly decompress: Decompress | null;
}

type Decompress = NonNullable<Compressors[keyof Compressors]>;

/**
 * Checks what arrow-rs does not: checksums, that pages hold as many values as the index and they themselves claim, and that they decompress
 * to the size that they claim. Pages whose header is invalid, and codecs that fail, are left to the reader.
 * @throws DamagedInput
 */
export function checkPages(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  // arrow-rs reads no more rows than the file claims, and pyarrow all that its row groups claim.
  const rowCount = metadata.row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (rowCount !== metadata.num_rows)
    throw new DamagedInput(`its index claims ${metadata.num_rows} rows, but its row groups together ${rowCount}`);
  const schema = parquetSchema(metadata);
  const decompressors = decompressorsWithin(metadata);
  for (const [index, group] of metadata.row_groups.entries()) {
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) continue;
      const path = getTreePath(schema, column.path_in_schema);
      const chunk: Chunk = {
        column,
        name: column.path_in_schema.join('.'),
        maxRepetition: getMaxRepetitionLevel(path),
        maxDefinition: getMaxDefinitionLevel(path),
        decompress: column.codec === 'UNCOMPRESSED' ? null : (decompressors[column.codec] ?? null),
      };
      // A list without items still takes one value in each row.
      if (chunk.maxRepetition === 0 ? column.num_values !== group.num_rows : column.num_values < group.num_rows)
        throw new DamagedInput(
          `its index claims ${column.num_values} values of the column “${chunk.name}” in row group ${index + 1} of ${group.num_rows} rows`,
        );
      checkChunk(file, chunk);
    }
  }
}

function checkChunk(file: Uint8Array<ArrayBuffer>, chunk: Chunk): void {
  const { column, name } = chunk;
  let valueCount = 0;
  const pages = pagesOf(file, column);
  for (let next = pages.next(); ; next = pages.next()) {
    if (next.done === true) {
      if (next.value && BigInt(valueCount) !== column.num_values)
        throw new DamagedInput(
          `its index claims ${column.num_values} values of the column “${name}”, but their pages hold ${valueCount}`,
        );
      return;
    }
    const { header, from, to } = next.value;
    valueCount += (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0;
    const where = `the page at byte ${from.toLocaleString('en')}, of the column “${name}”,`;
    if (header.crc !== undefined) {
      if (header.crc >>> 0 !== crcOf(4, file, from, to)) throw new DamagedInput(`${where} does not match its checksum`);
      continue;
    }
    try {
      checkPage(header, file.subarray(from, to), chunk);
    } catch (thrown) {
      if (!(thrown instanceof DamagedInput)) throw thrown;
      throw new DamagedInput(`${where} ${thrown.problem}`);
    }
  }
}

/** The pages of a column chunk. Returns true if they fill it, and false if one is invalid. @throws DamagedInput if one ends behind it */
function* pagesOf(file: Uint8Array<ArrayBuffer>, column: ColumnMetaData): Generator<Page, boolean> {
  // Some writers store 0 if there is no dictionary.
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const chunkBytes = Number(column.total_compressed_size);
  if (start < 4 || chunkBytes < 0 || start + chunkBytes > file.length) return false;
  const reader = { view: new DataView(file.buffer, file.byteOffset + start, chunkBytes), offset: 0 };
  while (reader.offset < chunkBytes) {
    const header = pageHeaderAt(reader);
    const from = start + reader.offset;
    const to = from + (header?.compressed_page_size ?? -1);
    if (header === null || !(to >= from) || to > file.length) return false;
    // Old versions of parquet-mr left the header of the dictionary out of the column's size (PARQUET-816).
    if (to > start + chunkBytes)
      throw new DamagedInput(
        `the page at byte ${from.toLocaleString('en')}, of the column “${column.path_in_schema.join('.')}”, ends ${(to - start - chunkBytes).toLocaleString('en')} bytes behind the end that the index gives the column`,
      );
    yield { header, from, to };
    reader.offset += header.compressed_page_size;
  }
  return true;
}

function checkPage(header: PageHeader, page: Uint8Array, chunk: Chunk): void {
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  if (header.type === 'DICTIONARY_PAGE') unpacked(page, header.uncompressed_page_size, chunk);
  else if (header.type === 'DATA_PAGE' && v1 !== undefined) {
    // Unpacking takes a good part of the time of reading.
    if (chunk.maxDefinition === 0 && !hasIndices(v1.encoding)) return;
    const bytes = unpacked(page, header.uncompressed_page_size, chunk);
    // The deprecated bit-packed levels have no length.
    if (bytes === null || [v1.definition_level_encoding, v1.repetition_level_encoding].includes('BIT_PACKED')) return;
    let values = bytes;
    let valueCount = v1.num_values;
    if (chunk.maxRepetition > 0) {
      const levels = sizedRuns(values);
      checkHybridRuns(levels, bitWidthOf(chunk.maxRepetition), v1.num_values);
      values = values.subarray(4 + levels.length);
    }
    if (chunk.maxDefinition > 0) {
      const levels = sizedRuns(values);
      valueCount = countRunValues(levels, bitWidthOf(chunk.maxDefinition), v1.num_values, chunk.maxDefinition);
      values = values.subarray(4 + levels.length);
    }
    if (hasIndices(v1.encoding)) checkIndices(values, valueCount);
  } else if (header.type === 'DATA_PAGE_V2' && v2 !== undefined) {
    const repetitionEnd = v2.repetition_levels_byte_length;
    const levelsEnd = repetitionEnd + v2.definition_levels_byte_length;
    if (!(repetitionEnd >= 0 && levelsEnd >= repetitionEnd && levelsEnd <= page.length))
      throw damagedPage('has levels that reach past its end');
    let valueCount = v2.num_values;
    if (chunk.maxRepetition > 0)
      checkHybridRuns(page.subarray(0, repetitionEnd), bitWidthOf(chunk.maxRepetition), v2.num_values);
    if (chunk.maxDefinition > 0)
      valueCount = countRunValues(
        page.subarray(repetitionEnd, levelsEnd),
        bitWidthOf(chunk.maxDefinition),
        v2.num_values,
        chunk.maxDefinition,
      );
    if (!hasIndices(v2.encoding)) return;
    const stored = page.subarray(levelsEnd);
    const bytes =
      v2.is_compressed === false ? stored : unpacked(stored, header.uncompressed_page_size - levelsEnd, chunk);
    if (bytes !== null) checkIndices(bytes, valueCount);
  }
}

/** Runs with their length in bytes before them. */
function sizedRuns(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw damagedPage('ends before its levels');
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  if (end > bytes.length) throw damagedPage('has levels that reach past its end');
  return bytes.subarray(4, end);
}

const hasIndices = (encoding: string) => encoding.endsWith('_DICTIONARY');

function checkIndices(bytes: Uint8Array, count: number): void {
  if (count === 0) return;
  const width = bytes[0];
  if (width === undefined || width > 32) throw damagedPage('has dictionary indices without a valid width');
  // Without bits there is one index only, and some writers leave out the runs.
  if (width > 0) checkHybridRuns(bytes.subarray(1), width, count);
}

/** The page's content; null if its codec is not known here or fails, which is left to the reader. */
function unpacked(page: Uint8Array, sizeBytes: number, { column, decompress }: Chunk): Uint8Array | null {
  let bytes: Uint8Array = page;
  if (column.codec === 'SNAPPY' && sizeBytes > 0) requireSize(snappySize(page), sizeBytes);
  if (column.codec !== 'UNCOMPRESSED') {
    if (decompress === null || !(sizeBytes >= 0)) return null;
    try {
      bytes = decompress(page, sizeBytes);
    } catch {
      return null;
    }
  }
  requireSize(bytes.length, sizeBytes);
  return bytes;
}

function requireSize(foundBytes: number, sizeBytes: number): void {
  if (foundBytes !== sizeBytes) throw damagedPage(`holds ${foundBytes} bytes, but claims ${sizeBytes}`);
}

/** The size that a Snappy block begins with. */
function snappySize(block: Uint8Array): number {
  let sizeBytes = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = block[at] ?? 0;
    sizeBytes += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return sizeBytes;
}
