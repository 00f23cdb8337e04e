/** What the tests of RNTuple need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/rntuple/formatlab';
export { loadChecksum } from '../../../workers/formats/rntuple/file/checksum';
export { TableFile } from '../../../workers/formats/rntuple/read-table';
export { clusterBytes, writeTable } from '../../../workers/formats/rntuple/write-table';
export { defaultPageBytes, NTupleWriter } from '../../../workers/formats/rntuple/file/ntuple-writer';
export { fieldRoles } from '../../../workers/formats/rntuple/file/schema';
export { RootFileWriter } from '../../../workers/formats/root/file/file-writer';
export { loadBlockCompressor, loadBlockDecompressor } from '../../../workers/formats/root/file/native-blocks';
export { toCanonical } from '../../../workers/model/canonical';
export { fromCanonical } from '../../../workers/model/read-canonical';
