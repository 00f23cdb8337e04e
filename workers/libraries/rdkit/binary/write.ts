import { LittleEndianWriter } from '../../bytes/byte-writer';
import {
  carrierSlots,
  type Molecules,
  noCarrier,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../../model/molecules/molecules';
import { Adjacency } from '../../molecules/adjacency';
import { impliedHydrogens, isOrganic, valenceTableRow } from '../../molecules/organic-subset';
import { fitsSinglePrecision } from './places';
import { chiralityOf } from './stereo';
import {
  atomFlags,
  atomValues,
  bondFlags,
  bondStereo,
  bondTypes,
  endianMark,
  headerBytes,
  majorVersion,
  propertyNames,
  recordTags,
  valueTypes,
} from './tags';

const minorVersion = 4;
/** A bit of the byte after the counts. Older versions stored coordinates in the atoms and set it. */
const placesFlag = 0x80;
/** RDKit's value for a hybridization that has not been perceived. */
const unspecified = 0;
const encoder = new TextEncoder();
const titleKey = encoder.encode(propertyNames.title);
const settledKey = encoder.encode(propertyNames.settled);
const permutationKey = encoder.encode(propertyNames.permutation);
const orderTypes = [
  bondTypes.zero,
  bondTypes.single,
  bondTypes.double,
  bondTypes.triple,
  bondTypes.quadruple,
  bondTypes.aromatic,
];

interface RecordWriting {
  readonly coordinates: boolean;
  readonly titles: boolean;
  /** Whether every molecule is marked as having final configurations, so that RDKit does not search for others. Otherwise only molecules that would lose those of double bonds are marked. */
  readonly settled: boolean;
}

/**
 * Writes molecules one by one in RDKit's binary form, without sanitizing: no rings, no hybridization. Aromatic bonds have the type AROMATIC and no Kekulé structure. The form cannot
 * express configurations of allenes, nor square planar, bipyramidal and octahedral ones with an implicit hydrogen or lone pair; these are left out. Coordinates have single precision if
 * that keeps all ten-thousandths, otherwise double precision.
 */
export class RdkitMoleculeWriter {
  readonly #molecules: Molecules;
  readonly #writing: RecordWriting;
  readonly #adjacency = new Adjacency();
  readonly #out = new LittleEndianWriter(4_096);
  /** The size of an atom's index in bytes. */
  #indexBytes = 1;
  #chirality = new Uint8Array(64);
  #sums = new Uint16Array(64);
  /** For each bond of the molecule: the index of its stereo element + 1. */
  #elementOfBond = new Uint32Array(64);

  constructor(molecules: Molecules, writing: RecordWriting) {
    this.#molecules = molecules;
    this.#writing = writing;
  }

  /** The record of one molecule, valid until the next call. */
  write(molecule: number): Uint8Array<ArrayBuffer> {
    const { atomOffsets, bondOffsets, titles } = this.#molecules;
    const firstAtom = atomOffsets[molecule] as number;
    const atomCount = (atomOffsets[molecule + 1] as number) - firstAtom;
    const firstBond = bondOffsets[molecule] as number;
    const bondCount = (bondOffsets[molecule + 1] as number) - firstBond;
    const titleBytes = (titles.offsets[molecule + 1] as number) - (titles.offsets[molecule] as number);
    this.#reserve(
      atomCount,
      bondCount,
      headerBytes + 120 + (25 + 24 + 3 + 30) * atomCount + 14 * bondCount + titleBytes,
    );
    for (const value of [endianMark, recordTags.version, majorVersion, minorVersion, 0, atomCount, bondCount])
      this.#out.u32(value);
    this.#out.u8(placesFlag);
    const permutations = this.#readStereo(molecule, atomCount, bondCount);
    this.#writeAtoms(firstAtom, atomCount, firstBond, bondCount);
    this.#writeBonds(firstBond, bondCount);
    this.#writePlaces(firstAtom, atomCount);
    this.#writeProperties(
      molecule,
      this.#writing.titles && titleBytes > 0,
      this.#writing.settled || this.#elementOfBond.subarray(0, bondCount).some((element) => element > 0),
    );
    if (permutations.size > 0) this.#writePermutations(permutations, atomCount);
    this.#out.u8(recordTags.endMolecule);
    return this.#out.written();
  }

  /** Sets the chirality of atoms and the stereo elements of bonds. Returns the numbers that properties store. */
  #readStereo(molecule: number, atomCount: number, bondCount: number): ReadonlyMap<number, number> {
    const { stereo, stereoOffsets } = this.#molecules;
    const permutations = new Map<number, number>();
    const first = stereoOffsets[molecule] as number;
    const end = stereoOffsets[molecule + 1] as number;
    this.#chirality.fill(0, 0, atomCount);
    this.#elementOfBond.fill(0, 0, bondCount);
    if (first === end) return permutations;
    const adjacency = this.#adjacency;
    adjacency.read(this.#molecules, molecule);
    for (let element = first; element < end; element += 1) {
      const kind = stereo.kinds[element] as StereoKind;
      const center = stereo.centers[element] as number;
      if (kind === stereoKinds.doubleBond) {
        this.#elementOfBond[center] = element + 1;
        continue;
      }
      const neighbours = Array.from(
        adjacency.neighbours.subarray(adjacency.offsets[center], adjacency.offsets[center + 1]),
      );
      const slots = stereo.carriers.subarray(
        carrierSlots * element,
        carrierSlots * element + stereoShapes[kind].carriers,
      );
      const found = chiralityOf(kind, stereo.configurations[element] as number, slots, center, neighbours);
      if (found === null) continue;
      this.#chirality[center] = found.tag;
      if (found.permutation > 0) permutations.set(center, found.permutation);
    }
    return permutations;
  }

  #writeAtoms(firstAtom: number, atomCount: number, firstBond: number, bondCount: number): void {
    const { atoms, bonds } = this.#molecules;
    const sums = this.#sums;
    sums.fill(0, 0, atomCount);
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      // Without a Kekulé structure, an aromatic bond counts as one and a half.
      const halves = bonds.orders[bond] === 5 ? 3 : 2 * (bonds.orders[bond] as number);
      sums[bonds.begins[bond] as number] = (sums[bonds.begins[bond] as number] as number) + halves;
      sums[bonds.ends[bond] as number] = (sums[bonds.ends[bond] as number] as number) + halves;
    }
    this.#out.u8(recordTags.atoms);
    for (let atom = 0; atom < atomCount; atom += 1) {
      const at = firstAtom + atom;
      const element = atoms.elements[at] as number;
      const hydrogens = atoms.hydrogens[at] as number;
      const charge = atoms.charges[at] as number;
      const isotope = atoms.isotopes[at] as number;
      const map = atoms.maps[at] as number;
      const aromatic = atoms.aromatic[at] as number;
      const tag = this.#chirality[atom] as number;
      const valence = (sums[atom] as number) >> 1;
      const row = valenceTableRow(element, 0);
      const usual = isOrganic[row] === 1 && element !== 0 && charge === 0 ? impliedHydrogens(row, valence) : -1;
      const implied =
        usual === hydrogens &&
        isotope === 0 &&
        map === 0 &&
        tag === 0 &&
        (aromatic === 0 || element === 6 || hydrogens === 0);
      // With these properties, RDKit's SMILES writer puts the atom in brackets; otherwise its hydrogens would be implied.
      const radicals =
        usual > hydrogens ? usual - hydrogens : aromatic === 1 && usual >= 0 && usual < hydrogens ? 1 : 0;
      const explicit = implied ? 0 : hydrogens;
      const implicit = implied ? hydrogens : 0;
      this.#out.u8(element);
      this.#out.u8(
        (aromatic === 1 ? atomFlags.aromatic : 0) |
          (implied ? 0 : atomFlags.noImplicit) |
          (map > 0 ? atomFlags.map : 0),
      );
      this.#out.u32(
        (charge !== 0 ? atomValues.charge : 0) |
          (tag !== 0 ? atomValues.chirality : 0) |
          atomValues.hybridization |
          (explicit > 0 ? atomValues.explicitHydrogens : 0) |
          (valence + explicit > 0 ? atomValues.explicitValence : 0) |
          (implicit > 0 ? atomValues.implicitValence : 0) |
          (radicals > 0 ? atomValues.radicals : 0) |
          (isotope > 0 ? atomValues.isotope : 0),
      );
      if (charge !== 0) this.#out.u8(charge);
      if (tag !== 0) this.#out.u8(tag);
      this.#out.u8(unspecified);
      if (explicit > 0) this.#out.u8(explicit);
      if (valence + explicit > 0) this.#out.u8(valence + explicit);
      if (implicit > 0) this.#out.u8(implicit);
      if (radicals > 0) this.#out.u8(radicals);
      if (isotope > 0) this.#out.u32(isotope);
      if (map > 0) {
        this.#out.u8(recordTags.map);
        this.#out.u8(map < 128 ? map : 255);
        if (map >= 128) this.#out.u32(map);
      }
    }
  }

  #writeBonds(firstBond: number, bondCount: number): void {
    const { bonds, stereo } = this.#molecules;
    this.#out.u8(recordTags.bonds);
    for (let bond = 0; bond < bondCount; bond += 1) {
      const at = firstBond + bond;
      const aromatic = bonds.aromatic[at] === 1;
      const type = aromatic ? bondTypes.aromatic : (orderTypes[bonds.orders[at] as number] ?? bondTypes.zero);
      const element = (this.#elementOfBond[bond] as number) - 1;
      this.#index(bonds.begins[at] as number);
      this.#index(bonds.ends[at] as number);
      this.#out.u8(
        (type === bondTypes.aromatic ? bondFlags.aromatic : 0) |
          (type !== bondTypes.single ? bondFlags.type : 0) |
          (element >= 0 ? bondFlags.stereo : 0),
      );
      if (type !== bondTypes.single) this.#out.u8(type);
      if (element < 0) continue;
      this.#out.u8(stereo.configurations[element] === 1 ? bondStereo.trans : bondStereo.cis);
      this.#out.u8(2);
      this.#index(stereo.carriers[carrierSlots * element] ?? noCarrier);
      this.#index(stereo.carriers[carrierSlots * element + 1] ?? noCarrier);
    }
  }

  #writePlaces(firstAtom: number, atomCount: number): void {
    const { coordinates } = this.#molecules;
    if (coordinates === null || !this.#writing.coordinates) {
      this.#out.u8(recordTags.conformers);
      this.#out.u32(4);
      this.#out.u32(0);
      return;
    }
    const double = !fitsSinglePrecision(coordinates, 2 * firstAtom, 2 * (firstAtom + atomCount));
    this.#out.u8(double ? recordTags.conformersDouble : recordTags.conformers);
    this.#out.u32(9 + this.#indexBytes + 3 * (double ? 8 : 4) * atomCount);
    this.#out.u32(1);
    // The conformer is not 3D and has the id 0.
    this.#out.u8(0);
    this.#out.u32(0);
    this.#index(atomCount);
    for (let atom = firstAtom; atom < firstAtom + atomCount; atom += 1) {
      for (const place of [coordinates[2 * atom] as number, coordinates[2 * atom + 1] as number, 0]) {
        if (double) this.#out.f64(place);
        else this.#out.f32(place);
      }
    }
  }

  #writeProperties(molecule: number, titled: boolean, settled: boolean): void {
    if (!titled && !settled) return;
    const { offsets, data } = this.#molecules.titles;
    this.#out.u8(recordTags.properties);
    // The size follows below.
    const sizeAt = this.#out.length;
    this.#out.u32(0);
    this.#out.u16((titled ? 1 : 0) + (settled ? 1 : 0));
    if (titled) {
      this.#text(titleKey);
      this.#out.u8(valueTypes.text);
      this.#text(data.subarray(offsets[molecule], offsets[molecule + 1]));
    }
    if (settled) {
      this.#text(settledKey);
      this.#out.u8(valueTypes.int32);
      this.#out.u32(1);
    }
    this.#out.setU32(sizeAt, this.#out.length - sizeAt - 4);
    this.#out.u8(recordTags.endProperties);
  }

  #writePermutations(permutations: ReadonlyMap<number, number>, atomCount: number): void {
    this.#out.u8(recordTags.atomProperties);
    this.#out.u32(3 * atomCount + (4 + permutationKey.length + 1 + 4) * permutations.size);
    for (let atom = 0; atom < atomCount; atom += 1) {
      const permutation = permutations.get(atom);
      this.#out.u16(permutation === undefined ? 0 : 1);
      if (permutation !== undefined) {
        this.#text(permutationKey);
        this.#out.u8(valueTypes.uint32);
        this.#out.u32(permutation);
      }
      this.#out.u8(0);
    }
    this.#out.u8(recordTags.endProperties);
  }

  #reserve(atomCount: number, bondCount: number, sizeBytes: number): void {
    if (atomCount > this.#chirality.length) {
      this.#chirality = new Uint8Array(2 * atomCount);
      this.#sums = new Uint16Array(2 * atomCount);
    }
    if (bondCount > this.#elementOfBond.length) this.#elementOfBond = new Uint32Array(2 * bondCount);
    this.#out.length = 0;
    this.#out.reserve(sizeBytes);
    this.#indexBytes = atomCount > 255 ? 4 : 1;
  }

  #index(atom: number): void {
    if (this.#indexBytes === 1) this.#out.u8(atom);
    else this.#out.u32(atom);
  }

  /** Writes a text after its length. */
  #text(bytes: Uint8Array): void {
    this.#out.u32(bytes.length);
    this.#out.raw(bytes);
  }
}
