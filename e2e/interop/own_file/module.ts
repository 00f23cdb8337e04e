export { toCanonical } from '../../../workers/model/canonical';
export { FormatlabError } from '../../../workers/model/errors';
export { readAvro } from '../../../workers/own-file/avro/read-avro';
export { readHdf5 } from '../../../workers/own-file/hdf5/read-hdf5';
export type { ReadOptions } from '../../../workers/own-file/imported';
export { readNpy } from '../../../workers/own-file/npy';
export { readNpz } from '../../../workers/own-file/npz';
export { readOrc } from '../../../workers/own-file/orc/read-orc';
export { readPickle } from '../../../workers/own-file/pickle/read-pickle';
