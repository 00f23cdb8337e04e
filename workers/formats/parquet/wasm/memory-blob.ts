/**
 * Bytes in memory with the interface of a Blob, which parquet-wasm's range reader needs. Reading a real Blob would go through the browser's file machinery and
 * include its time.
 */
export class MemoryBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super();
    this.#bytes = bytes;
    Object.defineProperty(this, 'size', { value: bytes.length });
  }

  override slice(start?: number, end?: number): Blob {
    return new MemoryBlob(this.#bytes.subarray(start, end));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer;
  }
}
