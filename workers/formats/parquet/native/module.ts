import { FormatlabError } from '../../../model/errors';
import wasmUrl from '../../../wasm/built/parquet.wasm?url';

type Call = (...numbers: number[]) => number;

/** The exports of `workers/wasm/rust/parquet`, where each is described. Addresses and sizes are in bytes. */
interface ParquetExports {
  readonly memory: WebAssembly.Memory;
  readonly allocate: Call;
  readonly release: Call;
  readonly message: Call;
  readonly properties_new: Call;
  readonly properties_set: Call;
  readonly properties_note: Call;
  readonly properties_drop: Call;
  readonly properties_sorted_by: Call;
  readonly file_new: Call;
  readonly file_write: Call;
  readonly reader_open: Call;
  readonly reader_drop: Call;
  readonly reader_note: Call;
  readonly reader_column: Call;
  readonly reader_row_groups: Call;
  readonly reader_group_rows: Call;
  readonly reader_read: Call;
}

let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok)
    throw new FormatlabError({
      tag: 'internal',
      stage: 'load',
      message: `The Parquet module could not be fetched: HTTP status ${response.status}.`,
    });
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Compiles the module once in each worker. A failed attempt is not cached. */
export function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder();

/** A part of the module's memory. */
export interface MemorySpan {
  readonly at: number;
  readonly sizeBytes: number;
}

/** One instance of the module with its own memory. Addresses stay valid when the memory grows; views do not, so get them anew after every call. */
export class ParquetModule {
  readonly calls: ParquetExports;
  #view: DataView<ArrayBuffer>;
  #bytes: Uint8Array<ArrayBuffer>;
  /** The address of a struct Span, in which calls return a part of the memory. */
  readonly #spanAt: number;

  constructor(module: WebAssembly.Module) {
    this.calls = new WebAssembly.Instance(module, {}).exports as unknown as ParquetExports;
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
        format: 'parquet',
        message: `The Parquet module has no memory for ${sizeBytes.toLocaleString('en')} bytes more.`,
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

  /** Calls with a text in memory. */
  withText<T>(text: string, call: (at: number, sizeBytes: number) => T): T {
    const bytes = textEncoder.encode(text);
    const at = this.allocate(bytes.length);
    this.bytes.set(bytes, at);
    try {
      return call(at, bytes.length);
    } finally {
      this.release(at, bytes.length);
    }
  }
}
