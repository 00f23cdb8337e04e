/**
 * Bytes in memory as the Blob that parquet-wasm's range reader asks for: a real one would be read through the browser's
 * file machinery, and the figure would be that machinery's.
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
