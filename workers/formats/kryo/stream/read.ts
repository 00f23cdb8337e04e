import { atomContainerObject } from '../../../libraries/cdk-objects/objects';
import { maxAtoms, maxBonds, type Molecules } from '../../../model/molecules/molecules';
import { objectKinds } from './classes';
import { GraphInput } from './graph-input';
import { MoleculesReadTarget } from './molecules-target';
import { AtomReader } from './read-atom';
import { BondReader } from './read-bond';
import { type WriteStep, writeStepsOf } from './steps';

/** Reads consecutive outputs of `kryo.writeClassAndObject` for CDK's molecules from SMILES, up to the end of the file. */
class MoleculeReader {
  readonly #input: GraphInput;
  readonly #target: MoleculesReadTarget;
  readonly #atoms: AtomReader;
  readonly #bonds: BondReader;
  readonly #steps: readonly WriteStep[];

  constructor(input: GraphInput) {
    this.#input = input;
    this.#target = new MoleculesReadTarget(input.bytes.length);
    this.#atoms = new AtomReader(input, this.#target);
    this.#bonds = new BondReader(input, this.#target);
    this.#steps = writeStepsOf(atomContainerObject, input.fixedWidth);
  }

  readAll(): Molecules {
    while (this.#input.at < this.#input.bytes.length) this.#molecule();
    return this.#target.builder.finish();
  }

  #molecule(): void {
    const input = this.#input;
    const start = input.at;
    input.beginMolecule();
    input.expectClass(objectKinds.atomContainer, 'the molecule');
    input.expectNew(objectKinds.atomContainer, 'the molecule');
    input.known(objectKinds.atomContainer);
    let [atomCount, bondCount] = [0, 0];
    for (const step of this.#steps) {
      switch (step.kind) {
        case 'constant':
          input.constant(step, 'AtomContainer');
          break;
        case 'atomCount':
          atomCount = input.int();
          if (atomCount < 0 || atomCount > maxAtoms)
            input.reject(`the molecule has ${atomCount} atoms; Formatlab holds at most ${maxAtoms}`, start);
          break;
        case 'bondCount':
          bondCount = input.int();
          if (bondCount < 0 || bondCount > maxBonds)
            input.reject(`the molecule has ${bondCount} bonds; Formatlab holds at most ${maxBonds}`, start);
          break;
        case 'atoms': {
          const length = input.beginArray(objectKinds.atoms, 'the array of atoms', atomCount);
          for (let index = 0; index < atomCount; index += 1) this.#atoms.read(index);
          input.endArray('the array of atoms', length - atomCount);
          break;
        }
        case 'bonds': {
          const length = input.beginArray(objectKinds.bonds, 'the array of bonds', bondCount);
          for (let index = 0; index < bondCount; index += 1) this.#bonds.read(atomCount);
          input.endArray('the array of bonds', length - bondCount);
          break;
        }
        case 'nulls':
          input.endArray('an unused array', input.beginArray(step.arrayKind, 'an unused array', 0));
          break;
        case 'emptySet':
          input.expectClass(objectKinds.set, 'the set of stereo elements');
          input.expectNew(objectKinds.set, 'the set of stereo elements');
          input.known(objectKinds.set);
          if (input.varInt() !== 0)
            input.reject('the molecule has stereo elements, whose classes Formatlab does not support', input.at - 1);
          break;
        default:
          throw new Error(`An AtomContainer has no field of ${step.kind}.`);
      }
    }
    this.#target.builder.endMolecule();
  }
}

/** The molecules of a file. @throws `malformedInput` with the offset on anything that CDK's parser and Kryo would not have written */
export function readMolecules(file: Uint8Array<ArrayBuffer>, fixedWidth: boolean): Molecules {
  return new MoleculeReader(new GraphInput(file, fixedWidth)).readAll();
}
