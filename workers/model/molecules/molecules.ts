import type { ByteStrings } from '../byte-strings';

/**
 * Molecules as labelled graphs in columns. The atoms of the i-th molecule are [atomOffsets[i], atomOffsets[i + 1]); its bonds and stereo
 * elements likewise. Atom and bond indices inside bonds and stereo elements count from the molecule's first atom or bond.
 */
export interface Molecules {
  readonly kind: 'molecules';
  readonly moleculeCount: number;
  /** moleculeCount + 1 offsets each, the first 0. */
  readonly atomOffsets: Int32Array;
  readonly bondOffsets: Int32Array;
  readonly stereoOffsets: Int32Array;
  readonly atoms: Atoms;
  readonly bonds: Bonds;
  readonly stereo: StereoElements;
  /**
   * x and y of each atom in turn, in ångström; null if the dataset has no coordinates. Workloads and SDF files give multiples of 0.0001.
   */
  readonly coordinates: Float64Array | null;
  /** Name or identifier of each molecule as UTF-8 on one line; empty if it has none. */
  readonly titles: ByteStrings;
}

/** Columns with one value for each atom. */
export interface Atoms {
  /** Atomic number; 0 is the wildcard `*`. */
  readonly elements: Uint8Array;
  /** Mass number; 0 for the natural mixture of isotopes. */
  readonly isotopes: Uint16Array;
  readonly charges: Int8Array;
  /** Hydrogens that are not atoms of the graph. */
  readonly hydrogens: Uint8Array;
  /** 1 if the atom is marked aromatic, else 0. */
  readonly aromatic: Uint8Array;
  /** Atom class (`[CH3:7]`); 0 if there is none. */
  readonly maps: Uint16Array;
}

/** Columns with one value for each bond. */
export interface Bonds {
  readonly begins: Uint16Array;
  readonly ends: Uint16Array;
  /**
   * 1 to 4 in a Kekulé structure; {@link bondOrderZero}; or {@link bondOrderAromatic} if the bond is only known to be aromatic. Workloads
   * and the user's files always have a Kekulé structure. Readers of notations without one give `bondOrderAromatic`.
   */
  readonly orders: Uint8Array;
  /** 1 if the bond is marked aromatic, else 0. */
  readonly aromatic: Uint8Array;
}

/** A coordination bond or a bond of unspecified order (`~`). It does not count as valence. */
export const bondOrderZero = 0;
/** An aromatic bond whose Kekulé order is not known. */
export const bondOrderAromatic = 5;

/** The kinds of stereo element: the SMILES classes TH, AL, SP, TB and OH, and double bonds. */
export const stereoKinds = {
  tetrahedral: 1,
  doubleBond: 2,
  allenal: 3,
  squarePlanar: 4,
  trigonalBipyramidal: 5,
  octahedral: 6,
} as const;
export type StereoKind = (typeof stereoKinds)[keyof typeof stereoKinds];

/** The number of carriers and of configurations of each kind. */
export const stereoShapes: Readonly<
  Record<StereoKind, { readonly carriers: number; readonly configurations: number }>
> = {
  1: { carriers: 4, configurations: 2 },
  2: { carriers: 2, configurations: 2 },
  3: { carriers: 4, configurations: 2 },
  4: { carriers: 4, configurations: 3 },
  5: { carriers: 5, configurations: 20 },
  6: { carriers: 6, configurations: 30 },
};

/** The number of places that each stereo element has in `carriers`. */
export const carrierSlots = 6;
/** Fills the unused places in `carriers`. */
export const noCarrier = 0xffff;

/**
 * Columns with one value for each stereo element. `carriers` has {@link carrierSlots} values for each; unused ones hold {@link noCarrier}.
 */
interface StereoElements {
  readonly kinds: Uint8Array;
  /** Index of the central atom; for a double bond, index of the bond. */
  readonly centers: Uint16Array;
  /**
   * The atoms around the centre, in the order to which `configurations` refers. The centre itself stands for a hydrogen that is not an
   * atom, or for a lone pair (at a double bond: the end atom itself). A double bond has a neighbour of its begin, then one of its end. An
   * allene has two carriers of one end, then two of the other.
   */
  readonly carriers: Uint16Array;
  /**
   * Numbered from 1. Centres use the SMILES numbers for carriers in this order: 1 is `@` (seen from the first carrier, the others turn
   * anticlockwise), 2 is `@@`; then `@SP1`…, `@TB1`…, `@OH1`…. Double bonds: 1 is carriers on opposite sides, 2 on the same side.
   */
  readonly configurations: Uint8Array;
}

/** The maximum number of atoms of one molecule. Indices have 16 bits, and one value is {@link noCarrier}. */
export const maxAtoms = 65_534;
/** The maximum number of bonds of one molecule. */
export const maxBonds = 65_534;

/** Checks that the molecules' columns refer only to atoms and bonds that exist. Returns null, or a sentence that says where they do not. */
export function inconsistencyOf(molecules: Molecules): string | null {
  const { atoms, bonds, stereo, coordinates, moleculeCount } = molecules;
  const atomCount = molecules.atomOffsets[moleculeCount] ?? 0;
  if (coordinates !== null && coordinates.length !== 2 * atomCount)
    return `has ${coordinates.length / 2} pairs of coordinates for ${atomCount} atoms`;
  if (atoms.elements.some((element) => element > 118)) return 'has an element beyond 118';
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const ownAtoms = (molecules.atomOffsets[molecule + 1] ?? 0) - (molecules.atomOffsets[molecule] ?? 0);
    const firstBond = molecules.bondOffsets[molecule] ?? 0;
    const endBond = molecules.bondOffsets[molecule + 1] ?? 0;
    if (ownAtoms > maxAtoms || endBond - firstBond > maxBonds)
      return `has more than ${maxAtoms} atoms or bonds in molecule ${molecule + 1}`;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      const begin = bonds.begins[bond] ?? 0;
      const end = bonds.ends[bond] ?? 0;
      if (begin >= ownAtoms || end >= ownAtoms || begin === end || (bonds.orders[bond] ?? 0) > bondOrderAromatic)
        return `has an impossible bond in molecule ${molecule + 1}`;
    }
    const endStereo = molecules.stereoOffsets[molecule + 1] ?? 0;
    for (let element = molecules.stereoOffsets[molecule] ?? 0; element < endStereo; element += 1) {
      const kind = stereo.kinds[element] as StereoKind;
      const shape = stereoShapes[kind];
      const configuration = stereo.configurations[element] ?? 0;
      if (shape === undefined || configuration < 1 || configuration > shape.configurations)
        return `has an unknown configuration in molecule ${molecule + 1}`;
      if ((stereo.centers[element] ?? 0) >= (kind === stereoKinds.doubleBond ? endBond - firstBond : ownAtoms))
        return `has a configuration at an atom or bond that does not exist, in molecule ${molecule + 1}`;
      for (let slot = 0; slot < carrierSlots; slot += 1) {
        const carrier = stereo.carriers[element * carrierSlots + slot] ?? noCarrier;
        if (slot < shape.carriers ? carrier >= ownAtoms : carrier !== noCarrier)
          return `has a configuration with a neighbour that does not exist, in molecule ${molecule + 1}`;
      }
    }
  }
  return null;
}
