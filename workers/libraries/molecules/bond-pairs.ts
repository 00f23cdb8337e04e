/**
 * Finds duplicate bonds while a molecule is read: two atoms have at most one bond. Each atom has a list of its partners. The lists of both atoms are followed in parallel until the
 * shorter one ends, so that an atom with thousands of bonds does not slow the check down.
 */
export class BondPairs {
  /** For each atom, the last entry of its list + 1; 0 if the list is empty. */
  #heads = new Int32Array(64);
  /** For each entry (a bond has two), the other atom, and the previous entry + 1. */
  #partners = new Int32Array(128);
  #before = new Int32Array(128);
  #entryCount = 0;
  #highest = -1;

  /** Drops all pairs. */
  clear(): void {
    this.#heads.fill(0, 0, this.#highest + 1);
    this.#highest = -1;
    this.#entryCount = 0;
  }

  /** Adds a bond; false if the atoms already have one, in either direction. */
  add(begin: number, end: number): boolean {
    const highest = Math.max(begin, end);
    if (highest > this.#highest) this.#reach(highest);
    const heads = this.#heads;
    const partners = this.#partners;
    const before = this.#before;
    const ofBegin = heads[begin] as number;
    const ofEnd = heads[end] as number;
    for (
      let left = ofBegin, right = ofEnd;
      left !== 0 && right !== 0;
      left = before[left - 1] as number, right = before[right - 1] as number
    ) {
      if (partners[left - 1] === end || partners[right - 1] === begin) return false;
    }
    const entry = this.#entryCount;
    if (entry + 2 > partners.length) {
      this.#grow();
      return this.add(begin, end);
    }
    partners[entry] = end;
    before[entry] = ofBegin;
    heads[begin] = entry + 1;
    partners[entry + 1] = begin;
    before[entry + 1] = ofEnd;
    heads[end] = entry + 2;
    this.#entryCount = entry + 2;
    return true;
  }

  #reach(atom: number): void {
    this.#highest = atom;
    if (atom < this.#heads.length) return;
    const larger = new Int32Array(2 * atom);
    larger.set(this.#heads);
    this.#heads = larger;
  }

  #grow(): void {
    const partners = new Int32Array(2 * this.#partners.length);
    partners.set(this.#partners);
    this.#partners = partners;
    const before = new Int32Array(partners.length);
    before.set(this.#before);
    this.#before = before;
  }
}
