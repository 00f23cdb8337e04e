/** The properties that RDKit's molecules cannot hold, as texts for the page; `kept.ts` removes them. */
export const rdkitLosses = [
  'Which bonds of an aromatic ring are double: RDKit’s aromatic bonds are neither single nor double.',
  'Stereo of allenes, and of square planar, bipyramidal and octahedral centres with a hydrogen or lone pair in a corner: RDKit can’t store them.',
  'Stereo of centres with a lone pair and only single bonds, such as amines and phosphines: RDKit drops that of nitrogen, and reverses some marks in rings.',
] as const;

/** Additional losses if molecules are sanitized when they are read. */
export const sanitizingLosses =
  'Whether nitro groups, N-oxides, azides and oxyacids of halogens were written with charges or with extra bonds: RDKit’s clean-up turns N(=O)=O into [N+](=O)[O-].';
