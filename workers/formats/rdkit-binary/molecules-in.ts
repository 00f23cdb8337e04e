import type { Dataset } from '../../model/dataset';
import type { Molecules } from '../../model/molecules/molecules';
import { requireMolecules } from '../../libraries/molecules/molecules-in';

/** The molecules that both implementations write. */
export const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'rdkit-binary', 'RDKit’s binary form stores only molecules, not');
