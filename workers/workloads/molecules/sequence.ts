import type { MoleculesBuilder } from '../../model/molecules/builder';
import { stereoKinds } from '../../model/molecules/molecules';
import { type Configurations, firstEndNeighbour } from './configurations';
import { maxNeighbours, type MoleculeGraph } from './graph';
import { bondFlags } from './parts';

const none = -1;

/**
 * The order in which SMILES lists a molecule: each component from a terminal atom, depth first, short branches first and rings last. A bond
 * is listed with the later of its atoms. Our SMILES writer and parser keep this order, so that a round trip leaves every column unchanged.
 * The neighbours must be sorted ({@link sortNeighbours}).
 */
export class SmilesOrder {
  readonly #placeOf: Int32Array;
  readonly #atoms: Uint16Array;
  readonly #parents: Int32Array;
  readonly #bondPlaces: Int32Array;
  readonly #bonds: Uint16Array;
  readonly #path: Uint16Array;
  readonly #next: Uint8Array;
  readonly #carriers = new Int32Array(4);
  readonly #keys = new Float64Array(4);

  constructor(capacity: number) {
    this.#placeOf = new Int32Array(capacity);
    this.#atoms = new Uint16Array(capacity);
    this.#parents = new Int32Array(capacity);
    this.#bondPlaces = new Int32Array(2 * capacity);
    this.#bonds = new Uint16Array(2 * capacity);
    this.#path = new Uint16Array(capacity);
    this.#next = new Uint8Array(capacity);
  }

  write(graph: MoleculeGraph, configurations: Configurations, builder: MoleculesBuilder, coordinates: boolean): void {
    const { atomCount, bondCount } = graph;
    const placeOf = this.#placeOf.fill(none, 0, atomCount);
    this.#walk(graph);
    for (let place = 0; place < atomCount; place += 1) {
      const atom = this.#atoms[place] as number;
      builder.addAtom(
        graph.elements[atom] as number,
        graph.hydrogens[atom] as number,
        graph.charges[atom] as number,
        graph.isotopes[atom] as number,
        graph.aromatic[atom] as number,
        0,
        coordinates ? (graph.x[atom] as number) : 0,
        coordinates ? (graph.y[atom] as number) : 0,
      );
    }
    for (let place = 0; place < bondCount; place += 1) {
      const bond = this.#bonds[place] as number;
      const a = placeOf[graph.begins[bond] as number] as number;
      const b = placeOf[graph.ends[bond] as number] as number;
      builder.addBond(
        Math.min(a, b),
        Math.max(a, b),
        graph.orders[bond] as number,
        (graph.flags[bond] as number) & bondFlags.aromatic,
      );
    }
    if (configurations.any) this.#writeStereo(graph, configurations, builder);
  }

