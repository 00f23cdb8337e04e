import {
  type ArrowField,
  type ArrowRun,
  type ArrowType,
  bytesPerValue,
  columnFromRuns,
  columnOf,
} from './arrow-columns';
import type { LaidOutColumn } from './columnar-layout';
import {
  type FixedWidthType,
  itemName,
  type NumericType,
  numericConstructor,
  storageType,
  type TimeUnit,
} from './dataset';
import { FormatlabError } from './errors';

/**
 * Reads Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html) as it lies in a 32-bit WASM memory: one copy
 * from there into our columns, without building IPC messages in between.
 */
export interface CDataTable {
  readonly memory: ArrayBuffer;
  /** Address of the ArrowSchema, a struct of the columns. */
  readonly schemaAddress: number;
  /** Addresses of the ArrowArrays, one for each record batch. */
  readonly arrayAddresses: readonly number[];
}

/** Places of the fields of both structs where pointers have 4 bytes. */
const schemaField = { format: 0, name: 4, flags: 16, childCount: 24, children: 32, dictionary: 36 } as const;
const arrayField = { length: 0, offset: 16, bufferCount: 24, buffers: 40, children: 44, dictionary: 48 } as const;

/** The columns and their number of rows; `vectors` where lists of numbers are vectors, which no table has. Throws `unsupported` for types that have no place in a dataset. */
export function readCDataColumns(
  { memory, schemaAddress, arrayAddresses }: CDataTable,
  vectors: boolean,
): {
  rowCount: number;
  columns: LaidOutColumn[];
} {
  const view = new DataView(memory);
  const rowCount = arrayAddresses.reduce((rows, address) => rows + int64At(view, address + arrayField.length), 0);
  const columns = pointersAt(
    view,
    schemaAddress + schemaField.children,
    int64At(view, schemaAddress + schemaField.childCount),
  ).map((columnAddress, index) => {
    const name = textAt(view, view.getUint32(columnAddress + schemaField.name, true));
    const read = typeAt(view, columnAddress, name, vectors);
    const runs = arrayAddresses.map((address) => {
      const column = view.getUint32(view.getUint32(address + arrayField.children, true) + 4 * index, true);
      // The batch is a struct: its own offset applies to each child, on top of the child's.
      const offset = int64At(view, address + arrayField.offset) + int64At(view, column + arrayField.offset);
      return runAt(view, column, read, offset, int64At(view, address + arrayField.length));
    });
    return columnFromRuns(name, read.type, runs);
  });
  return { rowCount, columns };
}

const int64At = (view: DataView, address: number) => Number(view.getBigInt64(address, true));
const pointersAt = (view: DataView, address: number, count: number) => {
  const first = view.getUint32(address, true);
  return Array.from({ length: count }, (_, index) => view.getUint32(first + 4 * index, true));
};

function textAt(view: DataView, address: number): string {
  const bytes = new Uint8Array(view.buffer);
  const end = bytes.indexOf(0, address);
  return new TextDecoder().decode(bytes.slice(address, end));
}

const numericFormats: Readonly<Record<string, NumericType>> = {
  c: 'int8',
  C: 'uint8',
  s: 'int16',
  S: 'uint16',
  i: 'int32',
  I: 'uint32',
  l: 'int64',
  L: 'uint64',
  f: 'float32',
  g: 'float64',
};

/** What is read at once: the layout, and whether offsets have 64 bits, which the layout does not say. */
interface CDataType {
  readonly type: ArrowType;
  readonly wideOffsets: boolean;
  readonly parts: readonly CDataType[];
  /** Of a category, the type of the entries. */
  readonly entries: CDataType | null;
}

const unitOf: Readonly<Record<string, TimeUnit>> = { s: 's', m: 'ms', u: 'us', n: 'ns' };
/** ARROW_FLAG_DICTIONARY_ORDERED */
const orderedFlag = 1n;

