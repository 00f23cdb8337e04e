import * as v from 'valibot';
import { compareBytes } from './byte-order';
import type { ByteStrings } from './byte-strings';
import {
  type Column,
  decimalWordCount,
  type FixedWidthColumn,
  numericConstructor,
  type NumericType,
  type PlainColumn,
  storageType,
} from './column';
import { type ColumnSchema, isPlainSchema } from './column-schema';
import {
  type Dataset,
  type DatasetSchema,
  type Dict,
  datasetSchemaSchema,
  itemCount as countItems,
  type KeyedVectors,
  type List,
  type ScalarType,
  schemaOf,
} from './dataset';
import { FormatlabError } from './errors';
import { carrierSlots, inconsistencyOf, type Molecules } from './molecules/molecules';
import { parseWithSchema } from './parse';

/**
 * The canonical byte form of a dataset. The SHA-256 is taken of it, verification compares it, and workers exchange datasets as a Blob of
 * it.
 *
 * 1. One line of JSON, `{"schema":…,"itemCount":…,"buffers":[byte lengths]}`, with the keys in that order. It is padded with spaces so that
 *    the line with its `\n` is a multiple of 8 bytes long.
 * 2. The buffers, little-endian, each padded with zeros to a multiple of 8 bytes.
 *
 * Order of the buffers:
 * - table: for each column its validity bitmap (only if the schema says nullable), then its values, or its int32 offsets and its bytes. A
 *   category has its int32 indices, then its categories as a column; a list its int32 offsets, then its items as a column; a struct its
 *   fields as columns.
 * - keyed vectors: int32 offsets and UTF-8 bytes of the ids, then the row-major matrix.
 * - array: its values.
 * - texts (of an array, a list, or as keys or values of a dictionary): int32 offsets and UTF-8 bytes. Numbers: their values. Keys come
 *   before values.
 * - records: offsets and bytes of the keys, then of the values.
 * - molecules: offsets of atoms, bonds and stereo elements, the columns of each in the order of their interface, the coordinates (only if
 *   the schema has them), offsets and bytes of the titles.
 * - bytes: the bytes.
 *
 * Null rows hold 0 or nothing. Bits of the bitmap past the end are 0.
 */
export interface CanonicalParts {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Bytes of all parts, with header and padding. */
  readonly sizeBytes: number;
  /** Bytes of the buffers without header and padding: the *uncompressed size*, the numerator of every compression ratio. */
  readonly dataBytes: number;
}

const align = (bytes: number) => (bytes + 7) & ~7;
const alignLarge = (bytes: number) => Math.ceil(bytes / 8) * 8;
const encoder = new TextEncoder();
/** Texts with at most this many UTF-16 units are encoded without TextEncoder. */
const shortText = 64;

/** The bytes that a view covers. Shared memory is copied, since Blob and hashing refuse it. */
function bytesOf(view: ArrayBufferView): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function columnBuffers(column: Column): ArrayBufferView[] {
  const validity: ArrayBufferView[] = column.validity === null ? [] : [column.validity];
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json':
      return [...validity, column.offsets, column.data.subarray(0, column.offsets.at(-1) ?? 0)];
    case 'fixedBinary':
      return [...validity, column.data];
    case 'category':
      return [...validity, column.indices, ...columnBuffers(column.categories)];
    case 'list':
      return [...validity, column.offsets, ...columnBuffers(column.item)];
    case 'struct':
      return [...validity, ...column.fields.flatMap(columnBuffers)];
    default:
      return [...validity, column.values];
  }
}

