import { collectionClasses, tNamed, tObject } from '../../../libraries/root-file/base-classes';
import {
  base,
  basic,
  classInfo,
  countedPointer,
  object,
  objectAny,
  pointer,
  text,
} from '../../../libraries/root-file/streamer-elements';
import { elementTypes, type StreamerInfo } from '../../../libraries/root-file/streamer-info';

/** The classes of a tree in the versions that Formatlab writes (ROOT 6.14 to 6.24), with ROOT's checksums. */

export const treeVersion = 20;
export const branchVersion = 13;
export const leafVersion = 2;
export const attributeVersion = 2;
export const ioFeaturesChecksum = 0x1aa12f10;

const tAttLine = classInfo('TAttLine', attributeVersion, 0x94074549, [
  basic('short', 'fLineColor', 'fLineStyle', 'fLineWidth'),
]);
const tAttFill = classInfo('TAttFill', attributeVersion, 0xffd92a92, [basic('short', 'fFillColor', 'fFillStyle')]);
const tAttMarker = classInfo('TAttMarker', attributeVersion, 0x291d8bec, [
  basic('short', 'fMarkerColor', 'fMarkerStyle'),
  basic('float', 'fMarkerSize'),
]);
const ioFeatures = classInfo('ROOT::TIOFeatures', 1, ioFeaturesChecksum, [basic('unsigned char', 'fIOBits')]);

const tBranch = classInfo('TBranch', branchVersion, 0x10978aac, [
  base(tNamed),
  base(tAttFill),
  basic('int', 'fCompress', 'fBasketSize', 'fEntryOffsetLen', 'fWriteBasket'),
  basic('long long', 'fEntryNumber'),
  objectAny('ROOT::TIOFeatures', 'fIOFeatures', 1),
  basic('int', 'fOffset'),
  basic('counter', 'fMaxBaskets'),
  basic('int', 'fSplitLevel'),
  basic('long long', 'fEntries', 'fFirstEntry', 'fTotBytes', 'fZipBytes'),
  object('TObjArray', 'fBranches', 64),
  object('TObjArray', 'fLeaves', 64),
  object('TObjArray', 'fBaskets', 64),
  countedPointer('int', 'fBasketBytes', 'fMaxBaskets', 'TBranch', branchVersion),
  countedPointer('long long', 'fBasketEntry', 'fMaxBaskets', 'TBranch', branchVersion),
  countedPointer('long long', 'fBasketSeek', 'fMaxBaskets', 'TBranch', branchVersion),
  text('fFileName'),
]);

const tRefTable = classInfo('TRefTable', 3, 0x8c895b85, [
  base(tObject),
  basic('int', 'fSize'),
  pointer('TObjArray', 'fParents'),
  pointer('TObject', 'fOwner'),
  {
    kind: 'TStreamerSTL',
    name: 'fProcessGUIDs',
    title: '',
    type: 500,
    sizeBytes: 24,
    arrayLength: 0,
    typeName: 'vector<string>',
    stlType: 1,
    contentType: elementTypes.object,
  },
]);
const tBranchRef = classInfo('TBranchRef', 1, 0x2360b3fd, [base(tBranch), pointer('TRefTable', 'fRefTable')]);

const tLeaf = classInfo('TLeaf', leafVersion, 0x6d1e8152, [
  base(tNamed),
  basic('int', 'fLen', 'fLenType', 'fOffset'),
  basic('bool', 'fIsRange', 'fIsUnsigned'),
  pointer('TLeaf', 'fLeafCount'),
]);

type Range = Parameters<typeof basic>[0];
const leafClass = (letter: string, checksum: number, range: Range) =>
  classInfo(`TLeaf${letter}`, 1, checksum, [base(tLeaf), basic(range, 'fMinimum', 'fMaximum')]);
const leafClasses = [
  leafClass('O', 0x02ae48d3, 'bool'),
  leafClass('B', 0x0f1e4b5e, 'char'),
  leafClass('S', 0x150ceecf, 'short'),
  leafClass('I', 0x7e6aae19, 'int'),
  leafClass('L', 0xde320862, 'long long'),
  leafClass('F', 0x3add9d72, 'float'),
  leafClass('D', 0x118e8776, 'double'),
  leafClass('C', 0xfbe3b2f3, 'int'),
];

const tTree = classInfo('TTree', treeVersion, 0x7264e07f, [
  base(tNamed),
  base(tAttLine),
  base(tAttFill),
  base(tAttMarker),
  basic('long long', 'fEntries', 'fTotBytes', 'fZipBytes', 'fSavedBytes', 'fFlushedBytes'),
  basic('double', 'fWeight'),
  basic('int', 'fTimerInterval', 'fScanField', 'fUpdate', 'fDefaultEntryOffsetLen'),
  basic('counter', 'fNClusterRange'),
  basic('long long', 'fMaxEntries', 'fMaxEntryLoop', 'fMaxVirtualSize', 'fAutoSave', 'fAutoFlush', 'fEstimate'),
  countedPointer('long long', 'fClusterRangeEnd', 'fNClusterRange', 'TTree', treeVersion),
  countedPointer('long long', 'fClusterSize', 'fNClusterRange', 'TTree', treeVersion),
  objectAny('ROOT::TIOFeatures', 'fIOFeatures', 1),
  object('TObjArray', 'fBranches', 64),
  object('TObjArray', 'fLeaves', 64),
  pointer('TList', 'fAliases'),
  objectAny('TArrayD', 'fIndexValues', 24),
  objectAny('TArrayI', 'fIndex', 24),
  pointer('TVirtualIndex', 'fTreeIndex'),
  pointer('TList', 'fFriends'),
  pointer('TList', 'fUserInfo'),
  pointer('TBranchRef', 'fBranchRef'),
]);

/** The class descriptions in a file with a tree. */
export const treeClasses: readonly StreamerInfo[] = [
  tTree,
  tAttLine,
  tAttFill,
  tAttMarker,
  ioFeatures,
  tBranch,
  tLeaf,
  ...leafClasses,
  tBranchRef,
  tRefTable,
  ...collectionClasses,
];
