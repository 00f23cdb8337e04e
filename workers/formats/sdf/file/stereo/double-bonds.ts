import type { MoleculeDrawing } from './drawing';
import { Symmetry } from './symmetry';

/** Finds the double bonds of a drawn molecule that have a configuration, and the configuration that is drawn. */
export class DoubleBonds {
  readonly #drawing: MoleculeDrawing;
  readonly #symmetry: Symmetry;
  #centers: readonly number[] = [];
  beginCarrier = -1;
  endCarrier = -1;

  constructor(drawing: MoleculeDrawing) {
    this.#drawing = drawing;
    this.#symmetry = new Symmetry(drawing);
  }

  /** Prepares for the drawing's current molecule. `centers` are its atoms with a tetrahedral configuration, which can distinguish otherwise equal substituents. */
  load(centers: readonly number[]): void {
    this.#centers = centers;
    this.#symmetry.load();
  }

  /** For a bond of order 2: 1 if `beginCarrier` and `endCarrier` (set by this call) are drawn on opposite sides, 2 if on the same side, 0 if the bond has no configuration or none is drawn. */
  shown(bond: number): 0 | 1 | 2 {
    const { molecules, firstBond } = this.#drawing;
    const begin = molecules.bonds.begins[firstBond + bond] as number;
    const end = molecules.bonds.ends[firstBond + bond] as number;
    const beginCarrier = this.#drawing.carrierOfEnd(begin, end);
    if (beginCarrier < 0) return 0;
    const endCarrier = this.#drawing.carrierOfEnd(end, begin);
    if (
      endCarrier < 0 ||
      this.#drawing.inSmallRing(begin, end) ||
      !this.#substituentsDiffer(begin, end) ||
      !this.#substituentsDiffer(end, begin)
    )
      return 0;
    this.beginCarrier = beginCarrier;
    this.endCarrier = endCarrier;
    return this.#drawing.sides(begin, end, beginCarrier, endCarrier);
  }

  #substituentsDiffer(atom: number, other: number): boolean {
    const { adjacency, molecules, firstAtom } = this.#drawing;
    const { elements, isotopes, hydrogens, charges } = molecules.atoms;
    const substituents: number[] = [];
    for (let at = adjacency.offsets[atom] as number; at < (adjacency.offsets[atom + 1] as number); at += 1) {
      const neighbour = adjacency.neighbours[at] as number;
      if (neighbour !== other) substituents.push(neighbour);
    }
    const [left, right] = substituents as [number, number | undefined];
    if (right === undefined) {
      // Next to an implicit hydrogen, the carrier must be an atom.
      const at = firstAtom + left;
      return hydrogens[firstAtom + atom] === 0 || elements[at] !== 1 || isotopes[at] !== 0 || charges[at] !== 0;
    }
    if (this.#symmetry.differ(left, right)) return true;
    // Substituents with equal bonds can still differ by configurations inside them, or by one across a ring.
    return (
      this.#symmetry.hasPair(this.#centers) ||
      (this.#centers.length > 0 && this.#drawing.distance(atom, left, atom, left, adjacency.atomCount) > 0)
    );
  }
}
