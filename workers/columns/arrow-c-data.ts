import { columnFromRuns } from './arrow-columns';
import { copied, inPlace } from './arrow-runs';
import { type ArrowRun, type ArrowType, bytesPerRow, type DecimalBytes } from './arrow-type';
import type { LaidOutColumn } from './laid-out-column';
import {
  type FixedWidthType,
  maxDecimalPrecision,
  numericConstructor,
  type NumericType,
  storageType,
  type TimeUnit,
  timeUnits,
} from '../model/column';
import { FormatlabError } from '../model/errors';

/**
 * Reads tables through Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html) from a 32-bit WASM memory. Each
 * buffer is copied at most once, straight into our columns; no IPC messages are built.
 */
interface CDataTable {
  readonly memory: ArrayBuffer;
  /** Address of the ArrowSchema. Its type is a struct of the columns. */
  readonly schemaAddress: number;
  /** Addresses of the ArrowArrayConverter, one for each record batch. */
  readonly arrayAddresses: readonly number[];
  /** If true, lists of numbers become vectors; if false, they become list columns. */
  readonly vectors: boolean;
  /** True if the columns may be views of the memory: see `columnFromRuns`. */
  readonly inPlace?: boolean;
}

/** Byte offsets of the fields of both C structs, for pointers of 4 bytes. */
const schemaField = { format: 0, name: 4, flags: 16, childCount: 24, children: 32, dictionary: 36 } as const;
const arrayField = { length: 0, offset: 16, bufferCount: 24, buffers: 40, children: 44, dictionary: 48 } as const;
const dictionaryOrdered = 1;

/**
 * Reads the columns and the number of rows.
 * @throws `unsupported` if a column's type has no counterpart in a dataset.
 */
export function readCDataColumns({
  memory,
  schemaAddress,
  arrayAddresses,
  vectors,
  inPlace: mayView = false,
}: CDataTable): {
  rowCount: number;
  columns: LaidOutColumn[];
} {
  const view = new DataView(memory);
  const rowCount = arrayAddresses.reduce((rows, address) => rows + int64At(view, address + arrayField.length), 0);
  const columns = childrenAt(view, schemaAddress).map((columnAddress, index) => {
    const name = nameAt(view, columnAddress);
    const place = placeOf(view, columnAddress, name, vectors);
    const dictionaries = new Map<number, readonly ArrowRun[]>();
    const runs = arrayAddresses.map((address) => {
      const column = view.getUint32(view.getUint32(address + arrayField.children, true) + 4 * index, true);
      // The batch is a struct. Its offset adds to the offset of each child.
      const run = runAt(view, column, place, dictionaries);
      const rows = int64At(view, address + arrayField.length);
      return { ...run, offset: run.offset + int64At(view, address + arrayField.offset), rowCount: rows };
    });
    return columnFromRuns(name, place.type, runs, mayView ? inPlace : copied);
  });
  return { rowCount, columns };
}

const int64At = (view: DataView, address: number) => Number(view.getBigInt64(address, true));
const pointersAt = (view: DataView, address: number, count: number) => {
  const first = view.getUint32(address, true);
  return Array.from({ length: count }, (_, index) => view.getUint32(first + 4 * index, true));
};
const childrenAt = (view: DataView, schema: number) =>
  pointersAt(view, schema + schemaField.children, int64At(view, schema + schemaField.childCount));
const nameAt = (view: DataView, schema: number) => textAt(view, view.getUint32(schema + schemaField.name, true));

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

const simpleFormats: Readonly<Record<string, ArrowType>> = {
  b: { kind: 'bool' },
  e: { kind: 'float16' },
  tdD: { kind: 'fixed', columnType: 'date' },
  u: { kind: 'variable', columnType: 'utf8' },
  U: { kind: 'variable', columnType: 'utf8' },
  z: { kind: 'variable', columnType: 'binary' },
  Z: { kind: 'variable', columnType: 'binary' },
};

/** A column's Arrow type and how its buffers are laid out. */
interface Place {
  readonly type: ArrowType;
  /** True if offsets have 64 bits. */
  readonly wideOffsets: boolean;
  readonly children: readonly Place[];
  readonly dictionary: Place | null;
}

const unitLetters: Readonly<Record<string, TimeUnit>> = Object.fromEntries(
  timeUnits.map((unit) => [unit === 's' ? 's' : unit.charAt(0), unit]),
);

