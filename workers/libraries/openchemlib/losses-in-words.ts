/** The properties that OpenChemLib's molecules cannot hold, as texts for the page; `kept.ts` removes them. */
export const openChemLibLosses = [
  'Which bonds of an aromatic ring are double, and what is aromatic at all: OpenChemLib has a model of its own.',
  'Whether a hydrogen was an atom of its own: one without isotope, charge or another bond is only counted.',
  'Stereo of nitrogen, of double bonds in rings, and of square planar, bipyramidal and octahedral centres.',
  'Whether nitro groups, N-oxides and azides had charges or a nitrogen with five bonds: OpenChemLib makes them charge-separated.',
] as const;
