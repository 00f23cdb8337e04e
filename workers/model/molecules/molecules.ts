import type { ByteStrings } from '../byte-strings';

/**
 * Molecules as labelled graphs, one behind the other in columns: the atoms of the i-th are [atomOffsets[i], atomOffsets[i + 1]), its bonds and
 * stereo elements likewise. Indices of atoms and bonds inside bonds and stereo elements count from the molecule's own first.
 */
export interface Molecules {
  readonly kind: 'molecules';
  readonly moleculeCount: number;
  /** moleculeCount + 1 each, the first 0. */
  readonly atomOffsets: Int32Array;
  readonly bondOffsets: Int32Array;
  readonly stereoOffsets: Int32Array;
  readonly atoms: Atoms;
  readonly bonds: Bonds;
  readonly stereo: StereoElements;
  /** x and y of each atom in turn, in ångström; null where the dataset has none. Workloads and SDF give whole ten-thousandths. */
  readonly coordinates: Float64Array | null;
  /** Name or identifier of each molecule as UTF-8 on one line; empty where it has none. */
  readonly titles: ByteStrings;
}

/** Columns of equal length, one value an atom. */
export interface Atoms {
  /** Atomic number; 0 is the wildcard `*`. */
  readonly elements: Uint8Array;
  /** Mass number; 0 where the natural mixture is meant. */
  readonly isotopes: Uint16Array;
  readonly charges: Int8Array;
  /** Hydrogens that are not atoms of their own. */
  readonly hydrogens: Uint8Array;
  /** 1 where the atom is marked aromatic, else 0. */
  readonly aromatic: Uint8Array;
  /** Atom class (`[CH3:7]`), 0 where there is none. */
  readonly maps: Uint16Array;
}

/** Columns of equal length, one value a bond. */
export interface Bonds {
  readonly begins: Uint16Array;
  readonly ends: Uint16Array;
  /**
   * 1 to 4 as in a Kekulé structure; {@link bondOrderZero}; or {@link bondOrderAromatic} where only that it is aromatic is known. Workloads and own files always
   * have a Kekulé structure; what reads a notation without one gives `bondOrderAromatic`.
   */
  readonly orders: Uint8Array;
  /** 1 where the bond is marked aromatic, else 0. */
  readonly aromatic: Uint8Array;
}

/** Coordination or unspecified (`~`): binds without counting as valence. */
export const bondOrderZero = 0;
export const bondOrderAromatic = 5;

/** What a configuration is of, by the SMILES classes TH, AL, SP, TB, OH, and double bonds. */
export const stereoKinds = {
  tetrahedral: 1,
  doubleBond: 2,
  allenal: 3,
  squarePlanar: 4,
  trigonalBipyramidal: 5,
  octahedral: 6,
} as const;
export type StereoKind = (typeof stereoKinds)[keyof typeof stereoKinds];

/** Carriers of each kind, and how many configurations it has. */
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

/** Slots a stereo element has in `carriers`. */
export const carrierSlots = 6;
export const noCarrier = 0xffff;

/** Columns, one value a stereo element; `carriers` has {@link carrierSlots} an element, {@link noCarrier} in those that its kind leaves over. */
export interface StereoElements {
  readonly kinds: Uint8Array;
  /** Index of the atom; of a double bond the index of the bond. */
  readonly centers: Uint16Array;
  /**
   * Atoms in the order that `configurations` speaks of. The centre itself stands for a hydrogen that is no atom, or for a lone pair (of a double bond: the
   * end atom itself). Of a double bond: a neighbour of the bond's begin, then one of its end. Of allenes: two of the one end, then two of the other.
   */
  readonly carriers: Uint16Array;
  /**
   * From 1. Centres: as SMILES numbers them for carriers in this order (1 is `@`, seen from the first the others turn anticlockwise; 2 is `@@`; `@SP1`…, `@TB1`…,
   * `@OH1`…). Double bonds: 1 is carriers on opposite sides, 2 on the same side.
   */
  readonly configurations: Uint8Array;
}

/** Atoms that one molecule can have, by the width of its indices (one value is {@link noCarrier}). */
export const maxAtoms = 65_534;
export const maxBonds = 65_534;

/** Whether the molecule's columns refer only to what it has. Returns null, or the sentence that says where they do not. */
export function inconsistencyOf(molecules: Molecules): string | null {
  const { atoms, bonds, stereo, coordinates, moleculeCount } = molecules;
  const atomCount = molecules.atomOffsets[moleculeCount] ?? 0;
  if (coordinates !== null && coordinates.length !== 2 * atomCount)
    return `has ${coordinates.length / 2} places for ${atomCount} atoms`;
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
        return `has a configuration of nothing in molecule ${molecule + 1}`;
      for (let slot = 0; slot < carrierSlots; slot += 1) {
        const carrier = stereo.carriers[element * carrierSlots + slot] ?? noCarrier;
        if (slot < shape.carriers ? carrier >= ownAtoms : carrier !== noCarrier)
          return `has a configuration around no atom in molecule ${molecule + 1}`;
      }
    }
  }
  return null;
}
