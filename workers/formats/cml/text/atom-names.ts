const [a, zero, nine] = [0x61, 0x30, 0x39];
const decoder = new TextDecoder('latin1');

/** The ids of one molecule's atoms: numbers in a row behind an `a`, as most writers have them, by arithmetic; others by a map. */
export class AtomNames {
  readonly #bytes: Uint8Array;
  #count = 0;
  /** Number of the first atom's id; -1 once one does not follow the one before it. */
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

  /** The next atom's id as a range of the file. False where another atom has it already. */
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

  /** Index of the atom with this id, -1 where there is none. */
  find(from: number, to: number): number {
    if (!this.#inRow) return this.#others.get(this.#nameOf(from, to)) ?? -1;
    const atom = this.#numberOf(from, to) - this.#first;
    return atom >= 0 && atom < this.#count ? atom : -1;
  }

  #nameOf(from: number, to: number): string {
    return decoder.decode(this.#bytes.subarray(from, to));
  }

  /** 12 of `a12`, -1 of anything that is written otherwise. */
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
