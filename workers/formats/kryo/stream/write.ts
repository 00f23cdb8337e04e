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
import { kinds, noStereo, objectMarks, orderConstants, registeredIds } from './classes';
import { GraphOutput } from './graph-output';
import { type Step, stepsOf } from './steps';

/** More than any atom or bond takes, and more than the names of all classes and what a molecule has beside its atoms and bonds. */
const atomBytes = 128;
const bondBytes = 96;
const moleculeBytes = 1_024;

/** Numbers that Kryo gives constants of IBond.Order, by the dataset's orders. */
const orderOrdinals = orderNames.map((name) => orderConstants.indexOf(name) + 1);

/** Writes molecules one by one as `kryo.writeClassAndObject(output, container)` does; numbers of objects and of class names begin anew with each. */
class MoleculeWriter {
  readonly #output: GraphOutput;
  readonly #molecules: Molecules;
  readonly #containerSteps: readonly Step[];
  readonly #atomSteps: readonly Step[];
  readonly #pseudoAtomSteps: readonly Step[];
  readonly #bondSteps: readonly Step[];
  /** The first mention in this molecule of each symbol, of each constant of IBond.Order, of IBond.Stereo.NONE and of the key of atom classes; 0 where there was none. */
  readonly #symbols = new Int32Array(256);
  readonly #orders = new Int32Array(8);
  #noStereo = 0;
  #mapKey = 0;
  /** References of the molecule's atoms. */
  #atoms = new Int32Array(256);
  #firstAtom = 0;
  #endAtom = 0;
  #firstBond = 0;
  #endBond = 0;

  constructor(output: GraphOutput, molecules: Molecules) {
    this.#output = output;
    this.#molecules = molecules;
    this.#containerSteps = stepsOf(atomContainerObject, output.fixedWidth);
    this.#atomSteps = stepsOf(atomObject, output.fixedWidth);
    this.#pseudoAtomSteps = stepsOf(pseudoAtomObject, output.fixedWidth);
    this.#bondSteps = stepsOf(bondObject, output.fixedWidth);
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
    output.class(kinds.atomContainer);
    output.newObject();
    for (const step of this.#containerSteps) this.#containerField(step);
  }

  #containerField(step: Step): void {
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
        output.array(kinds.atoms, this.#endAtom - this.#firstAtom);
        for (let atom = this.#firstAtom; atom < this.#endAtom; atom += 1) this.#atom(atom);
        break;
      case 'bonds':
        output.array(kinds.bonds, this.#endBond - this.#firstBond);
        for (let bond = this.#firstBond; bond < this.#endBond; bond += 1) this.#bond(bond);
        break;
      case 'nulls':
        output.array(step.arrayKind, step.length);
        for (let index = 0; index < step.length; index += 1) output.byte(objectMarks.isNull);
        break;
      case 'emptySet':
        output.class(kinds.set);
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
    output.class(isPseudo(element) ? kinds.pseudoAtom : kinds.atom);
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
            output.class(kinds.point);
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
    output.class(kinds.bond);
    output.newObject();
    for (const step of this.#bondSteps) {
      switch (step.kind) {
        case 'constant':
          output.raw(step.bytes);
          break;
        case 'ends':
          output.array(kinds.atoms, 2);
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
            output.byte(noStereo + 1);
          }
          break;
        default:
          throw new Error(`A bond has no field of ${step.kind}.`);
      }
    }
  }

  /** An atom that was written before, in an array of atoms. */
  #mention(atom: number): void {
    const output = this.#output;
    output.class(
      isPseudo(this.#molecules.atoms.elements[this.#firstAtom + atom] as number) ? kinds.pseudoAtom : kinds.atom,
    );
    output.varInt(this.#atoms[atom] as number);
  }

  /** In Java each symbol is one object that all atoms share, and so is each constant of an enum. */
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
    output.class(kinds.map);
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

/** The molecules one behind the other, without what CDK's objects of them leave out. */
export function writeMolecules(molecules: Molecules, fixedWidth: boolean, allocate: Allocate): Uint8Array<ArrayBuffer> {
  const output = new GraphOutput(fixedWidth);
  const writer = new MoleculeWriter(output, molecules);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) writer.write(molecule);
  return output.finish(allocate);
}
