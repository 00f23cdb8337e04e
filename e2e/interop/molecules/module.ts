/** What tool.mjs asks of the product. */
export { format as cml } from '../../../workers/formats/cml/implementations/formatlab';
export { format as javaObjects } from '../../../workers/formats/java-objects/implementations/formatlab';
export { format as sdf } from '../../../workers/formats/sdf/implementations/formatlab';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { toCanonical } from '../../../workers/model/canonical';
export { withoutSmilesLosses } from '../../../workers/formats/smiles/file/forget';
export { readSmiles } from '../../../workers/formats/smiles/file/read-lines';
export { writeSmiles } from '../../../workers/formats/smiles/file/write-lines';
export { workload } from '../../../workers/workloads/molecules';
