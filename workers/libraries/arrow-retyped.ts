import { DamagedInput } from '../model/damaged-input';
import { type DataType, type Data, makeData, type Schema } from 'apache-arrow';
import { VectorLoader } from 'apache-arrow/visitor/vectorloader';
import type { UnknownField, UnknownType } from './arrow-unknown-types';

/**
 * Lets apache-arrow read fields of types that it does not know. In the schema's bytes each gets a type that it knows, with the same children.
 * The types of these fields are then marked, and the buffers of marked types are read as those of the true type.
 */

/**
 * The numbers in Schema.fbs of the type that stands for an unknown one: Struct_, List and LargeList, which have no fields of their own, and
 * FixedSizeBinary, whose byteWidth is where an integer has its bitWidth.
 */
const standIns: Readonly<Record<UnknownType, number>> = {
  'run-end encoded': 13,
  'list view': 12,
  'large list view': 21,
  Int128: 15,
  Uint128: 15,
};
const wideIntBytes = 16;

const trueTypes = new WeakMap<DataType, UnknownType>();
const sizesOfViews = new WeakMap<Data, Int32Array | BigInt64Array>();

/** The type in the file of a type that apache-arrow does not know; null for any other. */
export const trueTypeOf = (type: DataType): UnknownType | null => trueTypes.get(type) ?? null;

/** The lengths of a list view's lists; `valueOffsets` are their starts. */
export const sizesOfView = (data: Data): Int32Array | BigInt64Array => sizesOfViews.get(data) ?? new Int32Array(0);

/** Changes the types in the bytes of the schema. */
export function retypeFields(bytes: Uint8Array, fields: readonly UnknownField[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { type, typeAt, bitWidthAt } of fields) {
    bytes[typeAt] = standIns[type];
    if (bitWidthAt !== null) view.setInt32(bitWidthAt, wideIntBytes, true);
  }
}

/** Marks the types of a schema that was read from bytes with changed types. */
export function markTypes(schema: Schema, fields: readonly UnknownField[]): void {
  for (const { path, type } of fields) {
    const [first = 0, ...others] = path;
    let found: DataType | undefined = schema.fields[first]?.type;
    for (const index of others) found = valueType(found)?.children?.[index]?.type;
    found = valueType(found);
    if (found === undefined) throw new DamagedInput('has a schema that differs from that of its batches');
    trueTypes.set(found, type);
  }
}

/** In Arrow's schema, a dictionary is a property of the field that has the type of its values. */
function valueType(type: DataType | undefined): DataType | undefined {
  return type !== undefined && 'dictionary' in type ? (type.dictionary as DataType) : type;
}

/** What the loader's own methods are called with. */
interface Loader {
  nextFieldNode(): { readonly length: number; readonly nullCount: number };
  readNullBitmap(type: DataType, nullCount: number): Uint8Array;
  readData(type: DataType): Uint8Array;
  visitMany(types: readonly unknown[]): Data[];
}

function replaceLoader(
  method: 'visitStruct' | 'visitList' | 'visitLargeList',
  read: (loader: Loader, type: DataType) => Data,
) {
  const original = VectorLoader.prototype[method] as (this: unknown, type: DataType, ...rest: unknown[]) => Data;
  Object.assign(VectorLoader.prototype, {
    [method](this: Loader, type: DataType, ...rest: unknown[]) {
      return trueTypes.has(type) ? read(this, type) : original.call(this, type, ...rest);
    },
  });
}

/** Run-end encoding has no buffers of its own: its children are the ends of the runs, and their values. */
replaceLoader('visitStruct', (loader, type) => {
  const { length } = loader.nextFieldNode();
  const children = loader.visitMany(type.children);
  return makeData({ type, length, nullCount: 0, nullBitmap: new Uint8Array(0), children } as never) as Data;
});

for (const method of ['visitList', 'visitLargeList'] as const)
  replaceLoader(method, (loader, type) => {
    const { length, nullCount } = loader.nextFieldNode();
    const nullBitmap = loader.readNullBitmap(type, nullCount);
    const valueOffsets = loader.readData(type);
    const sizes = loader.readData(type);
    const [child] = loader.visitMany(type.children);
    const data = makeData({ type, length, nullCount, nullBitmap, valueOffsets, child } as never) as Data;
    sizesOfViews.set(data, method === 'visitList' ? wordsOf(sizes, Int32Array) : wordsOf(sizes, BigInt64Array));
    return data;
  });

function wordsOf<T>(bytes: Uint8Array, Words: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number }): T {
  const whole = bytes.length - (bytes.length % Words.BYTES_PER_ELEMENT);
  // Buffers need not lie at a multiple of their words.
  return new Words(bytes.slice(0, whole).buffer as ArrayBuffer);
}
