import { guessChunkShape, wholeRowChunks } from './chunk-shape';
import { characterSet, type Libhdf5Instance, typeClass, type WriteMetadata } from './library';
import type { ChunkFilters } from '../file/chunk-filters';
import { ChunkWriter } from './chunk-writer';
import type { DatasetSpec, NumericDatasetSpec, StringDatasetSpec } from './dataset-spec';
import { type FilterPipeline, leavesStrings } from '../file/filters';
import { adjustHeaders, setChunkIndexes } from './object-headers';
import type { RamFile } from './ram-file';

/** The size of a slab: large enough that the cost of a call is negligible, small enough that a slab stays in the CPU's cache between its two copies. */
export const slabBytes = 512 * 1024;

/** The size of a slab that goes into the file or out of it without a copy in the heap: large, since only the cost of a call counts. Its room in the heap is not touched. */
export const directSlabBytes = 8 * 1024 * 1024;
/** libhdf5 keeps smaller contiguous datasets in a buffer of its own (H5F_SIEVE_BUF_SIZE). */
const sieveBytes = 64 * 1024;

const fileAccessTruncate = 2;

export interface DatasetStorage {
  /** The filters for the file's datasets. Null if the file is not compressed. */
  readonly pipeline: FilterPipeline | null;
  /** Rows per chunk. 0 means h5py's guess with compression, and a contiguous dataset without. */
  readonly chunkRows: number;
}

export interface FileSpec {
  /** Paths of groups other than the root; a group follows the one that contains it. */
  readonly groups?: readonly string[];
  readonly sources: readonly DatasetSpec[];
  readonly storage: DatasetStorage;
  /** ASCII text attributes of the root group. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Whether the root group keeps the order of creation instead of sorting by name (h5py's `track_order`, off by default). */
  readonly trackOrder?: boolean;
  /** An empty file, which is the result. */
  readonly file: RamFile;
}

const big = (values: readonly number[]) => values.map(BigInt);
const elementCount = (shape: readonly number[]) => shape.reduce((left, right) => left * right, 1);

/** Writes one file with h5py's defaults: earliest format, no time stamps. Filtered chunks are written by `filters`, not by libhdf5. @throws libhdf5's errors */
export function writeFile(library: Libhdf5Instance, filters: ChunkFilters, path: string, spec: FileSpec): void {
  const { file } = spec;
  const { binding } = library;
  file.mount(binding.FS, path);
  try {
    const id = library.call('open the new file', () =>
      binding.open(
        path,
        fileAccessTruncate,
        spec.trackOrder === true,
        binding.H5F_LIBVER_EARLIEST,
        binding.H5F_LIBVER_LATEST,
      ),
    );
    const objects = withOpenFile(library, id, () => {
      for (const [name, text] of Object.entries(spec.attributes ?? {})) writeTextAttribute(library, id, name, text);
      for (const group of spec.groups ?? [])
        library.call(`create the group “${group}”`, (create) => create.create_group(id, group, false));
      for (const source of spec.sources)
        writeDataset(library, id, source, spec, isFiltered(source, spec.storage) ? 'create' : 'both');
      return {
        root: { address: headerAddress(library, id, '/'), datatype: null },
        datasets: spec.sources.map(({ name, laidOutType }) => ({
          address: headerAddress(library, id, name),
          datatype: laidOutType ?? null,
        })),
      };
    });
    const { pipeline } = spec.storage;
    adjustHeaders(file.bytes.subarray(0, file.sizeBytes), [objects.root, ...objects.datasets], pipeline);
    if (pipeline !== null) writeChunks(spec, filters, pipeline, objects.datasets);
  } finally {
    if (library.alive) binding.FS.unlink(path);
  }
}

/** Variable-length strings are not filtered by all compressors; they then lie in one piece, as without compression. */
const isFiltered = (source: DatasetSpec, storage: DatasetStorage) =>
  storage.pipeline !== null &&
  chunksOf(source, storage) !== null &&
  !('offsets' in source && leavesStrings(storage.pipeline));

