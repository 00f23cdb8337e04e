/**
 * How RDKit reads SMILES here. Hydrogens that are atoms stay; configurations are taken as they are written, without CIP labels; and sanitizing, where it is done, begins with
 * RDKit's clean-up, which makes N(=O)=O and its like charge-separated (`keptBySanitizing` compares up to that), but changes no bonds to metals, single ones to dative.
 */
export const parseSanitized = JSON.stringify({
  removeHs: false,
  assignStereo: false,
  sanitize: { SANITIZE_ALL: true, SANITIZE_CLEANUP_ORGANOMETALLICS: false },
});

/** As written: nothing is perceived, no valence checked. */
export const parseAsWritten = JSON.stringify({ removeHs: false, assignStereo: false, sanitize: false });

/** In the order of the atoms: not canonical. */
export const writeInOrder = JSON.stringify({ canonical: false });

/** A record of only what the columns have: no computed properties. */
export const graphProperties = JSON.stringify({ propertyFlags: { PrivateProps: true, AtomProps: true } });
