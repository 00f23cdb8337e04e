import { carrierSlots, type Molecules } from '../../../model/molecules/molecules';
import { damagedAtomContainer } from './layout';

type Values =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

function grown<A extends Values>(values: A, capacity: number): A {
  const larger = new (values.constructor as new (length: number) => A)(capacity);
  larger.set(values as never);
  return larger;
}

const trimmed = <A extends Values>(values: A, length: number): A =>
  values.length === length ? values : (values.slice(0, length) as A);

/**
 * Growing columns for molecules that are being read. Room is made once per molecule, so that the reader writes to plain arrays. `atomEnd` and `bondEnd` are the first atom and
 * bond of the molecule that is being read.
 */
export class GrowingMoleculeColumns {
  elements: Uint8Array<ArrayBuffer>;
  isotopes: Uint16Array<ArrayBuffer>;
  charges: Int8Array<ArrayBuffer>;
  hydrogens: Uint8Array<ArrayBuffer>;
  aromaticAtoms: Uint8Array<ArrayBuffer>;
  maps: Uint16Array<ArrayBuffer>;
  coordinates: Float64Array<ArrayBuffer>;
  begins: Uint16Array<ArrayBuffer>;
  ends: Uint16Array<ArrayBuffer>;
  orders: Uint8Array<ArrayBuffer>;
  aromaticBonds: Uint8Array<ArrayBuffer>;
  atomEnd = 0;
  bondEnd = 0;
  moleculeCount = 0;
  #stereoEnd = 0;
  #titleEnd = 0;
  readonly #hasCoordinates: boolean;
  #kinds = new Uint8Array(64);
  #centers = new Uint16Array(64);
  #carriers = new Uint16Array(64 * carrierSlots);
  #configurations = new Uint8Array(64);
  #titles = new Uint8Array(256);
  /** For each molecule, the ends of its atoms, bonds, stereo elements and title. */
  #offsets = new Int32Array(4 * 64);

  /** Makes room for the typical content of a file of this size. */
  constructor(fileBytes: number, hasCoordinates: boolean) {
    const capacity = Math.ceil(fileBytes / (hasCoordinates ? 20 : 5)) + 1;
    this.#hasCoordinates = hasCoordinates;
    this.elements = new Uint8Array(capacity);
    this.isotopes = new Uint16Array(capacity);
    this.charges = new Int8Array(capacity);
    this.hydrogens = new Uint8Array(capacity);
    this.aromaticAtoms = new Uint8Array(capacity);
    this.maps = new Uint16Array(capacity);
    this.coordinates = new Float64Array(hasCoordinates ? 2 * capacity : 0);
    this.begins = new Uint16Array(capacity);
    this.ends = new Uint16Array(capacity);
    this.orders = new Uint8Array(capacity);
    this.aromaticBonds = new Uint8Array(capacity);
  }

