import { firstHandle, malformedStream } from './protocol';

/**
 * What the stream can refer to, by handle: a kind and a whole number each, five bytes in all, since millions of objects have one and none is ever given up before the stream’s end. An object
 * that is still being read has the kind `open`.
 */
export class Handles {
  kinds = new Uint8Array(1_024);
  values = new Int32Array(1_024);
  count = 0;

  /** The index of the new handle. */
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

  /** The index of a handle as the stream says it at `offset`. */
  indexOf(handle: number, offset: number): number {
    const index = handle - firstHandle;
    if (index < 0 || index >= this.count)
      throw malformedStream(
        offset,
        `a reference to the object ${handle.toString(16)}, where the stream has ${this.count.toLocaleString('en')} from ${firstHandle.toString(16)} on so far`,
      );
    return index;
  }

  /** Everything is forgotten, as after a reset. */
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
