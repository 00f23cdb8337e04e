import {
  compressFailedError,
  damagedDataError,
  overLimitError,
  requireLevel,
  requireNoLevel,
} from '../model/codec-failures';
import type {
  Codec,
  CodecBlocks,
  CodecDictionary,
  CodecImplementationMeta,
  CodecInput,
  CodecMeta,
} from '../model/entry';
import { type ErrorRecord, FormatlabError, toErrorRecord } from '../model/errors';
import { completeOptions, type OptionValues } from '../model/options';
import { maxBytes, NativeModule, nativeErrors } from './native-module';

interface NativeCodecSource {
  readonly meta: CodecMeta;
  /** The id of the implementation in `meta`. */
  readonly implementation: string;
  /** The URL of the .wasm file. */
  readonly url: string;
  /** The parameters of the glue file's `open()`, at most eight integers. `options` are complete and valid. `level` is null if the codec has no levels. */
  readonly parameters: (level: number | null, options: OptionValues) => readonly number[];
}

/** A registry codec from a native module: a codec's file is `export const codec = nativeCodec({ … })`. */
export function nativeCodec(source: NativeCodecSource): { create(options?: OptionValues): Promise<NativeCodec> } {
  const { meta, url } = source;
  const implementation = meta.implementations.find(({ id }) => id === source.implementation);
  if (implementation === undefined)
    throw new Error(`${meta.id}/meta.ts does not list the implementation ${source.implementation}.`);
  return {
    async create(given = {}) {
      const options = completeOptions(implementation.options ?? [], given, `${meta.label} (${implementation.label})`);
      return new NativeCodec(await NativeModule.load(url), source, implementation, options);
    },
  };
}

const noBytes = new Uint8Array(0);
/** Extra room after the expected output of blocks, because some libraries need more room than the last block takes. */
const blocksSlackBytes = 65_536;

/** A codec in a native module. It keeps one context, for the last level, because creating one costs as much as compressing a small record. */
class NativeCodec implements Codec {
  readonly #module: NativeModule;
  readonly #source: NativeCodecSource;
  readonly #implementation: CodecImplementationMeta;
  readonly #options: OptionValues;
  /** The open context; 0 if none is open. */
  #context = 0;
  #contextLevel: number | null = null;
  #contextGeneration = 0;
  #dictionary: Uint8Array | null = null;
  /** The total size of the appended blocks; negative if no blocks were begun. */
  #blocksBytes = -1;
  readonly dictionary?: CodecDictionary;
  readonly input: CodecInput = {
    view: (sizeBytes) => this.#module.area(sizeBytes) ?? this.#refuseArea(sizeBytes),
    offsetOf: (bytes) => this.#module.offsetInArea(bytes),
  };
  readonly blocks: CodecBlocks = {
    begin: (expectedBytes, frontBytes = 0) => this.#beginBlocks(expectedBytes, frontBytes),
    compress: (input, level) => {
      this.#requireBlocks();
      return this.#append(this.#compress(input, level));
    },
    decompress: (input, limitBytes) => {
      this.#requireBlocks();
      return this.#append(this.#decompress(input, limitBytes));
    },
    compressPart: (offset, sizeBytes, level) => {
      this.#requireBlocks();
      return this.#append(this.#compressPart(offset, sizeBytes, level));
    },
    decompressPart: (offset, sizeBytes, limitBytes) => {
      this.#requireBlocks();
      return this.#append(this.#decompressPart(offset, sizeBytes, limitBytes));
    },
    view: () => {
      this.#requireBlocks();
      return this.#module.view(this.#blocksBytes);
    },
  };

  constructor(
    module: NativeModule,
    source: NativeCodecSource,
    implementation: CodecImplementationMeta,
    options: OptionValues,
  ) {
    this.#module = module;
    this.#source = source;
    this.#implementation = implementation;
    this.#options = options;
    if (implementation.dictionaries === true)
      this.dictionary = {
        train: (samples, sizeBytes) => this.#train(samples, sizeBytes),
        use: (dictionary) => this.#use(dictionary),
      };
    // Opens a context now, outside every clock, so that the options and the default level are rejected or prepared here.
    this.#open(implementation.levels?.default ?? null);
  }

