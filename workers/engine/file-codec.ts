import { blockBytesOf } from '../model/block-file';
import { splitCodecOptions, trainingSampleBytes } from '../model/codec-options';
import type { Codec, CodecInput } from '../model/entry';
import { FormatlabError } from '../model/errors';
import type { WrappingCodec } from '../model/plan';
import { compressBlocksView, decompressBlocksView } from './blocks';
import type { Clock } from './clock';
import { type CodecEntry, findCodec, type MeasuringRegistry } from './registry';
import { isPromise } from './timed-calls';

type Bytes = Uint8Array<ArrayBuffer>;

/** The codec that compresses a candidate's file, opened: for the whole file, or block by block with or without a dictionary. */
export interface FileCodec {
  readonly entry: CodecEntry;
  /** The size of a block in bytes. Null if the file is compressed as a whole. */
  readonly blockBytes: number | null;
  /**
   * The codec's input area, from which both directions read files in place; null if the implementation lends none. Files from elsewhere
   * that are processed in blocks are copied there.
   */
  readonly input: CodecInput | null;
  /** Compresses into a new buffer. If the options ask for a dictionary, it is trained from the first file. */
  compress(file: Bytes): Bytes | Promise<Bytes>;
  /** Like `compress`, without the last copy: see `decompressView`. */
  compressView(file: Bytes): Bytes | Promise<Bytes>;
  /** Decompresses into a new buffer of at most `limitBytes`. */
  decompress(file: Bytes, limitBytes: number): Bytes | Promise<Bytes>;
  /**
   * Like `decompress`, but without the last copy if the implementation supports that. The result is read-only and valid until the next call
   * of this codec, which overwrites it. It may be part of a larger buffer.
   */
  decompressView(file: Bytes, limitBytes: number): Bytes | Promise<Bytes>;
  /** The trained dictionary; null before the first `compress`, or if the options ask for none. */
  trained(): TrainedDictionary | null;
  wasmMemoryBytes(): number | null;
}

/** A dictionary that the engine trained, and what that cost. */
interface TrainedDictionary {
  readonly bytes: Bytes;
  readonly sampleBytes: number;
  /** Training time in ms. It is never part of an operation's time. */
  readonly trainingMs: number;
}

/** Samples for training: whole blocks, evenly spread over the file. */
export function trainingSamples(file: Uint8Array, blockBytes: number, dictionaryBytes: number): Uint8Array[] {
  const blocks = Math.floor(file.length / blockBytes);
  const wanted = Math.min(blocks, Math.ceil(trainingSampleBytes(dictionaryBytes) / blockBytes));
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
    throw failed('encodeFailed', 'This implementation declares dictionaries, but does not implement them.');
  const samples = trainingSamples(file, blockBytes, dictionaryBytes);
  const sampleBytes = samples.length * blockBytes;
  if (sampleBytes <= dictionaryBytes) {
    throw failed(
      'encodeFailed',
      `A dictionary of ${dictionaryBytes.toLocaleString('en')} bytes cannot be trained from ${samples.length} whole blocks of ${blockBytes.toLocaleString('en')} bytes: together they are hardly larger than the dictionary.`,
      'Choose more data, or a smaller dictionary.',
    );
  }
  const start = clock.now();
  const bytes = codec.dictionary.train(samples, dictionaryBytes);
  return { bytes, sampleBytes, trainingMs: clock.now() - start };
}

/** Compares in a loop, since it runs in every decode, where a callback for each byte would cost measurable time. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** A function that returns the file at any time. If the codec's memory contains the file and may have grown, it makes a new view. */
function again(input: CodecInput | undefined, file: Bytes): () => Bytes {
  const offset = input?.offsetOf(file) ?? -1;
  if (input === undefined || offset < 0) return () => file;
  const end = offset + file.length;
  return () => input.view(end).subarray(offset);
}

const none = new Uint8Array();

/**
 * Loads and opens the codec.
 * @throws `invalidPlan` if the registry does not have it.
 */
export async function openFileCodec(
  registry: MeasuringRegistry,
  codec: WrappingCodec,
  clock: Clock,
): Promise<FileCodec> {
  const entry = findCodec(registry, codec.id, codec.implementation);
  if (entry === null)
    throw failed('invalidPlan', `The codec ${codec.id} has no implementation ${codec.implementation}.`);
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
        `${entry.codec.label} (${entry.implementation.label}) cannot read blocks that share a dictionary.`,
      );
    // If a dictionary is refused, none is in use. The dictionary may lie in the codec's memory, which may grow.
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
  /** A result that was assembled here, and not in the implementation's memory, needs no copy. */
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
