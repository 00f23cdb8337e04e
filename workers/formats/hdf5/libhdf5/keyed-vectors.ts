import { numericConstructor } from '../../../model/column';
import type { KeyedVectors } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { asciiStringType, elementTypes, numericTypeOf, objectReferenceBytes } from './element-type';
import type { DatasetMetadata, Hdf5Reader } from './reader';
import { decodeStrings, encodeStrings } from './strings';
import type { NumericDatasetSpec, DatasetSpec } from './dataset-spec';

/** The names of the two datasets in Johin's code (2024, 000). */
export const idsName = 'seqids';
export const vectorsName = 'embeds';

type Vector = Float64Array | Float32Array;

function rejected(message: string): FormatlabError {
  return new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'hdf5', message });
}

function checkedVectors({ entries, dimension }: KeyedVectors): Vector[] {
  const vectors: Vector[] = [...entries.values()];
  for (const [id, { length }] of entries) {
    if (length !== dimension)
      throw new FormatlabError({
        tag: 'malformedInput',
        stage: 'encode',
        format: 'hdf5',
        message: `The vector “${id}” has ${length} elements, but the dataset’s dimension is ${dimension}.`,
      });
    if (id.includes('\0'))
      throw rejected(`The id “${id.replaceAll('\0', '␀')}” contains a zero byte, at which a string ends in HDF5.`);
  }
  return vectors;
}

/** Copies vectors `from` to `to` into the heap one after the other: a slab of the matrix that the published code makes with `np.array(list(vals))`. */
function fillVectors(
  vectors: readonly Vector[],
  { elementType, dimension }: KeyedVectors,
  heap: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): void {
  const slab = new (numericConstructor(elementType))(heap.buffer, heap.byteOffset, (to - from) * dimension);
  for (let row = from; row < to; row += 1) {
    const vector = vectors[row];
    if (vector !== undefined) slab.set(vector, (row - from) * dimension);
  }
}

/** The published code's `create_dataset("seqids", data=keys)` and `create_dataset("embeds", data=vals)`. h5py 3 makes variable-length ASCII strings of a list of bytes. */
export function bulkDatasetSpecs(dataset: KeyedVectors): DatasetSpec[] {
  const vectors = checkedVectors(dataset);
  return [
    {
      name: idsName,
      elementType: asciiStringType,
      numpyItemBytes: objectReferenceBytes,
      shape: [vectors.length],
      ...encodeStrings([...dataset.entries.keys()]),
    },
    {
      name: vectorsName,
      elementType: elementTypes[dataset.elementType],
      shape: [vectors.length, dataset.dimension],
      fill: (heap, from, to) => fillVectors(vectors, dataset, heap, from, to),
    },
  ];
}

/** Calls `create_dataset(k, data=v)` for every vector. `inNameOrder` is false if the root group must keep the order of creation. */
export function perVectorDatasetSpecs(dataset: KeyedVectors): { sources: NumericDatasetSpec[]; inNameOrder: boolean } {
  const vectors = checkedVectors(dataset);
  if (vectors.length === 0)
    throw rejected('With one dataset per vector, HDF5 can’t keep the dimension of an empty dictionary.');
  let previous = '';
  let inNameOrder = true;
  const sources = [...dataset.entries.keys()].map((id, row): NumericDatasetSpec => {
    if (id === '' || id === '.' || id.includes('/'))
      throw rejected(
        `The id “${id}” can’t name an HDF5 dataset: a name is not empty, not “.”, and “/” separates groups.`,
      );
    inNameOrder &&= previous < id;
    previous = id;
    const vector = vectors[row];
    const fill = (heap: Uint8Array<ArrayBuffer>, from: number, to: number) => {
      // Each source is one row here, so `from` and `to` count elements.
      const values = new (numericConstructor(dataset.elementType))(heap.buffer, heap.byteOffset, to - from);
      if (vector !== undefined) values.set(vector.subarray(from, to));
    };
    return { name: id, elementType: elementTypes[dataset.elementType], shape: [dataset.dimension], fill };
  });
  return { sources, inNameOrder };
}

