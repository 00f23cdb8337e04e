/** What tool.mjs asks of the product. */
export { readSmiles } from '../../../workers/libraries/smiles/read-lines';
export { writeSmiles } from '../../../workers/libraries/smiles/write-lines';
export { withoutSmilesLosses } from '../../../workers/libraries/smiles/forget';
export { coordinatesWriter, readCoordinates } from '../../../workers/libraries/smiles/coordinates';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { toCanonical } from '../../../workers/model/canonical';
export { workload } from '../../../workers/workloads/molecules';
