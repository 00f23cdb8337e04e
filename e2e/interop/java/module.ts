/** What tool.mjs asks of the product. */
export { schemaOf } from '../../../workers/model/dataset';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { format as javaObjects } from '../../../workers/formats/java-objects/implementations/formatlab';
export { format as smiles } from '../../../workers/formats/smiles/implementations/formatlab';
export { workload } from '../../../workers/workloads/molecules/index';
