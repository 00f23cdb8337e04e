/** What tool.mjs asks of the product. */
export { schemaOf } from '../../../workers/model/dataset';
export { MoleculesBuilder } from '../../../workers/model/molecules/builder';
export { differenceOfMolecules } from '../../../workers/model/molecules/difference';
export { format as javaObjects } from '../../../workers/formats/java-objects/formatlab';
