import type { Allocate } from '../../../model/entry';
import { carrierSlots, type Molecules, noCarrier } from '../../../model/molecules/molecules';
import {
  atomContainerFailure,
  atomFlags,
  bondFlags,
  configurationBits,
  endBytes,
  endOfFileMark,
  headerBytes,
  fileMagic,
  moleculeFlags,
} from './layout';

/** The maximum number of atoms, bonds and stereo elements of a molecule whose counts and indices take one byte each. */
const narrowMost = 255;
const shortTitleMost = 0xffff;

const isWide = (molecule: number, { atomOffsets, bondOffsets, stereoOffsets }: Molecules): boolean =>
  (atomOffsets[molecule + 1] as number) - (atomOffsets[molecule] as number) > narrowMost ||
  (bondOffsets[molecule + 1] as number) - (bondOffsets[molecule] as number) > narrowMost ||
  (stereoOffsets[molecule + 1] as number) - (stereoOffsets[molecule] as number) > narrowMost;

/** The size of the whole file in bytes, computed first so that the file is written into one buffer of the right size. */
export function encodedSizeBytes(molecules: Molecules): number {
  const { atoms, bonds, stereo, coordinates, moleculeCount, bondOffsets, stereoOffsets, titles } = molecules;
  const carriersOf = (fromElement: number, toElement: number): number => {
    let carriers = 0;
    for (let slot = fromElement * carrierSlots; slot < toElement * carrierSlots; slot += 1)
      if (stereo.carriers[slot] !== noCarrier) carriers += 1;
    return carriers;
  };
  const stereoCount = stereo.kinds.length;
  let size =
    headerBytes +
    endBytes +
    4 * moleculeCount +
    (coordinates === null ? 2 : 18) * atoms.elements.length +
    2 * bonds.orders.length;
  size += 2 * stereoCount + carriersOf(0, stereoCount) + titles.data.length;
  for (let atom = 0; atom < atoms.elements.length; atom += 1) {
    if ((atoms.hydrogens[atom] as number) >= atomFlags.hydrogens) size += 1;
    if (atoms.charges[atom] !== 0) size += 1;
    if (atoms.isotopes[atom] !== 0) size += 2;
    if (atoms.maps[atom] !== 0) size += 2;
  }
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const titleBytes = (titles.offsets[molecule + 1] as number) - (titles.offsets[molecule] as number);
    const bondCount = (bondOffsets[molecule + 1] as number) - (bondOffsets[molecule] as number);
    size += (bondCount + 1) >> 1;
    size += titleBytes === 0 ? 0 : titleBytes > shortTitleMost ? 4 : 2;
    if (!isWide(molecule, molecules)) continue;
    // With wide numbers, three counts and every index take more bytes.
    const firstStereo = stereoOffsets[molecule] as number;
    const endStereo = stereoOffsets[molecule + 1] as number;
    size += 9 + 2 * bondCount + endStereo - firstStereo + carriersOf(firstStereo, endStereo);
  }
  return size;
}

