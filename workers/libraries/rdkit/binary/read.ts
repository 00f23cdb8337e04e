import type { LittleEndianReader } from '../../bytes/byte-reader';
import { damagedMolecule, readTextBytes, recordReader } from './damage';
import { bondOrderAromatic, bondOrderZero, maxAtoms, maxBonds, stereoKinds } from '../../../model/molecules/molecules';
import type { MoleculesBuilder } from '../../../model/molecules/builder';
import { readCoordinates2d } from './places';
import { expectTag, readProperties, skipQuery } from './properties';
import { configurationOf } from './stereo';
import {
  atomFlags,
  atomValues,
  bondFlags,
  bondStereo,
  bondTypes,
  chiralityCodes,
  bondDirections,
  endianMark,
  majorVersion,
  propertyNames,
  recordTags,
  valueTypes,
} from './tags';

interface RecordReading {
  /**
   * True if RDKit has read `/` and `\` but not derived the configuration of double bonds from them (`assignStereo` false): then this reader derives it. False if RDKit has derived it,
   * since the marks may still be beside double bonds without a configuration.
   */
  readonly directions: boolean;
}

/** Our order for each of RDKit's bond types; -1 if there is none. */
const orders = new Int8Array(22).fill(-1);
for (const type of [
  'unspecified',
  'ionic',
  'hydrogen',
  'dativeOne',
  'dative',
  'dativeLeft',
  'dativeRight',
  'zero',
] as const)
  orders[bondTypes[type]] = bondOrderZero;
for (const type of ['single', 'double', 'triple', 'quadruple'] as const) orders[bondTypes[type]] = bondTypes[type];
orders[bondTypes.aromatic] = bondOrderAromatic;

const unmarked = new Uint8Array();

/**
 * Reads one molecule of RDKit's binary form (version 16, as the pinned release writes it) into `builder` and returns its title; the caller ends the molecule. Aromatic bonds get the
 * order {@link bondOrderAromatic}, because the form does not contain a Kekulé structure. @throws `malformedInput` with the offset, also on unsupported features (queries other than
 * `*` and `~`, residues of proteins)
 */
export class RdkitMoleculeReader {
  readonly #reading: RecordReading;
  #chiral: { readonly atom: number; readonly tag: number; permutation: number }[] = [];
  #neighbours: number[][] = [];
  #marks: { readonly begin: number; readonly end: number; readonly direction: number }[] = [];
  #doubles: { readonly bond: number; readonly begin: number; readonly end: number }[] = [];

  constructor(reading: RecordReading) {
    this.#reading = reading;
  }

  /** Whether the last molecule had coordinates. */
  hadPlaces = false;

