import type { MoleculeDrawing } from './drawing';

const mix = (value: number) => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
};

/**
 * Decides whether two substituents of an atom differ, so that the atom or bond can have a configuration. It compares a hash of each substituent's surroundings, refined as far as the
 * molecule reaches. The hashes are computed only for molecules whose substituents look alike at first.
 */
export class Symmetry {
  readonly #drawing: MoleculeDrawing;
  #classes = new Int32Array(64);
  #next = new Int32Array(64);
  #sorted = new Int32Array(64);
  /** Whether the classes belong to the drawing's current molecule. */
  #refined = false;

  constructor(drawing: MoleculeDrawing) {
    this.#drawing = drawing;
  }

  /** Must be called when the drawing shows another molecule. */
  load(): void {
    this.#refined = false;
  }

  differ(left: number, right: number): boolean {
    if (this.#refined) return this.#classes[left] !== this.#classes[right];
    if (this.#invariant(left) !== this.#invariant(right)) return true;
    this.#refine();
    return this.#classes[left] !== this.#classes[right];
  }

  /** Whether two of these atoms are equivalent. */
  hasPair(atoms: readonly number[]): boolean {
    if (atoms.length < 2) return false;
    if (!this.#refined) this.#refine();
    return new Set(atoms.map((atom) => this.#classes[atom])).size < atoms.length;
  }

  #invariant(atom: number): number {
    const { molecules, adjacency, firstAtom } = this.#drawing;
    const { elements, hydrogens, charges, isotopes } = molecules.atoms;
    const at = firstAtom + atom;
    return (
      mix(
        (elements[at] as number) |
          ((hydrogens[at] as number) << 8) |
          (adjacency.degree(atom) << 16) |
          ((charges[at] as number) << 24),
      ) ^ mix(isotopes[at] as number)
    );
  }

  #refine(): void {
    const { molecules, adjacency, firstBond } = this.#drawing;
    const { atomCount, offsets, neighbours, bonds } = adjacency;
    if (atomCount > this.#classes.length) {
      this.#classes = new Int32Array(2 * atomCount);
      this.#next = new Int32Array(2 * atomCount);
      this.#sorted = new Int32Array(2 * atomCount);
    }
    for (let atom = 0; atom < atomCount; atom += 1) this.#classes[atom] = this.#invariant(atom);
    for (let before = this.#count(atomCount); ; ) {
      const classes = this.#classes;
      for (let atom = 0; atom < atomCount; atom += 1) {
        let sum = mix(classes[atom] as number);
        for (let edge = offsets[atom] as number; edge < (offsets[atom + 1] as number); edge += 1) {
          const order = molecules.bonds.orders[firstBond + (bonds[edge] as number)] as number;
          sum = (sum + mix((classes[neighbours[edge] as number] as number) + 0x9e3779b * (order + 1))) | 0;
        }
        this.#next[atom] = sum;
      }
      this.#classes = this.#next;
      this.#next = classes;
      const count = this.#count(atomCount);
      if (count <= before) break;
      before = count;
    }
    this.#refined = true;
  }

  #count(atomCount: number): number {
    const sorted = this.#sorted.subarray(0, atomCount);
    sorted.set(this.#classes.subarray(0, atomCount));
    sorted.sort();
    let count = 0;
    for (let at = 0; at < atomCount; at += 1) if (at === 0 || sorted[at] !== sorted[at - 1]) count += 1;
    return count;
  }
}
