import {
  type Column,
  numericConstructor,
  type NumericType,
  numericTypes,
  type PlainColumn,
  type TimeUnit,
  type VariableWidthType,
} from '../../../model/column';
import { type ColumnSchema, isPlainColumn, isPlainSchema } from '../../../model/column-schema';
import type {
  Bytes as BytesDataset,
  Dataset,
  DatasetSchema,
  KeyedVectors,
  NumericArray,
  StringArray,
  Table,
} from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { toCategories } from '../../../columns/categories';
import { rowCountOf } from '../../../model/column-rows';
import type { ReusedMemory, Room } from '../../../columns/reused-memory';
import { unpackUnicode } from '../../../columns/unicode-arrays';
import { type ArrayType, arrayTypeOf, numpyStorageType } from './numpy-names';
import { ObjectReader } from './read-objects';
import { readDict, readList, readRecords } from './read-scalars';
import type { Memo } from './memo';
import { PickleTexts } from './pickle-texts';
import { bytesOf, copyPlaces, placesOf, rowOfNone, validityOf } from './read-places';
import { malformedPickle } from './pickle-cursor';
import { unpickle } from './unpickler';
import { PickleBytes, PickleDict, PickleList, type PickleValue, PickleCall, PickleText, PickleTuple } from './values';

/** The size of shared memory blocks. 1 MiB was measured to cause the fewest page faults and the least clearing in Chromium. */
const blockBytes = 2 ** 20;
const letterC = 0x43;

/** An array whose dtype has not been read yet. */
interface ArrayParts {
  readonly dtype: PickleValue | undefined;
  readonly shape: readonly number[];
  readonly data: PickleBytes;
  /** One byte per element: 1 if the element is masked. */
  readonly mask: PickleBytes | null;
}

interface NumpyArray extends Omit<ArrayParts, 'dtype'> {
  readonly type: ArrayType;
}

/** Memory that the reader of one file after the other may use. */
interface ReadMemory {
  /** For the dataset's arrays. */
  readonly arrays: ReusedMemory | null;
  readonly memo?: Memo;
}

/**
 * The dataset in a pickle. A pickle does not distinguish a table from a dictionary of vectors, nor does it contain the types of an empty dictionary or list. Only these are
 * taken from `schema`. Arrays are copied into `arrays` where it has room, else into new buffers.
 */
export function readDataset(
  file: Uint8Array<ArrayBuffer>,
  schema: DatasetSchema,
  { arrays, memo }: ReadMemory = { arrays: null },
): Dataset {
  switch (schema.kind) {
    case 'list':
      return readList(file, schema.elementType);
    case 'dict':
      return readDict(file, schema.keyType, schema.valueType);
    case 'records':
      return readRecords(file);
    case 'molecules':
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'pickle',
        message: 'Formatlab has no pickle layout for molecules.',
      });
    default:
      return new DatasetReader(file, arrays).read(unpickle(file, memo), schema);
  }
}

class DatasetReader {
  private readonly dtypes = new Map<PickleCall, ArrayType>();
  private readonly texts: PickleTexts;
  private readonly memory: ReusedMemory | null;
  private block = new ArrayBuffer(4_096);
  private blockUsed = 0;

  private readonly file: Uint8Array<ArrayBuffer>;
  private readonly objects: ObjectReader;

  constructor(file: Uint8Array<ArrayBuffer>, memory: ReusedMemory | null) {
    this.file = file;
    this.memory = memory;
    this.texts = new PickleTexts(file);
    this.objects = new ObjectReader(file, (units) => this.texts.spend(units));
  }

  read(
    value: PickleValue,
    schema: Exclude<DatasetSchema, { kind: 'list' | 'dict' | 'records' | 'molecules' }>,
  ): Dataset {
    switch (schema.kind) {
      case 'keyedVectors':
        return this.keyedVectors(value, schema);
      case 'table':
        return this.table(value, schema);
      case 'array':
        return this.plainArray(value);
      case 'stringArray':
        return this.stringArray(value);
      case 'bytes':
        return this.bytes(value);
    }
  }

