import { FormatlabError } from '../../model/errors';
import { bondOrderAromatic, type Molecules } from '../../model/molecules/molecules';
import { MatchedGraph } from './matching';
import { symbolOf } from './elements';

/** A molecule without a Kekulé structure, and its first atom (from 0) that gets no double bond. */
interface WithoutKekuleStructure {
  readonly molecule: number;
  readonly atom: number;
}

/** The constraint of an atom in a Kekulé structure: exactly one of its aromatic bonds is double, none is, or either is allowed (wildcards, metals, radicals). */
type Role = 'double' | 'single' | 'either';

const carbonGroup = [6, 14, 32, 50];
const nitrogenGroup = [7, 15, 33, 51];
const oxygenGroup = [8, 16, 34, 52];

/** The normal valences of an element in an aromatic ring; empty if there is no rule. */
function valencesOf(element: number, charge: number): readonly number[] {
  if (element === 5) return charge === 0 ? [3] : charge === -1 ? [4] : [];
  if (carbonGroup.includes(element)) return charge === 0 ? [4] : charge === 1 || charge === -1 ? [3] : [];
  if (nitrogenGroup.includes(element)) return charge === 0 ? [3, 5] : charge === 1 ? [4] : charge === -1 ? [2] : [];
  if (element === 8) return charge === 0 ? [2] : charge === 1 ? [3] : [];
  if (oxygenGroup.includes(element)) return charge === 0 ? [2, 4, 6] : charge === 1 ? [3, 5] : [];
  return [];
}

/** `valence` counts each aromatic bond as one. */
function roleOf(element: number, charge: number, valence: number): Role {
  const valences = valencesOf(element, charge);
  if (valences.includes(valence)) return 'single';
  if (valences.includes(valence + 1)) return 'double';
  return valences.length > 0 && valence > (valences.at(-1) ?? 0) ? 'single' : 'either';
}

/**
 * Gives every bond of order {@link bondOrderAromatic} the order 1 or 2, so that each atom has a valence that its element, charge and hydrogens allow. Aromatic flags stay.
 * @throws `malformedInput` with molecule and atom if this is impossible
 */
export function kekulise(molecules: Molecules): Molecules {
  const { molecules: localized, failures } = kekuleStructures(molecules);
  const failure = failures[0];
  if (failure === undefined) return localized;
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    message: `Molecule ${(failure.molecule + 1).toLocaleString('en')}: ${withoutKekuleStructure(molecules, failure)}.`,
    remedy: 'Check whether a hydrogen or a charge is missing in that ring, such as the hydrogen in [nH].',
  });
}

/** The failure as a text. */
export function withoutKekuleStructure(molecules: Molecules, { molecule, atom }: WithoutKekuleStructure): string {
  const element = molecules.atoms.elements[(molecules.atomOffsets[molecule] ?? 0) + atom] ?? 0;
  return `its aromatic bonds can't be made single and double: atom ${(atom + 1).toLocaleString('en')} (${symbolOf(element)}) gets no double bond`;
}

/** Like {@link kekulise}, but returns the molecules without a Kekulé structure, whose aromatic bonds stay. */
export function kekuleStructures(molecules: Molecules): {
  readonly molecules: Molecules;
  readonly failures: readonly WithoutKekuleStructure[];
} {
  if (!molecules.bonds.orders.includes(bondOrderAromatic)) return { molecules, failures: [] };
  const orders = molecules.bonds.orders.slice();
  const failures: WithoutKekuleStructure[] = [];
  const localizer = new Localizer(molecules, orders);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const atom = localizer.localize(molecule, false);
    // A wildcard among aromatic atoms may be aromatic itself, though notations can't express that.
    if (atom !== null && localizer.localize(molecule, true) !== null) failures.push({ molecule, atom });
  }
  return { molecules: { ...molecules, bonds: { ...molecules.bonds, orders } }, failures };
}

class Localizer {
  readonly #molecules: Molecules;
  readonly #orders: Uint8Array;
  readonly #graph = new MatchedGraph();
  #dispensable = new Uint8Array(64);
  /** For each atom of the molecule: its valence with each aromatic bond as one, and its vertex; -1 if it does not take part. */
  #valences = new Int32Array(64);
  #vertices = new Int32Array(64);
  #atoms = new Int32Array(64);
  #edges = new Int32Array(128);
  /** For each atom: the number of single bonds between a wildcard and an aromatic atom. */
  #links = new Int32Array(64);

  constructor(molecules: Molecules, orders: Uint8Array) {
    this.#molecules = molecules;
    this.#orders = orders;
  }

