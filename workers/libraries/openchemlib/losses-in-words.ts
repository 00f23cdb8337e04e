/** The properties that OpenChemLib's molecules cannot hold, as texts for the page; `kept.ts` removes them. */
export const openChemLibLosses = [
  'Which bonds of an aromatic ring are double, and which rings are aromatic: OpenChemLib has its own aromaticity model.',
  'Whether a hydrogen was an explicit atom: hydrogens without isotope, charge or a second bond come back only as counts.',
  'Stereo of nitrogen, of double bonds in rings, and of square planar, bipyramidal and octahedral centres.',
  'Whether nitro groups, N-oxides and azides had charges or a nitrogen with five bonds: OpenChemLib makes them charge-separated.',
] as const;