  private keyedVectors(value: PickleValue, schema: Extract<DatasetSchema, { kind: 'keyedVectors' }>): KeyedVectors {
    if (!(value instanceof PickleDict)) throw malformedPickle('the file does not hold a dictionary.');
    const entries = new Map<string, Float64Array | Float32Array>();
    let { elementType, dimension } = schema;
    for (const [key, item] of value.pairs) {
      const id = this.texts.text(key, 'a key');
      const array = this.array(item, `the value of ${id}`);
      if (array.mask !== null || array.shape.length !== 1 || (array.type !== 'float64' && array.type !== 'float32'))
        throw malformedPickle(`the value of ${id} is not a vector of float32 or float64.`);
      if (entries.size === 0) {
        elementType = array.type;
        dimension = array.shape[0] as number;
      }
      if (array.type !== elementType || array.shape[0] !== dimension)
        throw malformedPickle(
          `the vector of ${id} is ${array.type} × ${array.shape[0]} but the first is ${elementType} × ${dimension}.`,
        );
      entries.set(id, this.values(array, elementType));
    }
    if (entries.size !== value.pairs.length) throw malformedPickle('the dictionary has the same key twice.');
    return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
  }

  private table(value: PickleValue, schema: Extract<DatasetSchema, { kind: 'table' }>): Table {
    if (!(value instanceof PickleDict)) throw malformedPickle('the file does not hold a dictionary.');
    let rowCount: number | null = null;
    const told = new Map(schema.columns.map((column) => [column.name, column]));
    const columns = value.pairs.map(([key, item]): Column => {
      const name = this.texts.text(key, 'a column’s name');
      const column = this.column(name, item, told.get(name));
      const rows = item instanceof PickleList ? item.length : rowCountOf(column, 0);
      rowCount ??= rows;
      if (rows !== rowCount)
        throw malformedPickle(`column ${name} has ${rows} rows, but the first column has ${rowCount}.`);
      return column;
    });
    if (new Set(columns.map(({ name }) => name)).size !== columns.length)
      throw malformedPickle('the dictionary has the same column twice.');
    return { kind: 'table', rowCount: rowCount ?? 0, columns };
  }

  private column(name: string, item: PickleValue, told: ColumnSchema | undefined): Column {
    if (!(item instanceof PickleList)) return this.arrayColumn(name, this.array(item, `column ${name}`), told);
    return told === undefined || isPlainSchema(told)
      ? this.variableColumn(name, item, told?.type)
      : this.objects.column(item, told);
  }

  private arrayColumn(name: string, array: NumpyArray, told: ColumnSchema | undefined): Column {
    const { type, shape, mask } = array;
    if (shape.length !== 1) throw malformedPickle(`column ${name} has ${shape.length} dimensions.`);
    const validity = mask === null ? null : this.validity(mask);
    const values = type === 'date' ? this.days(array, name) : this.values(array, numpyStorageType(type));
    if (told?.type === 'category') {
      const named = this.arrayColumn(name, array, { ...told.item, name, nullable: told.nullable });
      if (!isPlainColumn(named)) throw malformedPickle(`column ${name} is of type ${type}, which can’t be a category.`);
      return toCategories(named, told.ordered, values.length);
    }
    const [kind, unit] = type.split(' ') as [string, TimeUnit | undefined];
    // A time zone is known only from the schema.
    const timeZone = told?.type === 'timestamp' ? (told.timeZone ?? null) : null;
    if (kind === 'timestamp' && (unit !== undefined || timeZone !== null))
      return { name, type: 'timestamp', unit: unit ?? 'us', timeZone, validity, values } as Column;
    if (kind === 'duration') return { name, type: 'duration', unit, validity, values } as Column;
    return { name, type, validity, values } as Column;
  }

  private validity(mask: PickleBytes): Uint8Array {
    const rows = mask.end - mask.start;
    const validity = new Uint8Array((rows + 7) >>> 3);
    for (let first = 0; first < rows; first += 8) {
      const end = Math.min(rows, first + 8);
      let byte = 0;
      for (let row = first; row < end; row += 1) if (this.file[mask.start + row] === 0) byte |= 1 << (row - first);
      validity[first >>> 3] = byte;
    }
    return validity;
  }

