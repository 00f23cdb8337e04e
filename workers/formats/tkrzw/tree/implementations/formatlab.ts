import { type Compressor, Compressors, compressorCodeOf } from '../../file/compressors';
import { tkrzwFailure } from '../../file/failures';
import { recordsSortedByKey } from '../../file/gather';
import { readLiveRecords } from '../../file/live-records';
import { readFixed } from '../../file/numbers';
import { headerRead, readsOfKey } from '../../file/network-reads';
import { storeOptions } from '../../file/options';
import { storedValue } from '../../file/stored-values';
import { StoreReader } from '../../file/store-reader';
import { GrowingUint32List } from '../../file/uint32-list';
import type { Dataset, Records } from '../../../../model/dataset';
import type {
  FileCounts,
  FormatContext,
  FormatLookup,
  FormatModule,
  FormatSession,
  LookupCache,
} from '../../../../model/entry';
import type { NetworkReads } from '../../../../model/remote/network-requests';
import { idBytes, isInner, readTreeMetadata } from '../layout';
import { coldLookup, warmLookup } from '../lookup';
import { readLeafRecords } from '../page';
import { readAllPages } from '../read';
import { writeTreeDbm } from '../write';

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
      return recordsSortedByKey(keys, values, count, () =>
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

  networkReads(file: File): NetworkReads | Promise<NetworkReads> {
    const store = new StoreReader('treedbm', file);
    return this.#compressors.with(store.compressor, (compressor): NetworkReads => {
      const key = keyOfMiddleLeaf(store, compressor);
      const row = [headerRead];
      if (key !== null) coldLookup(store, compressor, (page) => row.push(...readsOfKey(store, page))).get(key);
      return { column: null, row };
    });
  }

  wasmMemoryBytes(): number {
    return this.#compressors.memoryBytes();
  }
}

/** The first key of the leaf page in the middle of the file. Null without records. */
function keyOfMiddleLeaf(store: StoreReader, compressor: Compressor | null): string | null {
  const { count, starts, keyStarts, keyEnds, valueEnds } = readLiveRecords(store);
  const leaves = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !isInner(readFixed(store.data, keyStarts[index] ?? 0, idBytes)),
  );
  const middle = leaves[Math.floor(leaves.length / 2)];
  if (middle === undefined) return null;
  const page = storedValue(store, keyEnds[middle] ?? 0, valueEnds[middle] ?? 0, compressor);
  const list = () => new GrowingUint32List(64);
  const lists = { keyStarts: list(), keyEnds: list(), valueStarts: list(), valueEnds: list() };
  readLeafRecords(page, 0, page.length, lists, (_, what) => store.damaged(starts[middle] ?? 0, what));
  if (lists.keyStarts.length === 0) return null;
  return new TextDecoder().decode(page.subarray(lists.keyStarts.values()[0], lists.keyEnds.values()[0]));
}

export const format: FormatModule = {
  async open(context) {
    const code = compressorCodeOf('treedbm', context.innerCodec?.id ?? null);
    const compressors = new Compressors('treedbm');
    await compressors.open(code);
    return new Session(context, compressors, code);
  },
};
