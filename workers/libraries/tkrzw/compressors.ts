import type { CodecMeta } from '../../model/entry';
import { nativeCodec } from '../../wasm/native-codec';
import liblzmaUrl from '../../wasm/built/liblzma.wasm?url';
import lz4Url from '../../wasm/built/lz4.wasm?url';
import zlibUrl from '../../wasm/built/zlib.wasm?url';
import zstdUrl from '../../wasm/built/zstd.wasm?url';
import { failure, type TkrzwFormat } from './failures';
import { type CompressorCode, compressorCodes } from './store-layout';

/**
 * Tkrzw's compressors: the libraries and parameters of tkrzw_compress.cc, none with a prefix of its own. Everything that depends on how the WASM modules are called is here.
 */
export interface Compressor {
  /** The compressed bytes where they lie: to be copied before the next call. */
  compress(value: Uint8Array): Uint8Array;
  /** Forgets what was appended, and makes room for about so many bytes. */
  beginAppending(expectedBytes: number): void;
  /** Decompresses behind what was appended before; gives the size. At most `limitBytes` come out. */
  append(stored: Uint8Array, limitBytes: number): number;
  /** All that was appended, until the next call. */
  appended(): Uint8Array<ArrayBuffer>;
  /** One value, where it lies: to be copied or read before the next call. */
  decompress(stored: Uint8Array, limitBytes: number): Uint8Array;
  /** A dictionary of at most so many bytes. */
  train(samples: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** From now on this very dictionary is used; costs nothing where it is the one in use. */
  applyDictionary(dictionary: Uint8Array): void;
  memoryBytes(): number;
}

/** Inner codecs as the plan names them. */
const sources = {
  zlib: { code: compressorCodes.zlib, url: zlibUrl, license: 'Zlib' },
  zstd: { code: compressorCodes.zstd, url: zstdUrl, license: 'BSD-3-Clause' },
  lz4: { code: compressorCodes.lz4, url: lz4Url, license: 'BSD-2-Clause' },
  lzma: { code: compressorCodes.lzma, url: liblzmaUrl, license: '0BSD' },
  'zstd-dictionary': { code: compressorCodes.zstdDictionary, url: zstdUrl, license: 'BSD-3-Clause' },
} as const;
export type InnerCodecId = keyof typeof sources;

/** Of each module's open(): see the glue files. */
const parameters: Readonly<Record<InnerCodecId, readonly number[]>> = {
  // Raw deflate, level 6, default strategy, 15 bits of window, memLevel 9.
  zlib: [0, 6, 0, 15, 9],
  // Level 3, the rest by level, no checksum.
  zstd: [3, 0, 0, 0],
  // Raw blocks, acceleration 1.
  lz4: [1, 1],
  // .xz, preset 6, no check.
  lzma: [0, 6, 0, 0],
  'zstd-dictionary': [3, 0, 0, 0],
};

const isInnerCodec = (id: string): id is InnerCodecId => id in sources;

export function compressorCodeOf(format: TkrzwFormat, innerCodec: string | null): CompressorCode {
  if (innerCodec === null) return compressorCodes.none;
  if (isInnerCodec(innerCodec)) return sources[innerCodec].code;
  throw failure(format, 'invalidPlan', 'setUp', `Tkrzw has no compressor “${innerCodec}”.`);
}

/** Id of the inner codec with this code; null for none. Throws `unsupported` on the two ciphers. */
export function innerCodecOf(format: TkrzwFormat, code: number): InnerCodecId | null {
  if (code === compressorCodes.none) return null;
  const id = Object.keys(sources).find(
    (name): name is InnerCodecId => isInnerCodec(name) && sources[name].code === code,
  );
  if (id !== undefined) return id;
  throw failure(
    format,
    'unsupported',
    'decode',
    `Byte offset 12: the records are encrypted with ${code === compressorCodes.rc4 ? 'RC4' : 'AES'}, and there is no way to give a key here.`,
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
  const withoutDictionaries = () => failure('hashdbm', 'internal', 'setUp', `${meta.label} has no dictionaries.`);
  let inUse: Uint8Array | null = null;
  return {
    train(samples, sizeBytes) {
      if (dictionary === undefined) throw withoutDictionaries();
      return dictionary.train(samples, sizeBytes);
    },
    applyDictionary(wanted) {
      if (wanted === inUse) return;
      if (dictionary === undefined) throw withoutDictionaries();
      // What is refused leaves none in use.
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
    append: (stored, limitBytes) => blocks.decompress(stored, limitBytes),
    appended: () => blocks.view(),
    decompress: (stored, limitBytes) => codec.decompressView(stored, limitBytes),
    memoryBytes: () => codec.wasmMemoryBytes(),
  };
}

/** One session's compressors. Encoding needs the one that the plan names; decoding whichever the file names, which may be another. */
export class Compressors {
  readonly #format: TkrzwFormat;
  readonly #opened = new Map<InnerCodecId, Promise<Compressor>>();
  readonly #ready = new Map<InnerCodecId, Compressor>();

  constructor(format: TkrzwFormat) {
    this.#format = format;
  }

  /** Null where nothing is compressed. */
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

  /** Works with the compressor of that code, at once where it is there already: a promise would be inside the clock. */
  with<T>(code: number, work: (compressor: Compressor | null) => T): T | Promise<T> {
    const compressor = this.open(code);
    return compressor instanceof Promise ? compressor.then(work) : work(compressor);
  }

  memoryBytes(): number {
    return [...this.#ready.values()].reduce((sum, compressor) => sum + compressor.memoryBytes(), 0);
  }
}

/** Data may decompress to at most so much: 2 GiB, and 64 MiB and 1,024 times the file, which no text comes near. */
export function decompressedMostBytes(fileBytes: number): number {
  return Math.min(2 ** 31 - 1, 64 * 2 ** 20 + 1_024 * fileBytes);
}
