import { ByteWriter } from '../../../libraries/bytes/byte-writer';
import type { MemoryUse } from '../../../own-file/memory-use';

const firstCapacity = 64;

/** Bytes that are appended, counted in `memory`. */
export class GrowingBytes extends ByteWriter {
  readonly #memory: MemoryUse;

  constructor(memory: MemoryUse) {
    super(firstCapacity);
    this.#memory = memory;
  }

  /** Appends zeros: the buffer is never emptied. */
  zeros(count: number): void {
    this.room(count);
  }

  protected override capacityFor(neededBytes: number): number {
    const capacity = super.capacityFor(neededBytes);
    this.#memory.add(capacity - this.bytes.length);
    return capacity;
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
