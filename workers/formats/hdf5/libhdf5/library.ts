// Does not import 'h5wasm' itself, which creates one instance at import, prints errors to the console and cannot be recreated after an abort.
// The factory behind it is not exported by the package, hence the path. The WASM file of 4 MB is a URL, so that the bundler leaves it alone.
import factoryUrl from '../../../../node_modules/h5wasm/dist/esm/hdf5_util.js?url';
import { FormatlabError, type Stage } from '../../../model/errors';

interface FileNode {
  node_ops: {
    getattr(node: FileNode): object;
    setattr(node: FileNode, attributes: { readonly size?: number }): void;
  };
  stream_ops: {
    llseek(stream: { position: number }, offset: number, whence: number): number;
    read(stream: object, heap: Int8Array, offset: number, length: number, position: number): number;
    write(stream: object, heap: Int8Array, offset: number, length: number, position: number): number;
  };
}

/** The functions of Emscripten's FS that are used here. */
export interface FileSystem {
  create(path: string, mode: number): FileNode;
  unlink(path: string): void;
}

/** HDF5's type classes (H5T_class_t). */
export const typeClass = { integer: 0, float: 1, string: 3, opaque: 5, compound: 6, enumeration: 8 } as const;
/** Character sets of strings (H5T_cset_t). */
export const characterSet = { ascii: 0, utf8: 1 } as const;

export interface ElementType {
  readonly type: number;
  readonly size: number;
  readonly signed: boolean;
  /** A variable-length string: in the heap, a pointer to bytes that end with 0. */
  readonly vlen: boolean;
  readonly cset?: number;
  /** The members of a compound type. */
  readonly compound_type?: {
    readonly nmembers: number;
    readonly members: readonly (ElementType & { readonly name: string; readonly offset: number })[];
  };
}

export interface WriteMetadata extends ElementType {
  readonly shape: readonly bigint[];
  readonly maxshape: null;
  readonly chunks: readonly bigint[] | null;
}

export interface ReadMetadata extends ElementType {
  readonly shape: readonly number[] | null;
  readonly chunks: readonly number[] | null;
  readonly total_size: number;
}

/** The functions of h5wasm's embind interface (hdf5_util.cc) that are used here. Each opens the objects that it needs by name and closes them again. */
interface H5wasmBinding {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly FS: FileSystem;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  open(path: string, mode: number, trackOrder: boolean, libverLow: number, libverHigh: number): bigint;
  close_file(file: bigint): number;
  create_group(file: bigint, name: string, trackOrder: boolean): number;
  create_dataset(file: bigint, name: string, data: bigint, metadata: WriteMetadata): number;
  set_dataset_data(
    file: bigint,
    name: string,
    count: bigint[] | null,
    offset: bigint[] | null,
    strides: bigint[] | null,
    data: bigint,
  ): number;
  get_dataset_data(
    file: bigint,
    name: string,
    count: bigint[] | null,
    offset: bigint[] | null,
    strides: bigint[] | null,
    data: bigint,
  ): number;
  /** The address of an object's header in the file, as eight bytes (hobj_ref_t). */
  create_object_reference(file: bigint, name: string): ArrayLike<number>;
  get_dataset_metadata(file: bigint, name: string): ReadMetadata;
  get_names(file: bigint, group: string, recursive: boolean): string[];
  create_attribute(file: bigint, object: string, name: string, data: bigint, metadata: WriteMetadata): number;
  get_attribute_names(file: bigint, object: string): string[];
  get_attribute_metadata(file: bigint, object: string, name: string): ReadMetadata;
  get_attribute_data(file: bigint, object: string, name: string, data: bigint): number;
  reclaim_vlen_memory_count(file: bigint, dataset: string, attribute: string, data: bigint, count: bigint[]): number;
  H5F_LIBVER_EARLIEST: number;
  H5F_LIBVER_LATEST: number;
}

interface FactoryModule {
  default(overrides: {
    noInitialRun: boolean;
    print: (line: string) => void;
    printErr: (line: string) => void;
  }): Promise<H5wasmBinding>;
}

const isFactoryModule = (value: unknown): value is FactoryModule =>
  typeof value === 'object' && value !== null && 'default' in value && typeof value.default === 'function';

