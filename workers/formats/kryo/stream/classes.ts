import {
  atomArrayClass,
  atomClass,
  atomContainerClass,
  bondArrayClass,
  bondClass,
  hashSetClass,
  linkedHashMapClass,
  lonePairArrayClass,
  point2dClass,
  pseudoAtomClass,
  singleElectronArrayClass,
} from '../../../libraries/cdk-objects/classes';
import type { JavaClass } from '../../../libraries/java-stream/java-class';

/** The classes that Kryo writes by name, because they are not registered. */
const unregisteredClasses: readonly JavaClass[] = [
  atomContainerClass,
  atomArrayClass,
  atomClass,
  pseudoAtomClass,
  point2dClass,
  linkedHashMapClass,
  bondArrayClass,
  bondClass,
  lonePairArrayClass,
  singleElectronArrayClass,
  hashSetClass,
];

/** The kind of a class or of a referenced object: an index into {@link unregisteredClasses}, or one of the kinds after them. */
export const objectKinds = {
  atomContainer: 0,
  atoms: 1,
  atom: 2,
  pseudoAtom: 3,
  point: 4,
  map: 5,
  bonds: 6,
  bond: 7,
  lonePairs: 8,
  singleElectrons: 9,
  set: 10,
  string: 11,
  integer: 12,
  order: 13,
  stereo: 14,
} as const;

const otherNames = ['java.lang.String', 'java.lang.Integer', 'IBond.Order', 'IBond.Stereo'];
export const objectKindName = (kind: number): string =>
  unregisteredClasses[kind]?.name ?? otherNames[kind - unregisteredClasses.length] ?? 'unknown';
export const classKindOf = (javaClass: JavaClass): number => unregisteredClasses.indexOf(javaClass);

/** The mark before a class that is written by name. A registered class is its id plus two, and null is 0. */
export const classByNameMark = 1;
/** The ids of the classes that Kryo registers by default. */
export const registeredIds = { int: 2, string: 3 } as const;
/** The marks in the place of an object: null, or that a new object follows. A greater number minus two is the number of an earlier object. */
export const objectMarks = { isNull: 0, follows: 1, firstReference: 2 } as const;

/** An ASCII name of 2 to 63 characters as Kryo writes it: the highest bit of the last byte is set. */
const asciiBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character, index) => character.charCodeAt(0) | (index === text.length - 1 ? 0x80 : 0));
export const classNameBytes: readonly Uint8Array[] = unregisteredClasses.map(({ name }) => asciiBytes(name));

/** The constants of IBond.Order and IBond.Stereo in the order of their declaration. Kryo writes an enum constant as its ordinal plus one. */
export const orderConstants = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE', 'QUINTUPLE', 'SEXTUPLE', 'UNSET'] as const;
export const bondStereoConstants = [
  'NONE',
  'UP',
  'UP_INVERTED',
  'DOWN',
  'DOWN_INVERTED',
  'UP_OR_DOWN',
  'UP_OR_DOWN_INVERTED',
  'E_OR_Z',
  'E',
  'Z',
  'E_Z_BY_COORDINATES',
] as const;
/** The stereo of a bond that is no wedge, as all bonds from SMILES are. */
export const noStereoOrdinal = bondStereoConstants.indexOf('NONE');