  /**
   * Places the double bonds of a molecule. Returns null, or the first atom that gets none; the bond orders are then unchanged. With `wildcards`,
   * wildcard atoms with at least two aromatic neighbours take part, although their bonds are single so far.
   */
  localize(molecule: number, wildcards: boolean): number | null {
    const { atomOffsets, bondOffsets, atoms, bonds } = this.#molecules;
    const firstBond = bondOffsets[molecule] ?? 0;
    const endBond = bondOffsets[molecule + 1] ?? 0;
    const orders = this.#orders;
    let aromaticCount = 0;
    for (let bond = firstBond; bond < endBond; bond += 1) if (orders[bond] === bondOrderAromatic) aromaticCount += 1;
    if (aromaticCount === 0) return null;
    const firstAtom = atomOffsets[molecule] ?? 0;
    const atomCount = (atomOffsets[molecule + 1] ?? 0) - firstAtom;
    this.#reserve(atomCount, endBond - firstBond);
    this.#links.fill(0, 0, atomCount);
    const valences = this.#valences;
    const vertices = this.#vertices;
    for (let atom = 0; atom < atomCount; atom += 1) valences[atom] = atoms.hydrogens[firstAtom + atom] ?? 0;
    vertices.fill(-1, 0, atomCount);
    if (wildcards && !this.#findLinks(firstAtom, atomCount, firstBond, endBond)) return -1;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      const order = orders[bond] as number;
      const counted = order === bondOrderAromatic ? 1 : order;
      const begin = bonds.begins[bond] as number;
      const end = bonds.ends[bond] as number;
      valences[begin] = (valences[begin] as number) + counted;
      valences[end] = (valences[end] as number) + counted;
      if (order === bondOrderAromatic || (order === 1 && this.#isLink(firstAtom, begin, end))) {
        vertices[begin] = 0;
        vertices[end] = 0;
      }
    }
    let vertexCount = 0;
    for (let atom = 0; atom < atomCount; atom += 1) {
      if (vertices[atom] === -1) continue;
      const role = roleOf(
        atoms.elements[firstAtom + atom] as number,
        atoms.charges[firstAtom + atom] as number,
        valences[atom] as number,
      );
      vertices[atom] = role === 'single' ? -1 : vertexCount;
      if (role === 'single') continue;
      this.#dispensable[vertexCount] = role === 'either' ? 1 : 0;
      this.#atoms[vertexCount] = atom;
      vertexCount += 1;
    }
    let edgeCount = 0;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (
        orders[bond] !== bondOrderAromatic &&
        !(orders[bond] === 1 && this.#isLink(firstAtom, bonds.begins[bond] as number, bonds.ends[bond] as number))
      )
        continue;
      const begin = vertices[bonds.begins[bond] as number] as number;
      const end = vertices[bonds.ends[bond] as number] as number;
      if (begin === -1 || end === -1) continue;
      this.#edges[2 * edgeCount] = begin;
      this.#edges[2 * edgeCount + 1] = end;
      edgeCount += 1;
    }
    const graph = this.#graph;
    graph.reset(vertexCount, this.#edges, edgeCount);
    const uncovered = this.#match(vertexCount);
    if (uncovered !== -1) return this.#atoms[uncovered] as number;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (
        orders[bond] !== bondOrderAromatic &&
        !(orders[bond] === 1 && this.#isLink(firstAtom, bonds.begins[bond] as number, bonds.ends[bond] as number))
      )
        continue;
      const begin = vertices[bonds.begins[bond] as number] as number;
      const end = vertices[bonds.ends[bond] as number] as number;
      orders[bond] = begin !== -1 && graph.mates[begin] === end ? 2 : 1;
    }
    return null;
  }

  /** Counts, for each wildcard, its single bonds to aromatic atoms; false if none has two. */
  #findLinks(firstAtom: number, atomCount: number, firstBond: number, endBond: number): boolean {
    const { atoms, bonds } = this.#molecules;
    const links = this.#links;
    let found = false;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (this.#orders[bond] !== 1) continue;
      const ends = [bonds.begins[bond] as number, bonds.ends[bond] as number] as const;
      for (const [wildcard, other] of [ends, [ends[1], ends[0]] as const]) {
        if (atoms.elements[firstAtom + wildcard] === 0 && atoms.aromatic[firstAtom + other] === 1)
          links[wildcard] = (links[wildcard] as number) + 1;
      }
    }
    for (let atom = 0; atom < atomCount; atom += 1) found ||= (links[atom] as number) > 1;
    return found;
  }

  /** Whether a single bond joins an aromatic atom and a wildcard that takes part. */
  #isLink(firstAtom: number, begin: number, end: number): boolean {
    const { aromatic } = this.#molecules.atoms;
    return (
      ((this.#links[begin] as number) > 1 && aromatic[firstAtom + end] === 1) ||
      ((this.#links[end] as number) > 1 && aromatic[firstAtom + begin] === 1)
    );
  }

  /** A vertex that must be matched and cannot be; -1 if there is none. */
  #match(vertexCount: number): number {
    const { offsets, targets, mates } = this.#graph;
    // Greedy matching of neighbours completes most rings; augmenting paths match the rest.
    for (let vertex = 0; vertex < vertexCount; vertex += 1) {
      if (this.#dispensable[vertex] === 1) continue;
      for (
        let edge = offsets[vertex] as number;
        mates[vertex] === -1 && edge < (offsets[vertex + 1] as number);
        edge += 1
      ) {
        const to = targets[edge] as number;
        if (mates[to] === -1 && this.#dispensable[to] === 0) this.#graph.match(vertex, to);
      }
    }
    for (let vertex = 0; vertex < vertexCount; vertex += 1) {
      if (mates[vertex] === -1 && this.#dispensable[vertex] === 0 && !this.#graph.cover(vertex, this.#dispensable))
        return vertex;
    }
    return -1;
  }

  #reserve(atomCount: number, edgeCount: number): void {
    if (atomCount > this.#valences.length) {
      this.#valences = new Int32Array(2 * atomCount);
      this.#vertices = new Int32Array(2 * atomCount);
      this.#atoms = new Int32Array(2 * atomCount);
      this.#dispensable = new Uint8Array(2 * atomCount);
      this.#links = new Int32Array(2 * atomCount);
    }
    if (2 * edgeCount > this.#edges.length) this.#edges = new Int32Array(4 * edgeCount);
  }
}
