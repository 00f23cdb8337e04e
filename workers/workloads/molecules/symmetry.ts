import { bondFlags } from './parts';
import { maxNeighbours, type MoleculeGraph } from './graph';

/**
 * Rounds of Morgan's algorithm, which gives each atom a rank by its surroundings: equal for equivalent atoms, and different if the
 * neighbourhoods differ within this many bonds. Different atoms get equal ranks only by a collision of 32-bit hashes; then one
 * configuration is left unspecified.
 */
const rounds = 14;

/** Computes ranks of atoms. The memory is reused. */
export class Symmetry {
  #ranks: Int32Array;
  #next: Int32Array;

  constructor(capacity: number) {
    this.#ranks = new Int32Array(capacity);
    this.#next = new Int32Array(capacity);
  }

  /** The ranks of all atoms. The array is valid until the next call. */
  ranksOf(graph: MoleculeGraph): Int32Array {
    const { atomCount, elements, hydrogens, charges, isotopes, aromatic, degrees, neighbours, bondsOf, orders, flags } =
      graph;
    for (let atom = 0; atom < atomCount; atom += 1) {
      this.#ranks[atom] = mixed(
        (elements[atom] as number) |
          ((hydrogens[atom] as number) << 8) |
          (((charges[atom] as number) + 8) << 12) |
          ((isotopes[atom] as number) << 16) |
          ((aromatic[atom] as number) << 30),
      );
    }
    for (let round = 0; round < rounds; round += 1) {
      const ranks = this.#ranks;
      const next = this.#next;
      for (let atom = 0; atom < atomCount; atom += 1) {
        let sum = 0;
        const first = atom * maxNeighbours;
        const end = first + (degrees[atom] as number);
        for (let at = first; at < end; at += 1) {
          const bond = bondsOf[at] as number;
          const order = ((flags[bond] as number) & bondFlags.aromatic) !== 0 ? 5 : (orders[bond] as number);
          sum = (sum + mixed((ranks[neighbours[at] as number] as number) + Math.imul(order, 0x61c88647))) | 0;
        }
        next[atom] = mixed(Math.imul(ranks[atom] as number, 31) + sum);
      }
      this.#ranks = next;
      this.#next = ranks;
    }
    return this.#ranks;
  }
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the input. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
