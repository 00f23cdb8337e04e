import { mapBuffers } from '../../../model/column-rows';
import { canonicalHeader, toCanonical, unpackTexts } from '../../../model/canonical';
import { fromCanonical } from '../../../model/read-canonical';
import { numericConstructor } from '../../../model/column';
import { type Dataset, type KeyedVectors, kindNames, type LookupKey } from '../../../model/dataset';
import { type Allocate, allocateBuffer, type FormatLookup, type FormatModule } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { ReusedMemory } from '../../../columns/reused-memory';
import { rowValues } from '../../../model/table-row';

/** The canonical form as a file, without codec or encoding: encoding and decoding only copy. */
function encode(dataset: Dataset, allocate: Allocate = allocateBuffer): Uint8Array<ArrayBuffer> {
  if (dataset.kind === 'keyedVectors') return encodeVectors(dataset, allocate);
  const { parts, sizeBytes } = toCanonical(dataset);
  const file = allocate(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

const encoder = new TextEncoder();
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** Writes keyed vectors directly, so that each is copied once; a matrix in between would copy everything twice. */
function encodeVectors(dataset: KeyedVectors, allocate: Allocate): Uint8Array<ArrayBuffer> {
  const { entries, dimension, elementType } = dataset;
  const Values = numericConstructor(elementType);
  const ids = encoder.encode([...entries.keys()].join(''));
  const lengths = [4 * (entries.size + 1), ids.length, entries.size * dimension * Values.BYTES_PER_ELEMENT] as const;
  const header = canonicalHeader(dataset, lengths);
  const idsStart = header.length + aligned(lengths[0]);
  const matrixStart = idsStart + aligned(lengths[1]);
  const file = allocate(matrixStart + aligned(lengths[2]));
  file.set(header);
  // Each part is followed by zero padding; the first offset is 0 as well.
  file.fill(0, header.length, header.length + 4);
  file.fill(0, header.length + lengths[0], idsStart);
  file.set(ids, idsStart);
  file.fill(0, idsStart + ids.length, matrixStart);
  file.fill(0, matrixStart + lengths[2]);
  const offsets = new Int32Array(file.buffer, file.byteOffset + header.length, entries.size + 1);
  const matrix = new Values(file.buffer, file.byteOffset + matrixStart, entries.size * dimension);
  let row = 0;
  let end = 0;
  for (const [id, vector] of entries as Map<string, Float64Array | Float32Array>) {
    if (vector.length !== dimension) {
      throw new FormatlabError({
        tag: 'encodeFailed',
        stage: 'encode',
        message: `Vector ${id} has ${vector.length} elements, but the dataset’s dimension is ${dimension}.`,
        format: 'raw',
      });
    }
    matrix.set(vector, row * dimension);
    row += 1;
    end += byteLength(id);
    offsets[row] = end;
  }
  return file;
}

/** The size of an id in UTF-8. Nearly every id is ASCII, with one byte per character. */
function byteLength(id: string): number {
  for (let index = 0; index < id.length; index += 1) if (id.charCodeAt(index) > 0x7f) return encoder.encode(id).length;
  return id.length;
}

/** The dataset as views of the file, without a copy. */
function view(file: Uint8Array<ArrayBuffer>): Dataset {
  // Views need alignment, so the file must be at the start of its buffer.
  const whole = file.byteOffset === 0 && file.byteLength === file.buffer.byteLength;
  return fromCanonical(whole ? file.buffer : file.slice().buffer);
}

/** Decodes by copying, as every other format does. Views would take no time, and factors against that baseline would be meaningless. */
function decode(file: Uint8Array<ArrayBuffer>): Dataset {
  return fromCanonical(file.slice().buffer);
}

function project(file: Uint8Array<ArrayBuffer>, column: string): Dataset {
  const dataset = view(file);
  if (dataset.kind !== 'table')
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'project',
      message: 'Only a table has columns.',
      format: 'raw',
    });
  const found = dataset.columns.find(({ name }) => name === column);
  if (found === undefined)
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'project',
      message: `The file has no column “${column}”.`,
      format: 'raw',
    });
  return { ...dataset, columns: [mapBuffers(found, (buffer) => buffer.slice() as typeof buffer)] };
}

function openLookup(file: Uint8Array<ArrayBuffer>): FormatLookup {
  const dataset = view(file);
  const missing = (key: LookupKey) =>
    new FormatlabError({
      tag: 'malformedInput',
      stage: 'lookup',
      message: `There is no ${String(key)} in the file.`,
      format: 'raw',
    });
  switch (dataset.kind) {
    case 'table':
      return {
        get(key) {
          if (typeof key !== 'number' || !Number.isInteger(key) || key < 0 || key >= dataset.rowCount)
            throw missing(key);
          return rowValues(dataset, key);
        },
      };
    case 'keyedVectors':
      return {
        get(key) {
          const vector = dataset.entries.get(String(key));
          if (vector === undefined) throw missing(key);
          return vector;
        },
      };
    case 'dict': {
      const entries = dataset.entries as ReadonlyMap<LookupKey, number | bigint | string>;
      return {
        get(key) {
          const value = entries.get(key);
          if (value === undefined) throw missing(key);
          return value;
        },
      };
    }
    case 'records': {
      const { offsets, data } = dataset.values;
      const rows = new Map(unpackTexts(dataset.keys).map((key, row) => [key, row] as const));
      return {
        get(key) {
          const row = rows.get(String(key));
          if (row === undefined) throw missing(key);
          return data.subarray(offsets[row], offsets[row + 1]);
        },
      };
    }
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'lookup',
        message: `The bare copy can’t look anything up in ${kindNames[dataset.kind]}.`,
        format: 'raw',
      });
  }
}

export const format: FormatModule = {
  async open() {
    /** The file of the last `encodeView`, and the copy that the last `decodeView` read: the baseline reuses memory, as the other formats do. */
    const fileMemory = new ReusedMemory();
    let copy = new ArrayBuffer(0);
    return {
      encode,
      encodeView: (dataset) => encode(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode,
      decodeView(file) {
        if (copy.byteLength !== file.length) copy = new ArrayBuffer(file.length);
        new Uint8Array(copy).set(file);
        return fromCanonical(copy);
      },
      project,
      openLookup,
    };
  },
};
