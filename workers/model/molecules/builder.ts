import { FormatlabError } from '../errors';
import { type Molecules, carrierSlots, maxAtoms, maxBonds, noCarrier, type StereoKind } from './molecules';

/** A typed array that grows. */
class Growing<A extends Uint8Array | Int8Array | Uint16Array | Int32Array | Float64Array> {
  values: A;
  length = 0;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A, capacity: number) {
    this.#make = make;
    this.values = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length] = value;
    this.length += 1;
  }

  reserve(more: number): void {
    if (this.length + more <= this.values.length) return;
    const larger = this.#make(Math.max(2 * this.values.length, this.length + more));
    larger.set(this.values.subarray(0, this.length) as never);
    this.values = larger;
  }

  finish(): A {
    return this.values.slice(0, this.length) as A;
  }
}

const encoder = new TextEncoder();
const [uint8, int8, uint16, int32, float64] = [Uint8Array, Int8Array, Uint16Array, Int32Array, Float64Array].map(
  (Values) => (length: number) => new Values(length),
) as [
  (length: number) => Uint8Array<ArrayBuffer>,
  (length: number) => Int8Array<ArrayBuffer>,
  (length: number) => Uint16Array<ArrayBuffer>,
  (length: number) => Int32Array<ArrayBuffer>,
  (length: number) => Float64Array<ArrayBuffer>,
];

/**
 * Builds {@link Molecules} one molecule at a time: call `addAtom`, `addBond` and `addStereo`, then `endMolecule`. `abandonMolecule`
 * discards everything since the last end. Indices count from the molecule's first atom or bond. The builder checks that values fit their
 * columns, not the chemistry.
 */
export class MoleculesBuilder {
  readonly elements: Growing<Uint8Array<ArrayBuffer>>;
  readonly isotopes: Growing<Uint16Array<ArrayBuffer>>;
  readonly charges: Growing<Int8Array<ArrayBuffer>>;
  readonly hydrogens: Growing<Uint8Array<ArrayBuffer>>;
  readonly aromaticAtoms: Growing<Uint8Array<ArrayBuffer>>;
  readonly maps: Growing<Uint16Array<ArrayBuffer>>;
  readonly begins: Growing<Uint16Array<ArrayBuffer>>;
  readonly ends: Growing<Uint16Array<ArrayBuffer>>;
  readonly orders: Growing<Uint8Array<ArrayBuffer>>;
  readonly aromaticBonds: Growing<Uint8Array<ArrayBuffer>>;
  readonly #kinds = new Growing(uint8, 64);
  readonly #centers = new Growing(uint16, 64);
  readonly #carriers = new Growing(uint16, 64 * carrierSlots);
  readonly #configurations = new Growing(uint8, 64);
  readonly #coordinates: Growing<Float64Array<ArrayBuffer>> | null;
  readonly #atomOffsets: Growing<Int32Array<ArrayBuffer>>;
  readonly #bondOffsets: Growing<Int32Array<ArrayBuffer>>;
  readonly #stereoOffsets: Growing<Int32Array<ArrayBuffer>>;
  readonly #titleOffsets: Growing<Int32Array<ArrayBuffer>>;
  #titles: Uint8Array<ArrayBuffer> = new Uint8Array(256);
  #titleEnd = 0;
  #firstAtom = 0;
  #firstBond = 0;
  #firstStereo = 0;
  /** The number of atoms and bonds for which every column has space. */
  #atomRoom = 0;
  #bondRoom = 0;

