/** What RDKit's own molecules have no place for, for the table; `kept.ts` takes it away. */
export const lostByRdkit = [
  'Which bonds of an aromatic ring are double: RDKit’s aromatic bonds are neither.',
  'Stereo of allenes, and of square planar, bipyramidal and octahedral centres with a hydrogen or lone pair in a corner: RDKit has no place for them.',
] as const;
