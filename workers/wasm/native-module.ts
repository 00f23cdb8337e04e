import { FormatlabError } from '../model/errors';
import { fetchModuleOnce } from './fetch-module';
import { moduleImports } from './imports';

/** The error codes `FL_…` of glue/abi.h. */
export const nativeErrors = { room: -1, damaged: -2, memory: -3, parameter: -4, refused: -5, dictionary: -6 } as const;

/** The maximum size of inputs and outputs: sizes are int32_t in the ABI. */
export const maxBytes = 0x7fffffff;

type Call = (...numbers: number[]) => number;

/** The functions of glue/abi.h. The last five exist only if the library has streams, dictionaries and CRC-32. */
interface NativeExports {
  readonly memory: WebAssembly.Memory;
  readonly input: Call;
  readonly area: Call;
  readonly places: Call;
  readonly reserve: Call;
  readonly message: Call;
  readonly version: Call;
  readonly open: Call;
  readonly close: Call;
  readonly compress: Call;
  readonly decompress: Call;
  readonly streamBegin: Call;
  readonly streamStep: Call;
  readonly train: Call;
  readonly dictionary: Call;
  readonly crc32: Call;
}

const isCall = (value: WebAssembly.ExportValue | undefined): value is Call => typeof value === 'function';

function readExports({ exports }: WebAssembly.Instance): NativeExports {
  const { memory, _initialize } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw notLoaded('It exports no memory.');
  if (isCall(_initialize)) _initialize();
  const required = (name: string) => {
    const value = exports[name];
    if (!isCall(value)) throw notLoaded(`It exports no function ${name}.`);
    return value;
  };
  const optional = (name: string) => {
    const value = exports[name];
    if (isCall(value)) return value;
    return () => {
      throw notLoaded(`It exports no function ${name}.`);
    };
  };
  return {
    memory,
    input: required('input'),
    area: required('area'),
    places: required('places'),
    reserve: required('reserve'),
    message: required('message'),
    version: required('version'),
    open: required('open'),
    close: required('close'),
    compress: required('compress'),
    decompress: required('decompress'),
    streamBegin: optional('stream_begin'),
    streamStep: optional('stream_step'),
    train: optional('train'),
    dictionary: optional('dictionary'),
    crc32: optional('crc32'),
  };
}

function notLoaded(message: string): FormatlabError {
  return new FormatlabError({
    tag: 'internal',
    stage: 'load',
    message: `A native codec's module could not be loaded. ${message}`,
    remedy: 'Check the connection to this site, then try again.',
  });
}

/**
 * One instance of a native codec's module, with its own memory, and the calls of glue/abi.h. Inputs are copied in, or read from the lasting area. Results stay in the output arena for `take`
 * or `view`. Calls return a size or a negative `nativeErrors`. If the library traps, the instance is replaced and the trap is thrown; earlier contexts, kept results and the content of the
 * area are then lost.
 *
 * Records are small, so only `take` and `view` allocate.
 */