/** True if the file has the bulk layout: a list of strings beside a matrix. */
export function hasBulkLayout(reader: Hdf5Reader, names: readonly string[]): boolean {
  return (
    names.length === 2 &&
    names.includes(idsName) &&
    names.includes(vectorsName) &&
    reader.metadata(vectorsName).shape.length === 2
  );
}

export interface VectorsShape {
  readonly elementType: 'float32' | 'float64';
  readonly dimension: number;
}

/** Type and length of the vectors of a dataset; `shape` is that of one dataset with `rank` dimensions. */
export function vectorsShape(reader: Hdf5Reader, name: string, metadata: DatasetMetadata, rank: 1 | 2): VectorsShape {
  const elementType = numericTypeOf(metadata);
  const dimension = metadata.shape.at(-1);
  if (
    (elementType !== 'float32' && elementType !== 'float64') ||
    metadata.shape.length !== rank ||
    dimension === undefined ||
    dimension < 1
  ) {
    throw reader.malformed(
      `holds “${name}”, which is not a ${rank === 1 ? 'vector' : 'matrix'} of floating-point numbers`,
    );
  }
  return { elementType, dimension };
}

export function readIds(reader: Hdf5Reader): string[] {
  return decodeStrings(reader.readStrings(idsName, reader.metadata(idsName)));
}

export function readBulkVectors(reader: Hdf5Reader): KeyedVectors {
  const ids = readIds(reader);
  const metadata = reader.metadata(vectorsName);
  const { elementType, dimension } = vectorsShape(reader, vectorsName, metadata, 2);
  if (metadata.shape[0] !== ids.length)
    throw reader.malformed(`has ${ids.length} ids, but ${metadata.shape[0]} vectors`);
  const Values = numericConstructor(elementType);
  const rows = new Array<Vector>(ids.length);
  const rowBytes = dimension * Values.BYTES_PER_ELEMENT;
  reader.readBuffers(vectorsName, metadata, ({ buffer, at }, from, count) => {
    for (let row = 0; row < count; row += 1) rows[from + row] = new Values(buffer, at + row * rowBytes, dimension);
  });
  return gather(reader, { elementType, dimension }, ids, rows);
}

export function readVectorPerDataset(reader: Hdf5Reader, names: readonly string[]): KeyedVectors {
  const first = names[0];
  if (first === undefined) throw reader.malformed('is empty: it holds no dataset');
  const { elementType, dimension } = vectorsShape(reader, first, reader.metadata(first), 1);
  const rows = names.map((name): Vector => {
    const metadata = reader.metadata(name);
    const shape = vectorsShape(reader, name, metadata, 1);
    if (shape.dimension !== dimension || shape.elementType !== elementType)
      throw reader.malformed(
        `holds “${name}” of ${shape.dimension} ${shape.elementType} beside “${first}” of ${dimension} ${elementType}`,
      );
    return reader.values(name, metadata, elementType);
  });
  return gather(reader, { elementType, dimension }, names, rows);
}

/** The published code's `{k: v for k, v in zip(seqids, embeds)}`: in the bulk layout each vector is a view of a shared matrix, as in numpy. */
function gather(
  reader: Hdf5Reader,
  { elementType, dimension }: VectorsShape,
  ids: readonly string[],
  rows: readonly Vector[],
): KeyedVectors {
  const entries = new Map<string, Vector>();
  for (let row = 0; row < ids.length; row += 1) {
    const vector = rows[row];
    if (vector !== undefined) entries.set(ids[row] ?? '', vector);
  }
  if (entries.size !== ids.length) throw reader.malformed('repeats an id');
  return { kind: 'keyedVectors', elementType, dimension, entries: entries as KeyedVectors['entries'] };
}
