import { atomMapKey, atomObject, pseudoAtomObject } from '../../../libraries/cdk-objects/objects';
import { elementOf, symbolOf } from '../../../libraries/molecules/elements';
import { objectKinds } from './classes';
import { nullObject, newObject, type GraphInput } from './graph-input';
import type { MoleculesReadTarget } from './molecules-target';
import { type WriteStep, writeStepsOf } from './steps';

const limits = {
  elements: [0, 118, 'atomic number'],
  isotopes: [0, 65_535, 'mass number'],
  charges: [-128, 127, 'charge'],
  hydrogens: [0, 255, 'number of hydrogens'],
} as const;
const maxMap = 65_535;
/** The registered value of the text {@link atomMapKey}. The value of a symbol is its element. */
const mapKeyValue = 1_000;

/** Reads Atoms and PseudoAtoms where they are first written: in the molecule's array of atoms. */
export class AtomReader {
  readonly #input: GraphInput;
  readonly #target: MoleculesReadTarget;
  readonly #atomSteps: readonly WriteStep[];
  readonly #pseudoAtomSteps: readonly WriteStep[];
  /** Fields of the atom that is being read. */
  readonly #values = { elements: 0, isotopes: 0, charges: 0, hydrogens: 0 };

  constructor(input: GraphInput, target: MoleculesReadTarget) {
    this.#input = input;
    this.#target = target;
    this.#atomSteps = writeStepsOf(atomObject, input.fixedWidth);
    this.#pseudoAtomSteps = writeStepsOf(pseudoAtomObject, input.fixedWidth);
  }

  read(index: number): void {
    const input = this.#input;
    const start = input.at;
    const kind = input.class(objectKinds.atom);
    if (kind !== objectKinds.atom && kind !== objectKinds.pseudoAtom)
      input.reject('an element of the array of atoms is not an Atom', start);
    input.expectNew(kind, 'an atom');
    input.known(kind, index);
    const values = this.#values;
    let [flags, map, element, x, y] = [0, 0, -1, 0, 0];
    for (const step of kind === objectKinds.atom ? this.#atomSteps : this.#pseudoAtomSteps) {
      switch (step.kind) {
        case 'constant':
          input.constant(step, kind === objectKinds.atom ? 'Atom' : 'PseudoAtom');
          break;
        case 'atomColumn':
          values[step.column] = this.#column(step.column);
          break;
        case 'flags':
          flags = input.aromaticFlag('an atom');
          break;
        case 'symbol': {
          // In a PseudoAtom, the label comes first.
          const [at, label] = [input.at, element];
          element = this.#symbol();
          if (label >= 0 && label !== element)
            input.reject(`a PseudoAtom has the label ${symbolOf(label)}; Formatlab can store only *`, at);
          break;
        }
        case 'atomMap':
          map = this.#atomMap();
          break;
        case 'place': {
          const at = input.at;
          const there = input.class(objectKinds.point) === objectKinds.point;
          if (there && !this.#target.coordinates && this.#target.builder.elements.length === 0)
            this.#target.addPlaces();
          if (there !== this.#target.coordinates)
            input.reject(
              there
                ? 'an atom has coordinates, but the first atom has none'
                : 'an atom has no coordinates, but the first atom has',
              at,
            );
          if (!there) break;
          input.expectNew(objectKinds.point, 'an atom’s coordinates');
          input.known(objectKinds.point);
          x = input.double();
          y = input.double();
          break;
        }
        default:
          throw new Error(`An atom has no field of ${step.kind}.`);
      }
    }
    if (element !== values.elements || (element === 0) !== (kind === objectKinds.pseudoAtom))
      input.reject(`an atom’s symbol ${symbolOf(element)} contradicts its atomic number ${values.elements}`, start);
    this.#target.builder.addAtom(element, values.hydrogens, values.charges, values.isotopes, flags, map, x, y);
  }

  #column(column: 'elements' | 'isotopes' | 'charges' | 'hydrogens'): number {
    const input = this.#input;
    // A value that is unset in CDK is 0 in the dataset.
    if (input.skipNull()) return 0;
    const start = input.at;
    const value = input.integer('a number of an atom');
    const [min, max, what] = limits[column];
    if (value < min || value > max)
      input.reject(`an atom has the ${what} ${value}; Formatlab can store ${min} to ${max}`, start);
    return value;
  }

  /** Reads the element's symbol; the registered value of a symbol is its element. */
  #symbol(): number {
    const input = this.#input;
    const start = input.at;
    const known = input.object(objectKinds.string, 'a symbol');
    if (known >= 0) return known;
    if (known === nullObject) input.reject('an atom’s symbol is null', start);
    const text = input.string();
    const element = text === atomMapKey ? undefined : elementOf(text);
    if (element === undefined) return input.reject(`there is no element “${text.slice(0, 20)}”`, start);
    input.known(objectKinds.string, element);
    return element;
  }

  #atomMap(): number {
    const input = this.#input;
    const start = input.at;
    const kind = input.class(objectKinds.map);
    if (kind < 0) return 0;
    if (kind !== objectKinds.map) input.reject('an atom’s properties are not a LinkedHashMap', start);
    input.expectNew(objectKinds.map, 'the map of an atom’s properties');
    input.known(objectKinds.map);
    if (input.positiveInt() !== 1) input.reject('an atom has more properties than its class', start);
    input.expectClass(objectKinds.string, 'a property’s name');
    const known = input.object(objectKinds.string, 'a property’s name');
    if (known === newObject) {
      if (input.string() !== atomMapKey) input.reject(`an atom has a property other than ${atomMapKey}`, start);
      input.known(objectKinds.string, mapKeyValue);
    } else if (known !== mapKeyValue) input.reject(`an atom has a property other than ${atomMapKey}`, start);
    input.expectClass(objectKinds.integer, 'an atom’s class');
    const map = input.int();
    if (map < 1 || map > maxMap)
      input.reject(`an atom has the class ${map}; Formatlab can store 1 to ${maxMap}`, start);
    return map;
  }
}
