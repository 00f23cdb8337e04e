/** What tool.mjs asks of the product. */
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { toCanonical } from '../../../workers/model/canonical';
export { forgetInSmiles } from '../../../workers/libraries/smiles/forget';
export { readSmiles } from '../../../workers/libraries/smiles/read-lines';
export { writeSmiles } from '../../../workers/libraries/smiles/write-lines';
export { workload } from '../../../workers/workloads/molecules';
