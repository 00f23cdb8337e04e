import { DamagedInput } from '../../../model/damaged-input';
import {
  BinaryView,
  type Data,
  DataType,
  type Dictionary,
  Field,
  makeData,
  type Table as ArrowTable,
  Vector,
} from 'apache-arrow';
import * as v from 'valibot';
import { numericTypeOf, simpleArrowType } from '../../../libraries/arrow-types';
import { columnFromRuns } from '../../../columns/arrow-columns';
import { type ArrowRun, type ArrowType, bytesPerTick } from '../../../columns/arrow-type';
import { bitAt, bitsBetween } from '../../../model/bits';
import { withDistinctCategories } from '../../../columns/categories';
import { rowCountOf } from '../../../model/column-rows';
import { type Column, listItemColumnName } from '../../../model/column';
import { datasetSchemaSchema, schemaOf, type Table } from '../../../model/dataset';
import type { RefusedColumn } from '../../../model/errors';
import { distinctNames, VariableWidthBuilder } from '../../../own-file/column-builders';
import { expandedRuns, expandedViews } from './arrow-expanded';
import { isWideInt } from '../../../libraries/arrow-unknown-types';
import { trueTypeOf } from '../../../libraries/arrow-retyped';
import { hasValidTexts } from '../../../own-file/arrow-texts';
import { checkDecodedSize } from '../../../own-file/limits';
import { checkNameLengths } from '../../../own-file/name-lengths';
import { refusedColumn } from '../../../own-file/refused-columns';

/**
 * Converts an Arrow table to ours. A type that we lack becomes another type that holds the same values, and `notes` says so. Columns whose
 * values no type can hold are left out and added to `refused`; without it, they are an error.
 */
export function tableFromArrow(table: ArrowTable, notes: string[], refused: RefusedColumn[] | null = null): Table {
  const { fields } = table.schema;
  checkNameLengths(fields.map(({ name }) => name));
  // A column needs at least one byte for each row; a damaged file may claim any number of rows.
  checkDecodedSize(table.numRows * fields.length, 'arrow');
  const names = distinctNames(
    fields.map(({ name }) => name),
    notes,
  );
  const checked = new Set<Data>();
  const columns = fields.flatMap((field, index): Column[] => {
    const vector = table.getChildAt(index);
    const name = names[index] ?? field.name;
    if (vector === null) throw new Error(`Column ${name} is missing.`);
    for (const data of vector.data) checkBuffers(data, checked);
    // Of columns with the same name, apache-arrow gives the first one the last one's type in the schema; the data have their own.
    const type = vector.data[0]?.type ?? field.type;
    const columnNotes: string[] = [];
    try {
      const column = columnOf(field.clone({ type }), vector.data, name, columnNotes);
      notes.push(...columnNotes);
      return [column];
    } catch (thrown) {
      if (refused === null || !(thrown instanceof UnreadableType)) throw thrown;
      const { path, type: refusedType } = thrown;
      const what = path === name ? 'it' : `its part “${path}”`;
      refused.push(
        refusedColumn(index, name, `${what} has the Arrow type ${refusedType}, which Formatlab does not read`),
      );
      return [];
    }
  });
  const result: Table = { kind: 'table', rowCount: table.numRows, columns };
  const parsed = v.safeParse(datasetSchemaSchema, schemaOf(result), { abortEarly: true });
  if (!parsed.success)
    throw new Error(
      `A column has an invalid declaration: ${v.getDotPath(parsed.issues[0]) ?? ''}: ${parsed.issues[0].message}`,
    );
  return result;
}

/** The keys of the columns’ metadata, and of the parts of columns, that are lost. Extension types have notes of their own. */
export function columnKeysLeftOut(fields: readonly Field[]): string[] {
  return fields.flatMap(({ metadata, type }) => [
    ...[...metadata.keys()].filter((key) => !key.startsWith('ARROW:extension:')),
    ...columnKeysLeftOut(((type as DataType).children ?? []) as Field[]),
  ]);
}

function columnOf(field: Field, chunks: readonly Data[], name: string, notes: string[]): Column {
  const type: DataType = field.type;
  const trueType = trueTypeOf(type);
  if (trueType === null || isWideInt(trueType)) {
    const part = partOf(field, chunks, name, notes);
    // Columns of a table are never vectors.
    return withCategories(columnFromRuns(name, part.type, part.runs) as Column, part, notes);
  }
  const convert = (index: number, path: string) => {
    const child = type.children[index] as Field | undefined;
    if (child === undefined) throw new Error(`Column ${name} lacks a part.`);
    return columnOf(child, childrenOf(chunks, index, child.type), path, notes);
  };
  const isEncoded = trueType === 'run-end encoded';
  notes.push(
    `Column “${name}”: its ${isEncoded ? 'run-end encoding is lost: each row holds its value' : `lists (${trueType}) are kept as lists with offsets of 32 bits`}.`,
  );
  return isEncoded ? expandedRuns(name, chunks, convert) : expandedViews(name, chunks, convert);
}

