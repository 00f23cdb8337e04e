/** The losses of `withoutSmilesLosses`, as texts for the page. */
export const smilesLosses: readonly string[] = [
  'Which bonds of an aromatic ring are double: they come back as aromatic.',
  'Configurations of double bonds that the marks beside them can’t tell: of an end that has no neighbour but hydrogen, between two that are told, in some rings.',
  'Whether an atom is aromatic that has no symbol in lower case (a wildcard, a metal): it is where a bond of it is.',
];
