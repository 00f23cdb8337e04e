import { compressFailedError, damaged, overLimitError, requireLevel, requireNoLevel } from '../model/codec-failures';
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

export interface NativeCodecSource {
  readonly meta: CodecMeta;
  /** Id of the implementation in `meta`. */
  readonly implementation: string;
  /** Of the .wasm file. */
  readonly url: string;
  /** The parameters of the glue file's open(), at most eight whole numbers, from options that are complete and checked. The level is null where there are none. */
  readonly parameters: (level: number | null, options: OptionValues) => readonly number[];
}

/** A codec of the registry from a native module: `export const codec = nativeCodec({ … })` is a whole entry. */
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
/** Behind what blocks come to: some libraries ask for more room than the last of them takes. */
const blocksSlackBytes = 65_536;

/** Keeps one context, that of the last level, since making one costs as much as a small record. */
export class NativeCodec implements Codec {
  readonly #module: NativeModule;
  readonly #source: NativeCodecSource;
  readonly #implementation: CodecImplementationMeta;
  readonly #options: OptionValues;
  /** 0: none is open. */
  #context = 0;
  #contextLevel: number | null = null;
  #contextGeneration = 0;
  #dictionary: Uint8Array | null = null;
  /** What the blocks take that were appended; below 0 where none were begun. */
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
    // Now, outside every clock: what the options and the default level need is refused or made here.
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
    // A little less will do as well, and where there is no memory for much, the block that finds none says so; but the front is written without asking.
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

  /** Everything but `blocks` begins its results at the beginning. */
  #endBlocks(): void {
    this.#blocksBytes = -1;
    this.#module.keep(0);
  }

  /** The size of what now lies in the module's output, here and below. */
  #compress(input: Uint8Array, level: number | null): number {
    const inputBytes = input.length;
    // Asked before a context is opened, which may make the memory grow and detach the view.
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

  /** The context for `level`, in place of the one before. Throws `invalidPlan` where the library refuses the parameters. */
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
      // Not kept: the next call would compress without the dictionary and say nothing.
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
    // Copied before anything makes the memory grow: it may lie in the input area.
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
    if (stage === 'decode') return damaged(this.#source.meta.id, `${this.#owner} gave up on it.`, thrown);
    const record = toErrorRecord(thrown, { tag: 'encodeFailed', stage, codec: this.#source.meta.id });
    return new FormatlabError({ ...record, message: `${this.#owner} gave up: ${record.message}` }, { cause: thrown });
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
    throw damaged(id, `${this.#module.message()}.`);
  }
}
