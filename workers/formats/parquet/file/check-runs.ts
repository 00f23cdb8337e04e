import { damageOf } from '../../../model/damaged-input';
import { type Compressors, type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { decompressorsWithin } from './decompressors';

/**
 * Checks the runs of levels and indexes before a file is decoded for the first time. hyparquet repeats a run as often as its length says, far beyond the page, until the array can grow no
 * more. So this check adds up the lengths of all runs.
 */
const checked = new WeakSet<Uint8Array>();

export function requireValidRunLengths(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  if (checked.has(file)) return;
  const decompressors = decompressorsWithin(metadata);
  const schema = parquetSchema(metadata);
  for (const group of metadata.row_groups) {
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) continue;
      const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
      const chunk = file.subarray(start, start + Number(column.total_compressed_size));
      const path = pathOf(metadata, schema, column.path_in_schema);
      const levels = { repetition: getMaxRepetitionLevel(path), definition: getMaxDefinitionLevel(path) };
      checkChunk(
        chunk,
        column.type === 'BOOLEAN',
        levels,
        column.codec === 'UNCOMPRESSED' ? null : (decompressors[column.codec] ?? null),
      );
    }
  }
  checked.add(file);
}

function pathOf(metadata: FileMetaData, schema: SchemaTree, names: readonly string[]): SchemaTree[] {
  const path = [schema];
  for (const name of names) {
    const child = path.at(-1)?.children.find(({ element }) => element.name === name);
    if (child === undefined)
      throw damaged(
        `has a column chunk “${names.join('.')}”, which is not in its schema of ${metadata.schema.length} elements`,
      );
    path.push(child);
  }
  return path;
}

interface Levels {
  readonly repetition: number;
  readonly definition: number;
}

type Decompress = NonNullable<Compressors[keyof Compressors]>;

function checkChunk(chunk: Uint8Array, isBoolean: boolean, levels: Levels, decompress: Decompress | null): void {
  const reader = { view: new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset: 0 };
  while (reader.offset < chunk.length) {
    const {
      type,
      compressed_page_size,
      uncompressed_page_size,
      data_page_header: v1,
      data_page_header_v2: v2,
    } = parquetHeader(reader);
    const page = chunk.subarray(reader.offset, reader.offset + compressed_page_size);
    reader.offset += compressed_page_size;
    if (type === 'DATA_PAGE' && v1 !== undefined) {
      const bytes = decompress === null ? page : decompress(page, uncompressed_page_size);
      let at = 0;
      if (levels.repetition > 0) at = checkSizedRuns(bytes, at, bitWidth(levels.repetition), v1.num_values);
      if (levels.definition > 0) at = checkSizedRuns(bytes, at, bitWidth(levels.definition), v1.num_values);
      // An index into a dictionary with one value takes no bits; a page of version 1 then has no runs.
      if (v1.encoding === 'RLE' || bytes[at] !== 0)
        checkValues(bytes.subarray(at), v1.encoding, isBoolean, v1.num_values);
    } else if (type === 'DATA_PAGE_V2' && v2 !== undefined) {
      const repetitionEnd = v2.repetition_levels_byte_length;
      const levelsEnd = repetitionEnd + v2.definition_levels_byte_length;
      if (!(repetitionEnd >= 0 && levelsEnd >= repetitionEnd && levelsEnd <= page.length))
        throw damaged('has a page whose levels reach past its end');
      if (levels.repetition > 0) checkRuns(page.subarray(0, repetitionEnd), bitWidth(levels.repetition), v2.num_values);
      if (levels.definition > 0)
        checkRuns(page.subarray(repetitionEnd, levelsEnd), bitWidth(levels.definition), v2.num_values);
      const stored = page.subarray(levelsEnd);
      const bytes =
        decompress === null || v2.is_compressed === false
          ? stored
          : decompress(stored, uncompressed_page_size - levelsEnd);
      if (!(v2.num_nulls >= 0 && v2.num_nulls <= v2.num_values))
        throw damaged(`has a page of ${v2.num_values} values with ${v2.num_nulls} nulls`);
      checkValues(bytes, v2.encoding, isBoolean, v2.num_values - v2.num_nulls);
    }
  }
}

/** `count` is an upper bound: nulls have no index. */
function checkValues(bytes: Uint8Array, encoding: string, isBoolean: boolean, count: number): void {
  if (encoding === 'RLE') {
    if (!isBoolean) throw damaged('has run-length encoded values in a column that is not boolean');
    checkSizedRuns(bytes, 0, 1, count);
  } else if (encoding.endsWith('_DICTIONARY') && bytes.length > 0) {
    const width = bytes[0] ?? 0;
    if (width > 32) throw damaged(`has a page with dictionary indexes of ${width} bits; at most 32 are possible`);
    checkRuns(bytes.subarray(1), width, count);
  }
}

/** Checks runs with their length in bytes before them, and returns the offset after them. */
function checkSizedRuns(bytes: Uint8Array, at: number, width: number, count: number): number {
  if (at + 4 > bytes.length) throw damaged('has a page that ends before its levels');
  const end = at + 4 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
  if (end > bytes.length) throw damaged('has a page whose levels reach past its end');
  checkRuns(bytes.subarray(at + 4, end), width, count);
  return end;
}

function checkRuns(bytes: Uint8Array, width: number, count: number): void {
  let at = 0;
  let seen = 0;
  while (seen < count && at < bytes.length) {
    let header = 0;
    let shift = 0;
    let byte = 128;
    while (byte >= 128 && at < bytes.length && shift < 35) {
      byte = bytes[at++] ?? 0;
      header += (byte & 127) * 2 ** shift;
      shift += 7;
    }
    const length = header % 2 === 1 ? ((header - 1) / 2) * 8 : header / 2;
    // A bit-packed run is padded to a multiple of eight values.
    if (seen + length > count + 7) throw damaged(`has a run of ${length} values in a page of only ${count}`);
    seen += length;
    at += header % 2 === 1 ? ((header - 1) / 2) * width : (width + 7) >> 3;
  }
}

const bitWidth = (level: number) => 32 - Math.clz32(level);

const damaged = damageOf({ format: 'parquet' });
