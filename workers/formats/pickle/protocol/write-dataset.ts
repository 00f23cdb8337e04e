import { expandCategories } from '../../../columns/categories';
import type { ByteStrings } from '../../../model/byte-strings';
import { type Column, timestampParameters } from '../../../model/column';
import type { Dataset, ScalarType } from '../../../model/dataset';
import { packUnicode } from '../../../columns/unicode-arrays';
import { type ArrayType, dtypeOf, internalModule, type NumpyGeneration } from './numpy-names';
import { opcode } from './opcodes';
import type { MemoizedObject, PickledGlobal } from './memoized-objects';
import type { Pickler } from './pickler';
import { ObjectWriter } from './write-objects';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** numpy creates every array with this shape first, and then sets its real shape. */
const firstShape = [0] as const;
/** The alignment of numpy's text types in bytes, and their flags (NPY_NEEDS_INIT). */
const unicodeAlignment = 4;
const unicodeFlags = 8;
const letterC = ascii('C');
const letterB = ascii('b');
const globalOf = (module: string, name: string): PickledGlobal => ({ module, name, index: -1 });
const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const isDateType = (type: ElementType) => typeof type === 'string' && dtypeOf(type).unit !== null;
const isValid = (validity: Uint8Array, row: number) => (((validity[row >>> 3] as number) >>> (row & 7)) & 1) === 1;

/** numpy's type for texts of one width: `<U` with that many characters of four bytes. */
interface UnicodeType {
  readonly width: number;
}
type ElementType = ArrayType | UnicodeType;

interface ArrayValues {
  readonly type: ArrayType;
  readonly values: ArrayBufferView;
  readonly validity: Uint8Array | null;
}

/** The column's values in a numpy type; null if numpy has no type for them. */
function arrayOf(column: Column): ArrayValues | null {
  const { validity } = column;
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json':
    case 'time':
    case 'decimal':
    case 'fixedBinary':
    case 'list':
    case 'struct':
      return null;
    case 'category':
      return 'offsets' in column.categories ? null : arrayOf(expandCategories(column));
    case 'date':
      return { type: 'date', values: BigInt64Array.from(column.values, BigInt), validity };
    case 'timestamp':
      return { type: `timestamp ${timestampParameters(column).unit}`, values: column.values, validity };
    case 'duration':
      return { type: `duration ${column.unit}`, values: column.values, validity };
    default:
      return { type: column.type, values: column.values, validity };
  }
}

/**
 * Writes what `pickle.dumps` writes for a dataset in a Python program. Keyed vectors are a dict of arrays. A table is a dict of column → array, masked if the column has nulls. Columns for
 * which numpy has no type are lists with None for null: text, bytes, decimals, times of day, lists, and structs as dicts. Categories are written as their values. Instants are in UTC, because
 * numpy has no time zones, and a datetime with a zone would be a different instant under different zone rules. Arrays, also of texts, are numpy arrays; lists and dicts hold float, int and
 * str; records are a dict of str → str; bytes are bytes.
 */
export class DatasetPickler {
  private readonly out: Pickler;

  private readonly frombuffer: PickledGlobal;
  private readonly reconstruct: PickledGlobal;
  private readonly maskedReconstruct = globalOf('numpy.ma.core', '_mareconstruct');
  private readonly maskedArrayClass = globalOf('numpy.ma', 'MaskedArray');
  private readonly ndarrayClass = globalOf('numpy', 'ndarray');
  private readonly dtypeClass = globalOf('numpy', 'dtype');
  private readonly dtypes = new Map<ArrayType, MemoizedObject>();
  private readonly maskedFirstShape: MemoizedObject = { index: -1 };
  private readonly objects: ObjectWriter;

  constructor(out: Pickler, numpy: NumpyGeneration) {
    this.out = out;
    this.objects = new ObjectWriter(out);
    this.frombuffer = globalOf(internalModule(numpy, 'numeric'), '_frombuffer');
    this.reconstruct = globalOf(internalModule(numpy, 'multiarray'), '_reconstruct');
  }

  write(dataset: Dataset): void {
    const { out } = this;
    switch (dataset.kind) {
      case 'keyedVectors': {
        const entries = dataset.entries.entries();
        out.dict(dataset.entries.size, () => {
          const [id, vector] = entries.next().value as [string, Float64Array | Float32Array];
          out.string(id);
          this.array(bytesOf(vector), dataset.elementType, [vector.length]);
        });
        return;
      }
      case 'table': {
        const { columns } = dataset;
        out.dict(columns.length, (index) => {
          const column = columns[index] as Column;
          out.string(column.name);
          this.column(column, dataset.rowCount);
        });
        return;
      }
      case 'array':
        this.array(bytesOf(dataset.values), dataset.elementType, dataset.shape);
        return;
      case 'bytes':
        out.binary(dataset.bytes);
        return;
      case 'stringArray': {
        const { width, data } = packUnicode(dataset.values, 'pickle');
        this.array(data, { width }, [dataset.values.length]);
        return;
      }
      case 'list': {
        const { values } = dataset;
        const write = this.scalar(dataset.elementType);
        out.list(values.length, (index) => write(values[index] as number | bigint | string));
        return;
      }
      case 'dict': {
        const entries = (dataset.entries as ReadonlyMap<string | bigint, number | bigint | string>).entries();
        const writeKey = this.scalar(dataset.keyType);
        const writeValue = this.scalar(dataset.valueType);
        out.dict(dataset.entries.size, () => {
          const [key, value] = entries.next().value as [string | bigint, number | bigint | string];
          writeKey(key);
          writeValue(value);
        });
        return;
      }
      case 'records': {
        const at = ({ offsets, data }: ByteStrings, index: number) => data.subarray(offsets[index], offsets[index + 1]);
        out.dict(dataset.recordCount, (index) => {
          out.text(at(dataset.keys, index));
          out.text(at(dataset.values, index));
        });
        return;
      }
    }
  }

