/**
 * Whole numbers in rows of a fixed width, a row for each object of one kind. Rows are numbered through the whole stream and forgotten molecule by molecule: whoever asks for a forgotten one is told so.
 */
export class Rows {
  readonly #width: number;
  #values: Int32Array;
  /** Number of the first row that is kept. */
  first = 0;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Int32Array(64 * width);
  }

  get count(): number {
    return this.#count;
  }

  /** The number of the new row, all zeros. */
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
