/** What the tests of RNTuple need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/root/rntuple/implementations/formatlab';
export { loadChecksum } from '../../../workers/formats/root/rntuple/file/checksum';
export { TableFile } from '../../../workers/formats/root/rntuple/read-table';
export { clusterBytes, writeTable } from '../../../workers/formats/root/rntuple/write-table';
export { defaultPageBytes, NTupleWriter } from '../../../workers/formats/root/rntuple/file/ntuple-writer';
export { fieldRoles } from '../../../workers/formats/root/rntuple/file/schema';
export { RootFileWriter } from '../../../workers/formats/root/file/file-writer';
export { loadBlockCompressor, loadBlockDecompressor } from '../../../workers/formats/root/file/native-blocks';
export { toCanonical } from '../../../workers/model/canonical';
export { fromCanonical } from '../../../workers/model/read-canonical';
