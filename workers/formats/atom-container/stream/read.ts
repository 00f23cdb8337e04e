import {
  bondOrderAromatic,
  carrierSlots,
  maxAtoms,
  maxBonds,
  type Molecules,
  noCarrier,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../../model/molecules/molecules';
import { GrowingMoleculeColumns } from './columns';
import {
  damagedAtomContainer,
  atomFlags,
  bondFlags,
  configurationBits,
  endBytes,
  endOfFileMark,
  headerBytes,
  fileMagic,
  moleculeFlags,
} from './layout';

const knownFlags = moleculeFlags.wide | moleculeFlags.title | moleculeFlags.longTitle;
const maxElement = 118;
/** An atom or a bond has at most one stereo element. */
const maxStereo = maxAtoms + maxBonds;

/** The molecules of a file. @throws `malformedInput` with the offset if the file breaks the rules of docs/atom-container-format.md. */
export function readMolecules(file: Uint8Array<ArrayBuffer>): Molecules {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (file.length < headerBytes + endBytes)
    throw damagedAtomContainer(`the file ends after ${file.length} bytes, within its header`, file.length);
  if (view.getInt32(0) !== fileMagic) throw damagedAtomContainer('the file does not begin with “ACS” and version 1', 0);
  const hasCoordinates = file[4] === 1;
  if (!hasCoordinates && file[4] !== 0)
    throw damagedAtomContainer(`the byte that says whether there are coordinates is ${file[4]}, not 0 or 1`, 4);
  const columns = new GrowingMoleculeColumns(file.length, hasCoordinates);
  let at = headerBytes;
  const need = (sizeBytes: number, what: string) => {
    if (at + sizeBytes > file.length) throw damagedAtomContainer(`the file ends inside ${what}`, file.length);
  };

  for (;;) {
    need(endBytes, 'a molecule');
    const flags = file[at] as number;
    if (flags === endOfFileMark) break;
    if ((flags & ~knownFlags) !== 0) throw damagedAtomContainer(`the molecule has unknown flags (${flags})`, at);
    const wide = (flags & moleculeFlags.wide) !== 0;
    need(wide ? 13 : 4, 'a molecule’s counts');
    const atomCount = wide ? view.getInt32(at + 1) : (file[at + 1] as number);
    const bondCount = wide ? view.getInt32(at + 5) : (file[at + 2] as number);
    const stereoCount = wide ? view.getInt32(at + 9) : (file[at + 3] as number);
    if (
      atomCount < 0 ||
      atomCount > maxAtoms ||
      bondCount < 0 ||
      bondCount > maxBonds ||
      stereoCount < 0 ||
      stereoCount > maxStereo
    ) {
      throw damagedAtomContainer(
        `the molecule has ${atomCount} atoms, ${bondCount} bonds and ${stereoCount} stereo elements; at most ${maxAtoms} of each are possible`,
        at,
      );
    }
    at += wide ? 13 : 4;
    if ((flags & (moleculeFlags.title | moleculeFlags.longTitle)) !== 0) {
      const isLong = (flags & moleculeFlags.longTitle) !== 0;
      need(isLong ? 4 : 2, 'a title');
      const titleBytes = isLong ? view.getInt32(at) : view.getUint16(at);
      if (titleBytes < 0) throw damagedAtomContainer(`the title’s length is impossible: ${titleBytes}`, at);
      at += isLong ? 4 : 2;
      need(titleBytes, 'a title');
      columns.addTitle(file, at, titleBytes);
      at += titleBytes;
    }
    // Checks that the file is long enough for the counts at their shortest encoding, before memory is allocated for them.
    need(atomCount * (hasCoordinates ? 18 : 2) + bytesOfBonds(bondCount, wide) + stereoCount * 2, 'a molecule');
    at = readAtoms(view, file, at, atomCount, columns, hasCoordinates);
    at = readBonds(view, file, at, bondCount, columns, wide, atomCount);
    for (let element = 0; element < stereoCount; element += 1)
      at = readStereo(view, file, at, columns, wide, atomCount, bondCount);
    columns.endMolecule(atomCount, bondCount);
  }
  const told = view.getInt32(at + 1);
  if (told !== columns.moleculeCount)
    throw damagedAtomContainer(
      `the end of the file declares ${told} molecules, but there are ${columns.moleculeCount}`,
      at,
    );
  if (at + endBytes !== file.length)
    throw damagedAtomContainer(`${file.length - at - endBytes} bytes follow the end`, at + endBytes);
  return columns.finish();
}

function readAtoms(
  view: DataView,
  file: Uint8Array,
  start: number,
  atomCount: number,
  columns: GrowingMoleculeColumns,
  hasCoordinates: boolean,
): number {
  columns.reserveAtoms(atomCount);
  const { elements, isotopes, charges, hydrogens, aromaticAtoms, maps, coordinates } = columns;
  const endAtom = columns.atomEnd + atomCount;
  let at = start;
  for (let atom = columns.atomEnd; atom < endAtom; atom += 1) {
    // The maximum size of an atom. Near the end of the file, each field is checked separately.
    if (at + 24 > file.length) checkAtom(file, at, hasCoordinates);
    const element = file[at] as number;
    if (element > maxElement) throw damagedAtomContainer(`there is no element ${element}`, at);
    const flags = file[at + 1] as number;
    elements[atom] = element;
    at += 2;
    let ownHydrogens = flags & atomFlags.hydrogens;
    if (ownHydrogens === atomFlags.hydrogens) {
      ownHydrogens = file[at] as number;
      at += 1;
    }
    hydrogens[atom] = ownHydrogens;
    aromaticAtoms[atom] = (flags & atomFlags.aromatic) === 0 ? 0 : 1;
    if ((flags & (atomFlags.charge | atomFlags.isotope | atomFlags.map)) !== 0) {
      if ((flags & atomFlags.charge) !== 0) {
        charges[atom] = view.getInt8(at);
        at += 1;
      }
      if ((flags & atomFlags.isotope) !== 0) {
        isotopes[atom] = view.getUint16(at);
        at += 2;
      }
      if ((flags & atomFlags.map) !== 0) {
        maps[atom] = view.getUint16(at);
        at += 2;
      }
    }
    if (hasCoordinates) {
      coordinates[2 * atom] = view.getFloat64(at);
      coordinates[2 * atom + 1] = view.getFloat64(at + 8);
      at += 16;
    }
  }
  return at;
}

function checkAtom(file: Uint8Array, at: number, hasCoordinates: boolean): void {
  const flags = at + 1 < file.length ? (file[at + 1] as number) : 0;
  const sizeBytes =
    (hasCoordinates ? 18 : 2) +
    ((flags & atomFlags.hydrogens) === atomFlags.hydrogens ? 1 : 0) +
    ((flags & atomFlags.charge) === 0 ? 0 : 1) +
    ((flags & atomFlags.isotope) === 0 ? 0 : 2) +
    ((flags & atomFlags.map) === 0 ? 0 : 2);
  if (at + sizeBytes > file.length) throw damagedAtomContainer('the file ends inside an atom', file.length);
}

function readBonds(
  view: DataView,
  file: Uint8Array,
  start: number,
  bondCount: number,
  columns: GrowingMoleculeColumns,
  wide: boolean,
  atomCount: number,
): number {
  const indexBytes = wide ? 2 : 1;
  if (start + bytesOfBonds(bondCount, wide) > file.length)
    throw damagedAtomContainer('the file ends inside a molecule’s bonds', file.length);
  columns.reserveBonds(bondCount);
  const { begins, ends, orders, aromaticBonds } = columns;
  const firstBond = columns.bondEnd;
  const endBond = firstBond + bondCount;
  let at = start;
  for (let bond = firstBond; bond < endBond; bond += 1) {
    const begin = wide ? view.getUint16(at) : (file[at] as number);
    const end = wide ? view.getUint16(at + 2) : (file[at + 1] as number);
    if (begin >= atomCount || end >= atomCount || begin === end)
      throw damagedAtomContainer(`a bond joins the atoms ${begin} and ${end}, but the molecule has ${atomCount}`, at);
    begins[bond] = begin;
    ends[bond] = end;
    at += 2 * indexBytes;
  }
  for (let bond = firstBond; bond < endBond; bond += 1) {
    const isFirst = ((bond - firstBond) & 1) === 0;
    const half = isFirst ? (file[at] as number) >> 4 : (file[at] as number) & 0x0f;
    const order = half & bondFlags.order;
    if (order > bondOrderAromatic) throw damagedAtomContainer(`a bond has the unknown order ${order}`, at);
    orders[bond] = order;
    aromaticBonds[bond] = half >> 3;
    if (!isFirst) at += 1;
  }
  if ((bondCount & 1) === 0) return at;
  if (((file[at] as number) & 0x0f) !== 0)
    throw damagedAtomContainer('the unused half byte after the last bond is not 0', at);
  return at + 1;
}

/** Reads the bonds: two indices each, then four bits each. */
const bytesOfBonds = (bondCount: number, wide: boolean): number => bondCount * (wide ? 4 : 2) + ((bondCount + 1) >> 1);

function readStereo(
  view: DataView,
  file: Uint8Array,
  start: number,
  columns: GrowingMoleculeColumns,
  wide: boolean,
  atomCount: number,
  bondCount: number,
): number {
  if (start >= file.length) throw damagedAtomContainer('the file ends inside a stereo element', file.length);
  const first = file[start] as number;
  const kind = (first >> configurationBits) as StereoKind;
  const configuration = first & ((1 << configurationBits) - 1);
  const shape = stereoShapes[kind];
  if (shape === undefined || configuration < 1 || configuration > shape.configurations)
    throw damagedAtomContainer(`there is no configuration ${configuration} of the kind ${kind}`, start);
  const indexBytes = wide ? 2 : 1;
  let at = start + 1;
  if (at + (1 + shape.carriers) * indexBytes > file.length)
    throw damagedAtomContainer('the file ends inside a stereo element', file.length);
  const next = (most: number, what: string): number => {
    const index = wide ? view.getUint16(at) : (file[at] as number);
    if (index >= most)
      throw damagedAtomContainer(`a stereo element refers to ${what} ${index}, but there are only ${most}`, at);
    at += indexBytes;
    return index;
  };
  const center = kind === stereoKinds.doubleBond ? next(bondCount, 'the bond') : next(atomCount, 'the atom');
  const carriers = new Array<number>(carrierSlots).fill(noCarrier);
  for (let slot = 0; slot < shape.carriers; slot += 1) carriers[slot] = next(atomCount, 'the carrier');
  columns.addStereo(kind, center, configuration, carriers);
  return at;
}
