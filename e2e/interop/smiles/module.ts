/** What tool.mjs asks of the product. */
export { readSmiles } from '../../../workers/formats/smiles/file/read-lines';
export { writeSmiles } from '../../../workers/formats/smiles/file/write-lines';
export { withoutSmilesLosses } from '../../../workers/formats/smiles/file/forget';
export { coordinatesWriter, readCoordinates } from '../../../workers/formats/smiles/file/coordinates';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { toCanonical } from '../../../workers/model/canonical';
export { workload } from '../../../workers/workloads/molecules';
