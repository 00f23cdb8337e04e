import { numericConstructor } from '../../../model/column';
import {
  type Dataset,
  type DatasetSchema,
  itemCount,
  type KeyedVectors,
  kindNames,
  type LookupKey,
  type LookupValue,
  type Table,
} from '../../../model/dataset';
import type { FileCounts, FormatContext, FormatLookup, FormatModule, FormatSession } from '../../../model/entry';
import { FormatlabError, type Stage } from '../../../model/errors';
import type { NetworkReads } from '../../../model/remote/network-requests';
import { ReusedMemory } from '../../../columns/reused-memory';
import { ChunkFilters } from '../file/chunk-filters';
import type { Compressor, FilterPipeline } from '../file/filters';
import {
  bulkDatasetSpecs,
  perVectorDatasetSpecs,
  hasBulkLayout,
  readBulkVectors,
  readVectorPerDataset,
  readIds,
  type VectorsShape,
  vectorsName,
  vectorsShape,
} from '../libhdf5/keyed-vectors';
import { Libhdf5Instance } from '../libhdf5/library';
import { hdf5NetworkReads, hdf5ReadCounts } from '../libhdf5/network-reads';
import { readArray, readBytes, valuesSource } from '../libhdf5/numeric-array';
import { openFile, type Hdf5Libraries, type Hdf5Reader, readFile } from '../libhdf5/reader';
import { RamFile } from '../libhdf5/ram-file';
import { readTableColumn, readTable } from '../libhdf5/read-table';
import { openRowReader } from '../libhdf5/table-rows';
import { tableDatasetSpecs } from '../libhdf5/write-table';
import { type FileSpec, type DatasetStorage, writeFile } from '../libhdf5/writer';

/** The attribute that names the kind of dataset in a file. Keyed vectors have none, because their layout is exactly that of the published code. */
const kindAttribute = 'kind';

type Contents = Omit<FileSpec, 'storage' | 'file'>;

function contentsOf(dataset: Dataset, layout: 'each' | 'bulk'): Contents {
  switch (dataset.kind) {
    case 'keyedVectors': {
      if (layout === 'bulk') return { sources: bulkDatasetSpecs(dataset) };
      const { sources, inNameOrder } = perVectorDatasetSpecs(dataset);
      return { sources, trackOrder: !inNameOrder };
    }
    case 'table':
      return { ...tableDatasetSpecs(dataset), attributes: { [kindAttribute]: 'table' } };
    case 'array':
      return { sources: [valuesSource(dataset)], attributes: { [kindAttribute]: 'array' } };
    case 'bytes':
      return {
        sources: [valuesSource({ elementType: 'uint8', shape: [dataset.bytes.length], values: dataset.bytes })],
        attributes: { [kindAttribute]: 'bytes' },
      };
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'hdf5',
        message: `Formatlab has no HDF5 layout for ${kindNames[dataset.kind]}.`,
      });
  }
}

function readDataset(reader: Hdf5Reader): Dataset {
  const kind = reader.textAttribute(kindAttribute);
  if (kind === 'table') return readTable(reader);
  if (kind === 'array') return readArray(reader);
  if (kind === 'bytes') return readBytes(reader);
  const names = reader.names();
  return hasBulkLayout(reader, names) ? readBulkVectors(reader) : readVectorPerDataset(reader, names);
}

/** An upper bound for the size of a file: its data, 32 bytes per string, 1 KB per dataset, and the first blocks of the groups. */
function guessBytes({ sources, groups = [] }: Contents): number {
  const sizes = sources.map(
    (source) =>
      ('offsets' in source
        ? source.bytes.length + 32 * source.offsets.length
        : source.shape.reduce((left, right) => left * right, source.elementType.size)) + 1_024,
  );
  return sizes.reduce((left, right) => left + right, 8_192 + 2_048 * groups.length);
}

