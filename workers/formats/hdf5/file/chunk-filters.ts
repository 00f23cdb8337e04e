import { FormatlabError, type Stage } from '../../../model/errors';
import wasmUrl from '../../../wasm/built/hdf5-filters.wasm?url';
import { NativeModule, nativeErrors } from '../../../wasm/native-module';
import { type Compressor, type FilterPipeline, shufflesBefore, type StoredFilters } from './filters';

/** The numbers in glue/hdf5-filters.c. */
const compressorNumbers: Readonly<Record<Compressor, number>> = {
  gzip: 1,
  lzf: 2,
  zstd: 3,
  lz4: 4,
  blosc: 5,
  bitshuffle: 6,
};
const plain = 0;

/** A chunk as it is stored: which of its filters were skipped, one bit each. */
interface FilteredChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly skippedFilters: number;
}

/** Runs the filters of chunks in a WASM module of their own. */
export class ChunkFilters {
  readonly #module: NativeModule;
  readonly #contexts = new Map<string, number>();
  #generation: number;

  private constructor(module: NativeModule) {
    this.#module = module;
    this.#generation = module.generation;
  }

  static async load(): Promise<ChunkFilters> {
    return new ChunkFilters(await NativeModule.load(wasmUrl));
  }

  get memoryBytes(): number {
    return this.#module.memoryBytes;
  }

  /** Room in the module's memory for a chunk that is to be compressed. Any call may move it. */
  room(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const area = this.#module.area(sizeBytes);
    if (area === null) throw this.#failure('outOfMemory', 'encode', `has no memory for a chunk of ${sizeBytes} bytes`);
    return area;
  }

  /** Compresses what lies in the room. The result is valid until the next call. `elementBytes` is null for variable-length strings, which are not shuffled. */
  compress(pipeline: FilterPipeline, elementBytes: number | null, sizeBytes: number): FilteredChunk {
    const { compressor, level, inner } = pipeline;
    const shuffles = shufflesBefore(pipeline);
    const shuffled = shuffles && elementBytes !== null;
    const skippedShuffle = shuffles && !shuffled ? 1 : 0;
    const bloscShuffle = compressor === 'blosc' && pipeline.shuffle ? 1 : 0;
    const run = (number: number) =>
      this.#module.compressPart(
        this.#context([number, level, elementBytes ?? 1, shuffled ? 1 : 0, inner, bloscShuffle], 'encode'),
        0,
        sizeBytes,
      );
    const size = run(compressorNumbers[compressor]);
    if (size >= 0) return { bytes: this.#module.view(size), skippedFilters: skippedShuffle };
    if (size !== nativeErrors.refused)
      throw this.#failure('outOfMemory', 'encode', `couldn’t compress a chunk: ${this.#module.message()}`);
    // The chunk does not shrink, so it is stored without the compressor.
    const plainSize = run(plain);
    if (plainSize < 0)
      throw this.#failure('outOfMemory', 'encode', `couldn’t store a chunk: ${this.#module.message()}`);
    return { bytes: this.#module.view(plainSize), skippedFilters: skippedShuffle | (1 << (shuffles ? 1 : 0)) };
  }

  /** Decompresses a chunk of `sizeBytes`. The result is valid until the next call. @throws `malformedInput` if the chunk gives another number of bytes */
  decompress(
    { compressor, shuffle, inner, elementBytes }: StoredFilters,
    { bytes, skippedFilters }: FilteredChunk,
    sizeBytes: number,
    stage: Stage,
  ): Uint8Array<ArrayBuffer> {
    const shuffled = shuffle && (skippedFilters & 1) === 0;
    const compressed = compressor !== null && ((skippedFilters >> (shuffle ? 1 : 0)) & 1) === 0;
    if (!shuffled && !compressed) {
      if (bytes.length !== sizeBytes)
        throw this.#failure('malformedInput', stage, `found a chunk of ${bytes.length} bytes instead of ${sizeBytes}`);
      return bytes;
    }
    const number = compressed ? compressorNumbers[compressor] : plain;
    // Levels matter only for compressing, but must be in range.
    const context = this.#context([number, 1, elementBytes, shuffled ? 1 : 0, compressed ? inner : 0, 0], stage);
    const size = this.#module.decompress(context, bytes, sizeBytes);
    if (size >= 0) return this.#module.view(size);
    const tag = size === nativeErrors.memory ? 'outOfMemory' : 'malformedInput';
    throw this.#failure(tag, stage, `couldn’t decompress a chunk (${compressor}): ${this.#module.message()}`);
  }

  #context(parameters: readonly number[], stage: Stage): number {
    if (this.#generation !== this.#module.generation) {
      this.#contexts.clear();
      this.#generation = this.#module.generation;
    }
    const key = parameters.join();
    const known = this.#contexts.get(key);
    if (known !== undefined) return known;
    const made = this.#module.open(parameters);
    if (made === 0)
      throw this.#failure(
        stage === 'encode' ? 'invalidPlan' : 'malformedInput',
        stage,
        `can’t set up the filters: ${this.#module.message()}`,
      );
    this.#contexts.set(key, made);
    return made;
  }

  #failure(tag: 'outOfMemory' | 'malformedInput' | 'invalidPlan', stage: Stage, what: string): FormatlabError {
    return new FormatlabError({ tag, stage, format: 'hdf5', message: `HDF5 ${what}.` });
  }
}
