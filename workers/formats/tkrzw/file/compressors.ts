import type { CodecMeta } from '../../../model/entry';
import { nativeCodec } from '../../../wasm/native-codec';
import liblzmaUrl from '../../../wasm/built/liblzma.wasm?url';
import lz4Url from '../../../wasm/built/lz4.wasm?url';
import zlibUrl from '../../../wasm/built/zlib.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { tkrzwFailure, type TkrzwFormat } from './failures';
import { type CompressorCode, compressorCodes } from './store-layout';

/**
 * Tkrzw's compressors: the libraries and parameters of tkrzw_compress.cc, without prefixes of their own. This file contains everything that depends on the WASM modules' interface.
 */
export interface Compressor {
  /** Compresses and returns a view, valid until the next call. */
  compress(value: Uint8Array): Uint8Array;
  /** Drops the collected output and makes room for about this many bytes. */
  beginAppending(expectedBytes: number): void;
  /** Decompresses at most `maxBytes` after the collected output and returns the size. */
  append(stored: Uint8Array, maxBytes: number): number;
  /** All collected output, valid until the next call. */
  appended(): Uint8Array<ArrayBuffer>;
  /** Decompresses one value and returns a view, valid until the next call. */
  decompress(stored: Uint8Array, maxBytes: number): Uint8Array;
  /** Trains a dictionary of at most this many bytes. */
  train(samples: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** Sets the dictionary for the following calls. This is free if the same object is already set. */
  applyDictionary(dictionary: Uint8Array): void;
  memoryBytes(): number;
}

/** Tkrzw's codes by the ids of inner codecs. */
const sources = {
  zlib: { code: compressorCodes.zlib, url: zlibUrl, license: 'Zlib' },
  zstd: { code: compressorCodes.zstd, url: zstdUrl, license: 'BSD-3-Clause' },
  lz4: { code: compressorCodes.lz4, url: lz4Url, license: 'BSD-2-Clause' },
  lzma: { code: compressorCodes.lzma, url: liblzmaUrl, license: '0BSD' },
  'zstd-dictionary': { code: compressorCodes.zstdDictionary, url: zstdUrl, license: 'BSD-3-Clause' },
} as const;
type InnerCodecId = keyof typeof sources;

/** The parameters of each module's `open()`, as the glue files define them. */
const parameters: Readonly<Record<InnerCodecId, readonly number[]>> = {
  // Raw deflate: level 6, default strategy, window of 2^15, memLevel 9.
  zlib: [0, 6, 0, 15, 9],
  // Level 3, default parameters, no checksum.
  zstd: [3, 0, 0, 0],
  // LZ4 as raw blocks with acceleration 1.
  lz4: [1, 1],
  // .xz container, preset 6, no checksum.
  lzma: [0, 6, 0, 0],
  'zstd-dictionary': [3, 0, 0, 0],
};

const isInnerCodec = (id: string): id is InnerCodecId => id in sources;

export function compressorCodeOf(format: TkrzwFormat, innerCodec: string | null): CompressorCode {
  if (innerCodec === null) return compressorCodes.none;
  if (isInnerCodec(innerCodec)) return sources[innerCodec].code;
  throw tkrzwFailure(format, 'invalidPlan', 'setUp', `Tkrzw has no compressor “${innerCodec}”.`);
}

/** The id of the inner codec with this code; null for none. @throws `unsupported` on the two ciphers */
function innerCodecOf(format: TkrzwFormat, code: number): InnerCodecId | null {
  if (code === compressorCodes.none) return null;
  const id = Object.keys(sources).find(
    (name): name is InnerCodecId => isInnerCodec(name) && sources[name].code === code,
  );
  if (id !== undefined) return id;
  throw tkrzwFailure(
    format,
    'unsupported',
    'decode',
    `Byte offset 12: the records are encrypted with ${code === compressorCodes.rc4 ? 'RC4' : 'AES'}, which Formatlab can’t decrypt.`,
    'Rebuild the file without encryption: tkrzw_dbm_util rebuild.',
  );
}

async function open(id: InnerCodecId): Promise<Compressor> {
  const { url, license } = sources[id];
  const meta: CodecMeta = {
    id,
    label: `Tkrzw’s ${id}`,
    family: id,
    notInNativeScript: null,
    extension: '',
    readers: {},
    implementations: [
      {
        id: 'native',
        label: 'WASM',
        library: { package: 'formatlab', version: '', license },
        compresses: true,
        decompresses: true,
        levels: null,
        wasm: true,
        ...(id === 'zstd-dictionary' ? { dictionaries: true } : {}),
        estimateMBps: { compress: 1, decompress: 1 },
      },
    ],
  };
  const codec = await nativeCodec({ meta, implementation: 'native', url, parameters: () => parameters[id] }).create();
  const { blocks, dictionary } = codec;
  const withoutDictionaries = () => tkrzwFailure('hashdbm', 'internal', 'setUp', `${meta.label} has no dictionaries.`);
  let inUse: Uint8Array | null = null;
  return {
    train(samples, sizeBytes) {
      if (dictionary === undefined) throw withoutDictionaries();
      return dictionary.train(samples, sizeBytes);
    },
    applyDictionary(wanted) {
      if (wanted === inUse) return;
      if (dictionary === undefined) throw withoutDictionaries();
      // After a failure, no dictionary is set.
      inUse = null;
      dictionary.use(wanted);
      inUse = wanted;
    },
    compress(value) {
      blocks.begin(0);
      blocks.compress(value, null);
      return blocks.view();
    },
    beginAppending: (expectedBytes) => blocks.begin(expectedBytes),
    append: (stored, maxBytes) => blocks.decompress(stored, maxBytes),
    appended: () => blocks.view(),
    decompress: (stored, maxBytes) => codec.decompressView(stored, maxBytes),
    memoryBytes: () => codec.wasmMemoryBytes(),
  };
}

/** The compressors of one session. Encoding uses the plan's compressor; decoding uses the file's, which may differ. */
export class Compressors {
  readonly #format: TkrzwFormat;
  readonly #opened = new Map<InnerCodecId, Promise<Compressor>>();
  readonly #ready = new Map<InnerCodecId, Compressor>();

  constructor(format: TkrzwFormat) {
    this.#format = format;
  }

  /** Opens the compressor for a compressor code of the file. Null if the file is not compressed. */
  open(code: number): Promise<Compressor> | Compressor | null {
    const id = innerCodecOf(this.#format, code);
    if (id === null) return null;
    return this.#ready.get(id) ?? this.#load(id);
  }

  #load(id: InnerCodecId): Promise<Compressor> {
    const loading = this.#opened.get(id);
    if (loading !== undefined) return loading;
    const opening = open(id).then((compressor) => {
      this.#ready.set(id, compressor);
      return compressor;
    });
    this.#opened.set(id, opening);
    opening.catch(() => this.#opened.delete(id));
    return opening;
  }

  /** Calls `work` with the compressor of that code, synchronously if it is loaded: awaiting a promise would add to the measured time. */
  with<T>(code: number, work: (compressor: Compressor | null) => T): T | Promise<T> {
    const compressor = this.open(code);
    return compressor instanceof Promise ? compressor.then(work) : work(compressor);
  }

  memoryBytes(): number {
    return [...this.#ready.values()].reduce((sum, compressor) => sum + compressor.memoryBytes(), 0);
  }
}

/** The maximum decompressed size: 2 GiB, and at most 64 MiB plus 1,024 times the file, a ratio that no text reaches. */
export function maxDecompressedBytes(fileBytes: number): number {
  return Math.min(2 ** 31 - 1, 64 * 2 ** 20 + 1_024 * fileBytes);
}