/** Compresses and writes the chunks of all filtered datasets. libhdf5 has closed the file. */
function writeChunks(
  { sources, storage, file }: FileSpec,
  filters: ChunkFilters,
  pipeline: FilterPipeline,
  datasets: readonly { readonly address: number }[],
): void {
  const writer = new ChunkWriter(file, filters, pipeline);
  const indexes = sources.flatMap((source, position) => {
    const chunks = isFiltered(source, storage) ? chunksOf(source, storage) : null;
    const header = datasets[position]?.address;
    return chunks === null || header === undefined ? [] : [{ header, index: writer.write(source, chunks) }];
  });
  setChunkIndexes(file.bytes.subarray(0, file.sizeBytes), indexes);
}

/** Closes the file even if `use` throws, and rethrows the first error. */
export function withOpenFile<R>(library: Libhdf5Instance, id: bigint, use: (id: bigint) => R): R {
  let result: R;
  try {
    result = use(id);
  } catch (thrown) {
    if (library.alive) library.binding.close_file(id);
    throw thrown;
  }
  library.call('close the file', ({ close_file }) => close_file(id));
  return result;
}

/** The address of an object's header. */
export function headerAddress(library: Libhdf5Instance, file: bigint, name: string): number {
  const reference = library.call(`find “${name}”`, (binding) => binding.create_object_reference(file, name));
  return Number(new DataView(Uint8Array.from(reference).buffer).getBigUint64(0, true));
}

function chunksOf(
  { elementType, shape, numpyItemBytes }: DatasetSpec,
  { pipeline, chunkRows }: DatasetStorage,
): number[] | null {
  // An empty dataset needs no chunks, and h5py's guess would be larger than the dataset.
  if ((pipeline === null && chunkRows === 0) || shape.length === 0 || elementCount(shape) === 0) return null;
  return chunkRows > 0 ? wholeRowChunks(shape, chunkRows) : guessChunkShape(shape, numpyItemBytes ?? elementType.size);
}

function writeDataset(
  library: Libhdf5Instance,
  file: bigint,
  source: DatasetSpec,
  { storage, file: ramFile }: Pick<FileSpec, 'storage' | 'file'>,
  pass: 'create' | 'both',
): void {
  const { name, shape } = source;
  const leftWhole = pass === 'both' && storage.pipeline !== null;
  const chunks = leftWhole ? null : chunksOf(source, storage);
  const metadata: WriteMetadata = {
    ...source.elementType,
    shape: big(shape),
    maxshape: null,
    chunks: chunks === null ? null : big(chunks),
  };
  const create = (data: number) =>
    library.call(`create the dataset “${name}”`, (binding) =>
      binding.create_dataset(file, name, BigInt(data), metadata),
    );
  // Without data, libhdf5 creates the dataset and then refuses to write it. That is intended here, because h5wasm cannot create a dataset without writing it.
  const createEmpty = () => {
    if (elementCount(shape) === 0) {
      library.withMemory(8, create);
      return;
    }
    library.callFailing(`create the dataset “${name}”`, 'no input buffer', (binding) =>
      binding.create_dataset(file, name, 0n, metadata),
    );
  };
  if (pass === 'create') {
    createEmpty();
    return;
  }
  if (elementCount(shape) === 0) {
    createEmpty();
    return;
  }
  const write = (data: number, count: bigint[], offset: bigint[]) =>
    library.call(`write the dataset “${name}”`, (binding) =>
      binding.set_dataset_data(
        file,
        name,
        count,
        offset,
        count.map(() => 1n),
        BigInt(data),
      ),
    );
  if ('offsets' in source) {
    writeStrings(library, source, create);
    return;
  }
  const rows = shape[0] ?? 1;
  const rowBytes = (elementCount(shape) / rows) * source.elementType.size;
  const writeRows = (slab: number, from: number, to: number) => {
    const inner = shape.slice(1);
    write(slab, big([to - from, ...inner]), big([from, ...inner.map(() => 0)]));
  };
  const writeBySlabs = (from: number) => {
    const slabRows = rowsPerSlab(rows, rowBytes, chunks?.[0] ?? 1);
    library.withMemory(slabRows * rowBytes, (slab) => {
      for (let first = from; first < rows; first += slabRows) {
        const to = Math.min(first + slabRows, rows);
        source.fill(library.heap(slab, (to - first) * rowBytes), first, to);
        writeRows(slab, first, to);
      }
    });
  };
  if (chunks === null && rows * rowBytes > sieveBytes) {
    const slabRows = rowsPerSlab(rows, rowBytes, 1, directSlabBytes);
    const direct = library.withMemory(slabRows * rowBytes, (slab) => {
      if (slabRows < rows) createEmpty();
      let from = 0;
      while (from < rows) {
        const to = Math.min(from + slabRows, rows);
        const writeSlab = () => (slabRows < rows ? writeRows(slab, from, to) : create(slab));
        if (!fillsFile(ramFile, source, { slab, sizeBytes: (to - from) * rowBytes, from, to }, writeSlab)) break;
        from = to;
      }
      return from;
    });
    if (direct < rows) writeBySlabs(direct);
    return;
  }
  if (rowsPerSlab(rows, rowBytes, chunks?.[0] ?? 1) < rows) {
    createEmpty();
    writeBySlabs(0);
    return;
  }
  library.withMemory(rows * rowBytes, (slab) => {
    source.fill(library.heap(slab, rows * rowBytes), 0, rows);
    create(slab);
  });
}

