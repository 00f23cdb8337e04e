import {
  aromaticFlag,
  atomContainerObject,
  atomMapKey,
  atomObject,
  bondObject,
  electronCountOf,
  isPseudo,
  orderNames,
  pseudoAtomObject,
} from '../../../libraries/cdk-objects/objects';
import { symbolOf } from '../../../libraries/molecules/elements';
import type { Allocate } from '../../../model/entry';
import type { Molecules } from '../../../model/molecules/molecules';
import { objectKinds, noStereoOrdinal, objectMarks, orderConstants, registeredIds } from './classes';
import { GraphOutput } from './graph-output';
import { type WriteStep, writeStepsOf } from './steps';

/** Upper bounds in bytes: for an atom or a bond, and for the rest of a molecule including the names of all classes. */
const atomBytes = 128;
const bondBytes = 96;
const moleculeBytes = 1_024;

/** The numbers that Kryo gives to the constants of IBond.Order, by the dataset's orders. */
const orderOrdinals = orderNames.map((name) => orderConstants.indexOf(name) + 1);

/** Writes molecules like `kryo.writeClassAndObject(output, container)`. The numbers of objects and class names restart with each molecule. */
class MoleculeWriter {
  readonly #output: GraphOutput;
  readonly #molecules: Molecules;
  readonly #containerSteps: readonly WriteStep[];
  readonly #atomSteps: readonly WriteStep[];
  readonly #pseudoAtomSteps: readonly WriteStep[];
  readonly #bondSteps: readonly WriteStep[];
  /** References to the first mention, within this molecule, of each symbol, each constant of IBond.Order, IBond.Stereo.NONE and the key of atom classes; 0 if not mentioned yet. */
  readonly #symbols = new Int32Array(256);
  readonly #orders = new Int32Array(8);
  #noStereo = 0;
  #mapKey = 0;
  /** References to the molecule's atoms. */
  #atoms = new Int32Array(256);
  #firstAtom = 0;
  #endAtom = 0;
  #firstBond = 0;
  #endBond = 0;

  constructor(output: GraphOutput, molecules: Molecules) {
    this.#output = output;
    this.#molecules = molecules;
    this.#containerSteps = writeStepsOf(atomContainerObject, output.fixedWidth);
    this.#atomSteps = writeStepsOf(atomObject, output.fixedWidth);
    this.#pseudoAtomSteps = writeStepsOf(pseudoAtomObject, output.fixedWidth);
    this.#bondSteps = writeStepsOf(bondObject, output.fixedWidth);
  }

