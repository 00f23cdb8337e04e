import { ByteWriter } from '../../../libraries/bytes/byte-writer';
import { FormatlabError } from '../../../model/errors';
import { bondOrderAromatic, type Molecules, type StereoKind, stereoKinds } from '../../../model/molecules/molecules';
import { elementSymbols } from '../../../libraries/molecules/elements';
import { configurationInText } from './configuration-in-text';
import { DirectionMarks } from './direction-marks';
import {
  hasAromaticSymbol,
  impliedHydrogens,
  isOrganic,
  valenceTableRow,
} from '../../../libraries/molecules/organic-subset';
import { Traversal } from './traversal';

/** The character codes of each symbol: the first, and the second or 0. */
const firstCodes = Uint8Array.from(elementSymbols, (symbol) => symbol.charCodeAt(0));
const secondCodes = Uint8Array.from(elementSymbols, (symbol) => (symbol.length > 1 ? symbol.charCodeAt(1) : 0));
const orderCodes = Uint8Array.from('~-=#$:', (symbol) => symbol.charCodeAt(0));
const classLetters: Readonly<Record<StereoKind, string>> = { 1: '', 2: '', 3: '', 4: 'SP', 5: 'TB', 6: 'OH' };

/** The maximum size in bytes of an atom, and of both ends of a bond. */
const [maxAtomBytes, maxBondBytes] = [48, 16];
const maxRings = 99;

/**
 * Writes consecutive SMILES (OpenSMILES) to `bytes`. {@link Traversal} orders the atoms. Hydrogens are written in brackets if the bonds would imply another number. Bonds that are marked
 * aromatic are written as aromatic, whatever their order. An aromatic atom without a lower-case symbol is expressed by its bonds (`:`).
 * @throws `unsupported` if two atoms have two bonds or more than 99 rings are open, `encodeFailed` if a configuration refers to atoms that are no neighbours
 */
export class SmilesWriter extends ByteWriter {
  readonly traversal = new Traversal();
  readonly #directions = new DirectionMarks();
  /** For each atom: the sum of bond orders, and the aromatic bonds of an upper-case atom. */
  #sums = new Int32Array(64);
  #colons = new Uint8Array(64);
  #lower = new Uint8Array(64);
  #left = new Int32Array(64);
  #inBranch = new Uint8Array(64);
  #firstBond = 0;
  #elementAt = new Int32Array(64);
  #ringNumbers = new Uint8Array(64);
  readonly #ringInUse = new Uint8Array(maxRings + 1);

  constructor(expectedBytes = 1024) {
    super(expectedBytes);
  }