function placeOf(view: DataView, address: number, name: string, vectors: boolean): Place {
  const format = textAt(view, view.getUint32(address + schemaField.format, true));
  const place = (type: ArrowType, children: readonly Place[] = []): Place => ({
    type,
    wideOffsets: format === 'U' || format === 'Z' || format === '+L',
    children,
    dictionary: null,
  });
  const numeric = numericFormats[format];
  const values = view.getUint32(address + schemaField.dictionary, true);
  if (values !== 0 && numeric !== undefined) {
    const dictionary = placeOf(view, values, name, false);
    const ordered = (view.getUint8(address + schemaField.flags) & dictionaryOrdered) !== 0;
    return { ...place({ kind: 'category', ordered, indexType: numeric, item: dictionary.type }), dictionary };
  }
  if (numeric !== undefined) return place({ kind: 'fixed', columnType: numeric });
  const simple = simpleFormats[format] ?? temporalOf(format) ?? decimalOf(format);
  if (simple !== undefined) return place(simple);
  const [, width] = /^w:(\d+)$/u.exec(format) ?? [];
  if (width !== undefined && Number(width) > 0) return place({ kind: 'fixedBinary', width: Number(width) });
  const children = childrenAt(view, address);
  if (format === '+s') {
    const fields = children.map((child) => {
      const fieldName = nameAt(view, child);
      return { name: fieldName, ...placeOf(view, child, `${name}.${fieldName}`, false) };
    });
    return place({ kind: 'struct', fields: fields.map(({ name, type }) => ({ name, type })) }, fields);
  }
  const [child] = children;
  if (child !== undefined && (format.startsWith('+w:') || format === '+l' || format === '+L')) {
    const length = format.startsWith('+w:') ? Number(format.slice(3)) : null;
    const elementType = numericFormats[textAt(view, view.getUint32(child + schemaField.format, true))];
    const item = placeOf(view, child, `${name}.${nameAt(view, child)}`, false);
    return place(
      vectors && elementType !== undefined
        ? { kind: 'vector', elementType, length }
        : { kind: 'list', item: item.type, length },
      [item],
    );
  }
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `The column “${name}” has the Arrow type “${format}”, which Formatlab does not support.`,
  });
}

function temporalOf(format: string): ArrowType | undefined {
  const [, kind, letter = '', timeZone = ''] = /^t([stD])([smun])(?::(.*))?$/u.exec(format) ?? [];
  const unit = unitLetters[letter];
  if (unit === undefined) return undefined;
  if (kind === 's') return { kind: 'timestamp', unit, timeZone: timeZone === '' ? null : timeZone };
  return { kind: kind === 't' ? 'time' : 'duration', unit };
}

function decimalOf(format: string): ArrowType | undefined {
  const [, precision, scale, bits = '128'] = /^d:(\d+),(-?\d+)(?:,(\d+))?$/u.exec(format) ?? [];
  if (precision === undefined || Number(precision) > maxDecimalPrecision) return undefined;
  return {
    kind: 'decimal',
    precision: Number(precision),
    scale: Number(scale),
    bytes: (Number(bits) / 8) as DecimalBytes,
  };
}

/**
 * Reads all rows of an array, from its own offset on. A dictionary is identified by its address, so that batches which share one get the
 * same object.
 */
function runAt(
  view: DataView,
  address: number,
  place: Place,
  dictionaries: Map<number, readonly ArrowRun[]>,
): ArrowRun {
  const { type, wideOffsets } = place;
  const offset = int64At(view, address + arrayField.offset);
  const rowCount = int64At(view, address + arrayField.length);
  const end = offset + rowCount;
  const [validityAddress, second, third] = pointersAt(
    view,
    address + arrayField.buffers,
    int64At(view, address + arrayField.bufferCount),
  );
  const validity = validityAddress ? bytesAt(view, validityAddress, (end + 7) >> 3) : null;
  const base = { rowCount, offset, validity, offsets: null };
  const children = () =>
    pointersAt(view, address + arrayField.children, place.children.length).map((child, index) =>
      runAt(view, child, place.children[index] as Place, dictionaries),
    );
  switch (type.kind) {
    case 'bool':
      return { ...base, values: bytesAt(view, second, (end + 7) >> 3) };
    case 'variable': {
      const offsets = offsetsAt(view, second, end, wideOffsets);
      return { ...base, offsets, values: bytesAt(view, third, Number(offsets[end] ?? 0)) };
    }
    case 'category': {
      const dictionary = view.getUint32(address + arrayField.dictionary, true);
      const known = dictionaries.get(dictionary) ?? [runAt(view, dictionary, place.dictionary as Place, dictionaries)];
      dictionaries.set(dictionary, known);
      return { ...base, values: bytesAt(view, second, end * widthOf(type.indexType)), dictionary: known };
    }
    case 'struct':
      return { ...base, values: nothing, children: children() };
    case 'list':
      return {
        ...base,
        offsets: type.length === null ? offsetsAt(view, second, end, wideOffsets) : null,
        values: nothing,
        children: children(),
      };
    case 'vector': {
      const [items] = children();
      if (items?.validity && hasZeroBit(items.validity, items.offset, items.rowCount)) {
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'decode',
          message: 'A list column holds null elements.',
        });
      }
      return {
        ...base,
        offsets: type.length === null ? offsetsAt(view, second, end, wideOffsets) : null,
        values: items?.values.subarray(items.offset * widthOf(type.elementType)) ?? nothing,
      };
    }
    default:
      return { ...base, values: bytesAt(view, second, end * bytesPerRow(type)) };
  }
}

function hasZeroBit(bits: Uint8Array, offset: number, count: number): boolean {
  for (let index = offset; index < offset + count; index += 1)
    if ((((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 0) return true;
  return false;
}

const nothing = new Uint8Array(0);

/** Reads bytes at an address. The pointer may be null if the length is 0. */
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