  compress(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer> {
    this.#endBlocks();
    return this.#module.take(this.#compress(input, level));
  }

  compressView(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer> {
    this.#endBlocks();
    return this.#module.view(this.#compress(input, level));
  }

  decompress(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> {
    this.#endBlocks();
    return this.#module.take(this.#decompress(input, limitBytes));
  }

  decompressView(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> {
    this.#endBlocks();
    return this.#module.view(this.#decompress(input, limitBytes));
  }

  #beginBlocks(expectedBytes: number, frontBytes: number): void {
    this.#endBlocks();
    const room = Math.max(expectedBytes, frontBytes);
    // Less room suffices, and a block that finds none reports it. But the first bytes are written without a check, so they need room.
    if (!this.#module.reserve(room + blocksSlackBytes) && !this.#module.reserve(frontBytes))
      throw this.#failure('outOfMemory', 'encode', `${this.#owner} has no memory for blocks.`);
    this.#blocksBytes = frontBytes;
    this.#module.keep(frontBytes);
  }

  #append(sizeBytes: number): number {
    this.#blocksBytes += sizeBytes;
    this.#module.keep(this.#blocksBytes);
    return sizeBytes;
  }

  #requireBlocks(): void {
    if (this.#blocksBytes < 0)
      throw this.#failure('internal', 'setUp', `${this.#owner}: another call came between blocks, which are lost.`);
  }

  /** Every call except `blocks` writes its result at the beginning of the output arena. */
  #endBlocks(): void {
    this.#blocksBytes = -1;
    this.#module.keep(0);
  }

  /** Checks the result of a call and returns its size in the module's output. */
  #compress(input: Uint8Array, level: number | null): number {
    const inputBytes = input.length;
    // Must come before a context is opened, which may grow the memory and detach the view.
    const offset = this.#module.offsetInArea(input);
    if (offset >= 0) return this.#compressPart(offset, inputBytes, level);
    this.#openFor(level);
    let sizeBytes: number;
    try {
      sizeBytes = this.#module.compress(this.#context, input);
    } catch (thrown) {
      throw this.#trapped(thrown, 'encode');
    }
    return sizeBytes >= 0 ? sizeBytes : this.#failCompressing(sizeBytes, inputBytes);
  }

  #compressPart(offset: number, inputBytes: number, level: number | null): number {
    this.#openFor(level);
    let sizeBytes: number;
    try {
      sizeBytes = this.#module.compressPart(this.#context, offset, inputBytes);
    } catch (thrown) {
      throw this.#trapped(thrown, 'encode');
    }
    return sizeBytes >= 0 ? sizeBytes : this.#failCompressing(sizeBytes, inputBytes);
  }

  #decompress(input: Uint8Array, limitBytes: number): number {
    const offset = this.#module.offsetInArea(input);
    if (offset >= 0) return this.#decompressPart(offset, input.length, limitBytes);
    if (!this.#isOpen()) this.#open(this.#contextLevel);
    let sizeBytes: number;
    try {
      sizeBytes = this.#module.decompress(this.#context, input, Math.min(limitBytes, maxBytes));
    } catch (thrown) {
      throw this.#trapped(thrown, 'decode');
    }
    return sizeBytes >= 0 ? sizeBytes : this.#failDecompressing(sizeBytes, limitBytes);
  }

  #decompressPart(offset: number, inputBytes: number, limitBytes: number): number {
    if (!this.#isOpen()) this.#open(this.#contextLevel);
    let sizeBytes: number;
    try {
      sizeBytes = this.#module.decompressPart(this.#context, offset, inputBytes, Math.min(limitBytes, maxBytes));
    } catch (thrown) {
      throw this.#trapped(thrown, 'decode');
    }
    return sizeBytes >= 0 ? sizeBytes : this.#failDecompressing(sizeBytes, limitBytes);
  }

