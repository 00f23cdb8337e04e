import { damageOf } from '../../../model/damaged-input';
import {
  type ColumnData,
  type DecodedArray,
  type FileMetaData,
  type ParquetParsers,
  parquetRead,
  type SchemaElement,
} from 'hyparquet';
import { decompressorsWithin } from '../file/decompressors';
import type { ColumnarLayout } from '../../../columns/columnar-layout';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import { tableNoteKey } from '../../../columns/table-note';
import {
  type ColumnType,
  type FixedWidthType,
  numericConstructor,
  type NumericType,
  type PlainColumn,
  storageType,
} from '../../../model/column';
import { FormatlabError } from '../../../model/errors';

interface RowRange {
  readonly from: number;
  /** The exclusive end of the rows. */
  readonly to: number;
}

/**
 * Reads columns of a file by name (null for all), for all rows or a range. If the file has an offset index, only the pages of that range are read.
 */
export async function readColumns(
  file: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
  names: readonly string[] | null,
  range: RowRange | null,
): Promise<ColumnarLayout> {
  const { from, to } = range ?? { from: 0, to: Number(metadata.num_rows) };
  const allFields = topLevelFields(metadata.schema);
  requireChunks(metadata, allFields);
  const fields = allFields.filter(({ name }) => names === null || names.includes(name));
  const chunks = new Map<string, ColumnData[]>(fields.map(({ name }) => [name, []]));
  await parquetRead({
    file: { byteLength: file.length, slice: (start, end) => file.slice(start, end).buffer },
    metadata,
    ...(names === null ? {} : { columns: [...names] }),
    ...(range === null ? {} : { rowStart: from, rowEnd: to, useOffsetIndex: true }),
    compressors: decompressorsWithin(metadata),
    parsers,
    utf8: false,
    geoparquet: false,
    onChunk: (chunk) => chunks.get(chunk.columnName)?.push(chunk),
  });
  const columns = fields.map((field) =>
    assemble(field, inRange(chunks.get(field.name) ?? [], field.name, from, to), to - from),
  );
  return {
    rowCount: to - from,
    columns,
    note: metadata.key_value_metadata?.find(({ key }) => key === tableNoteKey)?.value ?? null,
  };
}

/** Checks that every row group has every column under its name: otherwise hyparquet rejects a promise that nobody awaits. */
function requireChunks(metadata: FileMetaData, fields: readonly Field[]): void {
  for (const [index, group] of metadata.row_groups.entries()) {
    const names = group.columns.map(({ meta_data: column }) => column?.path_in_schema[0]);
    if (names.length !== fields.length || fields.some(({ name }, column) => names[column] !== name)) {
      throw damaged(`has columns in row group ${index} that differ from the schema in the footer`);
    }
  }
}

/** hyparquet's parsers that return values as stored: text as bytes, days and microseconds as numbers. */
const parsers: Partial<ParquetParsers> = {
  stringFromBytes: (bytes) => bytes,
  jsonFromBytes: (bytes) => bytes,
  dateFromDays: (days) => days,
  timestampFromMilliseconds: (millis: bigint | null | undefined) => (millis == null ? millis : millis * 1000n),
  timestampFromMicroseconds: (micros) => micros,
  timestampFromNanoseconds: () => {
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'decode',
      format: 'parquet',
      message: 'The file holds timestamps in nanoseconds, which this reader does not support.',
    });
  },
};

interface Field {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether the column is a list whose elements have the type. */
  readonly isList: boolean;
}

/** The top-level columns of the footer's schema, which is a tree in depth-first order whose first element is the root. */
function topLevelFields(schema: readonly SchemaElement[]): Field[] {
  const fields: Field[] = [];
  let index = 1;
  while (index < schema.length) {
    const element = schema[index];
    if (element === undefined) break;
    const start = index;
    index = skipTree(schema, index);
    const elements = schema.slice(start, index);
    const leaf = elements.at(-1);
    if (
      leaf === undefined ||
      (elements.length !== 1 && !(elements.length === 3 && element.converted_type === 'LIST'))
    ) {
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'parquet',
        message: `The column “${element.name}” is nested, which this reader does not support.`,
      });
    }
    fields.push({ name: element.name, type: columnType(element.name, leaf), isList: elements.length === 3 });
  }
  return fields;
}

function skipTree(schema: readonly SchemaElement[], index: number): number {
  let next = index + 1;
  for (let child = 0; child < (schema[index]?.num_children ?? 0) && next < schema.length; child += 1)
    next = skipTree(schema, next);
  return next;
}

const byConvertedType: Readonly<Record<string, ColumnType>> = {
  UTF8: 'utf8',
  JSON: 'json',
  ENUM: 'utf8',
  DATE: 'date',
  TIMESTAMP_MILLIS: 'timestamp',
  TIMESTAMP_MICROS: 'timestamp',
  INT_8: 'int8',
  INT_16: 'int16',
  INT_32: 'int32',
  INT_64: 'int64',
  UINT_8: 'uint8',
  UINT_16: 'uint16',
  UINT_32: 'uint32',
  UINT_64: 'uint64',
};

const byPhysicalType: Readonly<Record<string, ColumnType>> = {
  BOOLEAN: 'bool',
  INT32: 'int32',
  INT64: 'int64',
  FLOAT: 'float32',
  DOUBLE: 'float64',
  BYTE_ARRAY: 'binary',
};

