/** What tool.mjs asks of the product. */
export { withoutStereo, withoutTitles } from '../../../workers/libraries/molecules/losses';
export { carrierSlots, stereoKinds } from '../../../workers/model/molecules/molecules';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { readCml } from '../../../workers/formats/cml/text/read';
export { writeCml } from '../../../workers/formats/cml/text/write';
export { workload } from '../../../workers/workloads/molecules/index';