  read(record: Uint8Array, builder: MoleculesBuilder): Uint8Array {
    const reader = recordReader(record);
    if (reader.u32() !== endianMark || reader.u32() !== recordTags.version)
      throw damagedMolecule('it does not begin like a molecule’s record', reader.at);
    const version = reader.u32();
    if (version !== majorVersion)
      throw damagedMolecule(`it has version ${version}; Formatlab reads ${majorVersion}`, reader.at);
    reader.skip(8);
    const atomCount = reader.u32();
    const bondCount = reader.u32();
    if (atomCount > maxAtoms || bondCount > maxBonds)
      throw damagedMolecule(`it claims ${atomCount} atoms and ${bondCount} bonds, an impossible count`, reader.at);
    reader.skip(1);
    const index = atomCount > 255 ? () => reader.u32() : () => reader.u8();
    this.hadPlaces = false;
    this.#chiral = [];
    this.#marks = [];
    this.#doubles = [];
    expectTag(reader, recordTags.atoms);
    for (let atom = 0; atom < atomCount; atom += 1) this.#readAtom(reader, builder, atom);
    this.#neighbours = this.#chiral.length === 0 ? [] : Array.from({ length: atomCount }, () => []);
    expectTag(reader, recordTags.bonds);
    for (let bond = 0; bond < bondCount; bond += 1) this.#readBond(reader, builder, index, atomCount);
    if (this.#reading.directions) this.#addMarked(builder);
    const title = this.#readBlocks(reader, builder, index, atomCount, bondCount);
    for (const { atom, tag, permutation } of this.#chiral) {
      const element = configurationOf(tag, permutation, atom, this.#neighbours[atom] ?? []);
      if (element !== null) builder.addStereo(element.kind, atom, element.configuration, element.carriers);
    }
    return title;
  }

  #readAtom(reader: LittleEndianReader, builder: MoleculesBuilder, atom: number): void {
    const element = reader.u8();
    const flags = reader.u8();
    const values = reader.u32();
    const charge = (values & atomValues.charge) !== 0 ? reader.i8() : 0;
    const tag = (values & atomValues.chirality) !== 0 ? reader.u8() : chiralityCodes.none;
    if ((values & atomValues.hybridization) !== 0) reader.skip(1);
    const explicit = (values & atomValues.explicitHydrogens) !== 0 ? reader.u8() : 0;
    if ((values & atomValues.explicitValence) !== 0) reader.skip(1);
    const implicit = (values & atomValues.implicitValence) !== 0 ? reader.u8() : 0;
    if ((values & atomValues.radicals) !== 0) reader.skip(1);
    const isotope = (values & atomValues.isotope) !== 0 ? reader.u32() : 0;
    if ((flags & atomFlags.query) !== 0) {
      expectTag(reader, recordTags.query);
      skipQuery(reader);
      expectTag(reader, recordTags.endQuery);
    }
    let map = 0;
    if ((flags & atomFlags.map) !== 0) {
      expectTag(reader, recordTags.map);
      map = reader.u8();
      if (map > 127) map = reader.u32();
    }
    if ((flags & atomFlags.dummyLabel) !== 0) {
      expectTag(reader, recordTags.dummyLabel);
      readTextBytes(reader);
    }
    if ((flags & atomFlags.monomer) !== 0)
      throw damagedMolecule('an atom belongs to a residue of a protein, which Formatlab can’t store', reader.at);
    if (element > 118 || isotope > 65_535 || map > 65_535)
      throw damagedMolecule(
        `an atom has impossible values: element ${element}, isotope ${isotope}, map number ${map}`,
        reader.at,
      );
    builder.addAtom(element, explicit + implicit, charge, isotope, (flags & atomFlags.aromatic) !== 0 ? 1 : 0, map);
    if (tag !== chiralityCodes.none) this.#chiral.push({ atom, tag, permutation: 0 });
  }

  #readBond(reader: LittleEndianReader, builder: MoleculesBuilder, index: () => number, atomCount: number): void {
    const begin = index();
    const end = index();
    if (begin >= atomCount || end >= atomCount || begin === end)
      throw damagedMolecule(`a bond joins the atoms ${begin} and ${end}, but the molecule has ${atomCount}`, reader.at);
    const flags = reader.u8();
    const type = (flags & bondFlags.type) !== 0 ? reader.u8() : bondTypes.single;
    const direction = (flags & bondFlags.direction) !== 0 ? reader.u8() : 0;
    const stereo = (flags & bondFlags.stereo) !== 0 ? reader.u8() : bondStereo.none;
    const order = orders[type] ?? -1;
    if (order < 0) throw damagedMolecule(`a bond has the type ${type}, which Formatlab can’t store`, reader.at);
    const bond = builder.addBond(begin, end, order, (flags & bondFlags.aromatic) !== 0 ? 1 : 0);
    if (stereo !== bondStereo.none) {
      const carriers = Array.from({ length: reader.u8() }, index);
      const known =
        stereo >= bondStereo.z &&
        stereo <= bondStereo.trans &&
        carriers.length === 2 &&
        carriers.every((carrier) => carrier < atomCount);
      if (known)
        builder.addStereo(
          stereoKinds.doubleBond,
          bond,
          stereo === bondStereo.z || stereo === bondStereo.cis ? 2 : 1,
          carriers,
        );
    } else if (type === bondTypes.double) this.#doubles.push({ bond, begin, end });
    if (direction === bondDirections.endUp || direction === bondDirections.endDown)
      this.#marks.push({ begin, end, direction });
    if ((flags & bondFlags.query) !== 0) {
      expectTag(reader, recordTags.query);
      skipQuery(reader);
      expectTag(reader, recordTags.endQuery);
    }
    if ((flags & bondFlags.endPoints) !== 0) {
      readTextBytes(reader);
      readTextBytes(reader);
    }
    if (this.#neighbours.length > 0) {
      this.#neighbours[begin]?.push(end);
      this.#neighbours[end]?.push(begin);
    }
  }