/** The molecules as one file, in a buffer of exactly the right size. */
export function writeMolecules(molecules: Molecules, allocate: Allocate): Uint8Array<ArrayBuffer> {
  const { moleculeCount, atomOffsets, bondOffsets, stereoOffsets, atoms, bonds, stereo, coordinates, titles } =
    molecules;
  const { elements, isotopes, charges, hydrogens, aromatic, maps } = atoms;
  const { begins, ends, orders, aromatic: aromaticBonds } = bonds;
  const file = allocate(encodedSizeBytes(molecules));
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  view.setInt32(0, fileMagic);
  file[4] = coordinates === null ? 0 : 1;
  let at = headerBytes;
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const firstAtom = atomOffsets[molecule] as number;
    const endAtom = atomOffsets[molecule + 1] as number;
    const firstBond = bondOffsets[molecule] as number;
    const endBond = bondOffsets[molecule + 1] as number;
    const firstStereo = stereoOffsets[molecule] as number;
    const endStereo = stereoOffsets[molecule + 1] as number;
    const titleStart = titles.offsets[molecule] as number;
    const titleEnd = titles.offsets[molecule + 1] as number;
    const titleBytes = titleEnd - titleStart;
    const wide = isWide(molecule, molecules);
    file[at] =
      (wide ? moleculeFlags.wide : 0) |
      (titleBytes === 0 ? 0 : titleBytes > shortTitleMost ? moleculeFlags.longTitle : moleculeFlags.title);
    at += 1;
    if (wide) {
      view.setInt32(at, endAtom - firstAtom);
      view.setInt32(at + 4, endBond - firstBond);
      view.setInt32(at + 8, endStereo - firstStereo);
      at += 12;
    } else {
      file[at] = endAtom - firstAtom;
      file[at + 1] = endBond - firstBond;
      file[at + 2] = endStereo - firstStereo;
      at += 3;
    }
    if (titleBytes > 0) {
      if (titleBytes > shortTitleMost) {
        view.setInt32(at, titleBytes);
        at += 4;
      } else {
        view.setUint16(at, titleBytes);
        at += 2;
      }
      // Titles are short: a copy loop is faster than creating a view.
      for (let byte = titleStart; byte < titleEnd; byte += 1) {
        file[at] = titles.data[byte] as number;
        at += 1;
      }
    }

    for (let atom = firstAtom; atom < endAtom; atom += 1) {
      const ownHydrogens = hydrogens[atom] as number;
      const charge = charges[atom] as number;
      const isotope = isotopes[atom] as number;
      const map = maps[atom] as number;
      file[at] = elements[atom] as number;
      file[at + 1] =
        Math.min(ownHydrogens, atomFlags.hydrogens) |
        (aromatic[atom] === 0 ? 0 : atomFlags.aromatic) |
        (charge === 0 ? 0 : atomFlags.charge) |
        (isotope === 0 ? 0 : atomFlags.isotope) |
        (map === 0 ? 0 : atomFlags.map);
      at += 2;
      if (ownHydrogens >= atomFlags.hydrogens) {
        file[at] = ownHydrogens;
        at += 1;
      }
      if (charge !== 0) {
        view.setInt8(at, charge);
        at += 1;
      }
      if (isotope !== 0) {
        view.setUint16(at, isotope);
        at += 2;
      }
      if (map !== 0) {
        view.setUint16(at, map);
        at += 2;
      }
      if (coordinates !== null) {
        view.setFloat64(at, coordinates[2 * atom] as number);
        view.setFloat64(at + 8, coordinates[2 * atom + 1] as number);
        at += 16;
      }
    }

    const indexBytes = wide ? 2 : 1;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (wide) {
        view.setUint16(at, begins[bond] as number);
        view.setUint16(at + 2, ends[bond] as number);
      } else {
        file[at] = begins[bond] as number;
        file[at + 1] = ends[bond] as number;
      }
      at += 2 * indexBytes;
    }
    for (let bond = firstBond; bond < endBond; bond += 2) {
      const first = (orders[bond] as number) | (aromaticBonds[bond] === 0 ? 0 : bondFlags.aromatic);
      const second =
        bond + 1 === endBond
          ? 0
          : (orders[bond + 1] as number) | (aromaticBonds[bond + 1] === 0 ? 0 : bondFlags.aromatic);
      file[at] = (first << 4) | second;
      at += 1;
    }

    for (let element = firstStereo; element < endStereo; element += 1) {
      file[at] = ((stereo.kinds[element] as number) << configurationBits) | (stereo.configurations[element] as number);
      at += 1;
      // Writes the centre, then the carriers.
      for (let slot = -1; slot < carrierSlots; slot += 1) {
        const atom =
          slot < 0 ? (stereo.centers[element] as number) : (stereo.carriers[element * carrierSlots + slot] as number);
        if (atom === noCarrier) break;
        if (wide) view.setUint16(at, atom);
        else file[at] = atom;
        at += indexBytes;
      }
    }
  }
  file[at] = endOfFileMark;
  view.setInt32(at + 1, moleculeCount);
  at += endBytes;
  if (at !== file.length)
    throw atomContainerFailure('internal', 'encode', `${at} bytes were written where ${file.length} were expected`);
  return file;
}
