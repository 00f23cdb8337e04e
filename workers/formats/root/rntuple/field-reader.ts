import { malformedRoot, rootFailure } from '../file/failures';
import type { RootFileReader } from '../file/file-reader';
import { nullRowIndex, takeRows } from '../../../model/column-rows';
import { type Column, isVariableWidth, listItemColumnName, type NumericValues } from '../../../model/column';
import { type ColumnSchema, isPlainColumn } from '../../../model/column-schema';
import type { Checksum } from './file/checksum';
import { ColumnReader } from './file/column-reader';
import type { FieldShape, NonOptionalShape } from './file/field-tree';
import type { NTupleInfo } from './file/ntuple-info';
import { PageUnpacker } from './file/page-encoding';
import type { ColumnDescription } from './file/schema';

const strictText = new TextDecoder('utf-8', { fatal: true });
/** The maximum offset of a table: int32. */
const maxItems = 0x7fff_ffff;

/** Reads a field as a column of a table: all rows, or one. */
export class FieldReader {
  readonly #ntuple: NTupleInfo;
  readonly #part: PartReader;

  /** `shape` is the result of {@link shapeForColumn} for `schema`. */
  constructor(
    file: RootFileReader,
    ntuple: NTupleInfo,
    shape: FieldShape,
    schema: ColumnSchema,
    checksum: Checksum,
    what: string,
  ) {
    const unpacker = new PageUnpacker();
    this.#ntuple = ntuple;
    const reader = (columns: readonly ColumnDescription[]) =>
      new ColumnReader(file, ntuple, columns, checksum, unpacker, what);
    this.#part = partReader(shape, schema, { reader, what });
  }

  readAll(): Column {
    return this.#part.readAll(this.#ntuple.clusters.map(({ entryCount }) => entryCount));
  }

  /** Reads one row, as a column with a single row. */
  readRow(row: number): Column {
    const { clusters } = this.#ntuple;
    let cluster = 0;
    for (let beyond = clusters.length; beyond - cluster > 1; ) {
      const middle = (cluster + beyond) >> 1;
      if ((clusters[middle]?.firstEntry ?? 0) <= row) cluster = middle;
      else beyond = middle;
    }
    const at = row - (clusters[cluster]?.firstEntry ?? 0);
    return this.#part.readRange(cluster, clusters[cluster]?.entryCount ?? 0, at, at + 1);
  }
}

/** Reads a field or a part of it. */
interface PartReader {
  /** Reads all values; `counts` is the number of values in each cluster. */
  readAll(counts: readonly number[]): Column;
  /** Reads values `from` to `to` of a cluster that has `count` values (null if that is not known). */
  readRange(cluster: number, count: number | null, from: number, to: number): Column;
}

interface Making {
  readonly reader: (columns: readonly ColumnDescription[]) => ColumnReader;
  readonly what: string;
}

function partReader(shape: FieldShape, schema: ColumnSchema, making: Making): PartReader {
  return shape.kind === 'optional' ? optionalReader(shape, schema, making) : presentReader(shape, schema, making);
}

