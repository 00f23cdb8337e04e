import { firstHandle, malformedStream } from './protocol';

/**
 * The kind and the value of each handle. They take five bytes per handle, because millions of objects have one and no handle is dropped before the stream's end. An object that is still
 * being read has the kind `open`.
 */
export class Handles {
  kinds = new Uint8Array(1_024);
  values = new Int32Array(1_024);
  count = 0;

  /** Adds a handle and returns its index. */
  add(kind: number, value: number): number {
    const index = this.count;
    if (index === this.kinds.length) this.#grow();
    this.kinds[index] = kind;
    this.values[index] = value;
    this.count = index + 1;
    return index;
  }

  set(index: number, kind: number, value: number): void {
    this.kinds[index] = kind;
    this.values[index] = value;
  }

  /** Reads a handle at `offset` of the stream and returns its index. */
  indexOf(handle: number, offset: number): number {
    const index = handle - firstHandle;
    if (index < 0 || index >= this.count)
      throw malformedStream(
        offset,
        `a reference leads to the handle 0x${handle.toString(16)}, but the stream has only ${this.count.toLocaleString('en')} handles from 0x${firstHandle.toString(16)} on so far`,
      );
    return index;
  }

  /** Drops all handles, as a reset in the stream requires. */
  clear(): void {
    this.count = 0;
  }

  #grow(): void {
    const kinds = new Uint8Array(2 * this.kinds.length);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const values = new Int32Array(2 * this.values.length);
    values.set(this.values);
    this.values = values;
  }
}
