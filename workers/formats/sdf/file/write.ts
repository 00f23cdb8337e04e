import { ByteWriter } from '../../../libraries/bytes/byte-writer';
import { FormatlabError } from '../../../model/errors';
import { carrierSlots, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { elementSymbols } from '../../../libraries/molecules/elements';
import { writeInteger, writeTenThousandths } from './fields';
import { withMdlBondOrders } from './losses';
import { Depiction } from './stereo/depiction';
import { impliedHydrogens } from '../../../libraries/molecules/valence';
import { v3000Text } from './write-v3000';

/**
 * Writes SDF as BIOVIA's “CTfile Formats” defines it: molecules in V2000, or in V3000 if V2000 cannot hold them. Wedges and coordinates show configurations; without coordinates, those of
 * atoms are parities. The valence is written if MDL's model would add a wrong number of hydrogens.
 */

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const lineFeed = 0x0a;
const lineEnd = ascii('\n');
const atomLine = ascii('                               *   0  0  0  0  0  0  0  0  0  0  0  0\n');
const bondLine = ascii('            \n');
const countsLine = ascii('  0  0  0  0  0  0  0  0  0  0999 V2000\n');
const blankCountsLine = '  0  0  0  0  0  0  0  0  0  0999 V3000\n';
const headerLine = ascii('  Formatlb          2D\n\n');
const flatHeaderLine = ascii('  Formatlb\n\n');
const endLines = ascii('M  END\n$$$$\n');
const separator = ascii('$$$$');

/** The limits of V2000's columns. */
const v2000 = {
  atoms: 999,
  bonds: 999,
  charge: 15,
  valence: 14,
  isotope: 999,
  map: 999,
  lowest: -99_999_999,
  highest: 999_999_999,
} as const;
const widest = 2 ** 31 - 1;
const zeroValence = 15;
const charged = ascii('CHG');
const isotopic = ascii('ISO');

/** Elements whose hydrogens every reader counts in the same way. */
const agreed = new Uint8Array(119);
for (const element of [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53]) agreed[element] = 1;

export function encodeSdf(given: Molecules): Uint8Array<ArrayBuffer> {
  return new SdfWriter(withMdlBondOrders(given)).write();
}

class SdfWriter extends ByteWriter {
  readonly #molecules: Molecules;
  readonly #depiction: Depiction | null;
  #valences = new Int8Array(64);
  #bonded = new Int32Array(64);
  #parities = new Uint8Array(64);

  constructor(molecules: Molecules) {
    const { atoms, bonds, titles, moleculeCount } = molecules;
    super(70 * atoms.elements.length + 13 * bonds.orders.length + titles.data.length + 110 * moleculeCount + 1_024);
    this.#molecules = molecules;
    this.#depiction = molecules.coordinates === null ? null : new Depiction(molecules);
  }

  write(): Uint8Array<ArrayBuffer> {
    const { titles, moleculeCount } = this.#molecules;
    for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
      const title = titles.data.subarray(titles.offsets[molecule], titles.offsets[molecule + 1]);
      checkTitle(title, molecule);
      this.#writeMolecule(molecule, title);
    }
    return this.finish();
  }

  #writeMolecule(molecule: number, title: Uint8Array): void {
    const { atomOffsets, bondOffsets, coordinates } = this.#molecules;
    const atomCount = (atomOffsets[molecule + 1] ?? 0) - (atomOffsets[molecule] ?? 0);
    const bondCount = (bondOffsets[molecule + 1] ?? 0) - (bondOffsets[molecule] ?? 0);
    this.reserve(title.length + 110 + 86 * atomCount + 13 * bondCount);
    this.raw(title);
    this.raw(lineEnd);
    this.raw(coordinates === null ? flatHeaderLine : headerLine);
    const plain = this.#measure(molecule, atomCount, bondCount);
    this.#depiction?.draw(molecule);
    const chiral = this.#depiction?.hasWedges ?? this.#findParities(molecule, atomCount);
    if (plain) this.#writeV2000(molecule, atomCount, bondCount, chiral);
    else this.#writeV3000(molecule, atomCount, bondCount, chiral);
    this.raw(endLines);
  }

  /** Finds the valences to write; false if V2000 cannot hold the molecule. */
  #measure(molecule: number, atomCount: number, bondCount: number): boolean {
    const { atomOffsets, bondOffsets, atoms, bonds, coordinates } = this.#molecules;
    if (atomCount > this.#valences.length) {
      this.#valences = new Int8Array(2 * atomCount);
      this.#bonded = new Int32Array(2 * atomCount);
      this.#parities = new Uint8Array(2 * atomCount);
    }
    const bonded = this.#bonded.fill(0, 0, atomCount);
    const firstBond = bondOffsets[molecule] ?? 0;
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      const begin = bonds.begins[bond] as number;
      const end = bonds.ends[bond] as number;
      const order = bonds.orders[bond] as number;
      bonded[begin] = (bonded[begin] as number) + order;
      bonded[end] = (bonded[end] as number) + order;
    }
    const firstAtom = atomOffsets[molecule] ?? 0;
    let plain = atomCount <= v2000.atoms && bondCount <= v2000.bonds;
    for (let atom = 0; atom < atomCount; atom += 1) {
      const at = firstAtom + atom;
      const element = atoms.elements[at] as number;
      const charge = atoms.charges[at] as number;
      const hydrogens = atoms.hydrogens[at] as number;
      const own = bonded[atom] as number;
      const valence = own + hydrogens;
      if (agreed[element] === 1 && charge >= -1 && charge <= 1 && impliedHydrogens(element, charge, own) === hydrogens)
        this.#valences[atom] = 0;
      else {
        if (valence > 127)
          throw refused(molecule, `atom ${atom + 1} has a valence of ${valence}, which SDF readers reject`);
        this.#valences[atom] = valence === 0 ? -1 : valence;
        if (valence > v2000.valence) plain = false;
      }
      if (
        charge > v2000.charge ||
        charge < -v2000.charge ||
        (atoms.isotopes[at] as number) > v2000.isotope ||
        (atoms.maps[at] as number) > v2000.map
      )
        plain = false;
      if (coordinates === null) continue;
      for (let axis = 2 * at; axis < 2 * at + 2; axis += 1) {
        const place = Math.round((coordinates[axis] as number) * 10_000);
        if (!(Math.abs(place) <= widest))
          throw refused(
            molecule,
            `atom ${atom + 1} has the coordinate ${coordinates[axis]}, which is not a valid coordinate`,
          );
        if (place < v2000.lowest || place > v2000.highest) plain = false;
      }
    }
    return plain;
  }

  /** The parities of atoms with a configuration: carriers in ascending order, the hydrogen last. */
  #findParities(molecule: number, atomCount: number): boolean {
    const { stereo, stereoOffsets } = this.#molecules;
    const parities = this.#parities.fill(0, 0, atomCount);
    const end = stereoOffsets[molecule + 1] ?? 0;
    let found = false;
    for (let element = stereoOffsets[molecule] ?? 0; element < end; element += 1) {
      if (stereo.kinds[element] !== stereoKinds.tetrahedral) continue;
      const center = stereo.centers[element] as number;
      const carriers = stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + 4);
      let swaps = 0;
      for (let left = 0; left < 4; left += 1) {
        for (let right = left + 1; right < 4; right += 1) {
          const [before, after] = [carriers[left] as number, carriers[right] as number];
          if (before === center || (after !== center && before > after)) swaps += 1;
        }
      }
      parities[center] = ((stereo.configurations[element] as number) + swaps) % 2 === 1 ? 2 : 1;
      found = true;
    }
    return found;
  }

  #writeV2000(molecule: number, atomCount: number, bondCount: number, chiral: boolean): void {
    const { atomOffsets, bondOffsets, atoms, bonds, coordinates } = this.#molecules;
    const file = this.bytes;
    let at = this.length;
    file.set(countsLine, at);
    writeInteger(file, atomCount, at + 3);
    writeInteger(file, bondCount, at + 6);
    if (chiral) file[at + 14] = 0x31;
    at += countsLine.length;
    const firstAtom = atomOffsets[molecule] ?? 0;
    let [chargedCount, isotopicCount] = [0, 0];
    for (let atom = 0; atom < atomCount; atom += 1) {
      const from = firstAtom + atom;
      file.set(atomLine, at);
      writeTenThousandths(
        file,
        coordinates === null ? 0 : Math.round((coordinates[2 * from] as number) * 10_000),
        at + 10,
      );
      writeTenThousandths(
        file,
        coordinates === null ? 0 : Math.round((coordinates[2 * from + 1] as number) * 10_000),
        at + 20,
      );
      writeTenThousandths(file, 0, at + 30);
      const symbol = elementSymbols[atoms.elements[from] as number] as string;
      file[at + 31] = symbol.charCodeAt(0);
      if (symbol.length > 1) file[at + 32] = symbol.charCodeAt(1);
      if (coordinates === null && this.#parities[atom] !== 0)
        writeInteger(file, this.#parities[atom] as number, at + 42);
      const valence = this.#valences[atom] as number;
      if (valence !== 0) writeInteger(file, valence < 0 ? zeroValence : valence, at + 51);
      if (atoms.maps[from] !== 0) writeInteger(file, atoms.maps[from] as number, at + 63);
      if (atoms.charges[from] !== 0) chargedCount += 1;
      if (atoms.isotopes[from] !== 0) isotopicCount += 1;
      at += atomLine.length;
    }
    const firstBond = bondOffsets[molecule] ?? 0;
    const depiction = this.#depiction;
    for (let bond = 0; bond < bondCount; bond += 1) {
      const from = firstBond + bond;
      file.set(bondLine, at);
      const turned = depiction?.turned[bond] === 1;
      const begin = 1 + (bonds.begins[from] as number);
      const end = 1 + (bonds.ends[from] as number);
      writeInteger(file, turned ? end : begin, at + 3);
      writeInteger(file, turned ? begin : end, at + 6);
      writeInteger(file, bonds.orders[from] === 0 ? 8 : (bonds.orders[from] as number), at + 9);
      writeInteger(file, depiction?.marks[bond] ?? 0, at + 12);
      at += bondLine.length;
    }
    this.length = at;
    if (chargedCount > 0) this.#writeProperty(charged, atoms.charges, firstAtom, atomCount, chargedCount);
    if (isotopicCount > 0) this.#writeProperty(isotopic, atoms.isotopes, firstAtom, atomCount, isotopicCount);
  }

  /** Writes property lines of at most eight atoms, each with its value. */
  #writeProperty(
    name: Uint8Array,
    values: Int8Array | Uint16Array,
    firstAtom: number,
    atomCount: number,
    count: number,
  ): void {
    const file = this.bytes;
    let at = this.length;
    let left = count;
    let onLine = 0;
    for (let atom = 0; atom < atomCount; atom += 1) {
      const value = values[firstAtom + atom] as number;
      if (value === 0) continue;
      if (onLine === 0) {
        onLine = Math.min(8, left);
        file[at] = 0x4d;
        file.fill(0x20, at + 1, at + 9 + 8 * onLine);
        file.set(name, at + 3);
        writeInteger(file, onLine, at + 9);
        at += 9;
      }
      writeInteger(file, atom + 1, at + 4);
      writeInteger(file, value, at + 8);
      at += 8;
      left -= 1;
      onLine -= 1;
      if (onLine === 0) {
        file[at] = lineFeed;
        at += 1;
      }
    }
    this.length = at;
  }

  #writeV3000(molecule: number, atomCount: number, bondCount: number, chiral: boolean): void {
    const marks = this.#depiction?.marks ?? new Uint8Array(bondCount);
    const turned = this.#depiction?.turned ?? new Uint8Array(bondCount);
    const text = ascii(
      blankCountsLine +
        v3000Text({
          molecules: this.#molecules,
          molecule,
          valences: this.#valences,
          parities: this.#parities,
          marks,
          turned,
          chiral,
        }),
    );
    this.reserve(text.length + endLines.length + 86 * atomCount);
    this.raw(text);
  }
}

function refused(molecule: number, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'encodeFailed',
    stage: 'encode',
    format: 'sdf',
    message: `Molecule ${(molecule + 1).toLocaleString('en')} can't be written: ${what}.`,
  });
}

function checkTitle(title: Uint8Array, molecule: number): void {
  if (title.length >= separator.length && separator.every((byte, at) => title[at] === byte))
    throw refused(molecule, 'its title begins with $$$$, which would end the molecule');
}
