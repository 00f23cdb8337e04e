/** A growing list of numbers below 2^32. */
export class GrowingUint32List {
  #values: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(expected: number) {
    this.#values = new Uint32Array(Math.max(16, expected));
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** A view of the numbers so far. */
  values(): Uint32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.length);
  }
}