/** The filters of an inner codec, by its id in the metadata, and the compressor inside (FilterPipeline.inner). */
const compressors: Readonly<Record<string, readonly [compressor: Compressor, inner: number]>> = {
  gzip: ['gzip', 0],
  lzf: ['lzf', 0],
  zstd: ['zstd', 0],
  lz4: ['lz4', 0],
  'blosc-blosclz': ['blosc', 0],
  'blosc-lz4': ['blosc', 1],
  'blosc-zstd': ['blosc', 5],
  'bitshuffle-lz4': ['bitshuffle', 2],
  'bitshuffle-zstd': ['bitshuffle', 3],
};
function pipelineOf({ options, innerCodec }: FormatContext): FilterPipeline | null {
  if (innerCodec === null) return null;
  const found = compressors[innerCodec.id];
  if (found === undefined)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'setUp',
      format: 'hdf5',
      message: `HDF5 has no filter “${innerCodec.id}”.`,
    });
  const [compressor, inner] = found;
  return { compressor, level: innerCodec.level ?? 0, shuffle: options.shuffle === true, inner };
}

class Session implements FormatSession {
  #library: Libhdf5Instance | null;
  readonly #filters: ChunkFilters;
  readonly #schema: DatasetSchema;
  #calls = 0;
  /** The size of the last file by the number of items. The next file with as many items gets a buffer of that size, which can then be returned without a copy. */
  #lastFile: { items: number; sizeBytes: number } | null = null;
  /** Holds the file of the last `encodeView`. */
  #fileMemory = new Uint8Array(0);
  /** Holds the values of the last `decodeView`. */
  readonly #memory = new ReusedMemory();
  readonly #layout: 'each' | 'bulk';
  readonly #storage: DatasetStorage;

  constructor({ library, filters }: Hdf5Libraries, context: FormatContext) {
    const { options, schema } = context;
    this.#schema = schema;
    this.#library = library;
    this.#filters = filters;
    this.#layout = options.layout === 'each' ? 'each' : 'bulk';
    this.#storage = { pipeline: pipelineOf(context), chunkRows: Number(options.chunkRows ?? 0) };
  }

