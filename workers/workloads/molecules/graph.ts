import type { MoleculePart } from './parts';

/** The maximum number of neighbours of any atom, in the parts and in the molecules built from them. */
export const maxNeighbours = 6;
const none = -1;

/** The molecule under construction. The next molecule reuses its memory. Atoms are in the order of their addition. */
export class MoleculeGraph {
  atomCount = 0;
  bondCount = 0;
  stereoCount = 0;
  /** Components (connected parts) follow one another; `componentStarts` holds the first atom of each. */
  componentCount = 0;
  readonly componentStarts = new Uint16Array(16);
  readonly elements: Uint8Array;
  readonly hydrogens: Uint8Array;
  readonly charges: Int8Array;
  readonly isotopes: Uint16Array;
  readonly aromatic: Uint8Array;
  /** The neighbours of an atom, and the bonds to them, are at [atom × {@link maxNeighbours}, atom × {@link maxNeighbours} + degree). */
  readonly degrees: Uint8Array;
  readonly neighbours: Uint16Array;
  readonly bondsOf: Uint16Array;
  readonly begins: Uint16Array;
  readonly ends: Uint16Array;
  readonly orders: Uint8Array;
  readonly flags: Uint8Array;
  /** Configurations of the parts. A later step decides which of them hold in the whole molecule. */
  readonly stereoKinds: Uint8Array;
  readonly stereoCenters: Uint16Array;
  readonly stereoConfigurations: Uint8Array;
  /** Four carriers each. The centre itself stands for a hydrogen. */
  readonly stereoCarriers: Uint16Array;
  /** Index of an atom's tetrahedral configuration; -1 if there is none. */
  readonly stereoOfAtom: Int32Array;
  /** Coordinates in ångström. */
  readonly x: Float64Array;
  readonly y: Float64Array;

  constructor(capacity: number) {
    const bonds = 2 * capacity;
    this.elements = new Uint8Array(capacity);
    this.hydrogens = new Uint8Array(capacity);
    this.charges = new Int8Array(capacity);
    this.isotopes = new Uint16Array(capacity);
    this.aromatic = new Uint8Array(capacity);
    this.degrees = new Uint8Array(capacity);
    this.neighbours = new Uint16Array(capacity * maxNeighbours);
    this.bondsOf = new Uint16Array(capacity * maxNeighbours);
    this.begins = new Uint16Array(bonds);
    this.ends = new Uint16Array(bonds);
    this.orders = new Uint8Array(bonds);
    this.flags = new Uint8Array(bonds);
    this.stereoKinds = new Uint8Array(bonds);
    this.stereoCenters = new Uint16Array(bonds);
    this.stereoConfigurations = new Uint8Array(bonds);
    this.stereoCarriers = new Uint16Array(4 * bonds);
    this.stereoOfAtom = new Int32Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
  }

  get capacity(): number {
    return this.elements.length;
  }

  clear(): void {
    this.atomCount = 0;
    this.bondCount = 0;
    this.stereoCount = 0;
    this.componentCount = 0;
  }

  /** Starts a new component with the next addition. */
  startComponent(): void {
    this.componentStarts[this.componentCount] = this.atomCount;
    this.componentCount += 1;
  }

  /** Adds a part without a bond to it, and returns its first atom. */
  add(part: MoleculePart): number {
    const first = this.atomCount;
    const firstBond = this.bondCount;
    for (let atom = 0; atom < part.atomCount; atom += 1) {
      const at = first + atom;
      this.elements[at] = part.elements[atom] as number;
      this.hydrogens[at] = part.hydrogens[atom] as number;
      this.charges[at] = part.charges[atom] ?? 0;
      this.isotopes[at] = 0;
      this.aromatic[at] = part.aromatic[atom] ?? 0;
      this.degrees[at] = 0;
      this.stereoOfAtom[at] = none;
    }
    this.atomCount += part.atomCount;
    const { bonds } = part;
    for (let at = 0; at < bonds.length; at += 4)
      this.addBond(
        first + (bonds[at] as number),
        first + (bonds[at + 1] as number),
        bonds[at + 2] as number,
        bonds[at + 3] as number,
      );
    for (const [kind = 0, center = 0, configuration = 0, ...carriers] of part.stereo) {
      const at = this.stereoCount;
      this.stereoKinds[at] = kind;
      this.stereoConfigurations[at] = configuration;
      if (kind === 1) this.stereoOfAtom[first + center] = at;
      this.stereoCenters[at] = kind === 1 ? first + center : firstBond + center;
      for (let slot = 0; slot < carriers.length; slot += 1)
        this.stereoCarriers[4 * at + slot] = first + (carriers[slot] as number);
      this.stereoCount += 1;
    }
    return first;
  }

  /** Adds a single bond between two atoms, which replaces one hydrogen of each. */
  bind(a: number, b: number): void {
    for (const [center, carrier] of [
      [a, b],
      [b, a],
    ] as const) {
      this.hydrogens[center] = (this.hydrogens[center] as number) - 1;
      const stereo = this.stereoOfAtom[center] as number;
      if (stereo === none) continue;
      for (let at = 4 * stereo; at < 4 * stereo + 4; at += 1)
        if (this.stereoCarriers[at] === center) this.stereoCarriers[at] = carrier;
    }
    this.addBond(a, b, 1, 0);
  }

  private addBond(a: number, b: number, order: number, flags: number): void {
    const bond = this.bondCount;
    this.begins[bond] = a;
    this.ends[bond] = b;
    this.orders[bond] = order;
    this.flags[bond] = flags;
    this.bondCount += 1;
    this.link(a, b, bond);
    this.link(b, a, bond);
  }

  private link(atom: number, to: number, bond: number): void {
    const at = atom * maxNeighbours + (this.degrees[atom] as number);
    this.neighbours[at] = to;
    this.bondsOf[at] = bond;
    this.degrees[atom] = (this.degrees[atom] as number) + 1;
  }
}