/** `vectors`: whether lists of numbers are vectors, as in what is no table. */
function typeAt(view: DataView, address: number, name: string, vectors: boolean): CDataType {
  const format = textAt(view, view.getUint32(address + schemaField.format, true));
  const numeric = numericFormats[format];
  const of = (type: ArrowType, wideOffsets = false, parts: readonly CDataType[] = []): CDataType => ({
    type,
    wideOffsets,
    parts,
    entries: null,
  });
  const children = () =>
    pointersAt(view, address + schemaField.children, int64At(view, address + schemaField.childCount));
  const dictionary = view.getUint32(address + schemaField.dictionary, true);
  if (dictionary !== 0 && numeric !== undefined) {
    const ordered = (view.getBigInt64(address + schemaField.flags, true) & orderedFlag) !== 0n;
    return {
      ...of({ kind: 'category', ordered, indexType: numeric }),
      entries: typeAt(view, dictionary, name, false),
    };
  }
  if (numeric !== undefined) return of({ kind: 'fixed', columnType: numeric });
  if (format === 'n') return of({ kind: 'null' });
  if (format === 'b') return of({ kind: 'bool' });
  if (format === 'e') return of({ kind: 'float16' });
  if (format === 'tdD') return of({ kind: 'fixed', columnType: 'date' });
  if (format === 'tdm') return of({ kind: 'date64' });
  if (format === 'u' || format === 'U') return of({ kind: 'variable', columnType: 'utf8' }, format === 'U');
  if (format === 'z' || format === 'Z') return of({ kind: 'variable', columnType: 'binary' }, format === 'Z');
  const ticks = /^t([stD])([smun])(?::(.*))?$/su.exec(format);
  const unit = ticks === null ? undefined : unitOf[ticks[2] ?? ''];
  if (ticks !== null && unit !== undefined) {
    const type = ticks[1] === 's' ? 'timestamp' : ticks[1] === 't' ? 'time' : 'duration';
    const bits = type === 'time' && (unit === 's' || unit === 'ms') ? 32 : 64;
    return of({ kind: 'ticks', bits, type, unit, timeZone: ticks[3] || null });
  }
  const decimal = /^d:(\d+),(-?\d+)(?:,(\d+))?$/u.exec(format);
  if (decimal !== null) {
    const bits = Number(decimal[3] ?? 128);
    if (bits === 32 || bits === 64 || bits === 128 || bits === 256)
      return of({ kind: 'decimal', bits, precision: Number(decimal[1]), scale: Number(decimal[2]) });
  }
  if (/^w:[1-9]\d*$/u.test(format)) return of({ kind: 'fixedBinary', width: Number(format.slice(2)) });
  if (format.startsWith('+w:') || format === '+l' || format === '+L' || format === '+m') {
    const [child] = children();
    if (child !== undefined) {
      const length = format.startsWith('+w:') ? Number(format.slice(3)) : null;
      const wide = format === '+L';
      const elementType = numericFormats[textAt(view, view.getUint32(child + schemaField.format, true))];
      if (vectors && elementType !== undefined) return of({ kind: 'vector', elementType, length }, wide);
      const item = typeAt(view, child, `${name}.item`, false);
      return of({ kind: 'list', length, item: item.type }, wide, [item]);
    }
  }
  if (format === '+s') {
    const parts = children().map((child) => {
      const fieldName = textAt(view, view.getUint32(child + schemaField.name, true));
      return { name: fieldName, part: typeAt(view, child, `${name}.${fieldName}`, false) };
    });
    const fields = parts.map(({ name: fieldName, part }): ArrowField => ({ name: fieldName, type: part.type }));
    return of(
      { kind: 'struct', fields },
      false,
      parts.map(({ part }) => part),
    );
  }
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `The column “${name}” has the Arrow type “${format}”, which no dataset has.`,
  });
}

