import { bondObject, electronCountOf, orderNames } from '../../../libraries/cdk-objects/objects';
import { bondOrderAromatic } from '../../../model/molecules/molecules';
import { bondStereoConstants, objectKinds, noStereoOrdinal, orderConstants } from './classes';
import { nullObject, type GraphInput } from './graph-input';
import type { MoleculesReadTarget } from './molecules-target';
import { type WriteStep, writeStepsOf } from './steps';

/** The dataset's order for each constant of IBond.Order; −1 if there is none. UNSET means the aromatic order if the bond is marked aromatic. */
const bondOrderUnstated = -1;
const orders = orderConstants.map((name) => (orderNames as readonly string[]).indexOf(name));

/** Reads Bonds, whose ends are atoms that were read before. */
export class BondReader {
  readonly #input: GraphInput;
  readonly #target: MoleculesReadTarget;
  readonly #bondSteps: readonly WriteStep[];

  constructor(input: GraphInput, target: MoleculesReadTarget) {
    this.#input = input;
    this.#target = target;
    this.#bondSteps = writeStepsOf(bondObject, input.fixedWidth);
  }

  read(atomCount: number): void {
    const input = this.#input;
    const start = input.at;
    input.expectClass(objectKinds.bond, 'an element of the array of bonds');
    input.expectNew(objectKinds.bond, 'a bond');
    input.known(objectKinds.bond);
    let [begin, end, flags, order, electrons] = [0, 0, 0, bondOrderUnstated, 0];
    for (const step of this.#bondSteps) {
      switch (step.kind) {
        case 'constant':
          input.constant(step, 'Bond');
          break;
        case 'ends':
          if (input.beginArray(objectKinds.atoms, 'the array of a bond’s atoms', 2) !== 2)
            input.reject('a bond has more than two atoms', start);
          begin = this.#mention(atomCount);
          end = this.#mention(atomCount);
          break;
        case 'electronCount':
          electrons = input.skipNull() ? -1 : input.integer('a bond’s number of electrons');
          break;
        case 'flags':
          flags = input.aromaticFlag('a bond');
          break;
        case 'order':
          order = this.#constantOf(objectKinds.order, 'a bond’s order', orderConstants.length);
          break;
        case 'bondStereo':
          if (this.#constantOf(objectKinds.stereo, 'a bond’s stereo', bondStereoConstants.length) !== noStereoOrdinal)
            input.reject('a bond is a wedge, which Formatlab can’t store', start);
          break;
        default:
          throw new Error(`A bond has no field of ${step.kind}.`);
      }
    }
    if (begin === end) input.reject('a bond joins an atom with itself', start);
    const held = orders[order] ?? bondOrderUnstated;
    if (held === bondOrderUnstated)
      input.reject(`a bond has the order ${orderConstants[order] ?? ''}, which Formatlab can’t store`, start);
    if (electrons !== electronCountOf(held))
      input.reject(`a bond’s ${electrons} electrons contradict its order ${orderConstants[order] ?? ''}`, start);
    this.#target.builder.addBond(begin, end, held === 0 && flags === 1 ? bondOrderAromatic : held, flags);
  }

  /** The index of an atom in the array of atoms. */
  #mention(atomCount: number): number {
    const input = this.#input;
    const start = input.at;
    const kind = input.class(objectKinds.atom);
    if (kind !== objectKinds.atom && kind !== objectKinds.pseudoAtom)
      input.reject('one end of a bond is not an Atom', start);
    const atom = input.object(kind, 'a bond’s end');
    if (atom < 0 || atom >= atomCount) input.reject('one end of a bond is not an atom of the molecule', start);
    return atom;
  }

  /** The ordinal of an enum constant. */
  #constantOf(kind: number, what: string, count: number): number {
    const input = this.#input;
    const start = input.at;
    const known = input.object(kind, what);
    if (known >= 0) return known;
    if (known === nullObject) input.reject(`${what} is null`, start);
    const ordinal = input.varInt() - 1;
    if (ordinal < 0 || ordinal >= count)
      input.reject(`${what} is enum constant ${ordinal + 1}, but there are only ${count}`, start);
    input.known(kind, ordinal);
    return ordinal;
  }
}