function presentReader(shape: NonOptionalShape, schema: ColumnSchema, making: Making): PartReader {
  switch (shape.kind) {
    case 'values': {
      const values = making.reader(shape.values);
      return {
        readAll: (counts) => valuesColumn(schema, values.readAll(counts)),
        readRange: (...range) => valuesColumn(schema, values.readRange(...range)),
      };
    }
    case 'fixedBytes': {
      const { width } = shape;
      const values = making.reader(shape.values);
      const column = (data: NumericValues) =>
        ({ name: schema.name, type: 'fixedBinary', validity: null, width, data: data as Uint8Array }) as const;
      return {
        readAll: (counts) => column(values.readAll(counts.map((count) => count * width))),
        readRange: (cluster, count, from, to) =>
          column(values.readRange(cluster, count === null ? null : count * width, from * width, to * width)),
      };
    }
    case 'bytes': {
      const ends = new EndsReader(making.reader(shape.ends), making.what);
      const values = making.reader(shape.values);
      const column = (offsets: Int32Array, data: NumericValues) => {
        if (shape.type === 'utf8') requireText(data as Uint8Array, making.what);
        return { name: schema.name, type: schema.type, validity: null, offsets, data } as Column;
      };
      return {
        readAll(counts) {
          const { offsets, itemCounts } = ends.readAll(counts);
          return column(offsets, values.readAll(itemCounts));
        },
        readRange(...range) {
          const { offsets, first, last } = ends.readRange(...range);
          // Reading a single row does not check for valid text either.
          return {
            name: schema.name,
            type: schema.type,
            validity: null,
            offsets,
            data: values.readRange(range[0], null, first, last),
          } as Column;
        },
      };
    }
    case 'list': {
      const ends = new EndsReader(making.reader(shape.ends), making.what);
      const item = partReader(shape.item, itemSchema(schema), making);
      const column = (offsets: Int32Array, items: Column): Column => ({
        name: schema.name,
        type: 'list',
        validity: null,
        offsets,
        item: items,
      });
      return {
        readAll(counts) {
          const { offsets, itemCounts } = ends.readAll(counts);
          return column(offsets, item.readAll(itemCounts));
        },
        readRange(...range) {
          const { offsets, first, last } = ends.readRange(...range);
          return column(offsets, item.readRange(range[0], null, first, last));
        },
      };
    }
    case 'array': {
      const { length } = shape;
      const item = partReader(shape.item, itemSchema(schema), making);
      const column = (rows: number, items: () => Column): Column => {
        if (rows * length > maxItems) throw tooLarge(making.what);
        const offsets = Int32Array.from({ length: rows + 1 }, (_, row) => row * length);
        return { name: schema.name, type: 'list', validity: null, offsets, item: items() };
      };
      return {
        readAll: (counts) => column(sumOf(counts), () => item.readAll(counts.map((count) => count * length))),
        readRange: (cluster, count, from, to) =>
          column(to - from, () =>
            item.readRange(cluster, count === null ? null : count * length, from * length, to * length),
          ),
      };
    }
    case 'record': {
      const schemas = schema.type === 'struct' ? schema.fields : [];
      const fields = shape.fields.map((field, index) =>
        partReader(field.shape, schemas[index] as ColumnSchema, making),
      );
      const column = (read: (field: PartReader) => Column): Column => ({
        name: schema.name,
        type: 'struct',
        validity: null,
        fields: fields.map(read),
      });
      return {
        readAll: (counts) => column((field) => field.readAll(counts)),
        readRange: (...range) => column((field) => field.readRange(...range)),
      };
    }
  }
}

function valuesColumn(schema: ColumnSchema, values: NumericValues): Column {
  const { name, type } = schema;
  const base = { name, type, validity: null, values };
  if (schema.type === 'time' || schema.type === 'duration') return { ...base, unit: schema.unit } as Column;
  if (schema.type !== 'timestamp' || (schema.unit === undefined && schema.timeZone === undefined))
    return base as Column;
  return { ...base, unit: schema.unit ?? 'us', timeZone: schema.timeZone ?? null } as Column;
}

const itemSchema = (schema: ColumnSchema): ColumnSchema =>
  schema.type === 'list' ? schema.item : { name: listItemColumnName, type: 'int64', nullable: false };

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const tooLarge = (what: string) =>
  rootFailure('tooLarge', 'decode', `the values of ${what} would take more than 2 GiB, the maximum of a column here`);

const wrong = (what: string, message: string) => malformedRoot(`${what} ${message}`, null);

function requireText(data: Uint8Array, what: string): void {
  try {
    strictText.decode(data);
  } catch (cause) {
    throw malformedRoot(`the texts of ${what} are not UTF-8`, null, cause);
  }
}

/** Reads the ends of collections as offsets. */
class EndsReader {
  readonly #ends: ColumnReader;
  readonly #what: string;

  constructor(ends: ColumnReader, what: string) {
    this.#ends = ends;
    this.#what = what;
  }

