import { Decoder, Encoder } from '@msgpack/msgpack';
import { makeDict, makeList, makeRecords } from '../../../columns/collections';
import { numericConstructor, type NumericType } from '../../../model/column';
import {
  type Dataset,
  type DatasetSchema,
  type KeyedVectors,
  kindNames,
  type NumericArray,
} from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { checkMessage, malformedMessage } from '../message/check';
import { applyMessagePackLoss } from '../message/forget';
import { decodeMap, encodeMap } from '../message/map-pairs';
import { decodeTable } from '../message/read-table';
import { bytesIn, numberOf, scalarsIn, textsOf } from '../message/scalars';
import { encodeTable } from '../message/write-table';

const initialBufferSize = 64 * 1024;

/** Floats with integral values stay floats if the type is a float. int64 is bigint in JavaScript. */
function encoderFor(type: NumericType | 'utf8'): Encoder {
  const isFloat = type === 'float64' || type === 'float32';
  return new Encoder({
    initialBufferSize,
    useBigInt64: true,
    forceIntegerToFloat: isFloat,
    forceFloat32: type === 'float32',
  });
}

const unsupported = (kind: Dataset['kind']) =>
  new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format: 'messagepack',
    message: `Formatlab has no MessagePack layout for ${kindNames[kind]}.`,
  });

function encode(dataset: Dataset, encoder: Encoder): Uint8Array<ArrayBuffer> {
  switch (dataset.kind) {
    case 'stringArray':
    case 'list':
      return encoder.encode(dataset.values);
    case 'array':
      return encoder.encode(nested(dataset));
    case 'dict':
      return encodeMap(
        encoder,
        inTurn(dataset.entries as ReadonlyMap<unknown, unknown>, (value) => value),
      );
    case 'keyedVectors':
      return encodeMap(
        encoder,
        inTurn(dataset.entries as ReadonlyMap<string, Float64Array | Float32Array>, (vector) => Array.from(vector)),
      );
    case 'table':
      return encodeTable(dataset);
    case 'records': {
      const keys = textsOf(dataset.keys);
      const values = textsOf(dataset.values);
      return encodeMap(
        encoder,
        Array.from({ length: 2 * keys.length }, (_, index) => (index % 2 === 0 ? keys : values)[index >>> 1]),
      );
    }
    default:
      throw unsupported(dataset.kind);
  }
}

/** A list of alternating keys and values. */
function inTurn<V>(entries: ReadonlyMap<unknown, V>, itemOf: (value: V) => unknown): unknown[] {
  const items: unknown[] = [];
  for (const [key, value] of entries) items.push(key, itemOf(value));
  return items;
}

/** Nested lists, one level per dimension. */
function nested({ shape, values }: NumericArray): unknown {
  const axis = (depth: number, from: number, count: number): unknown => {
    if (depth === shape.length) return values[from];
    const length = shape[depth] as number;
    const step = length === 0 ? 0 : count / length;
    if (step === 1 && depth === shape.length - 1)
      return Array.from<number | bigint>(values.subarray(from, from + length));
    return Array.from({ length }, (_, index) => axis(depth + 1, from + index * step, step));
  };
  return axis(0, 0, values.length);
}

function decode(file: Uint8Array<ArrayBuffer>, schema: DatasetSchema): Dataset {
  if (schema.kind === 'table') return decodeTable(file, schema.columns);
  checkMessage(file, schema.kind === 'array' ? schema.shape.length : schema.kind === 'keyedVectors' ? 2 : 1);
  const decoder = new Decoder({ useBigInt64: true, rawStrings: schema.kind === 'records' });
  switch (schema.kind) {
    case 'stringArray':
      return { kind: 'stringArray', values: scalarsIn(listIn(decoder.decode(file)), 0, 1, 'utf8') as string[] };
    case 'list':
      return makeList(schema.elementType, scalarsIn(listIn(decoder.decode(file)), 0, 1, schema.elementType));
    case 'array':
      return readArray(decoder.decode(file), schema.elementType, schema.shape);
    case 'dict': {
      const items = decodeMap(decoder, file);
      return makeDict(
        schema.keyType,
        schema.valueType,
        scalarsIn(items, 0, 2, schema.keyType),
        scalarsIn(items, 1, 2, schema.valueType),
        'messagepack',
      );
    }
    case 'keyedVectors':
      return readVectors(decodeMap(decoder, file), schema.elementType, schema.dimension);
    case 'records': {
      const items = decodeMap(decoder, file);
      return makeRecords(bytesIn(items, 0, file.length >>> 4), bytesIn(items, 1, file.length), 'messagepack');
    }
    default:
      throw unsupported(schema.kind);
  }
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformedMessage('the file does not hold a list');
  return value;
}

function readArray(value: unknown, elementType: NumericType, shape: readonly number[]): NumericArray {
  const values = new (numericConstructor(elementType))(shape.reduce((product, length) => product * length, 1));
  let at = 0;
  const axis = (item: unknown, depth: number) => {
    if (depth === shape.length) {
      values[at] = numberOf(item, elementType, at);
      at += 1;
      return;
    }
    if (!Array.isArray(item) || item.length !== shape[depth])
      throw malformedMessage(`not every list on axis ${depth} of the array has ${shape[depth]} items`);
    for (const inner of item) axis(inner, depth + 1);
  };
  axis(value, 0);
  return { kind: 'array', elementType, shape, values };
}

function readVectors(items: readonly unknown[], elementType: 'float64' | 'float32', dimension: number): KeyedVectors {
  const entries = new Map<string, Float64Array | Float32Array>();
  for (let index = 0; index < items.length; index += 2) {
    const id = items[index];
    const list = items[index + 1];
    if (typeof id !== 'string') throw malformedMessage(`key ${index / 2} is not a text`);
    if (!Array.isArray(list) || list.length !== dimension)
      throw malformedMessage(`the vector of ${id.slice(0, 100)} is not a list of ${dimension} numbers`);
    const vector = new (numericConstructor(elementType))(dimension);
    for (let position = 0; position < dimension; position += 1)
      vector[position] = numberOf(list[position], elementType, position) as number;
    entries.set(id, vector);
  }
  if (entries.size !== items.length / 2) throw malformedMessage('the map has the same key twice');
  return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
}

function elementTypeOf(schema: DatasetSchema): NumericType | 'utf8' {
  if (schema.kind === 'dict') return schema.valueType;
  return 'elementType' in schema ? schema.elementType : 'utf8';
}

export const format: FormatModule = {
  async open({ schema }) {
    const encoder = encoderFor(elementTypeOf(schema));
    return {
      encode: (dataset) => encode(dataset, encoder),
      decode: (file) => decode(file, schema),
    };
  },
  forget: applyMessagePackLoss,
};