/**
 * Checks that the buffers hold as many rows as the file claims, and that offsets and indices point inside other buffers. apache-arrow
 * checks neither. Descending offsets would let every row claim the whole buffer, and all rows together more than any memory.
 * @throws DamagedInput with the type and what is wrong
 */
function checkBuffers(data: Data, checked: Set<Data>): void {
  // Batches share their dictionaries.
  if (checked.has(data)) return;
  checked.add(data);
  const { type, length, offset } = data;
  const fail = (what = `claims ${length} rows, but its buffers hold fewer`): never => {
    throw new DamagedInput(`has a column of type ${String(type)} that ${what}`);
  };
  if (data.nullCount > 0 && data.nullBitmap instanceof Uint8Array && data.nullBitmap.length * 8 < offset + length)
    fail();
  // Unions are refused later, with the column's name.
  if (DataType.isUnion(type)) return;
  // The rows of other types are checked when they are expanded.
  if (trueTypeOf(type) === null) checkRows(data, fail);
  // apache-arrow makes no children for a table without rows.
  for (const child of data.children) if (child !== undefined) checkBuffers(child, checked);
  for (const part of data.dictionary?.data ?? []) checkBuffers(part, checked);
}

function checkRows(data: Data, fail: (what?: string) => never): void {
  const { type, length, offset, stride } = data;
  const offsets: ArrayLike<number | bigint> | undefined = data.valueOffsets;
  if (offsets !== undefined && length > 0) {
    const available = data.children[0]?.length ?? (data.values as ArrayLike<unknown> | undefined)?.length ?? 0;
    if (offsets.length <= length) fail();
    let previous = 0;
    for (let row = 0; row <= length; row += 1) {
      const next = Number(offsets[row]);
      if (!(next >= previous && next <= available)) fail(`has an offset of ${next} after one of ${previous}`);
      previous = next;
    }
  } else if (ArrayBuffer.isView(data.values) && !DataType.isNull(type) && data.children.length === 0) {
    const values = (data.values as ArrayBufferView & { length: number }).length;
    if (DataType.isBool(type) ? values * 8 < offset + length : values < length * stride) fail();
  }
  if (DataType.isStruct(type) && data.children.some((child) => (child?.length ?? 0) < length)) fail();
  if (DataType.isFixedSizeList(type) && (data.children[0]?.length ?? 0) < length * type.listSize) fail();
}

/** Thrown for a column, or a part of one, whose type we do not read. */
class UnreadableType extends Error {
  override readonly name = 'UnreadableType';
  readonly path: string;
  readonly type: string;

  constructor(path: string, type: string) {
    super(`${path} has the Arrow type ${type}.`);
    this.path = path;
    this.type = type;
  }
}

/** A column, or a part of one, in the layout that {@link columnFromRuns} reads. */
interface Part {
  readonly type: ArrowType;
  readonly runs: readonly ArrowRun[];
  /** The column's name with the names of the enclosing columns. */
  readonly path: string;
  /** The items of a list, or the fields of a struct. */
  readonly children: readonly Part[];
  /** For a category: the type of its values, and the total number of entries in its dictionaries. */
  readonly dictionary: { readonly type: DataType; readonly entryCount: number } | null;
}

const nothing = new Uint8Array(0);

/** The rows of a chunk, with only the validity bitmap. apache-arrow moves all other buffers to the first row of a slice. */
function rowsOf(data: Data): ArrowRun {
  const { length, offset, nullBitmap } = data;
  const hasNulls = data.nullCount > 0 && nullBitmap instanceof Uint8Array && nullBitmap.length > 0;
  const validity = hasNulls ? bitsBetween(nullBitmap, offset, offset + length) : null;
  return { rowCount: length, offset: 0, validity, offsets: null, values: nothing };
}

function bytesOf(values: unknown): Uint8Array {
  if (!ArrayBuffer.isView(values)) return nothing;
  return new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
}

