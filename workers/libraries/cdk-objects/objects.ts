import { bondOrderAromatic, bondOrderZero } from '../../model/molecules/molecules';
import { type JavaClass, type JavaField, superclassChain } from '../java-stream/java-class';
import {
  atomClass,
  atomContainerClass,
  bondClass,
  lonePairArrayClass,
  pseudoAtomClass,
  singleElectronArrayClass,
} from './classes';

/**
 * The values of the fields of CDK's objects, as `SmilesParser.parseSmiles` followed by `setStereoElements` with an empty list sets them. The CDK developer's published benchmark (2015,
 * 003) serializes these objects. Most fields are null. A writer goes through the fields and takes each value from the place that is given here.
 */
export type FieldValue =
  | { readonly kind: 'null' }
  /** A primitive with the same value in all objects; booleans are 0 and 1. */
  | { readonly kind: 'primitive'; readonly value: number }
  /** A java.lang.Integer with the same value in all objects. */
  | { readonly kind: 'integer'; readonly value: number }
  /** A short: {@link aromaticFlag} if the atom or bond is marked aromatic, otherwise 0. */
  | { readonly kind: 'flags' }
  /** A java.lang.Integer from a column of atoms; null instead of 0 if `nullAtZero` is set. */
  | {
      readonly kind: 'atomColumn';
      readonly column: 'elements' | 'isotopes' | 'charges' | 'hydrogens';
      readonly nullAtZero: boolean;
    }
  /** A String; `*` for a pseudo atom, whose label is the same object. */
  | { readonly kind: 'symbol' }
  /** A java.util.LinkedHashMap of capacity 4 from the String {@link atomMapKey} to a java.lang.Integer if the atom has a class, otherwise null. */
  | { readonly kind: 'atomMap' }
  /** A javax.vecmath.Point2d; null if the molecule has no coordinates. */
  | { readonly kind: 'place' }
  /** A java.lang.Integer: two electrons for each bond of the order. */
  | { readonly kind: 'electronCount' }
  /** A constant of IBond.Order from {@link orderNames}. */
  | { readonly kind: 'order' }
  /** The constant of IBond.Stereo with this name. */
  | { readonly kind: 'bondStereo'; readonly name: 'NONE' }
  /** A new IAtom[2] with the begin and the end of the bond. */
  | { readonly kind: 'ends' }
  /** An int: the number of atoms or bonds of the molecule. */
  | { readonly kind: 'atomCount' }
  | { readonly kind: 'bondCount' }
  /** An IAtom[] or IBond[] of exactly the right length. */
  | { readonly kind: 'atoms' }
  | { readonly kind: 'bonds' }
  /** An array of this many nulls. */
  | { readonly kind: 'nulls'; readonly arrayClass: JavaClass; readonly length: number }
  /** An empty java.util.HashSet with 16 buckets and load factor 0.75. */
  | { readonly kind: 'emptySet' };

export interface CdkField extends JavaField {
  readonly declaredIn: JavaClass;
  readonly value: FieldValue;
}

export interface CdkObject {
  readonly javaClass: JavaClass;
  /** All fields including those of the superclasses: the topmost class first, each class in the order of {@link JavaClass.fields}. */
  readonly fields: readonly CdkField[];
}

/** The aromatic bit of `ChemObject.flags`. */
export const aromaticFlag = 32;
export const atomMapKey = 'cdk:AtomAtomMapping';
export const titleKey = 'cdk:Title';

/** The names of IBond.Order by the dataset's orders. CDK has no aromatic order: it uses UNSET and marks the bond aromatic. A bond of order zero is UNSET without the mark. */
export const orderNames = ['UNSET', 'SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE', 'UNSET'] as const;

/** The number of electrons that `Bond.setOrder` sets. */
export function electronCountOf(order: number): number {
  return order === bondOrderZero || order === bondOrderAromatic ? 0 : 2 * order;
}

/** The range in which Java shares one java.lang.Integer per value. A stream contains shared ones once and then refers to them; other Integers are separate objects. */
export const sharedIntegers = { min: -128, max: 127 } as const;

/** Whether CDK represents the element by a PseudoAtom, which has the atomic number 0 and a stereo parity. This is the case for a wildcard. */
export function isPseudo(element: number): boolean {
  return element === 0;
}

function objectOf(javaClass: JavaClass, values: Readonly<Record<string, FieldValue>>): CdkObject {
  const fields = superclassChain(javaClass).flatMap((declaredIn) =>
    // CDK declares `identifier` twice; both are null.
    declaredIn.fields.map((field) => ({
      ...field,
      declaredIn,
      value: values[field.name] ?? ({ kind: 'null' } as const),
    })),
  );
  return { javaClass, fields };
}

const ofEvery: Readonly<Record<string, FieldValue>> = {
  doNotification: { kind: 'primitive', value: 1 },
  flags: { kind: 'flags' },
};
const ofAtom: Readonly<Record<string, FieldValue>> = {
  ...ofEvery,
  properties: { kind: 'atomMap' },
  atomicNumber: { kind: 'atomColumn', column: 'elements', nullAtZero: false },
  symbol: { kind: 'symbol' },
  massNumber: { kind: 'atomColumn', column: 'isotopes', nullAtZero: true },
  formalCharge: { kind: 'atomColumn', column: 'charges', nullAtZero: false },
  hydrogenCount: { kind: 'atomColumn', column: 'hydrogens', nullAtZero: false },
  point2d: { kind: 'place' },
};

export const atomObject = objectOf(atomClass, ofAtom);
export const pseudoAtomObject = objectOf(pseudoAtomClass, {
  ...ofAtom,
  stereoParity: { kind: 'integer', value: 0 },
  label: { kind: 'symbol' },
});
export const bondObject = objectOf(bondClass, {
  ...ofEvery,
  electronCount: { kind: 'electronCount' },
  atomCount: { kind: 'primitive', value: 2 },
  atoms: { kind: 'ends' },
  order: { kind: 'order' },
  stereo: { kind: 'bondStereo', name: 'NONE' },
});
export const atomContainerObject = objectOf(atomContainerClass, {
  ...ofEvery,
  flags: { kind: 'primitive', value: 0 },
  atomCount: { kind: 'atomCount' },
  bondCount: { kind: 'bondCount' },
  growArraySize: { kind: 'primitive', value: 10 },
  lonePairCount: { kind: 'primitive', value: 0 },
  singleElectronCount: { kind: 'primitive', value: 0 },
  atoms: { kind: 'atoms' },
  bonds: { kind: 'bonds' },
  // The parser clones an empty container, whose arrays then have CDK's growArraySize.
  lonePairs: { kind: 'nulls', arrayClass: lonePairArrayClass, length: 10 },
  singleElectrons: { kind: 'nulls', arrayClass: singleElectronArrayClass, length: 10 },
  stereoElements: { kind: 'emptySet' },
});
