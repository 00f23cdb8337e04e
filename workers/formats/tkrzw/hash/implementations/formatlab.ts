import { type Compressor, Compressors, compressorCodeOf } from '../../file/compressors';
import { storedValue, storedValues } from '../../file/stored-values';
import { tkrzwFailure, noSuchKey } from '../../file/failures';
import { recordsSortedByKey } from '../../file/gather';
import { readLiveRecords } from '../../file/live-records';
import { headerRead, readsOfKey, readsOfRecord } from '../../file/network-reads';
import { storeOptions } from '../../file/options';
import { compressorCodes } from '../../file/store-layout';
import { emptyRecordPositions, StoreReader } from '../../file/store-reader';
import type { Dataset, Records } from '../../../../model/dataset';
import type { FileCounts, FormatContext, FormatLookup, FormatModule, FormatSession } from '../../../../model/entry';
import type { NetworkReads } from '../../../../model/remote/network-requests';
import { readDictionary, trainDictionary } from '../dictionary';
import { writeHashDbm } from '../write';

type File = Uint8Array<ArrayBuffer>;

/** The number of buckets that Tkrzw creates by default. */
const defaultBuckets = 1_048_583;

class Session implements FormatSession {
  readonly #context: FormatContext;
  readonly #compressors: Compressors;
  readonly #code: ReturnType<typeof compressorCodeOf>;
  /** Dictionaries that were trained in this session, one for each dataset. */
  readonly #dictionaries = new WeakMap<Records, Uint8Array>();

  constructor(context: FormatContext, compressors: Compressors, code: ReturnType<typeof compressorCodeOf>) {
    this.#context = context;
    this.#compressors = compressors;
    this.#code = code;
  }

  encode(dataset: Dataset): File | Promise<File> {
    if (dataset.kind !== 'records')
      throw tkrzwFailure('hashdbm', 'unsupported', 'encode', 'HashDBM stores only records with keys.');
    return this.#compressors.with(this.#code, (compressor) => {
      const { options } = this.#context;
      const buckets =
        options.buckets === 'records'
          ? 2 * dataset.recordCount + 1
          : options.buckets === 'given'
            ? Number(options.bucketCount)
            : defaultBuckets;
      const dictionary =
        compressor !== null && this.#code === compressorCodes.zstdDictionary
          ? this.#dictionaryOf(dataset, compressor)
          : null;
      return writeHashDbm(dataset, storeOptions(options, buckets, this.#code), compressor, dictionary);
    });
  }

  #dictionaryOf(records: Records, compressor: Compressor): Uint8Array {
    const dictionary =
      this.#dictionaries.get(records) ??
      trainDictionary(records, compressor, Number(this.#context.options.dictionaryKiB) * 1_024);
    this.#dictionaries.set(records, dictionary);
    compressor.applyDictionary(dictionary);
    return dictionary;
  }

  decode(file: File): Dataset | Promise<Dataset> {
    const store = new StoreReader('hashdbm', file);
    return this.#compressors.with(store.compressor, (compressor): Records => {
      if (compressor !== null && store.compressor === compressorCodes.zstdDictionary)
        compressor.applyDictionary(readDictionary(store));
      const live = readLiveRecords(store);
      const keys = { data: file, starts: live.keyStarts, ends: live.keyEnds };
      const values = storedValues(store, live, null, compressor, null);
      return recordsSortedByKey(keys, values, live.count, (first, second) =>
        store.damaged(
          live.starts[second] ?? 0,
          `the record repeats the key of the record at ${(live.starts[first] ?? 0).toLocaleString('en')}`,
        ),
      );
    });
  }

  openLookup(file: File): FormatLookup | Promise<FormatLookup> {
    const store = new StoreReader('hashdbm', file);
    return this.#compressors.with(store.compressor, (compressor): FormatLookup => {
      const place = emptyRecordPositions();
      const encoder = new TextEncoder();
      const dictionary = store.compressor === compressorCodes.zstdDictionary ? readDictionary(store) : null;
      return {
        get(key) {
          if (!store.find(encoder.encode(String(key)), place)) throw noSuchKey('hashdbm', String(key));
          if (dictionary !== null) compressor?.applyDictionary(dictionary);
          return storedValue(store, place.keyEnd, place.valueEnd, compressor).slice();
        },
      };
    });
  }

  /** The size of metadata and buckets, unless the number of buckets follows from the number of records. */
  fixedBytesOf(file: File): number {
    return this.#context.options.buckets === 'records' ? 0 : new StoreReader('hashdbm', file).base;
  }

  countsOf(file: File): FileCounts {
    const store = new StoreReader('hashdbm', file);
    let usedBuckets = 0;
    for (let bucket = 0; bucket < store.bucketCount; bucket += 1) if (store.head(bucket) !== 0) usedBuckets += 1;
    const dictionary =
      store.compressor === compressorCodes.zstdDictionary ? { dictionaryBytes: readDictionary(store).length } : {};
    return { records: store.recordCount, buckets: store.bucketCount, usedBuckets, ...dictionary };
  }

  networkReads(file: File): NetworkReads {
    const store = new StoreReader('hashdbm', file);
    const { count, keyStarts, keyEnds } = readLiveRecords(store);
    const middle = Math.floor(count / 2);
    if (count === 0) return { column: null, row: [headerRead] };
    const reads = readsOfKey(store, file.subarray(keyStarts[middle], keyEnds[middle]));
    const dictionary = store.compressor === compressorCodes.zstdDictionary ? readsOfRecord(store, store.base) : [];
    return { column: null, row: [headerRead, ...dictionary, ...reads] };
  }

  wasmMemoryBytes(): number {
    return this.#compressors.memoryBytes();
  }
}

export const format: FormatModule = {
  async open(context) {
    const code = compressorCodeOf('hashdbm', context.innerCodec?.id ?? null);
    const compressors = new Compressors('hashdbm');
    await compressors.open(code);
    return new Session(context, compressors, code);
  },
};
