import type { ArrowType } from '../../columns/arrow-type';
import { type ArrowArray, ArrowArrayConverter } from '../../columns/arrow-parts';
import type { ColumnarLayout } from '../../columns/columnar-layout';
import type { FixedWidthType, TimeUnit } from '../../model/column';
import type { UncopiedBytes } from '../../columns/uncopied-vectors';
import type { TableModule } from './table-module';

/**
 * A table in the module's memory, as the two structs of Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html)
 * for pointers of 4 bytes. The structs have no release callback, because JavaScript owns the memory.
 */
export interface TableInMemory {
  readonly schemaAt: number;
  readonly arrayAt: number;
  release(): void;
}

/** Copies a table into the module's memory; `uncopied` has what some of its buffers stand for. @throws `outOfMemory`; `unsupported` if Arrow has no place for a value */
export function placeTable(
  module: TableModule,
  { rowCount, columns }: ColumnarLayout,
  uncopied: UncopiedBytes | null,
): TableInMemory {
  const placing = new Placing(module, uncopied);
  try {
    const arrays = new ArrowArrayConverter();
    const root: ArrowArray = {
      name: '',
      type: { kind: 'struct', fields: [] },
      nullable: false,
      rowCount,
      nullCount: 0,
      validity: null,
      offsets: null,
      values: null,
      children: columns.map((column) => arrays.of(column, 0, rowCount)),
      dictionary: null,
    };
    return { schemaAt: placing.schema(root), arrayAt: placing.array(root), release: () => placing.release() };
  } catch (thrown) {
    placing.release();
    throw thrown;
  }
}

const schemaBytes = 48;
const arrayBytes = 64;
const flag = { dictionaryOrdered: 1, nullable: 2 } as const;
const textEncoder = new TextEncoder();

/** Writes structs and buffers, and remembers what it allocated. */
class Placing {
  readonly #module: TableModule;
  readonly #uncopied: UncopiedBytes | null;
  readonly #allocated: { readonly at: number; readonly sizeBytes: number }[] = [];
  readonly #dictionaries = new Map<ArrowArray, number>();

  constructor(module: TableModule, uncopied: UncopiedBytes | null) {
    this.#module = module;
    this.#uncopied = uncopied;
  }

  release(): void {
    for (const { at, sizeBytes } of this.#allocated.splice(0)) this.#module.release(at, sizeBytes);
  }

  #allocate(sizeBytes: number): number {
    const at = this.#module.allocate(sizeBytes);
    this.#allocated.push({ at, sizeBytes });
    return at;
  }

  /** The address of a copy; 0 for a buffer that is absent. */
  #buffer(view: ArrayBufferView | null): number {
    if (view === null) return 0;
    const at = this.#allocate(view.byteLength);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const target = this.#module.bytes.subarray(at, at + bytes.length);
    if (this.#uncopied?.has(bytes)) this.#uncopied.copy(bytes, target);
    else target.set(bytes);
    return at;
  }

  #text(text: string): number {
    return this.#buffer(textEncoder.encode(`${text}\0`));
  }

  #addresses(addresses: readonly number[]): number {
    return this.#buffer(Uint32Array.from(addresses));
  }

  schema({ name, type, nullable, children, dictionary }: ArrowArray): number {
    const childAddresses = children.map((child) => this.schema(child));
    const fields = [
      this.#text(formatOf(type)),
      this.#text(name),
      this.#addresses(childAddresses),
      dictionary === null ? 0 : this.schema(dictionary),
    ];
    const at = this.#allocate(schemaBytes);
    const [format = 0, nameAt = 0, childrenAt = 0, dictionaryAt = 0] = fields;
    const { view } = this.#module;
    const ordered = type.kind === 'category' && type.ordered ? flag.dictionaryOrdered : 0;
    view.setUint32(at, format, true);
    view.setUint32(at + 4, nameAt, true);
    view.setUint32(at + 8, 0, true);
    view.setBigInt64(at + 16, BigInt((nullable ? flag.nullable : 0) | ordered), true);
    view.setBigInt64(at + 24, BigInt(children.length), true);
    view.setUint32(at + 32, childrenAt, true);
    view.setUint32(at + 36, dictionaryAt, true);
    view.setUint32(at + 40, 0, true);
    view.setUint32(at + 44, 0, true);
    return at;
  }

  array(array: ArrowArray): number {
    const { type, rowCount, nullCount, validity, offsets, values, children, dictionary } = array;
    const buffers = [this.#buffer(validity)];
    if (offsets !== null) buffers.push(this.#buffer(offsets));
    if (type.kind !== 'list' && type.kind !== 'struct' && type.kind !== 'vector') buffers.push(this.#buffer(values));
    const childAddresses = children.map((child) => this.array(child));
    const buffersAt = this.#addresses(buffers);
    const childrenAt = this.#addresses(childAddresses);
    const dictionaryAt = dictionary === null ? 0 : this.#dictionary(dictionary);
    const at = this.#allocate(arrayBytes);
    const { view } = this.#module;
    view.setBigInt64(at, BigInt(rowCount), true);
    view.setBigInt64(at + 8, BigInt(nullCount), true);
    view.setBigInt64(at + 16, 0n, true);
    view.setBigInt64(at + 24, BigInt(buffers.length), true);
    view.setBigInt64(at + 32, BigInt(children.length), true);
    view.setUint32(at + 40, buffersAt, true);
    view.setUint32(at + 44, childrenAt, true);
    view.setUint32(at + 48, dictionaryAt, true);
    view.setUint32(at + 52, 0, true);
    view.setUint32(at + 56, 0, true);
    return at;
  }

  #dictionary(dictionary: ArrowArray): number {
    const known = this.#dictionaries.get(dictionary) ?? this.array(dictionary);
    this.#dictionaries.set(dictionary, known);
    return known;
  }
}

const fixedFormats: Readonly<Record<Exclude<FixedWidthType, 'bool'>, string>> = {
  int8: 'c',
  uint8: 'C',
  int16: 's',
  uint16: 'S',
  int32: 'i',
  uint32: 'I',
  int64: 'l',
  uint64: 'L',
  float32: 'f',
  float64: 'g',
  date: 'tdD',
  timestamp: 'tsu:',
};

const unitLetter: Readonly<Record<TimeUnit, string>> = { s: 's', ms: 'm', us: 'u', ns: 'n' };

/** The format string of a type in the C data interface. */
function formatOf(type: ArrowType): string {
  switch (type.kind) {
    case 'fixed':
      return fixedFormats[type.columnType];
    case 'bool':
      return 'b';
    case 'variable':
      return type.columnType === 'utf8' ? 'u' : 'z';
    case 'float16':
      return 'e';
    case 'timestamp':
      return `ts${unitLetter[type.unit]}:${type.timeZone ?? ''}`;
    case 'time':
      return `tt${unitLetter[type.unit]}`;
    case 'duration':
      return `tD${unitLetter[type.unit]}`;
    case 'decimal':
      return `d:${type.precision},${type.scale}${type.bytes === 16 ? '' : `,${type.bytes * 8}`}`;
    case 'fixedBinary':
      return `w:${type.width}`;
    case 'category':
      return fixedFormats[type.indexType];
    case 'list':
      return '+l';
    case 'struct':
      return '+s';
    case 'vector':
      return type.length === null ? '+l' : `+w:${type.length}`;
  }
}
