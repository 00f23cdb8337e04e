import { type Compressor, Compressors, compressorCodeOf } from '../../libraries/tkrzw/compressors';
import { tkrzwFailure } from '../../libraries/tkrzw/failures';
import { gatherRecords } from '../../libraries/tkrzw/gather';
import { readLiveRecords } from '../../libraries/tkrzw/live-records';
import { readFixed } from '../../libraries/tkrzw/numbers';
import { storeOptions } from '../../libraries/tkrzw/options';
import { StoreReader } from '../../libraries/tkrzw/store-reader';
import type { Dataset, Records } from '../../model/dataset';
import type {
  FileCounts,
  FormatContext,
  FormatLookup,
  FormatModule,
  FormatSession,
  LookupCache,
} from '../../model/entry';
import { idBytes, isInner, readTreeMetadata } from './layout';
import { coldLookup, warmLookup } from './lookup';
import { readAllPages } from './read';
import { writeTreeDbm } from './write';

type File = Uint8Array<ArrayBuffer>;

/** The number of buckets of Tkrzw's TreeDBM. */
const buckets = 131_101;

class Session implements FormatSession {
  readonly #context: FormatContext;
  readonly #compressors: Compressors;
  readonly #code: ReturnType<typeof compressorCodeOf>;

  constructor(context: FormatContext, compressors: Compressors, code: ReturnType<typeof compressorCodeOf>) {
    this.#context = context;
    this.#compressors = compressors;
    this.#code = code;
  }

  encode(dataset: Dataset): File | Promise<File> {
    if (dataset.kind !== 'records')
      throw tkrzwFailure('treedbm', 'unsupported', 'encode', 'TreeDBM stores only records with keys.');
    const { options } = this.#context;
    return this.#compressors.with(this.#code, (compressor) =>
      writeTreeDbm(
        dataset,
        storeOptions(options, buckets, this.#code),
        Number(options.maxPageSize),
        Number(options.maxBranches),
        compressor,
      ),
    );
  }

  decode(file: File): Dataset | Promise<Dataset> {
    const store = new StoreReader('treedbm', file);
    return this.#compressors.with(store.compressor, (compressor): Records => {
      const { keys, values, count } = readAllPages(store, compressor);
      // The keys were checked to be in ascending order.
      return gatherRecords(keys, values, count, () =>
        tkrzwFailure('treedbm', 'internal', 'decode', 'Two records have the same key.'),
      );
    });
  }

  openLookup(file: File, cache: LookupCache): FormatLookup | Promise<FormatLookup> {
    const store = new StoreReader('treedbm', file);
    return this.#compressors.with(store.compressor, (compressor: Compressor | null) =>
      cache === 'all' ? warmLookup(readAllPages(store, compressor)) : coldLookup(store, compressor),
    );
  }

  countsOf(file: File): FileCounts {
    const store = new StoreReader('treedbm', file);
    const { recordCount, levels } = readTreeMetadata(store);
    // The metadata's page counts are not used: Tkrzw takes ids from them and does not decrease them when pages are merged.
    const { count, keyStarts } = readLiveRecords(store);
    let innerPages = 0;
    for (const start of keyStarts) if (isInner(readFixed(file, start, idBytes))) innerPages += 1;
    return { records: recordCount, leafPages: count - innerPages, innerPages, levels, buckets: store.bucketCount };
  }

  wasmMemoryBytes(): number {
    return this.#compressors.memoryBytes();
  }
}

export const format: FormatModule = {
  async open(context) {
    const code = compressorCodeOf('treedbm', context.innerCodec?.id ?? null);
    const compressors = new Compressors('treedbm');
    await compressors.open(code);
    return new Session(context, compressors, code);
  },
};