  /** Double bonds with a marked bond at each end. The marks say on which side the neighbours are. */
  #addMarked(builder: MoleculesBuilder): void {
    if (this.#marks.length < 2) return;
    const sideOf = (atom: number, other: number): { readonly carrier: number; readonly up: boolean } | null => {
      for (const { begin, end, direction } of this.#marks) {
        if ((begin !== atom && end !== atom) || begin === other || end === other) continue;
        return begin === atom
          ? { carrier: end, up: direction === bondDirections.endUp }
          : { carrier: begin, up: direction !== bondDirections.endUp };
      }
      return null;
    };
    for (const { bond, begin, end } of this.#doubles) {
      const first = sideOf(begin, end);
      const second = sideOf(end, begin);
      if (first !== null && second !== null)
        builder.addStereo(stereoKinds.doubleBond, bond, first.up === second.up ? 2 : 1, [
          first.carrier,
          second.carrier,
        ]);
    }
  }

  /** Reads the blocks after the bonds, up to the end of the molecule. Returns the title. */
  #readBlocks(
    reader: LittleEndianReader,
    builder: MoleculesBuilder,
    index: () => number,
    atomCount: number,
    bondCount: number,
  ): Uint8Array {
    let title: Uint8Array = unmarked;
    for (;;) {
      const tag = reader.u8();
      switch (tag) {
        case recordTags.endMolecule:
          return title;
        case recordTags.ringsSssr:
        case recordTags.ringsSymmetric:
        case recordTags.ringsFast:
        case recordTags.ringsOther: {
          const rings = reader.u32();
          const indexBytes = atomCount > 255 ? 4 : 1;
          for (let ring = 0; ring < rings; ring += 1) reader.skip(indexBytes * index());
          break;
        }
        case recordTags.stereoGroups:
          skipStereoGroups(index);
          break;
        case recordTags.conformers:
        case recordTags.conformersDouble: {
          const end = reader.u32() + reader.at;
          const count = readCoordinates2d(reader, builder, index, atomCount, tag === recordTags.conformersDouble);
          this.hadPlaces = count > 0;
          if (reader.at !== end) {
            expectTag(reader, recordTags.conformerProperties);
            reader.skip(4);
            for (let conformer = 0; conformer < count; conformer += 1) readProperties(reader, () => false);
          }
          if (reader.at !== end)
            throw damagedMolecule('the conformers’ size differs from their declared size', reader.at);
          break;
        }
        case recordTags.properties:
          reader.skip(4);
          readProperties(reader, (name, type) => {
            if (name !== propertyNames.title || type !== valueTypes.text) return false;
            title = readTextBytes(reader);
            return true;
          });
          expectTag(reader, recordTags.endProperties);
          break;
        case recordTags.atomProperties:
          reader.skip(4);
          for (let atom = 0; atom < atomCount; atom += 1) this.#readAtomProperties(reader, atom);
          expectTag(reader, recordTags.endProperties);
          break;
        case recordTags.bondProperties:
          reader.skip(4);
          for (let bond = 0; bond < bondCount; bond += 1) {
            readProperties(reader, () => false);
            skipShortProperties(reader, 1);
          }
          expectTag(reader, recordTags.endProperties);
          break;
        default:
          throw damagedMolecule(`the block ${tag} does not belong to a molecule`, reader.at);
      }
    }
  }

  #readAtomProperties(reader: LittleEndianReader, atom: number): void {
    readProperties(reader, (name, type) => {
      if (name !== propertyNames.permutation || (type !== valueTypes.int32 && type !== valueTypes.uint32)) return false;
      const permutation = reader.u32();
      const element = this.#chiral.find((chiral) => chiral.atom === atom);
      if (element !== undefined) element.permutation = permutation;
      return true;
    });
    skipShortProperties(reader, 2);
  }
}

/** Reads the values of properties that are identified by bits instead of names; a value is present if its bit is set. */
function skipShortProperties(reader: LittleEndianReader, sizeBytes: number): void {
  for (let present = reader.u8(); present !== 0; present &= present - 1) reader.skip(sizeBytes);
}

function skipStereoGroups(index: () => number): void {
  const absolute = 0;
  const groups = index();
  for (let group = 0; group < groups; group += 1) {
    if (index() !== absolute) index();
    for (const members of [index(), index()]) for (let member = 0; member < members; member += 1) index();
  }
}