  write(molecule: number): void {
    const output = this.#output;
    const { atomOffsets, bondOffsets } = this.#molecules;
    this.#firstAtom = atomOffsets[molecule] as number;
    this.#endAtom = atomOffsets[molecule + 1] as number;
    this.#firstBond = bondOffsets[molecule] as number;
    this.#endBond = bondOffsets[molecule + 1] as number;
    const atomCount = this.#endAtom - this.#firstAtom;
    output.reserve(moleculeBytes + atomCount * atomBytes + (this.#endBond - this.#firstBond) * bondBytes);
    if (atomCount > this.#atoms.length) this.#atoms = new Int32Array(2 * atomCount);
    output.beginMolecule();
    this.#symbols.fill(0);
    this.#orders.fill(0);
    this.#noStereo = 0;
    this.#mapKey = 0;
    output.class(objectKinds.atomContainer);
    output.newObject();
    for (const step of this.#containerSteps) this.#containerField(step);
  }

  #containerField(step: WriteStep): void {
    const output = this.#output;
    switch (step.kind) {
      case 'constant':
        output.raw(step.bytes);
        break;
      case 'atomCount':
        output.int(this.#endAtom - this.#firstAtom);
        break;
      case 'bondCount':
        output.int(this.#endBond - this.#firstBond);
        break;
      case 'atoms':
        output.array(objectKinds.atoms, this.#endAtom - this.#firstAtom);
        for (let atom = this.#firstAtom; atom < this.#endAtom; atom += 1) this.#atom(atom);
        break;
      case 'bonds':
        output.array(objectKinds.bonds, this.#endBond - this.#firstBond);
        for (let bond = this.#firstBond; bond < this.#endBond; bond += 1) this.#bond(bond);
        break;
      case 'nulls':
        output.array(step.arrayKind, step.length);
        for (let index = 0; index < step.length; index += 1) output.byte(objectMarks.isNull);
        break;
      case 'emptySet':
        output.class(objectKinds.set);
        output.newObject();
        output.varInt(0);
        break;
      default:
        throw new Error(`An AtomContainer has no field of ${step.kind}.`);
    }
  }

  #atom(atom: number): void {
    const output = this.#output;
    const { atoms, coordinates } = this.#molecules;
    const element = atoms.elements[atom] as number;
    output.class(isPseudo(element) ? objectKinds.pseudoAtom : objectKinds.atom);
    this.#atoms[atom - this.#firstAtom] = output.newObject();
    for (const step of isPseudo(element) ? this.#pseudoAtomSteps : this.#atomSteps) {
      switch (step.kind) {
        case 'constant':
          output.raw(step.bytes);
          break;
        case 'atomColumn': {
          const value = atoms[step.column][atom] as number;
          if (value === 0 && step.nullAtZero) output.byte(objectMarks.isNull);
          else {
            output.byte(objectMarks.follows);
            output.int(value);
          }
          break;
        }
        case 'flags':
          output.short(atoms.aromatic[atom] === 0 ? 0 : aromaticFlag);
          break;
        case 'symbol':
          this.#symbol(element);
          break;
        case 'place':
          if (coordinates === null) output.byte(objectMarks.isNull);
          else {
            output.class(objectKinds.point);
            output.newObject();
            output.double(coordinates[2 * atom] as number);
            output.double(coordinates[2 * atom + 1] as number);
          }
          break;
        case 'atomMap':
          this.#atomMap(atoms.maps[atom] as number);
          break;
        default:
          throw new Error(`An atom has no field of ${step.kind}.`);
      }
    }
  }

  #bond(bond: number): void {
    const output = this.#output;
    const { begins, ends, orders, aromatic } = this.#molecules.bonds;
    const order = orders[bond] as number;
    output.class(objectKinds.bond);
    output.newObject();
    for (const step of this.#bondSteps) {
      switch (step.kind) {
        case 'constant':
          output.raw(step.bytes);
          break;
        case 'ends':
          output.array(objectKinds.atoms, 2);
          this.#mention(begins[bond] as number);
          this.#mention(ends[bond] as number);
          break;
        case 'electronCount':
          output.byte(objectMarks.follows);
          output.int(electronCountOf(order));
          break;
        case 'flags':
          output.short(aromatic[bond] === 0 ? 0 : aromaticFlag);
          break;
        case 'order':
          this.#order(orderOrdinals[order] as number);
          break;
        case 'bondStereo':
          if (this.#noStereo > 0) output.varInt(this.#noStereo);
          else {
            this.#noStereo = output.newObject();
            output.byte(noStereoOrdinal + 1);
          }
          break;
        default:
          throw new Error(`A bond has no field of ${step.kind}.`);
      }
    }
  }

  /** Writes an atom of an array of atoms that was written before. */
  #mention(atom: number): void {
    const output = this.#output;
    output.class(
      isPseudo(this.#molecules.atoms.elements[this.#firstAtom + atom] as number)
        ? objectKinds.pseudoAtom
        : objectKinds.atom,
    );
    output.varInt(this.#atoms[atom] as number);
  }

  /** Writes a value that is one shared object in Java: a symbol, or a constant of an enum. */
  #symbol(element: number): void {
    const output = this.#output;
    const known = this.#symbols[element] as number;
    if (known > 0) output.varInt(known);
    else {
      this.#symbols[element] = output.newObject();
      output.string(symbolOf(element));
    }
  }

  #order(ordinal: number): void {
    const output = this.#output;
    const known = this.#orders[ordinal] as number;
    if (known > 0) output.varInt(known);
    else {
      this.#orders[ordinal] = output.newObject();
      output.byte(ordinal);
    }
  }

  #atomMap(map: number): void {
    const output = this.#output;
    if (map === 0) {
      output.byte(objectMarks.isNull);
      return;
    }
    output.class(objectKinds.map);
    output.newObject();
    output.positiveInt(1);
    output.byte(registeredIds.string);
    if (this.#mapKey > 0) output.varInt(this.#mapKey);
    else {
      this.#mapKey = output.newObject();
      output.string(atomMapKey);
    }
    output.byte(registeredIds.int);
    output.int(map);
  }
}

/** Consecutive molecules, without the properties that CDK's objects do not store. */
export function writeMolecules(molecules: Molecules, fixedWidth: boolean, allocate: Allocate): Uint8Array<ArrayBuffer> {
  const output = new GraphOutput(fixedWidth);
  const writer = new MoleculeWriter(output, molecules);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) writer.write(molecule);
  return output.finish(allocate);
}
