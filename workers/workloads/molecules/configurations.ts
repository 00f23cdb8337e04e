import type { PhiloxSequence } from '../../model/draws';
import { stereoKinds } from '../../model/molecules/molecules';
import { maxNeighbours, type MoleculeGraph } from './graph';
import { bondFlags } from './parts';
import { Symmetry } from './symmetry';

const none = -1;
/** In molecules with stereo, the share of stereocentres (per mille) whose configuration still remains unspecified. */
const openPerMille = 30;

/** Assigns the stereo configurations of a whole molecule: those of its parts if they are still stereogenic, and random ones otherwise. */
export class Configurations {
  readonly #symmetry: Symmetry;
  /** For each atom: 1 or 2, for the carriers of the graph's own element, or for its neighbours in order; 0 without configuration. */
  readonly ofAtoms: Uint8Array;
  /** For each bond, with the first neighbour at either end as carrier (see {@link firstEndNeighbour}). */
  readonly ofBonds: Uint8Array;
  any = false;

  constructor(capacity: number) {
    this.#symmetry = new Symmetry(capacity);
    this.ofAtoms = new Uint8Array(capacity);
    this.ofBonds = new Uint8Array(2 * capacity);
  }

  tell(graph: MoleculeGraph, draws: PhiloxSequence, told: boolean): void {
    this.ofAtoms.fill(0, 0, graph.atomCount);
    this.ofBonds.fill(0, 0, graph.bondCount);
    this.any = false;
    if (!told) return;
    const ranks = this.#symmetry.ranksOf(graph);
    for (let atom = 0; atom < graph.atomCount; atom += 1) {
      if (!isCentre(graph, ranks, atom) || draws.happens(openPerMille)) continue;
      const own = graph.stereoOfAtom[atom] as number;
      this.ofAtoms[atom] = own === none ? 1 + (draws.word() >>> 31) : (graph.stereoConfigurations[own] as number);
      this.any = true;
    }
    for (let bond = 0; bond < graph.bondCount; bond += 1) {
      if (graph.orders[bond] !== 2 || graph.flags[bond] !== 0 || !isStereogenicBond(graph, ranks, bond)) continue;
      if (draws.happens(openPerMille)) continue;
      // Most random double bonds are trans.
      this.ofBonds[bond] = draws.happens(750) ? 1 : 2;
      this.any = true;
    }
    for (let element = 0; element < graph.stereoCount; element += 1) {
      const bond = graph.stereoCenters[element] as number;
      if (graph.stereoKinds[element] !== stereoKinds.doubleBond || this.ofBonds[bond] === 0) continue;
      let configuration = graph.stereoConfigurations[element] as number;
      for (const [slot, atom, other] of [
        [0, graph.begins[bond], graph.ends[bond]],
        [1, graph.ends[bond], graph.begins[bond]],
      ] as const)
        if (graph.stereoCarriers[4 * element + slot] !== firstEndNeighbour(graph, atom as number, other as number))
          configuration = 3 - configuration;
      this.ofBonds[bond] = configuration;
    }
  }
}

/** The first neighbour of a double bond's end that is not its other end. */
export function firstEndNeighbour({ neighbours }: MoleculeGraph, atom: number, other: number): number {
  const first = neighbours[atom * maxNeighbours] as number;
  return first === other ? (neighbours[atom * maxNeighbours + 1] as number) : first;
}

/** True for carbon with four different neighbours, of which one may be an implicit hydrogen. */
function isCentre(
  { elements, hydrogens, charges, degrees, neighbours, bondsOf, orders, aromatic }: MoleculeGraph,
  ranks: Int32Array,
  atom: number,
): boolean {
  const degree = degrees[atom] as number;
  if (
    elements[atom] !== 6 ||
    aromatic[atom] !== 0 ||
    charges[atom] !== 0 ||
    degree < 3 ||
    degree + (hydrogens[atom] as number) !== 4
  )
    return false;
  const first = atom * maxNeighbours;
  for (let at = first; at < first + degree; at += 1) {
    const neighbour = neighbours[at] as number;
    // A hydrogen atom next to an implicit hydrogen would make two neighbours equal.
    if (orders[bondsOf[at] as number] !== 1 || (elements[neighbour] === 1 && hydrogens[atom] !== 0)) return false;
    for (let other = first; other < at; other += 1)
      if (ranks[neighbour] === ranks[neighbours[other] as number]) return false;
  }
  return true;
}

/** True for a double bond between carbon or nitrogen, in no ring, with different groups at both ends. */
function isStereogenicBond(graph: MoleculeGraph, ranks: Int32Array, bond: number): boolean {
  const { begins, ends, elements, hydrogens, charges, degrees, neighbours, bondsOf, orders, flags } = graph;
  if (((flags[bond] as number) & bondFlags.ring) !== 0) return false;
  for (const [atom, other] of [
    [begins[bond] as number, ends[bond] as number],
    [ends[bond] as number, begins[bond] as number],
  ] as const) {
    const degree = degrees[atom] as number;
    if (charges[atom] !== 0 || degree < 2) return false;
    if (
      elements[atom] === 6
        ? degree + (hydrogens[atom] as number) !== 3
        : elements[atom] !== 7 || degree !== 2 || hydrogens[atom] !== 0
    )
      return false;
    const first = atom * maxNeighbours;
    let rank: number | null = null;
    for (let at = first; at < first + degree; at += 1) {
      const neighbour = neighbours[at] as number;
      if (neighbour === other) continue;
      if (orders[bondsOf[at] as number] !== 1 || ranks[neighbour] === rank) return false;
      rank = ranks[neighbour] as number;
    }
  }
  return true;
}
