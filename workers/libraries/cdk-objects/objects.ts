import { bondOrderAromatic, bondOrderZero } from '../../model/molecules/molecules';
import { type JavaClass, type JavaField, lineage } from '../java-stream/java-class';
import {
  atomClass,
  atomContainerClass,
  bondClass,
  lonePairArrayClass,
  pseudoAtomClass,
  singleElectronArrayClass,
} from './classes';

/**
 * The objects that CDK makes of a molecule of SMILES and source 003 serializes: what `SmilesParser.parseSmiles` and then `setStereoElements` with an empty list leave in each field. Most
 * fields are null; whoever writes the objects walks the fields and finds for each where its value comes from.
 */
export type FieldValue =
  | { readonly kind: 'null' }
  /** A primitive that is the same everywhere; booleans as 0 and 1. */
  | { readonly kind: 'primitive'; readonly value: number }
  /** java.lang.Integer, the same everywhere. */
  | { readonly kind: 'integer'; readonly value: number }
  /** Short: {@link aromaticFlag} where the atom or bond is marked aromatic, else 0. */
  | { readonly kind: 'flags' }
  /** java.lang.Integer of an atom's column; null for 0 where `nullAtZero`. */
  | {
      readonly kind: 'atomColumn';
      readonly column: 'elements' | 'isotopes' | 'charges' | 'hydrogens';
      readonly nullAtZero: boolean;
    }
  /** String; `*` of a pseudo atom, whose label is the same object. */
  | { readonly kind: 'symbol' }
  /** java.util.LinkedHashMap made for 4, of the String {@link atomMapKey} to a java.lang.Integer where the atom has a class, else null. */
  | { readonly kind: 'atomMap' }
  /** javax.vecmath.Point2d, null where there are no coordinates. */
  | { readonly kind: 'place' }
  /** java.lang.Integer: two a bond of the order. */
  | { readonly kind: 'electronCount' }
  /** Constant of IBond.Order by {@link orderNames}. */
  | { readonly kind: 'order' }
  /** Constant of IBond.Stereo of this name. */
  | { readonly kind: 'bondStereo'; readonly name: 'NONE' }
  /** IAtom[2], an array of its own: begin and end. */
  | { readonly kind: 'ends' }
  /** Int: how many atoms or bonds the molecule has. */
  | { readonly kind: 'atomCount' }
  | { readonly kind: 'bondCount' }
  /** IAtom[] and IBond[], exactly as long as they need. */
  | { readonly kind: 'atoms' }
  | { readonly kind: 'bonds' }
  /** An array of so many nulls. */
  | { readonly kind: 'nulls'; readonly arrayClass: JavaClass; readonly length: number }
  /** java.util.HashSet, empty: 16 buckets, load factor 0.75. */
  | { readonly kind: 'emptySet' };

export interface CdkField extends JavaField {
  readonly declaredIn: JavaClass;
  readonly value: FieldValue;
}

export interface CdkObject {
  readonly javaClass: JavaClass;
  /** Every field with the superclasses': the topmost class first, each in the order of {@link JavaClass.fields}. */
  readonly fields: readonly CdkField[];
}

/** In `ChemObject.flags`. */
export const aromaticFlag = 32;
export const atomMapKey = 'cdk:AtomAtomMapping';
export const titleKey = 'cdk:Title';

/** Names of IBond.Order by the dataset's orders. CDK has no aromatic order: that is UNSET with the bond marked aromatic, where a bond of order zero has no mark. */
export const orderNames = ['UNSET', 'SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE', 'UNSET'] as const;

/** What `Bond.setOrder` sets. */
export function electronCountOf(order: number): number {
  return order === bondOrderZero || order === bondOrderAromatic ? 0 : 2 * order;
}

/** Java keeps one java.lang.Integer of each of these and makes an object of its own of every other: the former are written once, and referred to. */
export const sharedIntegers = { min: -128, max: 127 } as const;

/** A wildcard is a PseudoAtom, which has the atomic number 0 and a stereo parity. */
export function isPseudo(element: number): boolean {
  return element === 0;
}

function objectOf(javaClass: JavaClass, values: Readonly<Record<string, FieldValue>>): CdkObject {
  const fields = lineage(javaClass).flatMap((declaredIn) =>
    // `identifier` is declared twice, and null in both.
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
  // The parser clones an empty container, and cloning leaves arrays of growArraySize.
  lonePairs: { kind: 'nulls', arrayClass: lonePairArrayClass, length: 10 },
  singleElectrons: { kind: 'nulls', arrayClass: singleElectronArrayClass, length: 10 },
  stereoElements: { kind: 'emptySet' },
});