  #walk(graph: MoleculeGraph): void {
    const { degrees } = graph;
    let reached = 0;
    let bondsReached = 0;
    for (let component = 0; component < graph.componentCount; component += 1) {
      let depth = 0;
      this.#path[0] = startOf(
        graph,
        graph.componentStarts[component] as number,
        component + 1 < graph.componentCount ? (graph.componentStarts[component + 1] as number) : graph.atomCount,
      );
      this.#parents[this.#path[0] as number] = none;
      let entered = true;
      while (depth >= 0) {
        const atom = this.#path[depth] as number;
        if (entered) {
          this.#placeOf[atom] = reached;
          this.#atoms[reached] = atom;
          reached += 1;
          this.#next[atom] = 0;
          bondsReached = this.#closeRings(graph, atom, bondsReached);
          entered = false;
        }
        const slot = this.#next[atom] as number;
        if (slot === degrees[atom]) {
          depth -= 1;
          continue;
        }
        this.#next[atom] = slot + 1;
        const to = graph.neighbours[atom * maxNeighbours + slot] as number;
        if (this.#placeOf[to] !== none) continue;
        bondsReached = this.#addBond(graph.bondsOf[atom * maxNeighbours + slot] as number, bondsReached);
        this.#parents[to] = atom;
        depth += 1;
        this.#path[depth] = to;
        entered = true;
      }
    }
  }

  #addBond(bond: number, place: number): number {
    this.#bonds[place] = bond;
    this.#bondPlaces[bond] = place;
    return place + 1;
  }

  /** Bonds to atoms listed before, except the predecessor, in the order of those atoms. */
  #closeRings({ degrees, neighbours, bondsOf }: MoleculeGraph, atom: number, bondsReached: number): number {
    const first = atom * maxNeighbours;
    const end = first + (degrees[atom] as number);
    let count = bondsReached;
    for (let last = none; ; ) {
      let next = none;
      let nextPlace = Number.POSITIVE_INFINITY;
      for (let at = first; at < end; at += 1) {
        const to = neighbours[at] as number;
        const place = this.#placeOf[to] as number;
        if (to === this.#parents[atom] || place <= last || place >= nextPlace) continue;
        next = at;
        nextPlace = place;
      }
      if (next === none) return count;
      count = this.#addBond(bondsOf[next] as number, count);
      last = nextPlace;
    }
  }

  #writeStereo(graph: MoleculeGraph, { ofAtoms, ofBonds }: Configurations, builder: MoleculesBuilder): void {
    for (let place = 0; place < graph.atomCount; place += 1) {
      const atom = this.#atoms[place] as number;
      if (ofAtoms[atom] !== 0)
        builder.addStereo(
          stereoKinds.tetrahedral,
          place,
          this.#writtenConfiguration(graph, atom, ofAtoms[atom] as number),
          this.#carriers,
        );
    }
    for (let bondPlace = 0; bondPlace < graph.bondCount; bondPlace += 1) {
      const bond = this.#bonds[bondPlace] as number;
      let configuration = ofBonds[bond] as number;
      if (configuration === 0) continue;
      const a = graph.begins[bond] as number;
      const b = graph.ends[bond] as number;
      const [begin, end] = (this.#placeOf[a] as number) < (this.#placeOf[b] as number) ? [a, b] : [b, a];
      const carriers = [this.#firstCarrier(graph, begin, end), this.#firstCarrier(graph, end, begin)] as const;
      if (carriers[0] !== firstEndNeighbour(graph, begin, end)) configuration = 3 - configuration;
      if (carriers[1] !== firstEndNeighbour(graph, end, begin)) configuration = 3 - configuration;
      builder.addStereo(
        stereoKinds.doubleBond,
        bondPlace,
        configuration,
        carriers.map((carrier) => this.#placeOf[carrier] as number),
      );
    }
  }

  /** The neighbour of a double bond's end whose bond SMILES writes first. */
  #firstCarrier({ degrees, neighbours, bondsOf }: MoleculeGraph, atom: number, other: number): number {
    let found = none;
    let foundPlace = Number.POSITIVE_INFINITY;
    for (let at = atom * maxNeighbours; at < atom * maxNeighbours + (degrees[atom] as number); at += 1) {
      const place = this.#bondPlaces[bondsOf[at] as number] as number;
      if (neighbours[at] === other || place >= foundPlace) continue;
      found = neighbours[at] as number;
      foundPlace = place;
    }
    return found;
  }

  /**
   * Puts the carriers in SMILES order (predecessor, hydrogen, ring closures, branches), and returns the configuration number for that
   * order.
   */
  #writtenConfiguration(graph: MoleculeGraph, atom: number, configuration: number): number {
    const { degrees, neighbours, bondsOf, stereoOfAtom, stereoCarriers } = graph;
    const degree = degrees[atom] as number;
    const own = stereoOfAtom[atom] as number;
    const keys = this.#keys;
    const carriers = this.#carriers;
    for (let slot = 0; slot < 4; slot += 1) {
      // The configuration refers to the carriers of the part, or to the neighbours in order.
      const carrier =
        own !== none
          ? (stereoCarriers[4 * own + slot] as number)
          : slot < degree
            ? (neighbours[atom * maxNeighbours + slot] as number)
            : atom;
      carriers[slot] = carrier;
      if (carrier === atom) keys[slot] = -1;
      else if (carrier === this.#parents[atom]) keys[slot] = -2;
      else {
        let at = atom * maxNeighbours;
        while (neighbours[at] !== carrier) at += 1;
        const bondPlace = this.#bondPlaces[bondsOf[at] as number] as number;
        keys[slot] = this.#parents[carrier] === atom ? 1e6 + bondPlace : bondPlace;
      }
    }
    let written = configuration;
    for (let slot = 1; slot < 4; slot += 1) {
      for (let at = slot; at > 0 && (keys[at] as number) < (keys[at - 1] as number); at -= 1) {
        swap(keys, at, at - 1);
        swap(carriers, at, at - 1);
        written = 3 - written;
      }
    }
    for (let slot = 0; slot < 4; slot += 1) carriers[slot] = this.#placeOf[carriers[slot] as number] as number;
    return written;
  }
}

function swap(values: Int32Array | Float64Array | Uint16Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}

/** Sorts the neighbours of each atom in SMILES order: terminal atoms, then branches, then the continuation of the ring. */
export function sortNeighbours({ atomCount, degrees, neighbours, bondsOf, flags }: MoleculeGraph): void {
  const keyOf = (at: number) =>
    degrees[neighbours[at] as number] === 1
      ? 0
      : ((flags[bondsOf[at] as number] as number) & bondFlags.ring) === 0
        ? 1
        : 2;
  for (let atom = 0; atom < atomCount; atom += 1) {
    const first = atom * maxNeighbours;
    const end = first + (degrees[atom] as number);
    for (let slot = first + 1; slot < end; slot += 1) {
      for (let at = slot; at > first && keyOf(at) < keyOf(at - 1); at -= 1) {
        swap(neighbours, at, at - 1);
        swap(bondsOf, at, at - 1);
      }
    }
  }
}

/** The first of the atoms [from, to) that has one neighbour, by a single bond; the first of all if there is none. */
function startOf({ degrees, bondsOf, orders, elements }: MoleculeGraph, from: number, to: number): number {
  for (let atom = from; atom < to; atom += 1)
    if (degrees[atom] === 1 && elements[atom] !== 1 && orders[bondsOf[atom * maxNeighbours] as number] === 1)
      return atom;
  return from;
}
