/**
 * The options with which RDKit reads SMILES. Hydrogens that are atoms stay, and configurations are read as written, without CIP labels. Sanitizing, if requested, begins with RDKit's
 * clean-up, which converts groups such as N(=O)=O to charge-separated forms (`withoutSanitizingLosses` compares up to that) but does not make single bonds to metals dative.
 */
export const parseSanitized = JSON.stringify({
  removeHs: false,
  assignStereo: false,
  sanitize: { SANITIZE_ALL: true, SANITIZE_CLEANUP_ORGANOMETALLICS: false },
});

/** Reads the graph as written, without perception and without checking valences. */
export const parseAsWritten = JSON.stringify({ removeHs: false, assignStereo: false, sanitize: false });

/** Writes the atoms in their order, not canonically. */
export const writeInOrder = JSON.stringify({ canonical: false });

/** Writes a record with only the columns' data, without computed properties. */
export const graphProperties = JSON.stringify({ propertyFlags: { PrivateProps: true, AtomProps: true } });