  #refuseArea(sizeBytes: number): never {
    throw this.#failure(
      'outOfMemory',
      'setUp',
      `${this.#owner} has no memory for an input of ${sizeBytes.toLocaleString('en')} bytes.`,
    );
  }

  wasmMemoryBytes(): number {
    return this.#module.memoryBytes;
  }

  #checkedLevel(level: number | null): number | null {
    if (this.#implementation.levels !== null)
      return requireLevel(this.#source.meta, this.#source.implementation, level);
    requireNoLevel(this.#source.meta, this.#source.implementation, level);
    return null;
  }

  #isOpen(): boolean {
    return this.#context !== 0 && this.#contextGeneration === this.#module.generation;
  }

  #openFor(level: number | null): void {
    if (level !== this.#contextLevel || !this.#isOpen()) this.#open(this.#checkedLevel(level));
  }

  /** A context for `level`, replacing the previous one. @throws `invalidPlan` if the library rejects the parameters */
  #open(level: number | null): void {
    if (this.#isOpen()) this.#module.close(this.#context);
    this.#context = 0;
    this.#context = this.#module.open(this.#source.parameters(level, this.#options));
    this.#contextLevel = level;
    this.#contextGeneration = this.#module.generation;
    if (this.#context === 0)
      throw this.#failure('invalidPlan', 'encode', `${this.#owner} cannot be set up: ${this.#module.message()}.`);
    if (this.#dictionary === null) return;
    try {
      this.#applyDictionary(this.#dictionary);
    } catch (thrown) {
      // Drops the context: otherwise, the next call would compress without the dictionary and not report it.
      if (this.#contextGeneration === this.#module.generation) this.#module.close(this.#context);
      this.#context = 0;
      throw thrown;
    }
  }

  #applyDictionary(dictionary: Uint8Array): void {
    const result = this.#module.dictionary(this.#context, dictionary);
    if (result < 0)
      throw this.#failure(
        result === nativeErrors.memory ? 'outOfMemory' : 'malformedInput',
        'setUp',
        `${this.#owner} cannot use the dictionary: ${this.#module.message()}.`,
      );
  }

  #use(dictionary: Uint8Array | null): void {
    this.#endBlocks();
    // Copied before the memory can grow, because the input may be in the input area.
    const kept = dictionary === null || dictionary.length === 0 ? null : dictionary.slice();
    if (!this.#isOpen()) this.#open(this.#contextLevel);
    this.#dictionary = null;
    this.#applyDictionary(kept ?? noBytes);
    this.#dictionary = kept;
  }

  #train(samples: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer> {
    this.#endBlocks();
    let trainedBytes: number;
    try {
      trainedBytes = this.#module.train(samples, sizeBytes);
    } catch (thrown) {
      throw this.#trapped(thrown, 'encode');
    }
    if (trainedBytes >= 0) return this.#module.take(trainedBytes);
    throw compressFailedError(
      this.#source.meta.id,
      `No dictionary of ${sizeBytes} bytes came of ${samples.length} samples: ${this.#module.message()}.`,
      trainedBytes === nativeErrors.memory ? 'outOfMemory' : 'encodeFailed',
    );
  }

  get #owner(): string {
    return `${this.#source.meta.label} (${this.#implementation.label})`;
  }

  #failure(tag: ErrorRecord['tag'], stage: ErrorRecord['stage'], message: string): FormatlabError {
    return new FormatlabError({ tag, stage, codec: this.#source.meta.id, message });
  }

  #trapped(thrown: unknown, stage: 'encode' | 'decode'): FormatlabError {
    if (stage === 'decode')
      return damagedDataError(this.#source.meta.id, `${this.#owner} failed to decompress it.`, thrown);
    const record = toErrorRecord(thrown, { tag: 'encodeFailed', stage, codec: this.#source.meta.id });
    return new FormatlabError({ ...record, message: `${this.#owner} failed: ${record.message}` }, { cause: thrown });
  }

  #failCompressing(error: number, inputBytes: number): never {
    if (error === nativeErrors.parameter)
      throw this.#failure('invalidPlan', 'encode', `${this.#owner}: ${this.#module.message()}.`);
    throw compressFailedError(
      this.#source.meta.id,
      `${this.#owner} did not compress ${inputBytes.toLocaleString('en')} bytes: ${this.#module.message()}.`,
      error === nativeErrors.memory ? 'outOfMemory' : 'encodeFailed',
    );
  }

  #failDecompressing(error: number, limitBytes: number): never {
    const { id } = this.#source.meta;
    if (error === nativeErrors.room && limitBytes <= maxBytes) throw overLimitError(id, limitBytes);
    if (error === nativeErrors.room || error === nativeErrors.memory)
      throw this.#failure(
        'outOfMemory',
        'decode',
        `${this.#owner} has no memory for what the data decompress to: ${this.#module.message()}.`,
      );
    throw damagedDataError(id, `${this.#module.message()}.`);
  }
}