function partOf(field: Field, chunks: readonly Data[], path: string, notes: string[]): Part {
  const type: DataType = field.type;
  const trueType = trueTypeOf(type);
  if (trueType !== null) throw new UnreadableType(path, trueType);
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  const extension = field.metadata.get('ARROW:extension:name');
  if (extension !== undefined) note(`its extension type ${extension} is lost; its values are kept as they are stored.`);
  const part = (arrowType: ArrowType, runs: readonly ArrowRun[], children: readonly Part[] = []): Part => {
    const isBroken = arrowType.kind === 'variable' && arrowType.columnType === 'utf8' && !runs.every(hasValidTexts);
    if (isBroken) note('its texts are not all UTF-8, and are kept as bytes.');
    return {
      type: isBroken ? { kind: 'variable', columnType: 'binary' } : arrowType,
      runs,
      path,
      children,
      dictionary: null,
    };
  };
  if (DataType.isDictionary(type)) return categoryPart(type, chunks, path, notes);
  const simple = simpleArrowType(type);
  if (simple !== null) {
    if (DataType.isTime(type) && simple.kind === 'time' && type.bitWidth !== bytesPerTick(simple) * 8)
      throw new Error(`A column of type ${String(type)} has ticks of ${type.bitWidth} bits.`);
    if (DataType.isDecimal(type) && type.bitWidth < 128)
      note(`its decimals of ${type.bitWidth} bits are kept as decimals of ${type.precision} digits.`);
    return part(simple, chunks.map(simple.kind === 'bool' ? bitRun : valueRun));
  }
  if (DataType.isLargeUtf8(type) || DataType.isLargeBinary(type)) {
    const [what, columnType] = DataType.isLargeUtf8(type)
      ? (['texts', 'utf8'] as const)
      : (['bytes', 'binary'] as const);
    note(`its ${what} with offsets of 64 bits are kept as ${what} with offsets of 32 bits.`);
    return part({ kind: 'variable', columnType }, chunks.map(valueRun));
  }
  if (DataType.isUtf8View(type) || DataType.isBinaryView(type)) {
    const [what, columnType] = DataType.isUtf8View(type)
      ? (['texts', 'utf8'] as const)
      : (['bytes', 'binary'] as const);
    note(`its views of ${what} are kept as ${what} with offsets.`);
    return part({ kind: 'variable', columnType }, chunks.map(viewRun));
  }
  if (DataType.isFixedSizeBinary(type)) return part({ kind: 'variable', columnType: 'binary' }, chunks.map(emptyRun));
  if (DataType.isDate(type)) return datesInMilliseconds(chunks, part, note);
  if (DataType.isNull(type)) {
    note('it holds only nulls and is stored as text.');
    const runs = chunks.map((data) => ({ ...emptyRun(data), validity: new Uint8Array((data.length + 7) >> 3) }));
    return part({ kind: 'variable', columnType: 'utf8' }, runs);
  }
  if (DataType.isMap(type)) note('its maps are kept as lists of their keys and values.');
  if (DataType.isLargeList(type)) note('its lists with offsets of 64 bits are kept as lists with offsets of 32 bits.');
  if (DataType.isFixedSizeList(type)) note(`its lists of ${type.listSize} each are kept as lists of any length.`);
  if (DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type) || DataType.isMap(type)) {
    const [child] = type.children;
    if (child === undefined) throw new Error(`The lists of column ${path} have no items.`);
    const items = partOf(child, childrenOf(chunks, 0, child.type), `${path}.${listItemColumnName}`, notes);
    const length = DataType.isFixedSizeList(type) ? type.listSize : null;
    const runs = chunks.map((data, index) => ({
      ...rowsOf(data),
      offsets: length === null ? ((data.valueOffsets as Int32Array | undefined) ?? null) : null,
      children: items.runs.slice(index, index + 1),
    }));
    return part({ kind: 'list', item: items.type, length }, runs, [items]);
  }
  if (DataType.isStruct(type)) {
    const names = distinctNames(
      type.children.map((child) => child.name),
      notes,
    );
    const fields = type.children.map((child, index) =>
      partOf(child, childrenOf(chunks, index, child.type), `${path}.${names[index] ?? child.name}`, notes),
    );
    const runs = chunks.map((data, index) => ({
      ...rowsOf(data),
      children: fields.flatMap(({ runs }) => runs[index] ?? []),
    }));
    const named = fields.map(({ type }, index) => ({ name: names[index] ?? '', type }));
    return part({ kind: 'struct', fields: named }, runs, fields);
  }
  throw new UnreadableType(path, String(type));
}

/** The buffers of a column of fixed width, or of variable width with offsets. */
const valueRun = (data: Data): ArrowRun => ({
  ...rowsOf(data),
  offsets: (data.valueOffsets as Int32Array | undefined) ?? null,
  values: bytesOf(data.values),
});

const bitRun = (data: Data): ArrowRun => ({
  ...rowsOf(data),
  values: bitsBetween(bytesOf(data.values), data.offset, data.offset + data.length),
});

/** The buffers of texts or bytes that are all empty. */
const emptyRun = (data: Data): ArrowRun => ({ ...rowsOf(data), offsets: new Int32Array(data.length + 1) });

