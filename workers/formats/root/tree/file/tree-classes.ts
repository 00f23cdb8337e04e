import { collectionClasses, tNamed, tObject } from '../../file/base-classes';
import {
  baseClassElement,
  basicMembers,
  classInfo,
  countedPointer,
  objectMember,
  foreignObjectMember,
  pointerMember,
  textMember,
} from '../../file/streamer-elements';
import { elementTypes, type StreamerInfo } from '../../file/streamer-info';

/** The classes of a tree in the versions that Formatlab writes (ROOT 6.14 to 6.24), with ROOT's checksums. */

export const treeVersion = 20;
export const branchVersion = 13;
export const leafVersion = 2;
export const attributeVersion = 2;
export const ioFeaturesChecksum = 0x1aa12f10;

const tAttLine = classInfo('TAttLine', attributeVersion, 0x94074549, [
  basicMembers('short', 'fLineColor', 'fLineStyle', 'fLineWidth'),
]);
const tAttFill = classInfo('TAttFill', attributeVersion, 0xffd92a92, [
  basicMembers('short', 'fFillColor', 'fFillStyle'),
]);
const tAttMarker = classInfo('TAttMarker', attributeVersion, 0x291d8bec, [
  basicMembers('short', 'fMarkerColor', 'fMarkerStyle'),
  basicMembers('float', 'fMarkerSize'),
]);
const ioFeatures = classInfo('ROOT::TIOFeatures', 1, ioFeaturesChecksum, [basicMembers('unsigned char', 'fIOBits')]);

const tBranch = classInfo('TBranch', branchVersion, 0x10978aac, [
  baseClassElement(tNamed),
  baseClassElement(tAttFill),
  basicMembers('int', 'fCompress', 'fBasketSize', 'fEntryOffsetLen', 'fWriteBasket'),
  basicMembers('long long', 'fEntryNumber'),
  foreignObjectMember('ROOT::TIOFeatures', 'fIOFeatures', 1),
  basicMembers('int', 'fOffset'),
  basicMembers('counter', 'fMaxBaskets'),
  basicMembers('int', 'fSplitLevel'),
  basicMembers('long long', 'fEntries', 'fFirstEntry', 'fTotBytes', 'fZipBytes'),
  objectMember('TObjArray', 'fBranches', 64),
  objectMember('TObjArray', 'fLeaves', 64),
  objectMember('TObjArray', 'fBaskets', 64),
  countedPointer('int', 'fBasketBytes', 'fMaxBaskets', 'TBranch', branchVersion),
  countedPointer('long long', 'fBasketEntry', 'fMaxBaskets', 'TBranch', branchVersion),
  countedPointer('long long', 'fBasketSeek', 'fMaxBaskets', 'TBranch', branchVersion),
  textMember('fFileName'),
]);

const tRefTable = classInfo('TRefTable', 3, 0x8c895b85, [
  baseClassElement(tObject),
  basicMembers('int', 'fSize'),
  pointerMember('TObjArray', 'fParents'),
  pointerMember('TObject', 'fOwner'),
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
const tBranchRef = classInfo('TBranchRef', 1, 0x2360b3fd, [
  baseClassElement(tBranch),
  pointerMember('TRefTable', 'fRefTable'),
]);

const tLeaf = classInfo('TLeaf', leafVersion, 0x6d1e8152, [
  baseClassElement(tNamed),
  basicMembers('int', 'fLen', 'fLenType', 'fOffset'),
  basicMembers('bool', 'fIsRange', 'fIsUnsigned'),
  pointerMember('TLeaf', 'fLeafCount'),
]);

type Range = Parameters<typeof basicMembers>[0];
const leafClass = (letter: string, checksum: number, range: Range) =>
  classInfo(`TLeaf${letter}`, 1, checksum, [baseClassElement(tLeaf), basicMembers(range, 'fMinimum', 'fMaximum')]);
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
  baseClassElement(tNamed),
  baseClassElement(tAttLine),
  baseClassElement(tAttFill),
  baseClassElement(tAttMarker),
  basicMembers('long long', 'fEntries', 'fTotBytes', 'fZipBytes', 'fSavedBytes', 'fFlushedBytes'),
  basicMembers('double', 'fWeight'),
  basicMembers('int', 'fTimerInterval', 'fScanField', 'fUpdate', 'fDefaultEntryOffsetLen'),
  basicMembers('counter', 'fNClusterRange'),
  basicMembers('long long', 'fMaxEntries', 'fMaxEntryLoop', 'fMaxVirtualSize', 'fAutoSave', 'fAutoFlush', 'fEstimate'),
  countedPointer('long long', 'fClusterRangeEnd', 'fNClusterRange', 'TTree', treeVersion),
  countedPointer('long long', 'fClusterSize', 'fNClusterRange', 'TTree', treeVersion),
  foreignObjectMember('ROOT::TIOFeatures', 'fIOFeatures', 1),
  objectMember('TObjArray', 'fBranches', 64),
  objectMember('TObjArray', 'fLeaves', 64),
  pointerMember('TList', 'fAliases'),
  foreignObjectMember('TArrayD', 'fIndexValues', 24),
  foreignObjectMember('TArrayI', 'fIndex', 24),
  pointerMember('TVirtualIndex', 'fTreeIndex'),
  pointerMember('TList', 'fFriends'),
  pointerMember('TList', 'fUserInfo'),
  pointerMember('TBranchRef', 'fBranchRef'),
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
