import type { MemoryUse } from '../../../own-file/memory-use';

const firstCapacity = 64;

/** Bytes that are appended. */
export class GrowingBytes {
  readonly #memory: MemoryUse;
  #data = new Uint8Array(firstCapacity);
  length = 0;

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  #reserve(sizeBytes: number): void {
    const needed = this.length + sizeBytes;
    if (needed <= this.#data.length) return;
    const capacity = Math.max(needed, this.#data.length * 2);
    this.#memory.add(capacity - this.#data.length);
    const grown = new Uint8Array(capacity);
    grown.set(this.#data);
    this.#data = grown;
  }

  push(byte: number): void {
    if (this.length === this.#data.length) this.#reserve(1);
    this.#data[this.length] = byte;
    this.length += 1;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#data.set(bytes, this.length);
    this.length += bytes.length;
  }

  appendZeros(sizeBytes: number): void {
    this.#reserve(sizeBytes);
    this.length += sizeBytes;
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#data.slice(0, this.length);
  }
}

/** Numbers of 32 bits that are appended; two of them are one of 64 bits, the lower half first. */
export class GrowingInts {
  readonly #memory: MemoryUse;
  #data = new Int32Array(firstCapacity);
  length = 0;

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  push(value: number): void {
    if (this.length === this.#data.length) {
      this.#memory.add(this.#data.byteLength);
      const grown = new Int32Array(this.#data.length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.length] = value;
    this.length += 1;
  }

  take(): Int32Array<ArrayBuffer> {
    return this.#data.slice(0, this.length);
  }
}