  /** Appends a molecule. Afterwards, `order[i]` of the traversal is the i-th written atom. */
  write(molecules: Molecules, molecule: number): void {
    const { traversal } = this;
    traversal.walk(molecules, molecule);
    const { atomCount, bondCount } = traversal.adjacency;
    this.#reserve(atomCount, bondCount);
    const { order, parents, parentBonds, childCounts, ringCounts, places, lowest } = traversal;
    const firstAtom = molecules.atomOffsets[molecule] as number;
    const firstBond = molecules.bondOffsets[molecule] as number;
    this.#firstBond = firstBond;
    this.#countBonds(molecules, firstAtom, firstBond, atomCount, bondCount);
    const hasStereo = molecules.stereoOffsets[molecule + 1] !== molecules.stereoOffsets[molecule];
    const hasDirections = hasStereo && this.#readStereo(molecules, molecule, atomCount);
    const left = this.#left;
    const inBranch = this.#inBranch;
    // An earlier error may have left open rings.
    this.#ringInUse.fill(0);
    const { bytes } = this;
    for (let place = 0; place < atomCount; place += 1) {
      const atom = order[place] as number;
      const parent = parents[atom] as number;
      left[atom] = childCounts[atom] as number;
      if (parent < 0) {
        if (place > 0) this.putCode(46);
        inBranch[atom] = 0;
      } else {
        const siblings = (left[parent] as number) - 1;
        left[parent] = siblings;
        if (siblings > 0) {
          bytes[this.length] = 40;
          this.length += 1;
          inBranch[atom] = 1;
        } else inBranch[atom] = inBranch[parent] as number;
        this.#putBond(
          molecules,
          firstBond,
          parentBonds[atom] as number,
          parent,
          atom,
          lowest[atom] === places[atom],
          hasDirections,
        );
      }
      this.#putAtom(molecules, firstAtom, atom, hasStereo ? (this.#elementAt[atom] as number) : -1);
      if ((ringCounts[atom] as number) > 0) this.#putRings(molecules, molecule, firstBond, atom, place, hasDirections);
      if (childCounts[atom] === 0 && inBranch[atom] === 1) {
        bytes[this.length] = 41;
        this.length += 1;
      }
    }
  }

  /** Appends text other than SMILES: a separator or a title. */
  append(text: Uint8Array): void {
    this.raw(text);
  }

  appendCode(code: number): void {
    this.u8(code);
  }

  /** Appends the digits of a number of at most 32 bits; the caller has reserved room. */
  putNumber(number: number): void {
    if (number < 0) {
      this.putCode(45);
      this.putNumber(-number);
      return;
    }
    let size = 1;
    for (let power = 10; power <= number; power *= 10) size += 1;
    let rest = number;
    for (let at = this.length + size - 1; at >= this.length; at -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = 48 + rest - 10 * next;
      rest = next;
    }
    this.length += size;
  }

  /** Appends a byte; the caller has reserved room. */
  putCode(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }

  #countBonds(molecules: Molecules, firstAtom: number, firstBond: number, atomCount: number, bondCount: number): void {
    const sums = this.#sums;
    const colons = this.#colons;
    const lower = this.#lower;
    const { elements, aromatic } = molecules.atoms;
    for (let atom = 0; atom < atomCount; atom += 1) {
      sums[atom] = 0;
      colons[atom] = 0;
      lower[atom] =
        (aromatic[firstAtom + atom] as number) & (hasAromaticSymbol[elements[firstAtom + atom] as number] as number);
    }
    const { begins, ends, orders, aromatic: flags } = molecules.bonds;
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      const begin = begins[bond] as number;
      const end = ends[bond] as number;
      let order = orders[bond] as number;
      if (flags[bond] === 1 || order === bondOrderAromatic) {
        order = 1;
        colons[begin] = 1;
        colons[end] = 1;
      }
      sums[begin] = (sums[begin] as number) + order;
      sums[end] = (sums[end] as number) + order;
    }
  }

  /** True if a double bond has a configuration. */
  #readStereo(molecules: Molecules, molecule: number, atomCount: number): boolean {
    const { kinds, centers } = molecules.stereo;
    this.#elementAt.fill(-1, 0, atomCount);
    let hasDirections = false;
    const end = molecules.stereoOffsets[molecule + 1] as number;
    for (let element = molecules.stereoOffsets[molecule] as number; element < end; element += 1) {
      if (kinds[element] === stereoKinds.doubleBond) hasDirections = true;
      else this.#elementAt[centers[element] as number] = element;
    }
    if (hasDirections) this.#directions.assign(molecules, molecule, this.traversal.adjacency);
    return hasDirections;
  }

  #putBond(
    molecules: Molecules,
    firstBond: number,
    bond: number,
    from: number,
    to: number,
    isBridge: boolean,
    hasDirections: boolean,
  ): void {
    const order = molecules.bonds.orders[firstBond + bond] as number;
    const bothLower = ((this.#lower[from] as number) & (this.#lower[to] as number)) === 1;
    if (molecules.bonds.aromatic[firstBond + bond] === 1 || order === bondOrderAromatic) {
      if (!bothLower || isBridge) this.putCode(58);
      return;
    }
    if (order !== 1) {
      this.putCode(orderCodes[order] as number);
      return;
    }
    const mark = hasDirections ? (this.#directions.marks[bond] as number) : 0;
    if (mark !== 0) this.putCode((molecules.bonds.begins[firstBond + bond] === from) === (mark === 1) ? 47 : 92);
    else if (bothLower) this.putCode(45);
  }

  #putAtom(molecules: Molecules, firstAtom: number, atom: number, stereoElement: number): void {
    const { elements, isotopes, charges, hydrogens, maps } = molecules.atoms;
    const column = firstAtom + atom;
    const element = elements[column] as number;
    const lower = this.#lower[atom] as number;
    const row = valenceTableRow(element, lower);
    const hydrogenCount = hydrogens[column] as number;
    const isotope = isotopes[column] as number;
    const charge = charges[column] as number;
    const map = maps[column] as number;
    const second = secondCodes[element] as number;
    const bare =
      isOrganic[row] === 1 &&
      (charge | isotope | map) === 0 &&
      stereoElement < 0 &&
      hydrogenCount === impliedHydrogens(row, this.#sums[atom] as number) &&
      (this.#colons[atom] === 0 || lower === 1 || element === 0);
    if (!bare) {
      this.putCode(91);
      if (isotope > 0) this.putNumber(isotope);
    }
    this.putCode((firstCodes[element] as number) + 32 * lower);
    if (second !== 0) this.putCode(second);
    if (bare) return;
    if (stereoElement >= 0) this.#putConfiguration(molecules, firstAtom, atom, stereoElement);
    if (hydrogenCount > 0) {
      this.putCode(72);
      if (hydrogenCount > 1) this.putNumber(hydrogenCount);
    }
    if (charge !== 0) {
      this.putCode(charge > 0 ? 43 : 45);
      if (charge > 1 || charge < -1) this.putNumber(Math.abs(charge));
    }
    if (map > 0) {
      this.putCode(58);
      this.putNumber(map);
    }
    this.putCode(93);
  }

  #putConfiguration(molecules: Molecules, firstAtom: number, center: number, element: number): void {
    const number = configurationInText(this.traversal, molecules, firstAtom, this.#firstBond, center, element);
    this.putCode(64);
    const letters = classLetters[molecules.stereo.kinds[element] as StereoKind];
    if (letters === '') {
      if (number === 2) this.putCode(64);
      return;
    }
    this.putCode(letters.charCodeAt(0));
    this.putCode(letters.charCodeAt(1));
    this.putNumber(number);
  }

  /** Appends the numbers of rings that close here, then of those that open. A closed number is free again for the next atom. */
  #putRings(
    molecules: Molecules,
    molecule: number,
    firstBond: number,
    atom: number,
    place: number,
    hasDirections: boolean,
  ): void {
    const { adjacency, isRing, places, firstOpenings, nextOpenings } = this.traversal;
    const { offsets, neighbours, bonds } = adjacency;
    const end = offsets[atom + 1] as number;
    const start = offsets[atom] as number;
    for (let slot = start; slot < end; slot += 1) {
      const bond = bonds[slot] as number;
      if (isRing[bond] === 1 && (places[neighbours[slot] as number] as number) < place)
        this.#putRingNumber(this.#ringNumbers[bond] as number);
    }
    const inUse = this.#ringInUse;
    for (let bond = firstOpenings[atom] as number; bond >= 0; bond = nextOpenings[bond] as number) {
      const begin = molecules.bonds.begins[firstBond + bond] as number;
      const other = begin === atom ? (molecules.bonds.ends[firstBond + bond] as number) : begin;
      this.#putBond(molecules, firstBond, bond, atom, other, false, hasDirections);
      let number = 1;
      while (inUse[number] === 1) number += 1;
      if (number > maxRings) {
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'encode',
          message: `Molecule ${(molecule + 1).toLocaleString('en')} has more than ${maxRings} rings open at once, but SMILES has no larger ring numbers.`,
        });
      }
      inUse[number] = 1;
      this.#ringNumbers[bond] = number;
      this.#putRingNumber(number);
    }
    for (let slot = start; slot < end; slot += 1) {
      const bond = bonds[slot] as number;
      if (isRing[bond] === 1 && (places[neighbours[slot] as number] as number) < place)
        inUse[this.#ringNumbers[bond] as number] = 0;
    }
  }

  #putRingNumber(number: number): void {
    if (number > 9) {
      this.putCode(37);
      this.putCode(48 + Math.floor(number / 10));
    }
    this.putCode(48 + (number % 10));
  }

  #reserve(atomCount: number, bondCount: number): void {
    this.reserve(maxAtomBytes * atomCount + maxBondBytes * bondCount);
    if (atomCount > this.#sums.length) {
      const size = 2 * atomCount;
      this.#sums = new Int32Array(size);
      this.#colons = new Uint8Array(size);
      this.#lower = new Uint8Array(size);
      this.#left = new Int32Array(size);
      this.#inBranch = new Uint8Array(size);
      this.#elementAt = new Int32Array(size);
    }
    if (bondCount > this.#ringNumbers.length) this.#ringNumbers = new Uint8Array(2 * bondCount);
  }
}
