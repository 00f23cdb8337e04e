export { bytesByKind, spansOf } from '../../../workers/model/byte-map';
export { FormatlabError } from '../../../workers/model/errors';
export { readByteMap } from '../../../workers/byte-map/read-byte-map';
