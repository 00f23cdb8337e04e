/** The losses of `withoutSmilesLosses`, as texts for the page. */
export const smilesLosses: readonly string[] = [
  'Which bonds of an aromatic ring are double: they come back as aromatic.',
  'Configurations of double bonds that direction marks can’t express: if an end has no neighbours except hydrogen, between two double bonds with marks, and in some rings.',
  'Whether an atom without a lower-case symbol (a wildcard or a metal) is aromatic: it comes back as aromatic if one of its bonds is.',
];
