import { FormatlabError } from '../model/errors';
import { moduleImports } from './imports';

/** `FL_…` of glue/abi.h. */
export const nativeErrors = { room: -1, damaged: -2, memory: -3, parameter: -4, refused: -5, dictionary: -6 } as const;

/** Sizes are int32_t in the ABI. */
export const maxBytes = 0x7fffffff;

type Call = (...numbers: number[]) => number;

/** The functions of glue/abi.h; the last four where the library has streams and dictionaries. */
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
  };
}

function notLoaded(message: string): FormatlabError {
  return new FormatlabError({
    tag: 'internal',
    stage: 'load',
    message: `A native codec's module could not be loaded. ${message}`,
  });
}

/** Compiled once in each worker, whatever the number of instances; a failed attempt is not kept. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw notLoaded(`${url}: HTTP status ${response.status}.`);
  // Not compileStreaming: it refuses what a host serves under another media type.
  return WebAssembly.compile(await response.arrayBuffer());
}

function compileOnce(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known !== undefined) return known;
  const module = compile(url);
  compiled.set(url, module);
  module.catch(() => compiled.delete(url));
  return module;
}

/**
 * One instance of a native codec's module, with a memory of its own: the calls of glue/abi.h, with their input copied in, or read in the area, and their results left there
 * for `take` or `view`. Calls give a size or a negative `nativeErrors`. Where the library traps, the instance is replaced by a new one and the trap is thrown; contexts
 * made before are then gone, and so are what was kept and what the area held.
 *
 * Records are small, so nothing is allocated here but what `take` and `view` give.
 */
export class NativeModule {
  readonly #module: WebAssembly.Module;
  #exports: NativeExports;
  /** All of the memory; of length 0 once the memory has grown, which detaches its buffer. */
  #view: Uint8Array<ArrayBuffer>;
  /** The three words of glue/abi.h's struct fl_places, in the memory; of length 0 with the view. */
  #places: Uint32Array;
  #placesAt: number;
  /** What its second word was last set to. */
  #keptBytes = 0;
  /** Where inputs are copied to, and how many bytes there are. */
  #inputAt = 0;
  #inputCapacity = -1;
  /** Where inputs may stay. */
  #areaAt = 0;
  #areaCapacity = -1;
  /** True where the last call did not come about for want of room for its input: the module then knows nothing of it, and its message is an earlier call's. */
  #inputRefused = false;
  /** How often the instance was replaced: contexts of an earlier one are invalid. */
  #generation = 0;

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = readExports(new WebAssembly.Instance(module, moduleImports));
    this.#placesAt = this.#exports.places() >>> 0;
    this.#view = new Uint8Array(this.#exports.memory.buffer);
    this.#places = new Uint32Array(this.#exports.memory.buffer, this.#placesAt, 3);
  }

  /** Throws `internal` where the module can't be fetched or does not export the ABI. */
  static async load(url: string): Promise<NativeModule> {
    return new NativeModule(await compileOnce(url));
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

  /** The first `bytes` of the results stay as they are, and the next result comes behind them; 0 from the beginning on. */
  keep(bytes: number): void {
    if (bytes === this.#keptBytes) return;
    if (this.#view.length === 0) this.#refresh();
    this.#places[1] = bytes;
    this.#keptBytes = bytes;
  }

  /** Room for so many bytes of results behind what is kept; false where there is no memory. */
  reserve(sizeBytes: number): boolean {
    return sizeBytes <= maxBytes && this.#exports.reserve(sizeBytes) !== 0;
  }

  /** Room for so many bytes in the input arena; false where there is no memory. */
  #reserveInput(sizeBytes: number): boolean {
    const at = this.#exports.input(sizeBytes) >>> 0;
    this.#inputCapacity = at === 0 ? -1 : sizeBytes;
    this.#inputAt = at;
    return at !== 0;
  }

  /** The first `sizeBytes` of the area, with what was put there before, unless it has to grow; null where there is no memory. */
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

  /** Where in the area the bytes begin; -1 where they lie elsewhere. */
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

  /** Has the next call read a copy of `input`; false where there is no memory for it. */
  #put(input: Uint8Array): boolean {
    const sizeBytes = input.length;
    // It would be taken for nothing at all.
    if (sizeBytes === 0 && 'detached' in input.buffer && input.buffer.detached === true)
      throw new TypeError('The input is a view that the memory’s growth has detached.');
    this.#inputRefused = sizeBytes > this.#inputCapacity && (sizeBytes > maxBytes || !this.#reserveInput(sizeBytes));
    if (this.#inputRefused) return false;
    this.#readAt(this.#inputAt);
    this.#view.set(input, this.#inputAt);
    return true;
  }

  /** Has the next call read a part of the area. */
  #putPart(offset: number, sizeBytes: number): void {
    if (!(offset >= 0 && sizeBytes >= 0 && offset + sizeBytes <= this.#areaCapacity))
      throw new RangeError('A part of the input lies outside its area.');
    this.#inputRefused = false;
    this.#readAt(this.#areaAt + offset);
  }

  /** Where the results begin. */
  #resultsAt(): number {
    if (this.#view.length === 0) this.#refresh();
    return this.#places[0] ?? 0;
  }

  /** A copy of the first `sizeBytes` of the results. */
  take(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const at = this.#resultsAt();
    return this.#view.slice(at, at + sizeBytes);
  }

  /** The same where they lie: the next call overwrites them, or detaches the view. */
  view(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const at = this.#resultsAt();
    return this.#view.subarray(at, at + sizeBytes);
  }

  #text(at: number): string {
    if (this.#view.length === 0) this.#refresh();
    const end = this.#view.indexOf(0, at);
    return new TextDecoder().decode(this.#view.subarray(at, end));
  }

  /** What the library said of the last call that failed. */
  message(): string {
    if (this.#inputRefused) return 'no memory is left for the input';
    return this.#text(this.#exports.message() >>> 0) || 'it gave no reason';
  }

  version(): string {
    return this.#text(this.#exports.version() >>> 0);
  }

  /** A context with these parameters (at most eight; the glue file says what they mean), or 0: `message` says why. */
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

  /** As `compress` and `decompress`, of so many bytes at an offset in the area. */
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

  /** A dictionary of at most `sizeBytes`, for `take`. */
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

  /** The context uses `dictionary` from now on; none where it is empty. */
  dictionary(context: number, dictionary: Uint8Array): number {
    try {
      return this.#put(dictionary) ? this.#exports.dictionary(context, dictionary.length) : nativeErrors.memory;
    } catch (thrown) {
      this.#replace();
      throw thrown;
    }
  }
}
