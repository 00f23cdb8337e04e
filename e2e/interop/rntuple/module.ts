/** What the tests of RNTuple need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/rntuple/formatlab';
export { loadChecksum } from '../../../workers/libraries/rntuple/checksum';
export { TableFile } from '../../../workers/formats/rntuple/read-table';
export { clusterBytes, writeTable } from '../../../workers/formats/rntuple/write-table';
export { defaultPageBytes, NTupleWriter } from '../../../workers/libraries/rntuple/ntuple-writer';
export { fieldRoles } from '../../../workers/libraries/rntuple/schema';
export { RootFileWriter } from '../../../workers/libraries/root-file/file-writer';
export { loadBlockCompressor, loadBlockDecompressor } from '../../../workers/libraries/root-file/native-blocks';
export { toCanonical } from '../../../workers/model/canonical';
export { fromCanonical } from '../../../workers/model/read-canonical';
