/** What result.mjs asks of the product: the dataset, its own files of it, and the check of Java's. */
export { parseRunResult } from '../../../web/links/parse-result';
export { format as atomContainer } from '../../../workers/formats/atom-container/implementations/formatlab';
export { format as cml } from '../../../workers/formats/cml/implementations/formatlab';
export { format as javaObjects } from '../../../workers/formats/java-objects/implementations/formatlab';
export { format as kryo } from '../../../workers/formats/kryo/implementations/formatlab';
export { format as smiles } from '../../../workers/formats/smiles/implementations/formatlab';
export { withoutStereo, withoutTitles, filterStereoElements } from '../../../workers/libraries/molecules/losses';
export { toCanonical } from '../../../workers/model/canonical';
export { schemaOf } from '../../../workers/model/dataset';
export { toErrorRecord } from '../../../workers/model/errors';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { carrierSlots, stereoKinds } from '../../../workers/model/molecules/molecules';
export { efforts } from '../../../workers/model/plan';
export { checkPlan } from '../../../workers/registry/check-plan';
export { formats } from '../../../workers/registry/metadata';
export { workload } from '../../../workers/workloads/molecules/index';
