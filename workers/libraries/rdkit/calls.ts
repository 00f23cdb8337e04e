import { FormatlabError } from '../../model/errors';
import { dropRdkitInstance, notAllowed, type RdkitLibrary, type RdkitMolecule } from './load';

/** The properties in a record: the title, the mark for final configurations, and numbers of configurations. */
export const storedProperties = JSON.stringify({
  propertyFlags: { MolProps: true, PrivateProps: true, AtomProps: true },
});

/**
 * Calls `use` with the molecule that `make` creates in RDKit's memory, and always frees it. `make` returns null if RDKit rejects its input. That, and every exception, becomes a
 * `FormatlabError` whose message begins with `what()`. After a trap the instance is dropped, and the next caller gets a new one.
 */
export function withRdkitMolecule<T>(
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
    // It is no fault of the molecule.
    if (thrown instanceof EvalError) throw notAllowed(thrown);
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      molecule = null;
      dropRdkitInstance();
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
  // Valence limits are RDKit's own: SMILES itself has none.
  const tag = stage === 'encode' ? 'encodeFailed' : /valence/i.test(reason) ? 'unsupported' : 'malformedInput';
  return new FormatlabError(
    { tag, stage, message: `${what}: RDKit ${reason === '' ? 'rejects it without a reason' : `says “${reason}”`}.` },
    { cause },
  );
}
