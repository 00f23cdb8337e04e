import type {
  Dataset,
  Dict,
  List,
  NumericArray,
  ScalarColumnData,
  ScalarType,
  StringArray,
} from '../../../model/dataset';
import { type Allocate, allocateBuffer } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { fixedWidthOf, writeFixedWidth } from './fixed-width-texts';
import { createFile, type Destination, headerBytes, type Structure } from './header';
import { Float64Writer, Int64Writer } from './number-writers';
import { PythonTextWriter } from './python-texts';
import { JuliaTextWriter } from './julia-texts';
import type { ScalarWriter } from './scalar-writer';

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

function encodeArray(
  { elementType, shape, values }: NumericArray,
  destination: Destination,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  if ((elementType !== 'float64' && elementType !== 'int64') || shape.length !== 1)
    throw unsupported('arrays that are not of one dimension, or not of int64, float64 or texts');
  const file = createFile(
    {
      structure: 'array',
      destination,
      elementType,
      keyType: null,
      length: values.length,
      dataBytes: values.byteLength,
      valuesOffset: 0,
    },
    allocate,
  );
  file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), headerBytes);
  return file;
}

function encodeStringArray(
  { values }: StringArray,
  destination: Destination,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  if (destination === 'Julia') return encodeScalars('array', { elementType: 'utf8', values }, destination, allocate);
  const layout = fixedWidthOf(values);
  const file = createFile(
    {
      structure: 'array',
      destination,
      elementType: 'utf8',
      keyType: null,
      length: values.length,
      dataBytes: layout.sizeBytes,
      valuesOffset: 0,
    },
    allocate,
  );
  writeFixedWidth(values, layout, file, headerBytes);
  return file;
}

/** Writes consecutive elements: a list, or an array of texts for Julia. */
function encodeScalars(
  structure: Structure,
  { elementType, values }: Omit<List, 'kind'>,
  destination: Destination,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  const writer = scalarWriter(elementType, destination, values.length) as ScalarWriter<unknown>;
  if (elementType === 'utf8') for (const value of values) writer.measure(value);
  const file = createFile(
    {
      structure,
      destination,
      elementType,
      keyType: null,
      length: values.length,
      dataBytes: writer.sizeBytes,
      valuesOffset: 0,
    },
    allocate,
  );
  writer.place(file, headerBytes);
  for (const value of values) writer.write(value);
  return file;
}

function encodeDict(
  { keyType, valueType, entries }: Dict,
  destination: Destination,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  const all = entries as ReadonlyMap<unknown, unknown>;
  const keys = scalarWriter(keyType, destination, all.size) as ScalarWriter<unknown>;
  const values = scalarWriter(valueType, destination, all.size) as ScalarWriter<unknown>;
  if (keyType === 'utf8' || valueType === 'utf8')
    all.forEach((value, key) => {
      keys.measure(key);
      values.measure(value);
    });
  const valuesOffset = aligned(headerBytes + keys.sizeBytes);
  const dataBytes = valuesOffset - headerBytes + values.sizeBytes;
  const file = createFile(
    { structure: 'dict', destination, elementType: valueType, keyType, length: all.size, dataBytes, valuesOffset },
    allocate,
  );
  keys.place(file, headerBytes);
  values.place(file, valuesOffset);
  all.forEach((value, key) => {
    keys.write(key);
    values.write(value);
  });
  return file;
}

function unsupported(what: string): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format: 'destination',
    message: `The format has no layout for ${what}.`,
  });
}

/** Writes the file with one allocation. @throws `unsupported` if the format has no layout for the dataset, `encodeFailed` if a text is not valid Unicode */
export function encodeDestinationFile(
  dataset: Dataset,
  destination: Destination,
  allocate: Allocate = allocateBuffer,
): Uint8Array<ArrayBuffer> {
  switch (dataset.kind) {
    case 'array':
      return encodeArray(dataset, destination, allocate);
    case 'stringArray':
      return encodeStringArray(dataset, destination, allocate);
    case 'list':
      if (destination === 'Julia') throw unsupported('a list for Julia, which has no built-in lists');
      return encodeScalars('list', dataset, destination, allocate);
    case 'dict':
      return encodeDict(dataset, destination, allocate);
    default:
      throw unsupported(dataset.kind);
  }
}

function scalarWriter<T extends ScalarType>(
  type: T,
  destination: Destination,
  count: number,
): ScalarWriter<ScalarColumnData[T]> {
  const writer = (): ScalarWriter<number> | ScalarWriter<bigint> | ScalarWriter<string> => {
    if (type === 'utf8') return destination === 'Python' ? new PythonTextWriter(count) : new JuliaTextWriter();
    return type === 'int64' ? new Int64Writer(count, BigInt64Array) : new Float64Writer(count, Float64Array);
  };
  return writer() as ScalarWriter<ScalarColumnData[T]>;
}