  reserveAtoms(more: number): void {
    const needed = this.atomEnd + more;
    if (needed <= this.elements.length) return;
    const capacity = Math.max(needed, 2 * this.elements.length);
    this.elements = grown(this.elements, capacity);
    this.isotopes = grown(this.isotopes, capacity);
    this.charges = grown(this.charges, capacity);
    this.hydrogens = grown(this.hydrogens, capacity);
    this.aromaticAtoms = grown(this.aromaticAtoms, capacity);
    this.maps = grown(this.maps, capacity);
    if (this.#hasCoordinates) this.coordinates = grown(this.coordinates, 2 * capacity);
  }

  reserveBonds(more: number): void {
    const needed = this.bondEnd + more;
    if (needed <= this.orders.length) return;
    const capacity = Math.max(needed, 2 * this.orders.length);
    this.begins = grown(this.begins, capacity);
    this.ends = grown(this.ends, capacity);
    this.orders = grown(this.orders, capacity);
    this.aromaticBonds = grown(this.aromaticBonds, capacity);
  }

  addStereo(kind: number, center: number, configuration: number, carriers: readonly number[]): void {
    if (this.#stereoEnd === this.#kinds.length) {
      const capacity = 2 * this.#stereoEnd;
      this.#kinds = grown(this.#kinds, capacity);
      this.#centers = grown(this.#centers, capacity);
      this.#carriers = grown(this.#carriers, capacity * carrierSlots);
      this.#configurations = grown(this.#configurations, capacity);
    }
    this.#kinds[this.#stereoEnd] = kind;
    this.#centers[this.#stereoEnd] = center;
    this.#configurations[this.#stereoEnd] = configuration;
    for (let slot = 0; slot < carrierSlots; slot += 1)
      this.#carriers[this.#stereoEnd * carrierSlots + slot] = carriers[slot] as number;
    this.#stereoEnd += 1;
  }

  addTitle(file: Uint8Array, start: number, sizeBytes: number): void {
    if (sizeBytes > 0 && ((file[start] as number) & 0xc0) === 0x80)
      throw damagedAtomContainer('a title begins in the middle of a UTF-8 character', start);
    if (this.#titleEnd + sizeBytes > this.#titles.length)
      this.#titles = grown(this.#titles, Math.max(this.#titleEnd + sizeBytes, 2 * this.#titles.length));
    for (let byte = 0; byte < sizeBytes; byte += 1) this.#titles[this.#titleEnd + byte] = file[start + byte] as number;
    this.#titleEnd += sizeBytes;
  }

  endMolecule(atoms: number, bonds: number): void {
    this.atomEnd += atoms;
    this.bondEnd += bonds;
    if (4 * this.moleculeCount === this.#offsets.length) this.#offsets = grown(this.#offsets, 2 * this.#offsets.length);
    const at = 4 * this.moleculeCount;
    this.#offsets[at] = this.atomEnd;
    this.#offsets[at + 1] = this.bondEnd;
    this.#offsets[at + 2] = this.#stereoEnd;
    this.#offsets[at + 3] = this.#titleEnd;
    this.moleculeCount += 1;
  }

  /** @throws if the titles are not valid UTF-8. The reader has checked that each title begins with a whole character. */
  finish(): Molecules {
    const titles = this.#titles.slice(0, this.#titleEnd);
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(titles);
    } catch {
      throw damagedAtomContainer('a title is not UTF-8');
    }
    const offsets = (column: number): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(this.moleculeCount + 1);
      for (let molecule = 0; molecule < this.moleculeCount; molecule += 1)
        made[molecule + 1] = this.#offsets[4 * molecule + column] as number;
      return made;
    };
    const atom = <A extends Values>(values: A) => trimmed(values, this.atomEnd);
    const bond = <A extends Values>(values: A) => trimmed(values, this.bondEnd);
    return {
      kind: 'molecules',
      moleculeCount: this.moleculeCount,
      atomOffsets: offsets(0),
      bondOffsets: offsets(1),
      stereoOffsets: offsets(2),
      atoms: {
        elements: atom(this.elements),
        isotopes: atom(this.isotopes),
        charges: atom(this.charges),
        hydrogens: atom(this.hydrogens),
        aromatic: atom(this.aromaticAtoms),
        maps: atom(this.maps),
      },
      bonds: {
        begins: bond(this.begins),
        ends: bond(this.ends),
        orders: bond(this.orders),
        aromatic: bond(this.aromaticBonds),
      },
      stereo: {
        kinds: trimmed(this.#kinds, this.#stereoEnd),
        centers: trimmed(this.#centers, this.#stereoEnd),
        carriers: trimmed(this.#carriers, this.#stereoEnd * carrierSlots),
        configurations: trimmed(this.#configurations, this.#stereoEnd),
      },
      coordinates: this.#hasCoordinates ? trimmed(this.coordinates, 2 * this.atomEnd) : null,
      titles: { offsets: offsets(3), data: titles },
    };
  }
}
