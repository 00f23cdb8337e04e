/** What the tests and the benchmark of ROOT need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/root/formatlab';
export { BranchReader } from '../../../workers/formats/root/tree/branch-reader';
export { readTree, treeEntries } from '../../../workers/formats/root/tree/tree-info';
export { TreeWriter } from '../../../workers/formats/root/tree/tree-writer';
export { RootFileReader } from '../../../workers/formats/root/file/file-reader';
export { RootFileWriter } from '../../../workers/formats/root/file/file-writer';
export { loadBlockCompressor, loadBlockDecompressor } from '../../../workers/formats/root/file/native-blocks';
export { toCanonical } from '../../../workers/model/canonical';