/** One instance of libhdf5 in memory of its own. */
export class Libhdf5Instance {
  readonly binding: H5wasmBinding;
  /** The lines that libhdf5 printed to stderr. Its default handler prints the whole error stack of a failed call. */
  readonly #printed: string[];
  /** Why the current call was not given bytes of the file that it wanted. */
  refusal: string | null = null;
  /** False after a trap or an abort, after which nothing may be called. */
  alive = true;
  /** The stage that errors report. */
  stage: Stage = 'setUp';

  private constructor(binding: H5wasmBinding, printed: string[]) {
    this.binding = binding;
    this.#printed = printed;
  }

  static async load(): Promise<Libhdf5Instance> {
    const factory: unknown = await import(/* @vite-ignore */ factoryUrl);
    if (!isFactoryModule(factory))
      throw new FormatlabError({
        tag: 'internal',
        stage: 'setUp',
        format: 'hdf5',
        message: 'h5wasm does not export the function that makes its module.',
      });
    const printed: string[] = [];
    const print = (line: string) => {
      if (printed.length < 200) printed.push(line);
    };
    return new Libhdf5Instance(await factory.default({ noInitialRun: true, print, printErr: print }), printed);
  }

  get memoryBytes(): number {
    return this.binding.HEAPU8.length;
  }

  /**
   * Runs one call. h5wasm's functions return the status of only their last step, but every failed step prints libhdf5's error stack. So a call succeeded if
   * nothing was printed. The error's message begins with `what` and ends with the stack.
   */
  call<R>(what: string, action: (binding: H5wasmBinding) => R): R {
    this.#printed.length = 0;
    this.refusal = null;
    let result: R;
    try {
      result = action(this.binding);
    } catch (thrown) {
      // h5wasm's own checks throw plain errors. A trap or an abort is a RuntimeError and leaves the module unusable.
      if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) this.alive = false;
      throw this.#failure(what, thrown instanceof Error ? thrown.message : String(thrown), thrown);
    }
    if (
      this.#printed.length > 0 ||
      (typeof result === 'bigint' && result < 0n) ||
      (typeof result === 'number' && result < 0)
    )
      throw this.#failure(what, 'no reason given');
    return result;
  }

  /** Runs a call that must fail with `reason` in its error stack. Throws if it succeeds or fails for another reason. */
  callFailing(what: string, reason: string, action: (binding: H5wasmBinding) => number): void {
    this.#printed.length = 0;
    action(this.binding);
    if (!this.#printed.some((line) => line.includes(reason)))
      throw this.#failure(what, 'the expected error did not occur');
    this.#printed.length = 0;
  }

  #failure(what: string, otherwise: string, cause?: unknown): FormatlabError {
    const tag = this.stage === 'encode' ? 'encodeFailed' : 'malformedInput';
    const message = `HDF5 couldn’t ${what}: ${this.refusal ?? (this.#stack() || otherwise)}`.slice(0, 2_000);
    return new FormatlabError({ tag, stage: this.stage, format: 'hdf5', message }, { cause });
  }

  /** libhdf5's error stack, outermost call first, without paths of the build machine: `H5Fopen: unable to open file ← …`. */
  #stack(): string {
    const steps = this.#printed.flatMap((line) => {
      const match = /#\d+: .* in (\w+)\(\): (.*)$/.exec(line);
      return match ? [`${match[1]}: ${match[2]}`] : [];
    });
    return (steps.length > 0 ? steps : this.#printed).join(' ← ').slice(0, 1_600);
  }

  /** Allocates `bytes` of the heap for the time of the call. Calls can grow the memory; the view (`heap`) must be taken again after them. */
  withMemory<R>(bytes: number, use: (pointer: number) => R): R {
    const pointer = this.binding._malloc(Math.max(bytes, 8));
    if (pointer === 0) {
      throw new FormatlabError({
        tag: 'outOfMemory',
        stage: this.stage,
        format: 'hdf5',
        message: `HDF5 could not allocate ${bytes} bytes in its WASM memory, which ends at 2 GiB.`,
        remedy: 'Choose fewer rows or smaller chunks.',
      });
    }
    try {
      return use(pointer >>> 0);
    } finally {
      if (this.alive) this.binding._free(pointer);
    }
  }

  heap(pointer: number, bytes: number): Uint8Array<ArrayBuffer> {
    return this.binding.HEAPU8.subarray(pointer, pointer + bytes);
  }
}