  private scalar(type: ScalarType): (value: number | bigint | string) => void {
    const { out } = this;
    switch (type) {
      case 'float64':
        return (value) => out.float(value as number);
      case 'int64':
        return (value) => out.bigint(value as bigint);
      case 'utf8':
        return (value) => out.string(value as string);
    }
  }

  /** Writes a numpy array if numpy has a type for the column, otherwise a list of Python objects. */
  private column(column: Column, rowCount: number): void {
    const values = arrayOf(column);
    if (values === null) this.objects.rows(column, rowCount);
    else if (values.validity === null) this.array(bytesOf(values.values), values.type, [rowCount]);
    else this.maskedArray(bytesOf(values.values), values.type, rowCount, values.validity);
  }

  /** `ndarray.__reduce_ex__`: protocol 5 passes the values as a buffer, except for dates, which have no buffer protocol. */
  private array(bytes: Uint8Array, type: ElementType, shape: readonly number[]): void {
    const { out } = this;
    out.boundary();
    if (out.protocol === 5 && !isDateType(type)) {
      out.global(this.frombuffer);
      out.beginTuple(4);
      out.bytearray(bytes);
      this.dtype(type);
      this.shape(shape);
      out.text(letterC);
      out.endTuple(4);
      out.op(opcode.REDUCE);
      out.memoize();
      return;
    }
    out.global(this.reconstruct);
    out.beginTuple(3);
    out.global(this.ndarrayClass);
    this.shape(firstShape);
    out.binary(letterB);
    out.endTuple(3);
    out.op(opcode.REDUCE);
    out.memoize();
    out.beginTuple(5);
    out.integer(1);
    this.shape(shape);
    this.dtype(type);
    out.constant(false);
    out.binary(bytes);
    out.endTuple(5);
    out.op(opcode.BUILD);
  }

  /** `numpy.ma.MaskedArray.__reduce__`: the mask is True where the row is null. */
  private maskedArray(bytes: Uint8Array, type: ArrayType, rowCount: number, validity: Uint8Array): void {
    const { out } = this;
    const mask = new Uint8Array(rowCount);
    for (let row = 0; row < rowCount; row += 1) mask[row] = isValid(validity, row) ? 0 : 1;
    out.boundary();
    out.global(this.maskedReconstruct);
    out.beginTuple(4);
    out.global(this.maskedArrayClass);
    out.global(this.ndarrayClass);
    // This value and the next are constants in numpy's code, so all masked arrays share one object.
    out.once(this.maskedFirstShape, () => this.shape(firstShape));
    out.name('b');
    out.endTuple(4);
    out.op(opcode.REDUCE);
    out.memoize();
    out.beginTuple(7);
    out.integer(1);
    this.shape([rowCount]);
    this.dtype(type);
    out.constant(false);
    out.binary(bytes);
    out.binary(mask);
    out.constant(null);
    out.endTuple(7);
    out.op(opcode.BUILD);
  }

  private shape(shape: readonly number[]): number {
    this.out.beginTuple(shape.length);
    for (const length of shape) this.out.integer(length);
    return this.out.endTuple(shape.length);
  }

  /** numpy has one dtype object for each number type, but creates a new one for each array of dates. */
  private dtype(type: ElementType): void {
    this.out.boundary();
    if (typeof type === 'object') {
      this.writeDtype(`U${type.width}`, '<', null, [4 * type.width, unicodeAlignment, unicodeFlags]);
      return;
    }
    const { name, unit } = dtypeOf(type);
    if (unit !== null) {
      this.writeDtype(name, '<', ascii(unit));
      return;
    }
    let dtype = this.dtypes.get(type);
    if (dtype === undefined) {
      dtype = { index: -1 };
      this.dtypes.set(type, dtype);
    }
    this.out.once(dtype, () => this.writeDtype(name, name.endsWith('1') ? '|' : '<', null));
  }

  /** The eight-part state of `dtype.__reduce__`: version 3, or version 4 if it has a unit. `sizes`: element size in bytes, alignment, flags; numbers leave them unset. */
  private writeDtype(
    name: string,
    byteOrder: string,
    unit: Uint8Array | null,
    sizes: readonly [number, number, number] = [-1, -1, 0],
  ): number {
    const { out } = this;
    out.global(this.dtypeClass);
    out.beginTuple(3);
    out.text(ascii(name));
    out.constant(false);
    out.constant(true);
    out.endTuple(3);
    out.op(opcode.REDUCE);
    const index = out.memoize();
    const parts = unit === null ? 8 : 9;
    out.beginTuple(parts);
    out.integer(unit === null ? 3 : 4);
    out.text(ascii(byteOrder));
    for (let part = 0; part < 3; part += 1) out.constant(null);
    for (const size of sizes) out.integer(size);
    if (unit !== null) this.writeUnit(unit);
    out.endTuple(parts);
    out.op(opcode.BUILD);
    return index;
  }

  /** The metadata (none) and the unit of dates, with numpy's multiples: 1, 1 and 1. */
  private writeUnit(unit: Uint8Array): void {
    const { out } = this;
    out.beginTuple(2);
    out.constant(null);
    out.beginTuple(4);
    out.binary(unit);
    for (let part = 0; part < 3; part += 1) out.integer(1);
    out.endTuple(4);
    out.endTuple(2);
  }
}