  constructor({
    coordinates,
    expectedMolecules = 16,
  }: { readonly coordinates: boolean; readonly expectedMolecules?: number }) {
    const atoms = 32 * expectedMolecules;
    this.elements = new Growing(uint8, atoms);
    this.isotopes = new Growing(uint16, atoms);
    this.charges = new Growing(int8, atoms);
    this.hydrogens = new Growing(uint8, atoms);
    this.aromaticAtoms = new Growing(uint8, atoms);
    this.maps = new Growing(uint16, atoms);
    this.begins = new Growing(uint16, atoms);
    this.ends = new Growing(uint16, atoms);
    this.orders = new Growing(uint8, atoms);
    this.aromaticBonds = new Growing(uint8, atoms);
    this.#coordinates = coordinates ? new Growing(float64, 2 * atoms) : null;
    const offsets = () => {
      const made = new Growing(int32, expectedMolecules + 1);
      made.push(0);
      return made;
    };
    this.#atomOffsets = offsets();
    this.#bondOffsets = offsets();
    this.#stereoOffsets = offsets();
    this.#titleOffsets = offsets();
  }

  /** Atoms of the molecule under construction. */
  get atomCount(): number {
    return this.elements.length - this.#firstAtom;
  }

  get bondCount(): number {
    return this.orders.length - this.#firstBond;
  }

  get moleculeCount(): number {
    return this.#atomOffsets.length - 1;
  }

  /** The column index of the first atom of the molecule under construction, for code that sets a value later. */
  get firstAtom(): number {
    return this.#firstAtom;
  }

  get firstBond(): number {
    return this.#firstBond;
  }