export class NativeModule {
  readonly #module: WebAssembly.Module;
  #exports: NativeExports;
  /** The whole memory; of length 0 once the memory has grown, which detaches its buffer. */
  #view: Uint8Array<ArrayBuffer>;
  /** The three words of glue/abi.h's struct fl_places in the memory; of length 0 if the memory has grown. */
  #places: Uint32Array;
  #placesAt: number;
  /** The size in bytes of the kept results that the module knows of: the last value of the second word of `fl_places`. */
  #keptBytes = 0;
  /** The address and the capacity of the input arena. */
  #inputAt = 0;
  #inputCapacity = -1;
  /** The address and the capacity of the lasting area. */
  #areaAt = 0;
  #areaCapacity = -1;
  /** True if there was no room for the input of the last call. The module was then not called, and its message belongs to an earlier call. */
  #inputRefused = false;
  /** The number of times that the instance was replaced. Contexts of earlier instances are invalid. */
  #generation = 0;

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = readExports(new WebAssembly.Instance(module, moduleImports));
    this.#placesAt = this.#exports.places() >>> 0;
    this.#view = new Uint8Array(this.#exports.memory.buffer);
    this.#places = new Uint32Array(this.#exports.memory.buffer, this.#placesAt, 3);
  }

  /** @throws `internal` if the module cannot be fetched or does not export the ABI */
  static async load(url: string): Promise<NativeModule> {
    return new NativeModule(await fetchModuleOnce(url, (why) => notLoaded(`${url}: ${why}.`)));
  }

  get generation(): number {
    return this.#generation;
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #replace(): void {
    this.#exports = readExports(new WebAssembly.Instance(this.#module, moduleImports));
    this.#placesAt = this.#exports.places() >>> 0;
    this.#refresh();
    this.#keptBytes = 0;
    this.#inputCapacity = -1;
    this.#areaCapacity = -1;
    this.#generation += 1;
  }

  #refresh(): void {
    this.#view = new Uint8Array(this.#exports.memory.buffer);
    this.#places = new Uint32Array(this.#exports.memory.buffer, this.#placesAt, 3);
  }

  /** Keeps the first `bytes` of the results; the next result follows them. With 0, the next result starts at the beginning. */
  keep(bytes: number): void {
    if (bytes === this.#keptBytes) return;
    if (this.#view.length === 0) this.#refresh();
    this.#places[1] = bytes;
    this.#keptBytes = bytes;
  }

  /** Makes room for this many bytes of results after the kept ones; false if there is no memory. */
  reserve(sizeBytes: number): boolean {
    return sizeBytes <= maxBytes && this.#exports.reserve(sizeBytes) !== 0;
  }

  /** Makes room for this many bytes in the input arena; false if there is no memory. */
  #reserveInput(sizeBytes: number): boolean {
    const at = this.#exports.input(sizeBytes) >>> 0;
    this.#inputCapacity = at === 0 ? -1 : sizeBytes;
    this.#inputAt = at;
    return at !== 0;
  }

  /** The first `sizeBytes` of the lasting area. Earlier content stays, unless the area must grow. Null if there is no memory. */
  area(sizeBytes: number): Uint8Array<ArrayBuffer> | null {
    if (sizeBytes > this.#areaCapacity) {
      const at = sizeBytes > maxBytes ? 0 : this.#exports.area(sizeBytes) >>> 0;
      this.#areaCapacity = at === 0 ? -1 : sizeBytes;
      this.#areaAt = at;
      if (at === 0) return null;
    }
    if (this.#view.length === 0) this.#refresh();
    return this.#view.subarray(this.#areaAt, this.#areaAt + sizeBytes);
  }

  /** The offset of the bytes within the area; -1 if they are elsewhere. */
  offsetInArea(bytes: Uint8Array): number {
    if (this.#areaCapacity < 0) return -1;
    if (this.#view.length === 0) this.#refresh();
    const offset = bytes.byteOffset - this.#areaAt;
    return offset >= 0 && offset + bytes.length <= this.#areaCapacity && bytes.buffer === this.#view.buffer
      ? offset
      : -1;
  }

  #readAt(at: number): void {
    if (this.#view.length === 0) this.#refresh();
    this.#places[2] = at;
  }

  /** Copies `input` for the next call; false if there is no memory for it. */
  #put(input: Uint8Array): boolean {
    const sizeBytes = input.length;
    // A detached view has length 0 and would be taken for empty input.
    if (sizeBytes === 0 && 'detached' in input.buffer && input.buffer.detached === true)
      throw new TypeError('The input is a view that the memory’s growth has detached.');
    this.#inputRefused = sizeBytes > this.#inputCapacity && (sizeBytes > maxBytes || !this.#reserveInput(sizeBytes));
    if (this.#inputRefused) return false;
    this.#readAt(this.#inputAt);
    this.#view.set(input, this.#inputAt);
    return true;
  }

  /** Makes the next call read a part of the area. */
  #putPart(offset: number, sizeBytes: number): void {
    if (!(offset >= 0 && sizeBytes >= 0 && offset + sizeBytes <= this.#areaCapacity))
      throw new RangeError('A part of the input lies outside its area.');
    this.#inputRefused = false;
    this.#readAt(this.#areaAt + offset);
  }

  /** The address of the results. */
  #resultsAt(): number {
    if (this.#view.length === 0) this.#refresh();
    return this.#places[0] ?? 0;
  }

  /** A copy of the first `sizeBytes` of the results. */
  take(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const at = this.#resultsAt();
    return this.#view.slice(at, at + sizeBytes);
  }

  /** A view of the first `sizeBytes` of the results, which the next call overwrites or detaches. */
  view(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const at = this.#resultsAt();
    return this.#view.subarray(at, at + sizeBytes);
  }

  #text(at: number): string {
    if (this.#view.length === 0) this.#refresh();
    const end = this.#view.indexOf(0, at);
    return new TextDecoder().decode(this.#view.subarray(at, end));
  }

  /** The library's message about the last failed call. */
  message(): string {
    if (this.#inputRefused) return 'no memory is left for the input';
    return this.#text(this.#exports.message() >>> 0) || 'it gave no reason';
  }

  version(): string {
    return this.#text(this.#exports.version() >>> 0);
  }

  /** Opens a context with at most eight parameters, which the glue file defines. Returns 0 on failure; `message` then says why. */
  open(parameters: readonly number[]): number {
    this.#inputRefused = false;
    try {
      const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0] = parameters;
      return this.#exports.open(p0, p1, p2, p3, p4, p5, p6, p7) >>> 0;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  close(context: number): void {
    this.#exports.close(context);
  }

  compress(context: number, input: Uint8Array): number {
    try {
      return this.#put(input) ? this.#exports.compress(context, input.length) : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  decompress(context: number, input: Uint8Array, limitBytes: number): number {
    try {
      return this.#put(input) ? this.#exports.decompress(context, input.length, limitBytes) : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  /** Like `compress` and `decompress`, for a part of the area given by offset and size. */
  compressPart(context: number, offset: number, sizeBytes: number): number {
    this.#putPart(offset, sizeBytes);
    try {
      return this.#exports.compress(context, sizeBytes);
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  decompressPart(context: number, offset: number, sizeBytes: number, limitBytes: number): number {
    this.#putPart(offset, sizeBytes);
    try {
      return this.#exports.decompress(context, sizeBytes, limitBytes);
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  streamBegin(context: number, decompressing: boolean): number {
    this.#inputRefused = false;
    try {
      return this.#exports.streamBegin(context, decompressing ? 1 : 0);
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  streamStep(context: number, input: Uint8Array, last: boolean, limitBytes: number): number {
    try {
      return this.#put(input)
        ? this.#exports.streamStep(context, input.length, last ? 1 : 0, limitBytes)
        : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  /** Trains a dictionary of at most `sizeBytes`, for `take`. */
  train(samples: readonly Uint8Array[], sizeBytes: number): number {
    const samplesBytes = samples.reduce((sum, sample) => sum + sample.length, 0);
    const sizesAt = (samplesBytes + 3) & ~3;
    const joined = new Uint8Array(sizesAt + samples.length * 4);
    const sizes = new DataView(joined.buffer);
    let offset = 0;
    samples.forEach((sample, index) => {
      joined.set(sample, offset);
      sizes.setUint32(sizesAt + index * 4, sample.length, true);
      offset += sample.length;
    });
    try {
      return this.#put(joined) ? this.#exports.train(samplesBytes, samples.length, sizeBytes) : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  /** Sets the dictionary of the context; an empty one removes it. */
  dictionary(context: number, dictionary: Uint8Array): number {
    try {
      return this.#put(dictionary) ? this.#exports.dictionary(context, dictionary.length) : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }

  /** Continues a CRC-32, which begins with 0, over `input`. Null if there is no memory to copy it to. */
  crc32(crc: number, input: Uint8Array): number | null {
    return this.#put(input) ? this.#exports.crc32(crc, input.length) >>> 0 : null;
  }

  /** The CRC-32 of a part of the area. */
  crc32OfPart(offset: number, sizeBytes: number): number {
    this.#putPart(offset, sizeBytes);
    return this.#exports.crc32(0, sizeBytes) >>> 0;
  }

  /** The CRC-32 of the last result, which lies behind the kept ones. */
  crc32OfResult(sizeBytes: number): number {
    this.#readAt(this.#resultsAt() + this.#keptBytes);
    return this.#exports.crc32(0, sizeBytes) >>> 0;
  }
}
