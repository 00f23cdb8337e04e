export { toCanonical } from '../../../workers/model/canonical';
export { FormatlabError } from '../../../workers/model/errors';
export { readAvro } from '../../../workers/formats/avro/open/read-avro';
export { readHdf5 } from '../../../workers/formats/hdf5/open/read-hdf5';
export type { ReadOptions } from '../../../workers/own-file/imported';
export { readNpy } from '../../../workers/formats/npy/open/npy';
export { readNpz } from '../../../workers/formats/npy/npz/open/npz';
export { readOrc } from '../../../workers/formats/orc/open/read-orc';
export { readPickle } from '../../../workers/formats/pickle/open/read-pickle';
