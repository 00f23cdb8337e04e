import { blockBytesOf } from '../model/block-file';
import { splitCodecOptions, trainingBytes } from '../model/codec-options';
import type { Codec, CodecInput } from '../model/entry';
import { FormatlabError } from '../model/errors';
import type { WrappingCodec } from '../model/plan';
import { compressBlocksView, decompressBlocksView } from './blocks';
import type { Clock } from './clock';
import { type CodecEntry, findCodec, type MeasuringRegistry } from './registry';
import { isPromise } from './timed-calls';

type Bytes = Uint8Array<ArrayBuffer>;

/** The codec that wraps a candidate's file, made ready: whole, or block by block with or without a dictionary. */
export interface FileCodec {
  readonly entry: CodecEntry;
  /** Null where the file is compressed whole. */
  readonly blockBytes: number | null;
  /** Room where files of either direction are read in place, and where those from elsewhere that are taken in blocks are put; null where the implementation lends none. */
  readonly input: CodecInput | null;
  /** In a buffer of its own. Trains the dictionary, where one is wanted, from the first file that it is given. */
  compress(file: Bytes): Bytes | Promise<Bytes>;
  /** The same as `decompressView` is to `decompress`. */
  compressView(file: Bytes): Bytes | Promise<Bytes>;
  /** What went in, in a buffer of its own. `limitBytes` bounds what comes out. */
  decompress(file: Bytes, limitBytes: number): Bytes | Promise<Bytes>;
  /**
   * The same without the last copy where the implementation offers that: to be read only, and only until the next call of this codec, which overwrites it. It may be a part
   * of a larger buffer.
   */
  decompressView(file: Bytes, limitBytes: number): Bytes | Promise<Bytes>;
  /** What was trained; null before the first `compress`, and where no dictionary is wanted. */
  trained(): TrainedDictionary | null;
  wasmMemoryBytes(): number | null;
}

export interface TrainedDictionary {
  readonly bytes: Bytes;
  readonly sampleBytes: number;
  /** Never inside the time of an operation. */
  readonly trainingMs: number;
}

/** Whole blocks spread evenly over the file. */
export function trainingSamples(file: Uint8Array, blockBytes: number, dictionaryBytes: number): Uint8Array[] {
  const blocks = Math.floor(file.length / blockBytes);
  const wanted = Math.min(blocks, Math.ceil(trainingBytes(dictionaryBytes) / blockBytes));
  return Array.from({ length: wanted }, (_, sample) => {
    const start = Math.floor((sample * blocks) / wanted) * blockBytes;
    return file.subarray(start, start + blockBytes);
  });
}

function failed(
  tag: 'invalidPlan' | 'encodeFailed' | 'decodeFailed',
  message: string,
  remedy?: string,
): FormatlabError {
  const stage = tag === 'invalidPlan' ? 'setUp' : tag === 'encodeFailed' ? 'encode' : 'decode';
  return new FormatlabError({ tag, stage, message, ...(remedy === undefined ? {} : { remedy }) });
}

function train(
  codec: Codec,
  file: Uint8Array,
  blockBytes: number,
  dictionaryBytes: number,
  clock: Clock,
): TrainedDictionary {
  if (codec.dictionary === undefined)
    throw failed('encodeFailed', 'This implementation says that it has dictionaries, but its instance has none.');
  const samples = trainingSamples(file, blockBytes, dictionaryBytes);
  const sampleBytes = samples.length * blockBytes;
  if (sampleBytes <= dictionaryBytes) {
    throw failed(
      'encodeFailed',
      `A dictionary of ${dictionaryBytes.toLocaleString('en')} bytes cannot be trained from ${samples.length} whole blocks of ${blockBytes.toLocaleString('en')} bytes: they are hardly more than it.`,
      'Choose more data, or a smaller dictionary.',
    );
  }
  const start = clock.now();
  const bytes = codec.dictionary.train(samples, dictionaryBytes);
  return { bytes, sampleBytes, trainingMs: clock.now() - start };
}

/** In a loop: it runs in every decode, and a callback for each byte would show there. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** The file whenever it is asked for: in a codec's memory it has to be viewed anew where that has grown. */
function again(input: CodecInput | undefined, file: Bytes): () => Bytes {
  const offset = input?.offsetOf(file) ?? -1;
  if (input === undefined || offset < 0) return () => file;
  const end = offset + file.length;
  return () => input.view(end).subarray(offset);
}

const none = new Uint8Array();

/** Loads and opens the codec. Throws `invalidPlan` where the registry has none such. */
export async function openFileCodec(
  registry: MeasuringRegistry,
  codec: WrappingCodec,
  clock: Clock,
): Promise<FileCodec> {
  const entry = findCodec(registry, codec.id, codec.implementation);
  if (entry === null) throw failed('invalidPlan', `There is no codec ${codec.id} by ${codec.implementation}.`);
  const { own, dictionaryBytes } = splitCodecOptions(codec.options);
  const instance = await (await registry.loadCodec(codec.id, codec.implementation)).create(own);
  const blockBytes = blockBytesOf(codec.granularity, entry.implementation.elementBytes?.(own));
  let trained: TrainedDictionary | null = null;
  let inUse: Uint8Array = none;
  const use = (dictionary: Uint8Array) => {
    if (equal(dictionary, inUse)) return;
    if (instance.dictionary === undefined)
      throw failed(
        'decodeFailed',
        `${entry.codec.label} (${entry.implementation.label}) reads no blocks that share a dictionary.`,
      );
    // A dictionary that is refused leaves none in use. It may lie in the codec's memory, which may grow.
    inUse = none;
    const kept = dictionary.slice();
    instance.dictionary.use(kept.length === 0 ? null : kept);
    inUse = kept;
  };
  const compressInBlocks = (file: Bytes, size: number) => {
    const view = again(instance.input, file);
    if (dictionaryBytes > 0) {
      trained ??= train(instance, file, size, dictionaryBytes, clock);
      use(trained.bytes);
    }
    return compressBlocksView(instance, codec.level, view(), size, trained?.bytes ?? none);
  };
  /** What was put together here, and not in the implementation's memory, is nobody else's already. */
  const owned = (made: Bytes | Promise<Bytes>) =>
    instance.blocks === undefined || isPromise(made) ? made : made.slice();
  return {
    entry,
    blockBytes,
    input: instance.input ?? null,
    compress: (file) =>
      blockBytes === null ? instance.compress(file, codec.level) : owned(compressInBlocks(file, blockBytes)),
    compressView: (file) =>
      blockBytes === null
        ? (instance.compressView?.(file, codec.level) ?? instance.compress(file, codec.level))
        : compressInBlocks(file, blockBytes),
    decompress: (file, limitBytes) =>
      blockBytes === null
        ? instance.decompress(file, limitBytes)
        : owned(decompressBlocksView(instance, file, limitBytes, use)),
    decompressView(file, limitBytes) {
      if (blockBytes !== null) return decompressBlocksView(instance, file, limitBytes, use);
      return instance.decompressView?.(file, limitBytes) ?? instance.decompress(file, limitBytes);
    },
    trained: () => trained,
    wasmMemoryBytes: () => instance.wasmMemoryBytes?.() ?? null,
  };
}