  /** Adds an atom and returns its index in the molecule. */
  addAtom(element: number, hydrogens = 0, charge = 0, isotope = 0, aromatic = 0, map = 0, x = 0, y = 0): number {
    const at = this.elements.length;
    // Writes to each column at its own place in the code, not through a shared `push`, so that the JavaScript engine compiles each for one
    // type.
    if (at >= this.#atomRoom) this.#makeAtomRoom();
    this.elements.values[at] = element;
    this.elements.length = at + 1;
    this.isotopes.values[at] = isotope;
    this.isotopes.length = at + 1;
    this.charges.values[at] = charge;
    this.charges.length = at + 1;
    this.hydrogens.values[at] = hydrogens;
    this.hydrogens.length = at + 1;
    this.aromaticAtoms.values[at] = aromatic;
    this.aromaticAtoms.length = at + 1;
    this.maps.values[at] = map;
    this.maps.length = at + 1;
    if (this.#coordinates !== null) {
      this.#coordinates.push(x);
      this.#coordinates.push(y);
    }
    return at - this.#firstAtom;
  }

  /**
   * Sets the coordinates of an atom of the molecule under construction, for notations that list coordinates after all atoms. It does
   * nothing if the dataset has no coordinates.
   */
  setPlace(atom: number, x: number, y: number): void {
    if (this.#coordinates === null) return;
    const at = 2 * (this.#firstAtom + atom);
    if (at + 2 > this.#coordinates.length) {
      // Atoms that were written to the columns directly have no coordinates yet.
      this.#coordinates.reserve(at + 2 - this.#coordinates.length);
      this.#coordinates.length = at + 2;
    }
    this.#coordinates.values[at] = x;
    this.#coordinates.values[at + 1] = y;
  }

  /** Adds a bond and returns its index in the molecule. */
  addBond(begin: number, end: number, order: number, aromatic = 0): number {
    const at = this.orders.length;
    // One place in the code for each column, as in `addAtom`.
    if (at >= this.#bondRoom) this.#makeBondRoom();
    this.begins.values[at] = begin;
    this.begins.length = at + 1;
    this.ends.values[at] = end;
    this.ends.length = at + 1;
    this.orders.values[at] = order;
    this.orders.length = at + 1;
    this.aromaticBonds.values[at] = aromatic;
    this.aromaticBonds.length = at + 1;
    return at - this.#firstBond;
  }

  addStereo(kind: StereoKind, center: number, configuration: number, carriers: ArrayLike<number>): void {
    this.#kinds.push(kind);
    this.#centers.push(center);
    this.#configurations.push(configuration);
    for (let slot = 0; slot < carrierSlots; slot += 1) this.#carriers.push(carriers[slot] ?? noCarrier);
  }

  /**
   * Ends the molecule.
   * @throws `tooLarge` if it has more atoms or bonds than the indices can count.
   */
  endMolecule(title: string | Uint8Array = ''): void {
    if (this.atomCount > maxAtoms || this.bondCount > maxBonds) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        message: `Molecule ${this.moleculeCount + 1} has ${this.atomCount.toLocaleString('en')} atoms and ${this.bondCount.toLocaleString('en')} bonds; at most ${maxAtoms.toLocaleString('en')} of each can be held.`,
      });
    }
    this.#addTitle(title);
    this.#firstAtom = this.elements.length;
    this.#firstBond = this.orders.length;
    this.#firstStereo = this.#kinds.length;
    this.#atomOffsets.push(this.#firstAtom);
    this.#bondOffsets.push(this.#firstBond);
    this.#stereoOffsets.push(this.#firstStereo);
    this.#titleOffsets.push(this.#titleEnd);
  }

  /** Discards the molecule under construction. */
  abandonMolecule(): void {
    for (const column of [this.elements, this.isotopes, this.charges, this.hydrogens, this.aromaticAtoms, this.maps])
      column.length = this.#firstAtom;
    for (const column of [this.begins, this.ends, this.orders, this.aromaticBonds]) column.length = this.#firstBond;
    for (const column of [this.#kinds, this.#centers, this.#configurations]) column.length = this.#firstStereo;
    this.#carriers.length = carrierSlots * this.#firstStereo;
    if (this.#coordinates !== null) this.#coordinates.length = 2 * this.#firstAtom;
  }

  finish(): Molecules {
    this.abandonMolecule();
    return {
      kind: 'molecules',
      moleculeCount: this.moleculeCount,
      atomOffsets: this.#atomOffsets.finish(),
      bondOffsets: this.#bondOffsets.finish(),
      stereoOffsets: this.#stereoOffsets.finish(),
      atoms: {
        elements: this.elements.finish(),
        isotopes: this.isotopes.finish(),
        charges: this.charges.finish(),
        hydrogens: this.hydrogens.finish(),
        aromatic: this.aromaticAtoms.finish(),
        maps: this.maps.finish(),
      },
      bonds: {
        begins: this.begins.finish(),
        ends: this.ends.finish(),
        orders: this.orders.finish(),
        aromatic: this.aromaticBonds.finish(),
      },
      stereo: {
        kinds: this.#kinds.finish(),
        centers: this.#centers.finish(),
        carriers: this.#carriers.finish(),
        configurations: this.#configurations.finish(),
      },
      coordinates: this.#coordinates?.finish() ?? null,
      titles: { offsets: this.#titleOffsets.finish(), data: this.#titles.slice(0, this.#titleEnd) },
    };
  }

  #makeAtomRoom(): void {
    const columns = [this.elements, this.isotopes, this.charges, this.hydrogens, this.aromaticAtoms, this.maps];
    for (const column of columns) column.reserve(1);
    this.#atomRoom = Math.min(...columns.map(({ values }) => values.length));
  }

  #makeBondRoom(): void {
    const columns = [this.begins, this.ends, this.orders, this.aromaticBonds];
    for (const column of columns) column.reserve(1);
    this.#bondRoom = Math.min(...columns.map(({ values }) => values.length));
  }

  #addTitle(title: string | Uint8Array): void {
    if (title.length === 0) return;
    // One UTF-16 unit becomes at most three bytes.
    const most = typeof title === 'string' ? 3 * title.length : title.length;
    if (this.#titleEnd + most > this.#titles.length) {
      const larger = new Uint8Array(2 * this.#titles.length + most);
      larger.set(this.#titles.subarray(0, this.#titleEnd));
      this.#titles = larger;
    }
    if (typeof title === 'string')
      this.#titleEnd += encoder.encodeInto(title, this.#titles.subarray(this.#titleEnd)).written;
    else {
      this.#titles.set(title, this.#titleEnd);
      this.#titleEnd += title.length;
    }
  }
}