  /** numpy's days are int64; Formatlab's are int32. */
  private days({ data }: NumpyArray, name: string): Int32Array {
    this.texts.spend(data.end - data.start);
    const view = new DataView(this.file.buffer, this.file.byteOffset + data.start, data.end - data.start);
    const days = new Int32Array(view.byteLength / 8);
    for (let row = 0; row < days.length; row += 1) {
      const low = view.getInt32(8 * row, true);
      if (view.getInt32(8 * row + 4, true) !== low >> 31)
        throw malformedPickle(`column ${name} has a day out of range (${view.getBigInt64(8 * row, true)}).`);
      days[row] = low;
    }
    return days;
  }

  private variableColumn(name: string, list: PickleList, told: string | undefined): PlainColumn {
    const places = list.places ?? placesOf(list, name);
    const { count, kind } = places;
    let type: VariableWidthType = kind === 'bytes' ? 'binary' : 'utf8';
    if (told === 'json' && type === 'utf8') type = 'json';
    if (told === 'binary' && kind === null) type = 'binary';
    const length = bytesOf(places);
    this.texts.spend(count + length);
    const { buffer, at } = this.room(length);
    const data = new Uint8Array(buffer, at, length);
    const offsets = new Int32Array(count + 1);
    if (copyPlaces(this.file, places, offsets, data, type !== 'binary') >= 0)
      throw malformedPickle(`column ${name} is not UTF-8.`);
    const validity = rowOfNone(places) < 0 ? null : validityOf(places);
    return { name, type, validity, offsets, data };
  }

  private plainArray(value: PickleValue): NumericArray {
    const array = this.array(value, 'the value');
    if (array.mask !== null || array.type === 'bool' || !isNumericType(array.type))
      throw malformedPickle(
        `the file holds an array of ${array.mask === null ? array.type : 'masked values'}, not of numbers.`,
      );
    const elementType = array.type;
    return { kind: 'array', elementType, shape: array.shape, values: this.values(array, elementType) };
  }

  private stringArray(value: PickleValue): StringArray {
    if (!(value instanceof PickleCall)) throw malformedPickle('the file does not hold a numpy array.');
    const { dtype, shape, data, mask } = this.parts(value, 'the array');
    const width = this.unicodeWidth(dtype);
    const [count] = shape;
    if (mask !== null || shape.length !== 1 || count === undefined)
      throw malformedPickle('the file does not hold a one-dimensional array of texts.');
    if (data.end - data.start !== count * width * 4)
      throw malformedPickle(
        `${count} texts of ${width} characters need ${count * width * 4} bytes, but the array has ${data.end - data.start} (byte ${data.start}).`,
      );
    return {
      kind: 'stringArray',
      values: unpackUnicode({ width, data: this.file.subarray(data.start, data.end) }, 'pickle'),
    };
  }

  /** The number of characters of each text of a dtype `<U`. */
  private unicodeWidth(value: PickleValue | undefined): number {
    if (!(value instanceof PickleCall) || value.callable !== 'numpy.dtype')
      throw malformedPickle('the array has no dtype.');
    const name = this.texts.text(value.args[0], 'a dtype');
    const [, byteOrder] = value.state ?? [];
    const width = /^U([1-9]\d{0,8})$/.exec(name)?.[1];
    if (width === undefined || this.texts.text(byteOrder, 'a byte order') !== '<')
      throw malformedPickle(
        `the dtype ${name.slice(0, 100)} at byte ${value.at} is not a supported dtype of texts (<U).`,
      );
    return Number(width);
  }

  private bytes(value: PickleValue): BytesDataset {
    if (!(value instanceof PickleBytes)) throw malformedPickle('the file does not hold bytes.');
    return { kind: 'bytes', bytes: this.file.slice(value.start, value.end) };
  }

  /** Copies values, because they are not aligned in a pickle. Small arrays share blocks of memory, as in any program's heap. */
  private values<T extends NumericType>(
    { data }: NumpyArray,
    type: T,
  ): InstanceType<ReturnType<typeof numericConstructor<T>>> {
    const length = data.end - data.start;
    this.texts.spend(length);
    const { buffer, at } = this.room(length);
    new Uint8Array(buffer, at, length).set(this.file.subarray(data.start, data.end));
    const Values = numericConstructor(type);
    return new Values(buffer, at, length / Values.BYTES_PER_ELEMENT) as InstanceType<
      ReturnType<typeof numericConstructor<T>>
    >;
  }

