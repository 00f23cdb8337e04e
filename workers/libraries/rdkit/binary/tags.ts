/**
 * RDKit's binary form of a molecule (the result of `Mol.ToBinary()`), version 16, little-endian: `0xDEADBEEF`, the tag VERSION, three version numbers, the numbers of atoms and of bonds
 * (int32 each), a byte, then blocks that begin with a tag: atoms, bonds, optional rings, conformers, properties. An index is a byte if there are at most 255 atoms, otherwise an int32.
 */
export const endianMark = 0xdeadbeef;
export const majorVersion = 16;
export const headerBytes = 29;

export const recordTags = {
  version: 0,
  atoms: 1,
  bonds: 11,
  properties: 18,
  endProperties: 19,
  ringsSssr: 20,
  endMolecule: 22,
  conformers: 23,
  map: 24,
  query: 25,
  queryValue: 26,
  queryNegated: 27,
  queryChildren: 28,
  queryAnd: 30,
  queryOr: 31,
  queryXor: 32,
  queryEquals: 33,
  queryGreater: 34,
  queryGreaterEqual: 35,
  queryLess: 36,
  queryLessEqual: 37,
  queryRange: 38,
  querySet: 39,
  queryNull: 40,
  queryAtomRing: 41,
  endQuery: 43,
  dummyLabel: 44,
  atomProperties: 58,
  bondProperties: 59,
  stereoGroups: 62,
  conformerProperties: 63,
  conformersDouble: 64,
  queryTypeLabel: 65,
  ringsSymmetric: 66,
  ringsFast: 67,
  ringsOther: 68,
} as const;

export const atomFlags = {
  aromatic: 0x40,
  noImplicit: 0x20,
  query: 0x10,
  map: 0x08,
  dummyLabel: 0x04,
  monomer: 0x02,
} as const;

/** Bits for the values that an atom has, in this order. Each takes one byte, the isotope four (uint32). Without a hybridization it is sp3. */
export const atomValues = {
  charge: 0x02,
  chirality: 0x04,
  hybridization: 0x08,
  explicitHydrogens: 0x10,
  explicitValence: 0x20,
  implicitValence: 0x40,
  radicals: 0x80,
  isotope: 0x100,
} as const;

export const bondFlags = {
  aromatic: 0x40,
  conjugated: 0x20,
  query: 0x10,
  type: 0x08,
  direction: 0x04,
  stereo: 0x02,
  endPoints: 0x01,
} as const;

/** RDKit's bond types that correspond to our orders. A bond without a type is single. */
export const bondTypes = {
  unspecified: 0,
  single: 1,
  double: 2,
  triple: 3,
  quadruple: 4,
  aromatic: 12,
  ionic: 13,
  hydrogen: 14,
  dativeOne: 16,
  dative: 17,
  dativeLeft: 18,
  dativeRight: 19,
  zero: 21,
} as const;

/** `/` and `\`: on which side of its begin a bond's end is. */
export const bondDirections = { endDown: 3, endUp: 4 } as const;

/** Z and cis: the two named atoms are on the same side. */
export const bondStereo = { none: 0, any: 1, z: 2, e: 3, cis: 4, trans: 5 } as const;

export const chiralityCodes = {
  none: 0,
  clockwise: 1,
  anticlockwise: 2,
  squarePlanar: 6,
  trigonalBipyramidal: 7,
  octahedral: 8,
} as const;

/** The types of property values in a record. */
export const valueTypes = {
  text: 0,
  int32: 1,
  uint32: 2,
  boolean: 3,
  float32: 4,
  float64: 5,
  texts: 6,
  int32s: 7,
  uint32s: 8,
  booleans: 9,
  float32s: 10,
  float64s: 11,
} as const;

/** `settled`: the configurations are final. Without it, RDKit derives them from the marks beside double bonds and drops those without marks. */
export const propertyNames = { title: '_Name', permutation: '_chiralPermutation', settled: '_StereochemDone' } as const;
