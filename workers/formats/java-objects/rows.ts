/**
 * Integers in rows of fixed width, one row for each object of a kind. Rows are numbered through the whole stream and dropped after each molecule; access to a dropped row is an error.
 */
export class IntegerRows {
  readonly #width: number;
  #values: Int32Array;
  /** The number of the first row that is still stored. */
  first = 0;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Int32Array(64 * width);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a row of zeros and returns its number. */
  add(): number {
    const at = this.#count * this.#width;
    if (at === this.#values.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.fill(0, at, at + this.#width);
    this.#count += 1;
    return this.first + this.#count - 1;
  }

  holds(row: number): boolean {
    return row >= this.first && row < this.first + this.#count;
  }

  get(row: number, column: number): number {
    return this.#values[(row - this.first) * this.#width + column] ?? 0;
  }

  set(row: number, column: number, value: number): void {
    this.#values[(row - this.first) * this.#width + column] = value;
  }

  forget(): void {
    this.first += this.#count;
    this.#count = 0;
  }
}