  private room(length: number): Room {
    const reused = this.memory?.take(length);
    if (reused) return reused;
    if (length > blockBytes / 4) return { buffer: new ArrayBuffer(length), at: 0 };
    if (this.blockUsed + length > this.block.byteLength) {
      this.block = new ArrayBuffer(Math.min(blockBytes, Math.max(length, 2 * this.block.byteLength)));
      this.blockUsed = 0;
    }
    const at = this.blockUsed;
    this.blockUsed += Math.ceil(length / 8) * 8;
    return { buffer: this.block, at };
  }

  private array(value: PickleValue, what: string): NumpyArray {
    if (!(value instanceof PickleCall)) throw malformedPickle(`${what} is not a numpy array.`);
    const { dtype, shape, data, mask } = this.parts(value, what);
    const type = this.dtype(dtype);
    let count = 1;
    for (const length of shape) count *= length;
    const itemBytes = numericConstructor(numpyStorageType(type)).BYTES_PER_ELEMENT;
    if (data.end - data.start !== count * itemBytes)
      throw malformedPickle(
        `${what} has ${data.end - data.start} bytes, but its shape (${shape.join(', ')}) of ${type} needs ${count * itemBytes} (byte ${data.start}).`,
      );
    if (mask !== null && mask.end - mask.start !== count)
      throw malformedPickle(
        `${what} has a mask of ${mask.end - mask.start} bytes for ${count} elements (byte ${mask.start}).`,
      );
    return { type, shape, data, mask };
  }

  private parts({ callable, args, state, at }: PickleCall, what: string): ArrayParts {
    if (callable.endsWith('._frombuffer') && state === null && args.length === 4) {
      const [data, dtype, shape, order] = args;
      if (
        data instanceof PickleBytes &&
        order instanceof PickleText &&
        order.end - order.start === 1 &&
        this.file[order.start] === letterC
      )
        return { dtype, shape: this.shape(shape), data, mask: null };
    }
    const masked = callable.endsWith('._mareconstruct');
    if (
      state !== null &&
      (masked || callable.endsWith('._reconstruct')) &&
      args.length === (masked ? 4 : 3) &&
      state.length === (masked ? 7 : 5)
    ) {
      const [version, shape, dtype, fortran, data, mask] = state;
      if (
        version === 1 &&
        fortran === false &&
        data instanceof PickleBytes &&
        (!masked || mask instanceof PickleBytes)
      ) {
        return { dtype, shape: this.shape(shape), data, mask: mask instanceof PickleBytes ? mask : null };
      }
    }
    throw malformedPickle(
      `${what} (byte ${at}) is constructed in an unsupported way: Formatlab reads arrays of numbers and times in C order.`,
    );
  }

  private shape(value: PickleValue | undefined): number[] {
    if (!(value instanceof PickleTuple) || value.items.length > 32)
      throw malformedPickle('an array has no valid shape.');
    return value.items.map((length) => {
      if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
        throw malformedPickle('an array has no valid shape.');
      return length;
    });
  }

  private dtype(value: PickleValue | undefined): ArrayType {
    if (!(value instanceof PickleCall) || value.callable !== 'numpy.dtype')
      throw malformedPickle('an array has no dtype.');
    const known = this.dtypes.get(value);
    if (known !== undefined) return known;
    const name = this.texts.text(value.args[0], 'a dtype');
    const [, byteOrder, , , , , , , unit] = value.state ?? [];
    const order = this.texts.text(byteOrder, 'a byte order');
    if (order !== (name.endsWith('1') ? '|' : '<'))
      throw malformedPickle(`the dtype ${name} at byte ${value.at} is not little-endian (${order}).`);
    const type = arrayTypeOf(name, this.texts.unit(unit));
    if (type === undefined)
      throw malformedPickle(`the dtype ${name.slice(0, 100)} at byte ${value.at} is not supported.`);
    this.dtypes.set(value, type);
    return type;
  }
}

const isNumericType = (type: ArrayType): type is NumericType => (numericTypes as readonly string[]).includes(type);
