const [a, zero, nine] = [0x61, 0x30, 0x39];
const decoder = new TextDecoder('latin1');

/** Looks up the atoms of one molecule by id. Consecutive ids such as `a1`, `a2`, which most writers use, need only arithmetic; others need a map. */
export class AtomNames {
  readonly #bytes: Uint8Array;
  #count = 0;
  /** The number in the first atom's id; -1 once the ids are not consecutive. */
  #first = -1;
  #inRow = true;
  readonly #others = new Map<string, number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  clear(): void {
    this.#count = 0;
    this.#inRow = true;
    this.#others.clear();
  }

  /** Adds the next atom's id, given as a range of the file. False if another atom has the same id. */
  add(from: number, to: number): boolean {
    if (this.#inRow) {
      const number = this.#numberOf(from, to);
      if (this.#count === 0) this.#first = number;
      if (number !== -1 && number === this.#first + this.#count) {
        this.#count += 1;
        return true;
      }
      for (let atom = 0; atom < this.#count; atom += 1) this.#others.set(`a${this.#first + atom}`, atom);
      this.#inRow = false;
    }
    const name = this.#nameOf(from, to);
    if (this.#others.has(name)) return false;
    this.#others.set(name, this.#count);
    this.#count += 1;
    return true;
  }

  /** The index of the atom with this id; -1 if there is none. */
  find(from: number, to: number): number {
    if (!this.#inRow) return this.#others.get(this.#nameOf(from, to)) ?? -1;
    const atom = this.#numberOf(from, to) - this.#first;
    return atom >= 0 && atom < this.#count ? atom : -1;
  }

  #nameOf(from: number, to: number): string {
    return decoder.decode(this.#bytes.subarray(from, to));
  }

  /** The number in an id such as `a12`; -1 if the id has another form. */
  #numberOf(from: number, to: number): number {
    if (this.#bytes[from] !== a || to - from < 2 || to - from > 10 || (this.#bytes[from + 1] === zero && to - from > 2))
      return -1;
    let number = 0;
    for (let at = from + 1; at < to; at += 1) {
      const byte = this.#bytes[at] as number;
      if (byte < zero || byte > nine) return -1;
      number = number * 10 + (byte - zero);
    }
    return number;
  }
}
