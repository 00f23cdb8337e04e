import type { ByteStrings } from './byte-strings';
import { type Column, numericConstructor } from './column';
import { type Dataset, itemCount as countItems, type KeyedVectors, type ScalarType, schemaOf } from './dataset';
import { FormatlabError } from './errors';
import type { Molecules } from './molecules/molecules';

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

export const roundUpToMultipleOf8 = (bytes: number) => Math.ceil(bytes / 8) * 8;

const encoder = new TextEncoder();

/** Texts with at most this many UTF-16 units are encoded without TextEncoder. */
const shortText = 64;

/** The bytes that a view covers. Shared memory is copied, since Blob and hashing refuse it. */
function bytesOf(view: ArrayBufferView): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** The buffers of a column in the order of the canonical form, without its header and padding. */
export function columnBuffers(column: Column): ArrayBufferView[] {
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

/** The vectors in order. @throws `malformedInput` if one of them has another length than the dataset says */
export function vectorsOf({ entries, dimension }: KeyedVectors): readonly (Float64Array | Float32Array)[] {
  const vectors: (Float64Array | Float32Array)[] = [];
  for (const [id, vector] of entries as Map<string, Float64Array | Float32Array>) {
    if (vector.length !== dimension) {
      throw new FormatlabError({
        tag: 'malformedInput',
        stage: 'verify',
        message: `Vector ${id} has ${vector.length} elements, but the dataset's dimension is ${dimension}.`,
      });
    }
    vectors.push(vector);
  }
  return vectors;
}

/** Packs ids as offsets and bytes. */
export function packVectorIds({ entries }: KeyedVectors): { offsets: Int32Array; ids: Uint8Array } {
  const { offsets, data } = packTexts(entries.keys(), entries.size);
  return { offsets, ids: data };
}

/** Packs ids as offsets and bytes, and vectors as one row-major matrix. */
export function packKeyedVectors(dataset: KeyedVectors): {
  offsets: Int32Array;
  ids: Uint8Array;
  matrix: Float64Array | Float32Array;
} {
  const { entries, dimension, elementType } = dataset;
  const matrix = new (numericConstructor(elementType))(entries.size * dimension);
  for (const [row, vector] of vectorsOf(dataset).entries()) matrix.set(vector, row * dimension);
  return { ...packVectorIds(dataset), matrix };
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
    const padding = roundUpToMultipleOf8(buffer.length) - buffer.length;
    if (padding > 0) parts.push(new Uint8Array(padding));
    sizeBytes += buffer.length + padding;
    dataBytes += buffer.length;
  }
  return { parts, sizeBytes, dataBytes };
}