function columnType(
  name: string,
  { type, converted_type: converted, logical_type: logical }: SchemaElement,
): ColumnType {
  if (logical?.type === 'TIMESTAMP' && logical.unit !== 'NANOS') return 'timestamp';
  if (logical?.type === 'STRING') return 'utf8';
  if (logical?.type === 'INTEGER')
    return byConvertedType[`${logical.isSigned ? 'INT' : 'UINT'}_${logical.bitWidth}`] ?? 'int64';
  const found =
    converted === undefined
      ? logical === undefined || logical.type === 'DATE'
        ? byPhysicalType[type ?? '']
        : undefined
      : byConvertedType[converted];
  if (logical?.type === 'DATE') return 'date';
  if (found === undefined) {
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'decode',
      format: 'parquet',
      message: `The column “${name}” has the type ${logical?.type ?? converted ?? type}, which this reader does not support.`,
    });
  }
  return found;
}

interface Run {
  readonly values: DecodedArray;
  /** The first wanted row, and the number of rows. */
  readonly skip: number;
  readonly count: number;
}

/** The parts of the chunks within the range, in order and without gaps. */
function inRange(chunks: readonly ColumnData[], name: string, from: number, to: number): Run[] {
  const runs: Run[] = [];
  let next = from;
  for (const { columnData, rowStart, rowEnd } of [...chunks].sort((a, b) => a.rowStart - b.rowStart)) {
    const start = Math.max(rowStart, from);
    const end = Math.min(rowEnd, to);
    if (end <= start) continue;
    if (start !== next) throw rowsMissing(name, next);
    runs.push({ values: columnData, skip: start - rowStart, count: end - start });
    next = end;
  }
  if (next !== to) throw rowsMissing(name, next);
  return runs;
}

const damaged = damageOf({ format: 'parquet' });

const rowsMissing = (name: string, row: number) =>
  damaged(`has no row ${row} in the column “${name}”, though the footer declares it`);

function assemble({ name, type, isList }: Field, runs: readonly Run[], rowCount: number): LaidOutColumn {
  if (isList) return assembleLists(name, type, runs, rowCount);
  const validity = new Uint8Array((rowCount + 7) >> 3);
  let present = 0;
  const each = (place: (value: unknown, row: number) => void) => {
    let row = 0;
    for (const { values, skip, count } of runs) {
      for (let index = skip; index < skip + count; index += 1) {
        const value: unknown = values[index];
        if (value !== null && value !== undefined) {
          validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7));
          present += 1;
        }
        place(value, row);
        row += 1;
      }
    }
  };
  const base = () => ({ name, validity: present === rowCount ? null : validity });
  if (type === 'utf8' || type === 'binary' || type === 'json') {
    const rows: Uint8Array[] = [];
    const offsets = new Int32Array(rowCount + 1);
    let end = 0;
    each((value, row) => {
      const bytes = value instanceof Uint8Array ? value : nothing;
      rows.push(bytes);
      end += bytes.length;
      offsets[row + 1] = end;
    });
    const data = new Uint8Array(end);
    for (const [row, bytes] of rows.entries()) data.set(bytes, offsets[row]);
    return { ...base(), type, offsets, data };
  }
  const fixed: FixedWidthType = type;
  const target = new (numericConstructor(storageType[fixed]))(rowCount);
  const whole = wholeRuns(runs, target);
  if (whole !== null) return { name, type: fixed, validity: null, values: whole } as PlainColumn;
  if (target instanceof BigInt64Array || target instanceof BigUint64Array)
    each((value, row) => {
      target[row] = typeof value === 'bigint' ? value : 0n;
    });
  else
    each((value, row) => {
      target[row] = typeof value === 'number' ? value : value === true ? 1 : 0;
    });
  return { ...base(), type: fixed, values: target } as PlainColumn;
}

const nothing = new Uint8Array(0);

/** Copies runs that are typed arrays, and so without nulls, as a whole. Null if one of them is not. */
function wholeRuns(
  runs: readonly Run[],
  target: InstanceType<ReturnType<typeof numericConstructor<NumericType>>>,
): typeof target | null {
  if (!runs.every(({ values }) => ArrayBuffer.isView(values))) return null;
  let row = 0;
  for (const { values, skip, count } of runs) {
    // A narrower integer takes the low bits of the stored 32 bits.
    if (target instanceof BigInt64Array || target instanceof BigUint64Array) {
      if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) return null;
      target.set(values.subarray(skip, skip + count), row);
    } else {
      if (!ArrayBuffer.isView(values) || values instanceof BigInt64Array || values instanceof BigUint64Array)
        return null;
      target.set(values.subarray(skip, skip + count), row);
    }
    row += count;
  }
  return target;
}

function assembleLists(name: string, type: ColumnType, runs: readonly Run[], rowCount: number): LaidOutColumn {
  if (
    type === 'utf8' ||
    type === 'binary' ||
    type === 'json' ||
    type === 'bool' ||
    type === 'date' ||
    type === 'timestamp'
  ) {
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'decode',
      format: 'parquet',
      message: `The lists of the column “${name}” hold ${type}, which Formatlab does not support.`,
    });
  }
  const first: unknown = runs[0]?.values[runs[0].skip];
  const length = Array.isArray(first) ? first.length : 0;
  const values = new (numericConstructor(type))(rowCount * length);
  let at = 0;
  for (const run of runs) {
    for (let index = run.skip; index < run.skip + run.count; index += 1) {
      const list: unknown = run.values[index];
      if (!Array.isArray(list) || list.length !== length) {
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'decode',
          format: 'parquet',
          message: `The rows of the list column “${name}” differ in length.`,
        });
      }
      values.set(list as never, at);
      at += length;
    }
  }
  return { name, type: 'vector', elementType: type, length, values };
}