/** Packs ids as offsets and bytes, and vectors as one row-major matrix. */
export function packKeyedVectors(dataset: KeyedVectors): {
  offsets: Int32Array;
  ids: Uint8Array;
  matrix: Float64Array | Float32Array;
} {
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
        message: `Vector ${id} has ${vector.length} elements, but the dataset's dimension is ${dimension}.`,
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

/**
 * Encodes texts as UTF-8.
 * @throws `malformedInput` if a text has a lone surrogate; `tooLarge` if the bytes exceed 32-bit offsets.
 */
export function packTexts(texts: Iterable<string>, count: number): ByteStrings {
  const offsets = new Int32Array(count + 1);
  let data = new Uint8Array(Math.max(64, count * 16));
  let end = 0;
  let index = 0;
  for (const text of texts) {
    // One UTF-16 unit becomes at most three bytes.
    if (data.length - end < text.length * 3) {
      const larger = new Uint8Array(data.length * 2 + text.length * 3);
      larger.set(data.subarray(0, end));
      data = larger;
    }
    // A call of TextEncoder costs more than a loop over a short text, and most short texts are ASCII.
    const { length } = text;
    let at = 0;
    for (; at < length && length <= shortText; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) break;
      data[end + at] = code;
    }
    end += at === length ? length : encoder.encodeInto(text, data.subarray(end)).written;
    if (end > 0x7fffffff)
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'verify',
        message: 'The texts are more than 2 GiB, which is all that one buffer of texts can hold.',
      });
    index += 1;
    offsets[index] = end;
  }
  return { offsets, data: data.subarray(0, end) };
}

/** The inverse of {@link packTexts}. */
export function unpackTexts({ offsets, data }: ByteStrings): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const count = offsets.length - 1;
  // If each byte is one character, one call decodes all texts: the byte offsets are then character offsets.
  const whole = decoder.decode(data);
  if (whole.length === data.length)
    return Array.from({ length: count }, (_, index) => whole.slice(offsets[index], offsets[index + 1]));
  return Array.from({ length: count }, (_, index) => decoder.decode(data.subarray(offsets[index], offsets[index + 1])));
}

function scalarBuffers(type: ScalarType, values: Iterable<number | bigint | string>, count: number): ArrayBufferView[] {
  if (type === 'utf8') {
    const { offsets, data } = packTexts(values as Iterable<string>, count);
    return [offsets, data];
  }
  const packed = new (numericConstructor(type))(count) as Float64Array;
  let index = 0;
  for (const value of values as Iterable<number>) {
    packed[index] = value;
    index += 1;
  }
  return [packed];
}

function byteStringBuffers({ offsets, data }: ByteStrings): ArrayBufferView[] {
  return [offsets, data.subarray(0, offsets.at(-1) ?? 0)];
}

function moleculeBuffers({
  atomOffsets,
  bondOffsets,
  stereoOffsets,
  atoms,
  bonds,
  stereo,
  coordinates,
  titles,
}: Molecules): ArrayBufferView[] {
  return [
    atomOffsets,
    bondOffsets,
    stereoOffsets,
    ...[atoms.elements, atoms.isotopes, atoms.charges, atoms.hydrogens, atoms.aromatic, atoms.maps],
    ...[bonds.begins, bonds.ends, bonds.orders, bonds.aromatic],
    ...[stereo.kinds, stereo.centers, stereo.carriers, stereo.configurations],
    ...(coordinates === null ? [] : [coordinates]),
    ...byteStringBuffers(titles),
  ];
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
    case 'stringArray':
      return scalarBuffers('utf8', dataset.values, dataset.values.length);
    case 'list':
      return scalarBuffers(dataset.elementType, dataset.values, dataset.values.length);
    case 'dict': {
      const { entries, keyType, valueType } = dataset;
      return [
        ...scalarBuffers(keyType, entries.keys(), entries.size),
        ...scalarBuffers(valueType, entries.values(), entries.size),
      ];
    }
    case 'records':
      return [...byteStringBuffers(dataset.keys), ...byteStringBuffers(dataset.values)];
    case 'molecules':
      return moleculeBuffers(dataset);
    case 'bytes':
      return [dataset.bytes];
  }
}

