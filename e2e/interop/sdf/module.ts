/** What the tests of SDF need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/sdf/implementations/formatlab';
export { kekuleStructures } from '../../../workers/libraries/molecules/kekulise';
export { withoutCoordinates } from '../../../workers/libraries/molecules/losses';
export { readSdf } from '../../../workers/formats/sdf/file/read';
export { readSmiles } from '../../../workers/formats/smiles/file/read-lines';
export { writeSmiles } from '../../../workers/formats/smiles/file/write-lines';
export { toCanonical } from '../../../workers/model/canonical';
export { fromCanonical } from '../../../workers/model/read-canonical';
export { schemaOf } from '../../../workers/model/dataset';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { stereoKinds } from '../../../workers/model/molecules/molecules';
export { workload } from '../../../workers/workloads/molecules';