/** `rowCount` rows from `offset` on, which is counted from the start of the buffers. */
function runAt(view: DataView, address: number, read: CDataType, offset: number, rowCount: number): ArrowRun {
  const { type, wideOffsets, parts, entries } = read;
  const end = offset + rowCount;
  const [validityAddress, second, third] = pointersAt(
    view,
    address + arrayField.buffers,
    int64At(view, address + arrayField.bufferCount),
  );
  const validity = validityAddress && type.kind !== 'null' ? bytesAt(view, validityAddress, (end + 7) >> 3) : null;
  const base = { rowCount, offset, validity, offsets: null, values: new Uint8Array(0) };
  const childAt = (index: number) => pointersAt(view, address + arrayField.children, index + 1)[index] ?? 0;
  /** A part from its own first row on, with all its rows. */
  const partAt = (index: number): ArrowRun => {
    const child = childAt(index);
    const part = parts[index];
    if (part === undefined) throw new Error('A column lacks a part.');
    return runAt(view, child, part, int64At(view, child + arrayField.offset), int64At(view, child + arrayField.length));
  };
  switch (type.kind) {
    case 'null':
      return base;
    case 'bool':
      return { ...base, values: bytesAt(view, second, (end + 7) >> 3) };
    case 'variable': {
      const offsets = offsetsAt(view, second, end, wideOffsets);
      return { ...base, offsets, values: bytesAt(view, third, Number(offsets[end] ?? 0)) };
    }
    case 'vector': {
      const child = childAt(0);
      const width = widthOf(type.elementType);
      const skipped = int64At(view, child + arrayField.offset) * width;
      const childLength = int64At(view, child + arrayField.length) * width;
      const [childValidity, childValues] = pointersAt(view, child + arrayField.buffers, 2);
      if (childValidity && hasZeroBit(view, childValidity, skipped / width, childLength / width)) {
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'decode',
          message: 'A list column holds null elements.',
        });
      }
      return {
        ...base,
        offsets: type.length === null ? offsetsAt(view, second, end, wideOffsets) : null,
        values: bytesAt(view, childValues, skipped + childLength).subarray(skipped),
      };
    }
    case 'list':
      return {
        ...base,
        offsets: type.length === null ? offsetsAt(view, second, end, wideOffsets) : null,
        children: [partAt(0)],
      };
    case 'struct':
      return { ...base, children: parts.map((_, index) => partAt(index)) };
    case 'category': {
      const dictionary = view.getUint32(address + arrayField.dictionary, true);
      if (entries === null || dictionary === 0) throw new Error('A category has no dictionary.');
      const run = runAt(
        view,
        dictionary,
        entries,
        int64At(view, dictionary + arrayField.offset),
        int64At(view, dictionary + arrayField.length),
      );
      return {
        ...base,
        values: bytesAt(view, second, end * widthOf(type.indexType)),
        dictionary: columnOf(itemName, entries.type, [run]),
      };
    }
    default:
      return { ...base, values: bytesAt(view, second, end * bytesPerValue(type)) };
  }
}

function hasZeroBit(view: DataView, address: number, offset: number, count: number): boolean {
  for (let index = offset; index < offset + count; index += 1)
    if (((view.getUint8(address + (index >> 3)) >> (index & 7)) & 1) === 0) return true;
  return false;
}

/** A pointer may be null where there is nothing to point at. */
const bytesAt = (view: DataView, address: number | undefined, length: number) =>
  address ? new Uint8Array(view.buffer, address, length) : new Uint8Array(0);

function offsetsAt(
  view: DataView,
  address: number | undefined,
  end: number,
  wide: boolean,
): Int32Array | BigInt64Array {
  if (!address) return new Int32Array(1);
  return wide ? new BigInt64Array(view.buffer, address, end + 1) : new Int32Array(view.buffer, address, end + 1);
}

const widthOf = (type: Exclude<FixedWidthType, 'bool'>) => numericConstructor(storageType[type]).BYTES_PER_ELEMENT;