/** Rows of a dataset, and where libhdf5 takes them from. */
interface Slab {
  readonly slab: number;
  readonly sizeBytes: number;
  readonly from: number;
  readonly to: number;
}

/** Fills the rows in the file itself instead of the heap. Returns false if libhdf5 did not write them as they are, in one piece. */
function fillsFile(
  file: RamFile,
  { fill }: NumericDatasetSpec,
  { slab, sizeBytes, from, to }: Slab,
  write: () => void,
): boolean {
  const transfer = (inFile: Uint8Array<ArrayBuffer>) => {
    // Sources fill by arrays of numbers of up to 8 bytes, which begin at multiples of their size.
    if (inFile.length !== sizeBytes || inFile.byteOffset % 8 !== 0) return false;
    fill(inFile, from, to);
    return true;
  };
  return file.transferDirectly(slab, sizeBytes, transfer, write) === sizeBytes;
}

/** Slabs of whole chunks, so that no chunk is compressed twice. */
export function rowsPerSlab(rows: number, rowBytes: number, chunkRows: number, bytes = slabBytes): number {
  const slabRows = Math.max(1, Math.floor(bytes / rowBytes));
  return Math.min(rows, Math.ceil(slabRows / chunkRows) * chunkRows);
}

/** Writes the pointers and then the strings, each with a terminating zero byte, to the heap. */
function writeStrings(
  library: Libhdf5Instance,
  { offsets, bytes }: StringDatasetSpec,
  write: (data: number) => void,
): void {
  const count = offsets.length - 1;
  const pointerBytes = 4 * count;
  const totalBytes = pointerBytes + (offsets[count] ?? 0) + count;
  library.withMemory(totalBytes, (data) => {
    const heap = library.heap(data, totalBytes);
    const pointers = new Uint32Array(heap.buffer, data, count);
    let at = pointerBytes;
    for (let row = 0; row < count; row += 1) {
      pointers[row] = data + at;
      const end = offsets[row + 1] ?? 0;
      for (let from = offsets[row] ?? 0; from < end; from += 1) heap[at++] = bytes[from] ?? 0;
      heap[at++] = 0;
    }
    write(data);
  });
}

function writeTextAttribute(library: Libhdf5Instance, file: bigint, name: string, text: string): void {
  const bytes = new TextEncoder().encode(`${text}\0`);
  library.withMemory(bytes.length, (data) => {
    library.heap(data, bytes.length).set(bytes);
    const metadata: WriteMetadata = {
      type: typeClass.string,
      size: bytes.length,
      signed: false,
      vlen: false,
      cset: characterSet.ascii,
      shape: [],
      maxshape: null,
      chunks: null,
    };
    library.call(`write the attribute “${name}”`, (binding) =>
      binding.create_attribute(file, '/', name, BigInt(data), metadata),
    );
  });
}
