import { type ArrowRun, type ArrowType, columnFromRuns } from './arrow-columns';
import type { LaidOutColumn } from './columnar-layout';
import { type FixedWidthType, type NumericType, numericConstructor, storageType } from './dataset';
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
const schemaField = { format: 0, name: 4, childCount: 24, children: 32 } as const;
const arrayField = { length: 0, offset: 16, bufferCount: 24, buffers: 40, children: 44 } as const;

/** The columns and their number of rows. Throws `unsupported` for types that have no place in a dataset. */
export function readCDataColumns({ memory, schemaAddress, arrayAddresses }: CDataTable): {
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
    const { type, wideOffsets } = typeAt(view, columnAddress, name);
    const runs = arrayAddresses.map((address) => {
      const column = view.getUint32(view.getUint32(address + arrayField.children, true) + 4 * index, true);
      // The batch is a struct: its own offset applies to each child, on top of the child's.
      const offset = int64At(view, address + arrayField.offset) + int64At(view, column + arrayField.offset);
      return runAt(view, column, type, wideOffsets, offset, int64At(view, address + arrayField.length));
    });
    return columnFromRuns(name, type, runs);
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

function typeAt(view: DataView, address: number, name: string): { type: ArrowType; wideOffsets: boolean } {
  const format = textAt(view, view.getUint32(address + schemaField.format, true));
  const numeric = numericFormats[format];
  const narrow = (type: ArrowType) => ({ type, wideOffsets: false });
  if (numeric !== undefined) return narrow({ kind: 'fixed', columnType: numeric });
  if (format === 'b') return narrow({ kind: 'bool' });
  if (format === 'tdD') return narrow({ kind: 'fixed', columnType: 'date' });
  if (format.startsWith('tsu:')) return narrow({ kind: 'fixed', columnType: 'timestamp' });
  if (format === 'u' || format === 'U')
    return { type: { kind: 'variable', columnType: 'utf8' }, wideOffsets: format === 'U' };
  if (format === 'z' || format === 'Z')
    return { type: { kind: 'variable', columnType: 'binary' }, wideOffsets: format === 'Z' };
  if (format.startsWith('+w:') || format === '+l' || format === '+L') {
    const [child] = pointersAt(view, address + schemaField.children, 1);
    const elementType =
      child === undefined ? undefined : numericFormats[textAt(view, view.getUint32(child + schemaField.format, true))];
    if (elementType !== undefined)
      return {
        type: { kind: 'list', elementType, length: format.startsWith('+w:') ? Number(format.slice(3)) : null },
        wideOffsets: format === '+L',
      };
  }
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `The column “${name}” has the Arrow type “${format}”, which no dataset has.`,
  });
}

function runAt(
  view: DataView,
  address: number,
  type: ArrowType,
  wideOffsets: boolean,
  offset: number,
  rowCount: number,
): ArrowRun {
  const end = offset + rowCount;
  const [validityAddress, second, third] = pointersAt(
    view,
    address + arrayField.buffers,
    int64At(view, address + arrayField.bufferCount),
  );
  const validity = validityAddress ? bytesAt(view, validityAddress, (end + 7) >> 3) : null;
  const base = { rowCount, offset, validity };
  switch (type.kind) {
    case 'fixed':
      return { ...base, offsets: null, values: bytesAt(view, second, end * widthOf(type.columnType)) };
    case 'bool':
      return { ...base, offsets: null, values: bytesAt(view, second, (end + 7) >> 3) };
    case 'variable': {
      const offsets = offsetsAt(view, second, end, wideOffsets);
      return { ...base, offsets, values: bytesAt(view, third, Number(offsets[end] ?? 0)) };
    }
    case 'list': {
      const [child = 0] = pointersAt(view, address + arrayField.children, 1);
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