  /** `itemCounts` is the number of items of the collections in each cluster. */
  readAll(counts: readonly number[]): { readonly offsets: Int32Array; readonly itemCounts: readonly number[] } {
    const offsets = new Int32Array(sumOf(counts) + 1);
    const ends = this.#ends.readAll(counts) as Int32Array;
    let row = 0;
    let total = 0;
    const itemCounts = counts.map((count) => {
      let before = 0;
      for (const clusterEnd = row + count; row < clusterEnd; row += 1) {
        const end = ends[row] as number;
        if (end < before)
          throw wrong(this.#what, `has an entry that ends before it begins, at value ${end} of its cluster`);
        before = end;
        if (total + end > maxItems) throw tooLarge(this.#what);
        offsets[row + 1] = total + end;
      }
      total += before;
      return before;
    });
    return { offsets, itemCounts };
  }

  /** The collections' items are items `first` to `last` of the cluster; `offsets` count from `first`. */
  readRange(
    cluster: number,
    count: number | null,
    from: number,
    to: number,
  ): { readonly offsets: Int32Array; readonly first: number; readonly last: number } {
    const around = this.#ends.readRange(cluster, count, Math.max(0, from - 1), to) as Int32Array;
    const first = from === 0 ? 0 : (around[0] ?? 0);
    const offsets = new Int32Array(to - from + 1);
    let last = first;
    for (let row = 0; row < to - from; row += 1) {
      const end = around[from === 0 ? row : row + 1] as number;
      if (end < last)
        throw wrong(this.#what, `has an entry with impossible bounds: it goes from value ${last} to ${end}`);
      last = end;
      offsets[row + 1] = end - first;
    }
    return { offsets, first, last };
  }
}

function optionalReader(
  shape: Extract<FieldShape, { kind: 'optional' }>,
  schema: ColumnSchema,
  making: Making,
): PartReader {
  const ends = new EndsReader(making.reader(shape.ends), making.what);
  const inner = presentReader(shape.inner, schema, making);
  /** For each entry, true if it has a value. */
  const presence = (offsets: Int32Array): Uint8Array => {
    const validity = new Uint8Array(Math.ceil((offsets.length - 1) / 8));
    for (let row = 0; row + 1 < offsets.length; row += 1) {
      const values = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      if (values > 1)
        throw wrong(
          making.what,
          `has an entry with ${values} values, though a field with nulls has at most one value per entry`,
        );
      if (values === 1) validity[row >> 3] = (validity[row >> 3] as number) | (1 << (row & 7));
    }
    return validity;
  };
  return {
    readAll(counts) {
      const { offsets, itemCounts } = ends.readAll(counts);
      const validity = presence(offsets);
      return spread(inner.readAll(itemCounts), validity, offsets);
    },
    readRange(...range) {
      const { offsets, first, last } = ends.readRange(...range);
      const validity = presence(offsets);
      return spread(inner.readRange(range[0], null, first, last), validity, offsets);
    },
  };
}

/** Expands the values of the rows that have one to all rows, with 0 or empty values in between. */
function spread(present: Column, validity: Uint8Array, presentOffsets: Int32Array): Column {
  const rowCount = presentOffsets.length - 1;
  const isThere = (row: number) => presentOffsets[row + 1] !== presentOffsets[row];
  if (!isPlainColumn(present)) {
    const rows = Int32Array.from({ length: rowCount }, (_, row) =>
      isThere(row) ? (presentOffsets[row] as number) : nullRowIndex,
    );
    return { ...takeRows(present, rows), validity };
  }
  if (isVariableWidth(present)) {
    const offsets = presentOffsets.map((at) => present.offsets[at] as number);
    return { ...present, validity, offsets };
  }
  const values = new (present.values.constructor as new (length: number) => NumericValues)(rowCount);
  for (let row = 0; row < rowCount; row += 1)
    if (isThere(row)) values[row] = present.values[presentOffsets[row] as number] as never;
  return { ...present, validity, values } as Column;
}
