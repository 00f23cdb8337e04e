import * as v from 'valibot';
import {
  type Column,
  type Dataset,
  type DatasetSchema,
  datasetSchemaSchema,
  type FixedWidthColumn,
  type FixedWidthType,
  itemCount as countItems,
  isVariableWidth,
  type KeyedVectors,
  type NumericType,
  numericConstructor,
  schemaOf,
  storageType,
} from './dataset';
import { FormatlabError } from './errors';
import { parse } from './parse';

/**
 * The canonical byte form of a dataset: what the SHA-256 is taken of, what verification compares, and what travels
 * between workers as a Blob.
 *
 * 1. one line of JSON, `{"schema":…,"itemCount":…,"buffers":[byte lengths]}` with the keys in that order, padded
 *    with spaces so that the line with its `\n` is a multiple of 8 bytes long;
 * 2. the buffers, little-endian, each padded with zeros to a multiple of 8 bytes.
 *
 * Buffers, in order: for each column of a table its validity bitmap (only where the schema says nullable), then its values, or
 * its int32 offsets and its bytes; for keyed vectors the int32 offsets and UTF-8 bytes of the ids, then the row-major matrix;
 * for an array its values; for bytes the bytes. Null rows hold 0 or nothing; bits of the bitmap past the end are 0.
 */
export interface CanonicalParts {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Of all parts. */
  readonly sizeBytes: number;
  /** Of the buffers alone, without header and padding: the *uncompressed size* that every ratio is taken against. */
  readonly dataBytes: number;
}

const align = (bytes: number) => (bytes + 7) & ~7;
const alignLarge = (bytes: number) => Math.ceil(bytes / 8) * 8;
const encoder = new TextEncoder();

/** Bytes that a view covers; shared memory is copied, since Blob and hashing refuse it. */
function bytesOf(view: ArrayBufferView): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function columnBuffers(column: Column): ArrayBufferView[] {
  const buffers: ArrayBufferView[] = column.validity === null ? [] : [column.validity];
  if (isVariableWidth(column)) buffers.push(column.offsets, column.data.subarray(0, column.offsets.at(-1) ?? 0));
  else buffers.push(column.values);
  return buffers;
}

/** Ids as offsets and bytes, vectors as one row-major matrix. */
export function packKeyedVectors(dataset: KeyedVectors): { offsets: Int32Array; ids: Uint8Array; matrix: Float64Array | Float32Array } {
  const { entries, dimension, elementType } = dataset;
  const matrix = new (numericConstructor(elementType))(entries.size * dimension);
  const offsets = new Int32Array(entries.size + 1);
  const encoded: Uint8Array[] = [];
  let row = 0;
  let end = 0;
  for (const [id, vector] of entries as Map<string, Float64Array | Float32Array>) {
    if (vector.length !== dimension) {
      throw new FormatlabError({
        tag: 'malformedInput',
        stage: 'verify',
        message: `Vector ${id} has ${vector.length} elements where the dataset's dimension is ${dimension}.`,
      });
    }
    matrix.set(vector, row * dimension);
    const bytes = encoder.encode(id);
    encoded.push(bytes);
    end += bytes.length;
    row += 1;
    offsets[row] = end;
  }
  const ids = new Uint8Array(end);
  for (const [index, bytes] of encoded.entries()) ids.set(bytes, offsets[index]);
  return { offsets, ids, matrix };
}

function buffersOf(dataset: Dataset): ArrayBufferView[] {
  switch (dataset.kind) {
    case 'table':
      return dataset.columns.flatMap(columnBuffers);
    case 'keyedVectors': {
      const { offsets, ids, matrix } = packKeyedVectors(dataset);
      return [offsets, ids, matrix];
    }
    case 'array':
      return [dataset.values];
    case 'bytes':
      return [dataset.bytes];
  }
}

/** The header line of a dataset whose buffers have the given lengths in bytes. */
export function canonicalHeader(dataset: Dataset, bufferLengths: readonly number[]): Uint8Array<ArrayBuffer> {
  const encoded = encoder.encode(JSON.stringify({ schema: schemaOf(dataset), itemCount: countItems(dataset), buffers: bufferLengths }));
  const header = new Uint8Array(align(encoded.length + 1)).fill(0x20);
  header.set(encoded);
  header[header.length - 1] = 0x0a;
  return header;
}

