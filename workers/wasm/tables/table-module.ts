import { FormatlabError } from '../../model/errors';
import { fetchModuleOnce } from '../fetch-module';

export type Call = (...numbers: number[]) => number;

/** The exports of `workers/wasm/rust/tables`, which every module of tables has. Addresses and sizes are in bytes. */
export interface TableCalls {
  readonly memory: WebAssembly.Memory;
  readonly allocate: Call;
  readonly release: Call;
  readonly message: Call;
}

/** Compiles a module once in each worker. `label` names the library in an error. */
export const compiledModule = (url: string, label: string): Promise<WebAssembly.Module> =>
  fetchModuleOnce(
    url,
    (why) =>
      new FormatlabError({
        tag: 'internal',
        stage: 'load',
        message: `The module of ${label} could not be fetched: ${why}.`,
      }),
  );

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder();

/** A part of the module's memory. */
export interface MemorySpan {
  readonly at: number;
  readonly sizeBytes: number;
}

/** One instance of a module with its own memory. Addresses stay valid when the memory grows; views do not, so get them anew after every call. */
export class TableModule<Calls extends TableCalls = TableCalls> {
  readonly calls: Calls;
  readonly #format: string;
  readonly #label: string;
  #view: DataView<ArrayBuffer>;
  #bytes: Uint8Array<ArrayBuffer>;
  /** The address of a struct Span, in which calls return a part of the memory. */
  readonly #spanAt: number;

  /** `format` and `label` (of the library) appear in errors. */
  constructor(module: WebAssembly.Module, format: string, label: string) {
    this.calls = new WebAssembly.Instance(module, {}).exports as unknown as Calls;
    this.#format = format;
    this.#label = label;
    this.#view = new DataView(this.buffer);
    this.#bytes = new Uint8Array(this.buffer);
    this.#spanAt = this.allocate(8);
  }

  get buffer(): ArrayBuffer {
    return this.calls.memory.buffer as ArrayBuffer;
  }

  /** The whole memory, until it grows. */
  get view(): DataView<ArrayBuffer> {
    if (this.#view.buffer !== this.buffer) this.#view = new DataView(this.buffer);
    return this.#view;
  }

  /** The whole memory, until it grows. */
  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.buffer !== this.buffer) this.#bytes = new Uint8Array(this.buffer);
    return this.#bytes;
  }

  /** Memory with any content that starts at a multiple of 64. @throws `outOfMemory` */
  allocate(sizeBytes: number): number {
    const at = this.calls.allocate(sizeBytes) >>> 0;
    if (at === 0)
      throw new FormatlabError({
        tag: 'outOfMemory',
        stage: 'setUp',
        format: this.#format,
        message: `The module of ${this.#label} has no memory for ${sizeBytes.toLocaleString('en')} bytes more.`,
        remedy: 'Choose fewer rows.',
      });
    return at;
  }

  release(at: number, sizeBytes: number): void {
    this.calls.release(at, sizeBytes);
  }

  /** Calls with the address of a span, and reads what the call put there. Null if the call returned a negative number. */
  spanOf(call: (spanAt: number) => number): MemorySpan | null {
    if (call(this.#spanAt) < 0) return null;
    const { view } = this;
    return { at: view.getUint32(this.#spanAt, true), sizeBytes: view.getUint32(this.#spanAt + 4, true) };
  }

  /** A view until the memory grows. */
  bytesOf({ at, sizeBytes }: MemorySpan): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(at, at + sizeBytes);
  }

  textOf(span: MemorySpan): string {
    return textDecoder.decode(this.bytesOf(span));
  }

  /** Upstream's reason for the last failure. */
  failureReason(): string {
    const span = this.spanOf((at) => {
      this.calls.message(at);
      return 0;
    });
    return span === null ? '' : this.textOf(span);
  }

  /** Calls with bytes in memory, which are released after the call. */
  withBytes<T>(bytes: Uint8Array, call: (at: number, sizeBytes: number) => T): T {
    const at = this.allocate(bytes.length);
    this.bytes.set(bytes, at);
    let trapped = false;
    try {
      return call(at, bytes.length);
    } catch (thrown) {
      trapped = thrown instanceof WebAssembly.RuntimeError;
      throw thrown;
    } finally {
      if (!trapped) this.release(at, bytes.length);
    }
  }

  /** Calls with a text in memory, which is released after the call. */
  withText<T>(text: string, call: (at: number, sizeBytes: number) => T): T {
    return this.withBytes(textEncoder.encode(text), call);
  }
}
