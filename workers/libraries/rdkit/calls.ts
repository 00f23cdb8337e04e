import { FormatlabError } from '../../model/errors';
import { forgetRdkit, type RdkitLibrary, type RdkitMolecule } from './load';

/** Properties that a record keeps: the title and what says that configurations are settled, and numbers of configurations. */
export const keptProperties = JSON.stringify({
  propertyFlags: { MolProps: true, PrivateProps: true, AtomProps: true },
});

/**
 * Gives `use` the molecule that `make` makes in RDKit's memory, and frees it whatever happens. `make` gives null where RDKit refuses: that and whatever is thrown becomes a
 * `FormatlabError` whose sentence begins with `what()`. After a trap the instance is forgotten: the next that asks gets a new one.
 */
export function withMolecule<T>(
  library: RdkitLibrary,
  stage: 'encode' | 'decode',
  what: () => string,
  make: () => RdkitMolecule | null,
  use: (molecule: RdkitMolecule) => T,
): T {
  let molecule: RdkitMolecule | null = null;
  try {
    molecule = make();
    if (molecule === null) throw refused(stage, what(), library.takeReason());
    return use(molecule);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      molecule = null;
      forgetRdkit();
    }
    throw refused(stage, what(), library.takeReason() || messageOf(thrown), thrown);
  } finally {
    molecule?.delete();
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : '';
}

function refused(stage: 'encode' | 'decode', what: string, reason: string, cause?: unknown): FormatlabError {
  // Valences are RDKit's own limit: SMILES itself has none.
  const tag = stage === 'encode' ? 'encodeFailed' : /valence/i.test(reason) ? 'unsupported' : 'malformedInput';
  return new FormatlabError(
    { tag, stage, message: `${what}: RDKit ${reason === '' ? 'refuses it and says no more' : `says “${reason}”`}.` },
    { cause },
  );
}
