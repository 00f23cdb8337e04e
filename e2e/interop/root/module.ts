/** What the tests and the benchmark of ROOT need of the product's own modules, in Node: see tool.mjs. */
export { format } from '../../../workers/formats/root/tree/implementations/formatlab';
export { BranchReader } from '../../../workers/formats/root/tree/file/branch-reader';
export { readTree, treeEntries } from '../../../workers/formats/root/tree/file/tree-info';
export { TreeWriter } from '../../../workers/formats/root/tree/file/tree-writer';
export { RootFileReader } from '../../../workers/formats/root/file/file-reader';
export { RootFileWriter } from '../../../workers/formats/root/file/file-writer';
export { loadBlockCompressor, loadBlockDecompressor } from '../../../workers/formats/root/file/native-blocks';
export { toCanonical } from '../../../workers/model/canonical';
