/** What the tests of Kryo and of the AtomContainer stream need of the product's own modules, in Node: see tool.mjs. */
export { format as atomContainer } from '../../../workers/formats/atom-container/implementations/formatlab';
export { format as kryo } from '../../../workers/formats/kryo/implementations/formatlab';
export { readSmiles } from '../../../workers/formats/smiles/file/read-lines';
export { writeSmiles } from '../../../workers/formats/smiles/file/write-lines';
export { toCanonical } from '../../../workers/model/canonical';
export { fromCanonical } from '../../../workers/model/read-canonical';
export { sampleMolecules } from '../../../workers/registry/sample-molecules';
export { workload } from '../../../workers/workloads/molecules/index';
