/** The properties that RDKit's molecules cannot hold, as texts for the page; `kept.ts` removes them. */
export const rdkitLosses = [
  'Which bonds of an aromatic ring are double: RDKit’s aromatic bonds are neither.',
  'Stereo of allenes, and of square planar, bipyramidal and octahedral centres with a hydrogen or lone pair in a corner: RDKit has no place for them.',
  'Stereo of centres with a lone pair and only single bonds, such as amines and phosphines: RDKit forgets that of nitrogen, and takes some marks in rings the other way round.',
] as const;

/** Additional losses if molecules are sanitized when they are read. */
export const sanitizingLosses =
  'Whether nitro groups, N-oxides, azides and oxyacids of halogens had charges or atoms with more bonds: RDKit’s clean-up turns N(=O)=O into [N+](=O)[O-].';