/** The header line of a dataset whose buffers have the given lengths in bytes. */
export function canonicalHeader(dataset: Dataset, bufferLengths: readonly number[]): Uint8Array<ArrayBuffer> {
  const encoded = encoder.encode(
    JSON.stringify({ schema: schemaOf(dataset), itemCount: countItems(dataset), buffers: bufferLengths }),
  );
  const header = new Uint8Array(align(encoded.length + 1)).fill(0x20);
  header.set(encoded);
  header[header.length - 1] = 0x0a;
  return header;
}

/** The canonical byte form as a list of parts, in order. Large buffers are views, not copies. */
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

/**
 * Reads a dataset in canonical form. Numeric buffers are views into `buffer`.
 * @throws `malformedInput` if `buffer` is not in canonical form.
 */
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
    if (length !== wanted) throw malformed(`has a buffer of ${length} bytes of ${type} instead of ${wanted}`);
    const view = new Values(buffer, offset, length / Values.BYTES_PER_ELEMENT);
    offset += alignLarge(length);
    return view as InstanceType<typeof Values>;
  };
  const takeOffsets = (rowCount = itemCount) => {
    const offsets = take('int32', rowCount + 1) as Int32Array;
    if (offsets[0] !== 0 || offsets.some((end, index) => index > 0 && end < (offsets[index - 1] ?? 0)))
      throw malformed('has offsets that do not ascend from 0');
    return offsets;
  };
  const takeByteStrings = (): ByteStrings => {
    const offsets = takeOffsets();
    return { offsets, data: take('uint8', offsets[itemCount] ?? 0) as Uint8Array };
  };
  const takeScalars = (type: ScalarType): (number | bigint | string)[] => {
    if (type === 'utf8') return unpackTexts(takeByteStrings());
    return Array.from(take(type, itemCount) as Iterable<number | bigint>);
  };
  const takeColumn = (column: ColumnSchema, rowCount: number): Column => {
    const { name } = column;
    const validity = column.nullable ? (take('uint8', Math.ceil(rowCount / 8)) as Uint8Array) : null;
    const base = { name, validity };
    const takeTicks = () => take('int64', rowCount) as BigInt64Array;
    switch (column.type) {
      case 'utf8':
      case 'binary':
      case 'json': {
        const offsets = takeOffsets(rowCount);
        return { ...base, type: column.type, offsets, data: take('uint8', offsets[rowCount] ?? 0) as Uint8Array };
      }
      case 'float16':
        return { ...base, type: 'float16', values: take('uint16', rowCount) as Uint16Array };
      case 'timestamp': {
        if (isPlainSchema(column)) return { ...base, type: 'timestamp', values: takeTicks() };
        const { unit = 'us', timeZone = null } = column;
        return { ...base, type: 'timestamp', unit, timeZone, values: takeTicks() };
      }
      case 'time':
      case 'duration':
        return { ...base, type: column.type, unit: column.unit, values: takeTicks() };
      case 'decimal': {
        const { precision, scale } = column;
        const values = take('int64', rowCount * decimalWordCount(precision)) as BigInt64Array;
        return { ...base, type: 'decimal', precision, scale, values };
      }
      case 'fixedBinary':
        return {
          ...base,
          type: 'fixedBinary',
          width: column.width,
          data: take('uint8', rowCount * column.width) as Uint8Array,
        };
      case 'category': {
        const { ordered, categories: categoryCount, item } = column;
        const indices = take('int32', rowCount) as Int32Array;
        if (indices.some((index) => index < 0 || (index >= categoryCount && index > 0)))
          throw malformed(`has an index outside of the ${categoryCount} categories of “${name}”`);
        const categories = takeColumn(item, categoryCount) as PlainColumn;
        return { ...base, type: 'category', ordered, indices, categories };
      }
      case 'list': {
        const offsets = takeOffsets(rowCount);
        return { ...base, type: 'list', offsets, item: takeColumn(column.item, offsets[rowCount] ?? 0) };
      }
      case 'struct':
        return { ...base, type: 'struct', fields: column.fields.map((field) => takeColumn(field, rowCount)) };
      default:
        return { ...base, type: column.type, values: take(storageType[column.type], rowCount) } as FixedWidthColumn;
    }
  };
  const dataset = ((): Dataset => {
    switch (schema.kind) {
      case 'table':
        return {
          kind: 'table',
          rowCount: itemCount,
          columns: schema.columns.map((column) => takeColumn(column, itemCount)),
        };
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
        return {
          kind: 'keyedVectors',
          elementType: schema.elementType,
          dimension: schema.dimension,
          entries,
        } as KeyedVectors;
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
      case 'stringArray':
        return { kind: 'stringArray', values: takeScalars('utf8') as string[] };
      case 'list':
        return { kind: 'list', elementType: schema.elementType, values: takeScalars(schema.elementType) } as List;
      case 'dict': {
        const keys = takeScalars(schema.keyType);
        const values = takeScalars(schema.valueType);
        const entries = new Map<unknown, unknown>();
        for (let index = 0; index < itemCount; index += 1) entries.set(keys[index], values[index]);
        if (entries.size !== itemCount) throw malformed('repeats a key');
        return { kind: 'dict', keyType: schema.keyType, valueType: schema.valueType, entries } as Dict;
      }
      case 'records': {
        const keys = takeByteStrings();
        if (!areKeysAscending(keys)) throw malformed('has records whose keys do not ascend');
        return { kind: 'records', recordCount: itemCount, keys, values: takeByteStrings() };
      }
      case 'molecules': {
        const [atomOffsets, bondOffsets, stereoOffsets] = [takeOffsets(), takeOffsets(), takeOffsets()];
        const [atomCount, bondCount, stereoCount] = [atomOffsets, bondOffsets, stereoOffsets].map(
          (offsets) => offsets[itemCount] ?? 0,
        ) as [number, number, number];
        const molecules: Molecules = {
          kind: 'molecules',
          moleculeCount: itemCount,
          atomOffsets,
          bondOffsets,
          stereoOffsets,
          atoms: {
            elements: take('uint8', atomCount),
            isotopes: take('uint16', atomCount),
            charges: take('int8', atomCount),
            hydrogens: take('uint8', atomCount),
            aromatic: take('uint8', atomCount),
            maps: take('uint16', atomCount),
          },
          bonds: {
            begins: take('uint16', bondCount),
            ends: take('uint16', bondCount),
            orders: take('uint8', bondCount),
            aromatic: take('uint8', bondCount),
          },
          stereo: {
            kinds: take('uint8', stereoCount),
            centers: take('uint16', stereoCount),
            carriers: take('uint16', stereoCount * carrierSlots),
            configurations: take('uint8', stereoCount),
          },
          coordinates: schema.coordinates ? take('float64', 2 * atomCount) : null,
          titles: takeByteStrings(),
        };
        const inconsistency = inconsistencyOf(molecules);
        if (inconsistency !== null) throw malformed(inconsistency);
        return molecules;
      }
      case 'bytes':
        return { kind: 'bytes', bytes: take('uint8', itemCount) as Uint8Array };
    }
  })();
  if (offset !== all.length) throw malformed(`is ${all.length} bytes long, but its header declares ${offset}`);
  return dataset;
}

/** True if each key's bytes come after those of the previous key. */
export function areKeysAscending({ offsets, data }: ByteStrings): boolean {
  for (let index = 1; index < offsets.length - 1; index += 1) {
    const start = offsets[index] ?? 0;
    if (compareBytes(data, offsets[index - 1] ?? 0, start, data, start, offsets[index + 1] ?? 0) >= 0) return false;
  }
  return true;
}

function malformed(what: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'load', message: `The dataset's canonical form ${what}.` });
}

function readHeader(line: Uint8Array): { schema: DatasetSchema; itemCount: number; lengths: number[] } {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(line));
  } catch (cause) {
    throw new FormatlabError({ ...malformed('has a header that is not JSON').record }, { cause });
  }
  const { schema, itemCount, buffers } = parseWithSchema(
    headerSchema,
    header,
    'header of the dataset’s canonical form',
  );
  return { schema, itemCount, lengths: buffers };
}
