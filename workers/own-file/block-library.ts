import { NativeModule, nativeErrors } from '../wasm/native-module';
import { checkDecodedSize, decodedLimitBytes } from './limits';
import { unreadableFileError } from './refusal';

type Bytes = Uint8Array<ArrayBuffer>;

/** A module of `wasm/built`, and the parameters that its glue file takes. */
export interface LibraryOfCodec {
  readonly url: string;
  readonly parameters: readonly number[];
}

/** The library that unpacks the blocks of one file. Together they unpack to no more than the limit for one file. */
export class BlockLibrary {
  readonly #parameters: readonly number[];
  readonly #module: NativeModule;
  readonly #format: string;
  #context = 0;
  #generation = -1;
  #total = 0;

  private constructor(parameters: readonly number[], module: NativeModule, format: string) {
    this.#parameters = parameters;
    this.#module = module;
    this.#format = format;
  }

  /** `format` is named in errors. */
  static async load({ url, parameters }: LibraryOfCodec, format: string): Promise<BlockLibrary> {
    return new BlockLibrary(parameters, await NativeModule.load(url), format);
  }

  /**
   * The unpacked block; null if the library says that it is damaged, or that it has more than `limitBytes`. `message` then says why.
   * @throws `tooLarge` if all blocks together exceed the limit for one file
   */
  tryDecode(block: Bytes, limitBytes = Number.POSITIVE_INFINITY): Bytes | null {
    const module = this.#module;
    // A trap replaces the instance.
    if (this.#generation !== module.generation) {
      this.#context = module.open(this.#parameters);
      this.#generation = module.generation;
      if (this.#context === 0) throw noMemoryToUnpack(this.#format);
    }
    const left = decodedLimitBytes - this.#total;
    let sizeBytes: number;
    try {
      sizeBytes = module.decompress(this.#context, block, Math.min(left, limitBytes));
    } catch {
      return null;
    }
    if (sizeBytes === nativeErrors.room && left <= limitBytes) checkDecodedSize(decodedLimitBytes + 1, this.#format);
    if (sizeBytes === nativeErrors.memory) throw noMemoryToUnpack(this.#format);
    if (sizeBytes < 0) return null;
    this.#total += sizeBytes;
    return module.take(sizeBytes);
  }

  /** What the library said of the last block. */
  message(): string {
    return this.#module.message();
  }
}

export const noMemoryToUnpack = (format: string) =>
  unreadableFileError('There is no memory to unpack its blocks.', 'Write it again with smaller blocks.', {
    tag: 'outOfMemory',
    format,
  });
