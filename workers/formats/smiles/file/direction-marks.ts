import { carrierSlots, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import type { Adjacency } from '../../../libraries/molecules/adjacency';

const [unknown, rising] = [0, 1];

/** A double bond with a configuration: for each end, its atom and the neighbour that the configuration refers to. */
interface Sides {
  readonly element: number;
  readonly bond: number;
  readonly atoms: readonly [number, number];
  readonly carriers: readonly [number, number];
  /** Whether both neighbours are on the same side. */
  readonly same: boolean;
}

/**
 * Finds the `/` and `\` marks for the configurations of a molecule's double bonds: one marked single bond at each end. A mark between two double bonds applies to both, so the choice for
 * one determines the next. A double bond of unknown configuration must not get marks at both ends. If these rules, or a ring of double bonds, allow no marks, the configuration is dropped
 * (`dropped`), which is a loss of the notation.
 */
export class DirectionMarks {
  /** For each bond: 1 if its end is above its begin, 2 if below, 0 without a mark. */
  marks = new Uint8Array(64);
  /** Indices in the stereo columns of configurations that cannot be written. */
  readonly dropped: number[] = [];
  #values = new Uint8Array(64);
  #useless = new Uint8Array(64);
  #sidesAt = new Int32Array(64);
  #molecules: Molecules | null = null;
  #adjacency: Adjacency | null = null;
  #firstBond = 0;

  /** Finds the marks of a molecule. Without configured double bonds, there are none. */
  assign(molecules: Molecules, molecule: number, adjacency: Adjacency): void {
    const firstBond = molecules.bondOffsets[molecule] as number;
    const { atomCount, bondCount } = adjacency;
    this.#molecules = molecules;
    this.#adjacency = adjacency;
    this.#firstBond = firstBond;
    if (bondCount > this.marks.length) {
      this.marks = new Uint8Array(2 * bondCount);
      this.#values = new Uint8Array(2 * bondCount);
      this.#useless = new Uint8Array(2 * bondCount);
    }
    if (atomCount > this.#sidesAt.length) this.#sidesAt = new Int32Array(2 * atomCount);
    this.dropped.length = 0;
    let wanted: Sides[] = [];
    const end = molecules.stereoOffsets[molecule + 1] as number;
    for (let element = molecules.stereoOffsets[molecule] as number; element < end; element += 1) {
      if (molecules.stereo.kinds[element] !== stereoKinds.doubleBond) continue;
      const sides = this.#sidesOf(element);
      if (sides === null) this.dropped.push(element);
      else wanted.push(sides);
    }
    for (;;) {
      const lost = this.#markAll(wanted, bondCount, atomCount);
      if (lost.size === 0) return;
      this.dropped.push(...Array.from(lost, ({ element }) => element));
      wanted = wanted.filter((sides) => !lost.has(sides));
    }
  }

  /** The ends of a double bond; null if one of its ends has no bond that can be marked. */
  #sidesOf(element: number): Sides | null {
    const { bonds, stereo } = this.#molecules as Molecules;
    const bond = stereo.centers[element] as number;
    const column = this.#firstBond + bond;
    if (bonds.orders[column] !== 2 || bonds.aromatic[column] === 1) return null;
    const atoms = [bonds.begins[column] as number, bonds.ends[column] as number] as const;
    let same = stereo.configurations[element] === 2;
    const carriers: [number, number] = [0, 0];
    for (const [index, atom] of atoms.entries()) {
      const named = stereo.carriers[carrierSlots * element + index] as number;
      const candidates = this.#candidates(atom);
      const first = candidates[0];
      if (first === undefined || (this.#adjacency as Adjacency).degree(atom) > 3) return null;
      const carrier = candidates.some((candidate) => this.#other(candidate, atom) === named)
        ? named
        : this.#other(first, atom);
      // The configuration refers to a hydrogen, or to a bond that cannot be marked: the other neighbour is on the opposite side.
      if (carrier !== named) same = !same;
      carriers[index] = carrier;
    }
    return { element, bond, atoms, carriers, same };
  }

  /** The single bonds of an atom. */
  #candidates(atom: number): number[] {
    const { offsets, bonds } = this.#adjacency as Adjacency;
    const columns = (this.#molecules as Molecules).bonds;
    const found: number[] = [];
    for (let slot = offsets[atom] as number; slot < (offsets[atom + 1] as number); slot += 1) {
      const bond = bonds[slot] as number;
      if (columns.orders[this.#firstBond + bond] === 1 && columns.aromatic[this.#firstBond + bond] === 0)
        found.push(bond);
    }
    return found;
  }

  #other(bond: number, atom: number): number {
    const { begins, ends } = (this.#molecules as Molecules).bonds;
    const begin = begins[this.#firstBond + bond] as number;
    return begin === atom ? (ends[this.#firstBond + bond] as number) : begin;
  }

  /** The mark that puts the atom's neighbour over this bond above the atom, or below. */
  #markFor(bond: number, atom: number, above: boolean): number {
    const begins = (this.#molecules as Molecules).bonds.begins[this.#firstBond + bond] === atom;
    return begins === above ? 1 : 2;
  }

  /** Chooses marks for all configurations; returns those for which there are none. */
  #markAll(wanted: readonly Sides[], bondCount: number, atomCount: number): Set<Sides> {
    this.marks.fill(0, 0, bondCount);
    const lost = new Set<Sides>();
    if (wanted.length === 0) return lost;
    this.#values.fill(unknown, 0, bondCount);
    this.#useless.fill(0, 0, bondCount);
    this.#sidesAt.fill(-1, 0, atomCount);
    wanted.forEach(({ atoms }, index) => {
      for (const atom of atoms) this.#sidesAt[atom] = index;
    });
    const reached = new Uint8Array(wanted.length);
    wanted.forEach((_, seed) => {
      if (reached[seed] === 1) return;
      reached[seed] = 1;
      const queue = [seed];
      for (let at = 0; at < queue.length; at += 1) {
        const sides = wanted[queue[at] as number] as Sides;
        if (!this.#markOne(sides)) lost.add(sides);
        for (const atom of sides.atoms) {
          for (const bond of this.#candidates(atom)) {
            const next = this.#sidesAt[this.#other(bond, atom)] as number;
            if (next < 0 || reached[next] === 1) continue;
            reached[next] = 1;
            queue.push(next);
          }
        }
      }
    });
    if (lost.size === 0) for (const sides of this.#accidents(wanted, bondCount)) lost.add(sides);
    return lost;
  }

  #markOne({ atoms, carriers, same }: Sides): boolean {
    // For each end: whether its carrier is above, according to existing or proposed marks.
    let above: boolean | null = null;
    for (const fixed of [true, false]) {
      for (const [index, atom] of atoms.entries()) {
        for (const bond of this.#candidates(atom)) {
          if (this.#values[bond] === unknown || (this.marks[bond] !== 0) !== fixed) continue;
          const ofNeighbour = this.#markFor(bond, atom, true) === this.#values[bond];
          const ofCarrier = this.#other(bond, atom) === carriers[index] ? ofNeighbour : !ofNeighbour;
          const ofFirst = index === 0 || same ? ofCarrier : !ofCarrier;
          if (above === null) above = ofFirst;
          else if (fixed && above !== ofFirst) return false;
        }
      }
    }
    const chosen: number[] = [];
    for (const [index, atom] of atoms.entries()) {
      const candidates = this.#candidates(atom);
      const carrier = carriers[index] as number;
      above ??=
        this.#markFor(candidates[0] as number, atom, this.#other(candidates[0] as number, atom) === carrier) === rising;
      const here: boolean = index === 0 || same ? above : !above;
      for (const bond of candidates) {
        const value = this.#markFor(bond, atom, (this.#other(bond, atom) === carrier) === here);
        if (this.#values[bond] === unknown) this.#values[bond] = value;
        else if (this.#values[bond] !== value) this.#useless[bond] = 1;
      }
      if (candidates.some((bond) => this.marks[bond] !== 0)) continue;
      const usable = candidates.filter((bond) => this.#useless[bond] === 0);
      const best = usable.find((bond) => !this.#besideUnknown(bond, atom)) ?? usable[0];
      if (best === undefined) return false;
      chosen.push(best);
    }
    for (const bond of chosen) this.marks[bond] = this.#values[bond] as number;
    return true;
  }

  /** Whether the bond leads to an end of a double bond without a configuration. */
  #besideUnknown(bond: number, atom: number): boolean {
    const other = this.#other(bond, atom);
    if ((this.#sidesAt[other] as number) >= 0) return false;
    const { offsets, bonds } = this.#adjacency as Adjacency;
    const { orders } = (this.#molecules as Molecules).bonds;
    for (let slot = offsets[other] as number; slot < (offsets[other + 1] as number); slot += 1)
      if (orders[this.#firstBond + (bonds[slot] as number)] === 2) return true;
    return false;
  }

  /** Finds double bonds of unknown configuration that marks beside them would define, and returns for each one configuration whose marks do so. */
  #accidents(wanted: readonly Sides[], bondCount: number): Sides[] {
    const { bonds } = this.#molecules as Molecules;
    const adjacency = this.#adjacency as Adjacency;
    const told = new Set(wanted.map(({ bond }) => bond));
    const found: Sides[] = [];
    for (let bond = 0; bond < bondCount; bond += 1) {
      const column = this.#firstBond + bond;
      if (bonds.orders[column] !== 2 || bonds.aromatic[column] === 1 || told.has(bond)) continue;
      const ends = [bonds.begins[column] as number, bonds.ends[column] as number];
      const marked = ends.map((atom) =>
        adjacency.degree(atom) > 3
          ? undefined
          : this.#candidates(atom).find((candidate) => this.marks[candidate] !== 0),
      );
      if (marked.some((candidate) => candidate === undefined)) continue;
      const beside = wanted[this.#sidesAt[this.#other(marked[1] as number, ends[1] as number)] as number];
      if (beside !== undefined) found.push(beside);
    }
    return found;
  }
}