/** Reads each row's bytes through the library, also those of texts: decoding would drop a leading byte order mark and hide invalid UTF-8. */
function viewRun(data: Data): ArrowRun {
  const vector = new Vector([data.clone(new BinaryView())]);
  const builder = new VariableWidthBuilder(data.length);
  for (let row = 0; row < data.length; row += 1) {
    const value = vector.get(row);
    if (value === null) builder.appendNothing();
    else builder.appendBytes(value);
  }
  const { offsets, data: values } = builder.build('', 'binary', null);
  return { ...rowsOf(data), offsets, values };
}

/** The child at `index` of each chunk. apache-arrow makes no child for a table without rows. */
function childrenOf(chunks: readonly Data[], index: number, type: DataType): Data[] {
  return chunks.map((data) => {
    const child = data.children[index];
    if (child !== undefined) return child;
    if (data.length > 0) throw new Error(`A column of type ${String(data.type)} lacks a part.`);
    return makeData({ type, length: 0 } as Parameters<typeof makeData>[0]);
  });
}

const msPerDay = 86_400_000n;

/** Dates in milliseconds become dates if each is a whole day; otherwise timestamps, which are exact. */
function datesInMilliseconds(
  chunks: readonly Data[],
  part: (type: ArrowType, runs: readonly ArrowRun[]) => Part,
  note: (text: string) => void,
): Part {
  const asTimestamps = part({ kind: 'timestamp', unit: 'ms', timeZone: null }, chunks.map(valueRun));
  const days: ArrowRun[] = [];
  for (const run of asTimestamps.runs) {
    const milliseconds = new BigInt64Array(run.values.slice(0, run.rowCount * 8).buffer);
    const values = new Int32Array(run.rowCount);
    for (const [row, value] of milliseconds.entries()) {
      if (run.validity !== null && bitAt(run.validity, row) === 0) continue;
      const day = value / msPerDay;
      if (value % msPerDay !== 0n || BigInt.asIntN(32, day) !== day) {
        note('its dates in milliseconds are not all whole days, and kept as timestamps in milliseconds.');
        return asTimestamps;
      }
      values[row] = Number(day);
    }
    days.push({ ...run, values: bytesOf(values) });
  }
  note('its dates in milliseconds are whole days, and kept as days.');
  return part({ kind: 'fixed', columnType: 'date' }, days);
}

/** The dictionaries of the batches, each listed once. */
function categoryPart(type: Dictionary, chunks: readonly Data[], path: string, notes: string[]): Part {
  const dictionaries = [...new Set(chunks.map(({ dictionary }) => dictionary))];
  const dictionaryChunks = dictionaries.map((dictionary) => {
    if (dictionary === undefined) throw new Error(`The dictionary of column ${path} is not there.`);
    return dictionary.data;
  });
  // The dictionary's notes become notes of the column.
  const inner: string[] = [];
  const entries = partOf(new Field(listItemColumnName, type.dictionary, true), dictionaryChunks.flat(), path, inner);
  notes.push(...new Set(inner));
  const indexType = numericTypeOf(type.indices);
  if (indexType === null)
    throw new Error(`The dictionary of column ${path} has indices of type ${String(type.indices)}.`);
  let at = 0;
  const runsOf = new Map(
    dictionaries.map((dictionary, index) => {
      const first = at;
      at += dictionaryChunks[index]?.length ?? 0;
      return [dictionary, entries.runs.slice(first, at)] as const;
    }),
  );
  return {
    type: { kind: 'category', ordered: type.isOrdered, indexType, item: entries.type },
    runs: chunks.map((data) => ({ ...valueRun(data), dictionary: runsOf.get(data.dictionary) ?? [] })),
    path,
    children: [],
    dictionary: {
      type: type.dictionary,
      entryCount: entries.runs.reduce((count, { rowCount }) => count + rowCount, 0),
    },
  };
}

/** The same column with each category listed once. `notes` says which properties of its dictionaries are lost. */
function withCategories(column: Column, { path, dictionary, children }: Part, notes: string[]): Column {
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  if (dictionary !== null && column.type !== 'category')
    note(`its dictionary of ${String(dictionary.type)} is lost: each row holds its value.`);
  const [item] = children;
  switch (column.type) {
    case 'category': {
      const kept = withDistinctCategories(column, rowCountOf(column.categories, 0));
      if (dictionary !== null && rowCountOf(kept.categories, 0) < dictionary.entryCount)
        note('its categories leave out repeated entries and nulls of its dictionaries.');
      return kept;
    }
    case 'list':
      return item === undefined ? column : { ...column, item: withCategories(column.item, item, notes) };
    case 'struct':
      return {
        ...column,
        fields: column.fields.map((field, index) => {
          const child = children[index];
          return child === undefined ? field : withCategories(field, child, notes);
        }),
      };
    default:
      return column;
  }
}