/** The canonical byte form as parts, in order; large buffers are views, not copies. */
export function toCanonical(dataset: Dataset): CanonicalParts {
  const buffers = buffersOf(dataset).map(bytesOf);
  const header = canonicalHeader(
    dataset,
    buffers.map((buffer) => buffer.length),
  );
  const parts: Uint8Array<ArrayBuffer>[] = [header];
  let sizeBytes = header.length;
  let dataBytes = 0;
  for (const buffer of buffers) {
    parts.push(buffer);
    const padding = alignLarge(buffer.length) - buffer.length;
    if (padding > 0) parts.push(new Uint8Array(padding));
    sizeBytes += buffer.length + padding;
    dataBytes += buffer.length;
  }
  return { parts, sizeBytes, dataBytes };
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const headerSchema = v.strictObject({ schema: datasetSchemaSchema, itemCount: count, buffers: v.array(count) });
const headerLimitBytes = 16 * 1024 * 1024;

/** The dataset that a buffer in canonical form holds; numeric buffers are views into it. Throws `malformedInput` where the buffer is none. */
export function fromCanonical(buffer: ArrayBuffer): Dataset {
  const all = new Uint8Array(buffer);
  const headerEnd = all.subarray(0, headerLimitBytes).indexOf(0x0a);
  if (headerEnd < 0) throw malformed('has no header line');
  const { schema, itemCount, lengths } = readHeader(all.subarray(0, headerEnd));
  let offset = headerEnd + 1;
  let next = 0;
  const take = <T extends NumericType>(type: T, elements: number) => {
    const length = lengths[next++];
    if (length === undefined || offset + length > all.length) throw malformed('ends before its last buffer');
    const Values = numericConstructor(type);
    const wanted = elements * Values.BYTES_PER_ELEMENT;
    if (length !== wanted) throw malformed(`has a buffer of ${length} bytes of ${type} where ${wanted} are wanted`);
    const view = new Values(buffer, offset, length / Values.BYTES_PER_ELEMENT);
    offset += alignLarge(length);
    return view as InstanceType<typeof Values>;
  };
  const takeOffsets = () => {
    const offsets = take('int32', itemCount + 1) as Int32Array;
    if (offsets[0] !== 0 || offsets.some((end, index) => index > 0 && end < (offsets[index - 1] ?? 0)))
      throw malformed('has offsets that do not ascend from 0');
    return offsets;
  };
  const dataset = ((): Dataset => {
    switch (schema.kind) {
      case 'table': {
        const columns = schema.columns.map(({ name, type, nullable }): Column => {
          const validity = nullable ? (take('uint8', Math.ceil(itemCount / 8)) as Uint8Array) : null;
          if (type === 'utf8' || type === 'binary' || type === 'json') {
            const offsets = takeOffsets();
            return { name, type, validity, offsets, data: take('uint8', offsets[itemCount] ?? 0) as Uint8Array };
          }
          return { name, type, validity, values: take(storageType[type as FixedWidthType], itemCount) } as FixedWidthColumn;
        });
        return { kind: 'table', rowCount: itemCount, columns };
      }
      case 'keyedVectors': {
        const offsets = takeOffsets();
        const ids = take('uint8', offsets[itemCount] ?? 0) as Uint8Array;
        const matrix = take(schema.elementType, itemCount * schema.dimension) as Float64Array;
        const decoder = new TextDecoder();
        const entries = new Map<string, Float64Array>();
        for (let row = 0; row < itemCount; row += 1) {
          const id = decoder.decode(ids.subarray(offsets[row], offsets[row + 1]));
          entries.set(id, matrix.subarray(row * schema.dimension, (row + 1) * schema.dimension));
        }
        if (entries.size !== itemCount) throw malformed('repeats an id');
        return { kind: 'keyedVectors', elementType: schema.elementType, dimension: schema.dimension, entries } as KeyedVectors;
      }
      case 'array':
        return {
          kind: 'array',
          elementType: schema.elementType,
          shape: schema.shape,
          values: take(
            schema.elementType,
            schema.shape.reduce((product, length) => product * length, 1),
          ),
        };
      case 'bytes':
        return { kind: 'bytes', bytes: take('uint8', itemCount) as Uint8Array };
    }
  })();
  if (offset !== all.length) throw malformed(`is ${all.length} bytes long where its header speaks of ${offset}`);
  return dataset;
}

function malformed(what: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'load', message: `The dataset's canonical form ${what}.` });
}

function readHeader(line: Uint8Array): { schema: DatasetSchema; itemCount: number; lengths: number[] } {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(line));
  } catch (cause) {
    throw new FormatlabError({ ...malformed('has a header that is no JSON').record }, { cause });
  }
  const { schema, itemCount, buffers } = parse(headerSchema, header, 'header of the dataset’s canonical form');
  return { schema, itemCount, lengths: buffers };
}