  encode(dataset: Dataset): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
    return this.#run('encode', (library, path) => {
      const contents = contentsOf(dataset, this.#layout);
      const items = itemCount(dataset);
      const expectedBytes = this.#lastFile?.items === items ? this.#lastFile.sizeBytes : guessBytes(contents);
      const file = RamFile.empty(expectedBytes);
      writeFile(library, this.#filters, path, { ...contents, storage: this.#storage, file });
      this.#lastFile = { items, sizeBytes: file.sizeBytes };
      return file.take();
    });
  }

  encodeView(dataset: Dataset): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
    return this.#run('encode', (library, path) => {
      const contents = contentsOf(dataset, this.#layout);
      const sizeBytes = guessBytes(contents);
      if (this.#fileMemory.length < sizeBytes) this.#fileMemory = new Uint8Array(sizeBytes);
      const file = RamFile.in(this.#fileMemory);
      writeFile(library, this.#filters, path, { ...contents, storage: this.#storage, file });
      this.#fileMemory = file.bytes;
      return file.bytes.subarray(0, file.sizeBytes);
    });
  }

  decode(file: Uint8Array<ArrayBuffer>): Dataset | Promise<Dataset> {
    return this.#run('decode', (library, path) =>
      readFile({ library, filters: this.#filters }, path, file, readDataset),
    );
  }

  decodeView(file: Uint8Array<ArrayBuffer>): Dataset | Promise<Dataset> {
    return this.#run('decode', (library, path) => {
      this.#memory.begin();
      return readFile({ library, filters: this.#filters }, path, file, readDataset, this.#memory);
    });
  }

  project(file: Uint8Array<ArrayBuffer>, column: string): Table | Promise<Table> {
    return this.#run('project', (library, path) =>
      readFile({ library, filters: this.#filters }, path, file, (reader) => readTableColumn(reader, column)),
    );
  }

  openLookup(file: Uint8Array<ArrayBuffer>): FormatLookup | Promise<FormatLookup> {
    return this.#run('lookup', (library, path) => {
      const { reader, close } = openFile({ library, filters: this.#filters }, path, file);
      try {
        const get = reader.textAttribute(kindAttribute) === 'table' ? tableRows(reader) : vectors(reader);
        return {
          get: (key) => {
            library.stage = 'lookup';
            return get(key);
          },
          close,
        };
      } catch (thrown) {
        close();
        throw thrown;
      }
    });
  }

  countsOf(file: Uint8Array<ArrayBuffer>, columnIndex: number): FileCounts {
    if (!this.#library?.alive)
      throw new FormatlabError({
        tag: 'decodeFailed',
        stage: 'lookup',
        format: 'hdf5',
        message: 'An earlier failure ended libhdf5. Open the file again.',
      });
    this.#calls += 1;
    const libraries = { library: this.#library, filters: this.#filters };
    return hdf5ReadCounts(libraries, `/${this.#calls}.h5`, file, { schema: this.#schema, columnIndex });
  }

  networkReads(file: Uint8Array<ArrayBuffer>, columnIndex: number): NetworkReads | Promise<NetworkReads> {
    return this.#run('lookup', (library, path) =>
      hdf5NetworkReads({ library, filters: this.#filters }, path, file, { schema: this.#schema, columnIndex }),
    );
  }

  wasmMemoryBytes(): number {
    return (this.#library?.memoryBytes ?? 0) + this.#filters.memoryBytes;
  }

  close(): void {
    this.#library = null;
  }

  /** Runs a call on the library, or on a new instance if the last call trapped. */
  #run<R>(stage: Stage, action: (library: Libhdf5Instance, path: string) => R): R | Promise<R> {
    const run = (library: Libhdf5Instance): R => {
      this.#library = library;
      library.stage = stage;
      this.#calls += 1;
      return action(library, `/${this.#calls}.h5`);
    };
    return this.#library?.alive ? run(this.#library) : Libhdf5Instance.load().then(run);
  }
}

type Get = (key: LookupKey) => LookupValue;

const noSuch = (key: LookupKey) =>
  new FormatlabError({
    tag: 'malformedInput',
    stage: 'lookup',
    format: 'hdf5',
    message: `The HDF5 file has no “${key}”.`,
  });

function tableRows(reader: Hdf5Reader): Get {
  const rows = openRowReader(reader);
  return (key) => reader.library.withMemory(8, (scratch) => rows(Number(key), scratch));
}

/** Looks vectors up by name if each is a dataset. In the bulk layout, it builds an index of the ids and reads one row of the matrix. */
function vectors(reader: Hdf5Reader): Get {
  const names = reader.names();
  if (hasBulkLayout(reader, names)) {
    const rows = new Map(readIds(reader).map((id, row) => [id, row]));
    const metadata = reader.metadata(vectorsName);
    const shape = vectorsShape(reader, vectorsName, metadata, 2);
    return (key) => {
      const row = rows.get(String(key));
      if (row === undefined) throw noSuch(key);
      return readVector(reader, shape, (data) => reader.readRow(vectorsName, metadata, row, data));
    };
  }
  const known = new Set(names);
  return (key) => {
    const name = String(key);
    if (!known.has(name)) throw noSuch(key);
    const metadata = reader.metadata(name);
    return readVector(reader, vectorsShape(reader, name, metadata, 1), (data) => reader.readAll(name, metadata, data));
  };
}

function readVector(
  reader: Hdf5Reader,
  { elementType, dimension }: VectorsShape,
  read: (data: number) => void,
): Float64Array | Float32Array {
  const vector: KeyedVectors['entries'] extends Map<string, infer V> ? V : never = new (numericConstructor(
    elementType,
  ))(dimension);
  reader.library.withMemory(vector.byteLength, (data) => {
    read(data);
    new Uint8Array(vector.buffer).set(reader.library.heap(data, vector.byteLength));
  });
  return vector;
}

export const format: FormatModule = {
  open: async (context) => {
    const [library, filters] = await Promise.all([Libhdf5Instance.load(), ChunkFilters.load()]);
    return new Session({ library, filters }, context);
  },
};
