import type { NumericType } from '../../../../model/column';

/** The kind of a page's elements: plain values, bits, or the ends of collections (`index`). */
export interface ColumnType {
  readonly id: number;
  readonly name: string;
  readonly bits: number;
  /** The type in memory. Indexes are int32, which is the type of a table's offsets. */
  readonly storage: NumericType;
  readonly kind: 'values' | 'bit' | 'index';
  readonly isSplit: boolean;
}

const value = (id: number, name: string, storage: NumericType, bits: number, isSplit = false): ColumnType => ({
  id,
  name,
  bits,
  storage,
  kind: 'values',
  isSplit,
});
const index = (id: number, name: string, bits: number, isSplit = false): ColumnType => ({
  id,
  name,
  bits,
  storage: 'int32',
  kind: 'index',
  isSplit,
});

/** The supported column types of the specification; half floats are handled as bits. Types of reduced precision, of variants and reserved types are not supported. */
export const columnTypes = {
  Bit: { id: 0x00, name: 'Bit', bits: 1, storage: 'uint8', kind: 'bit', isSplit: false },
  Byte: value(0x01, 'Byte', 'uint8', 8),
  Char: value(0x02, 'Char', 'uint8', 8),
  Int8: value(0x03, 'Int8', 'int8', 8),
  UInt8: value(0x04, 'UInt8', 'uint8', 8),
  Int16: value(0x05, 'Int16', 'int16', 16),
  UInt16: value(0x06, 'UInt16', 'uint16', 16),
  Int32: value(0x07, 'Int32', 'int32', 32),
  UInt32: value(0x08, 'UInt32', 'uint32', 32),
  Int64: value(0x09, 'Int64', 'int64', 64),
  UInt64: value(0x0a, 'UInt64', 'uint64', 64),
  Real16: value(0x0b, 'Real16', 'uint16', 16),
  Real32: value(0x0c, 'Real32', 'float32', 32),
  Real64: value(0x0d, 'Real64', 'float64', 64),
  Index32: index(0x0e, 'Index32', 32),
  Index64: index(0x0f, 'Index64', 64),
  SplitInt16: value(0x11, 'SplitInt16', 'int16', 16, true),
  SplitUInt16: value(0x12, 'SplitUInt16', 'uint16', 16, true),
  SplitInt32: value(0x13, 'SplitInt32', 'int32', 32, true),
  SplitUInt32: value(0x14, 'SplitUInt32', 'uint32', 32, true),
  SplitInt64: value(0x15, 'SplitInt64', 'int64', 64, true),
  SplitUInt64: value(0x16, 'SplitUInt64', 'uint64', 64, true),
  SplitReal16: value(0x17, 'SplitReal16', 'uint16', 16, true),
  SplitReal32: value(0x18, 'SplitReal32', 'float32', 32, true),
  SplitReal64: value(0x19, 'SplitReal64', 'float64', 64, true),
  SplitIndex32: index(0x1a, 'SplitIndex32', 32, true),
  SplitIndex64: index(0x1b, 'SplitIndex64', 64, true),
} as const satisfies Record<string, ColumnType>;
export type ColumnTypeName = keyof typeof columnTypes;

const byId = new Map<number, ColumnType>(Object.values(columnTypes).map((type) => [type.id, type]));

/** The column type; null if it is not supported. */
export const columnTypeOf = (id: number): ColumnType | null => byId.get(id) ?? null;

/** The size in bytes of a page with this many elements, before compression. */
export const packedBytes = ({ bits }: ColumnType, elements: number): number => Math.ceil((elements * bits) / 8);
