import {
  baseClassElement,
  basicMembers,
  classInfo,
  fixedArrayMember,
  pointerMember,
  textMember,
} from './streamer-elements';
import type { StreamerInfo } from './streamer-info';

/** Classes that every ROOT file uses, with ROOT's checksums (TClass::GetCheckSum). */

export const tObject = classInfo('TObject', 1, 0x901bc02d, [
  basicMembers('unsigned int', 'fUniqueID'),
  basicMembers('bits', 'fBits'),
]);
export const tNamed = classInfo('TNamed', 1, 0xdfb74a3c, [
  baseClassElement(tObject),
  textMember('fName'),
  textMember('fTitle'),
]);
export const tString = classInfo('TString', 2, 0x00017419, []);
const tCollection = classInfo('TCollection', 3, 0x57e3cb9c, [
  baseClassElement(tObject),
  textMember('fName'),
  basicMembers('int', 'fSize'),
]);
const tSeqCollection = classInfo('TSeqCollection', 0, 0xfc6c3bc6, [baseClassElement(tCollection)]);
const tObjArray = classInfo('TObjArray', 3, 0xa99e6552, [
  baseClassElement(tSeqCollection),
  basicMembers('int', 'fLowerBound', 'fLast'),
]);
const tList = classInfo('TList', 5, 0x69c5c3bb, [baseClassElement(tSeqCollection)]);
const tObjString = classInfo('TObjString', 1, 0x9c8e4800, [baseClassElement(tObject), textMember('fString')]);

/** The descriptions that a file needs for objects of these collections. */
export const collectionClasses: readonly StreamerInfo[] = [
  tObject,
  tNamed,
  tString,
  tCollection,
  tSeqCollection,
  tObjArray,
  tList,
];

/** The classes of TStreamerInfo itself, which no file describes. */
const tStreamerInfo = classInfo('TStreamerInfo', 9, 0, [
  baseClassElement(tNamed),
  basicMembers('unsigned int', 'fCheckSum'),
  basicMembers('int', 'fClassVersion'),
  pointerMember('TObjArray', 'fElements'),
]);
const tStreamerElement = classInfo('TStreamerElement', 4, 0, [
  baseClassElement(tNamed),
  basicMembers('int', 'fType', 'fSize', 'fArrayLength', 'fArrayDim'),
  fixedArrayMember('int', 'fMaxIndex', 5),
  textMember('fTypeName'),
]);
/** TStreamerElement of ROOT 5, which has three more numbers. */
const tStreamerElement3 = classInfo('TStreamerElement', 3, 0, [
  tStreamerElement.elements,
  basicMembers('double', 'fXmin', 'fXmax', 'fFactor'),
]);
const counts = [...basicMembers('int', 'fCountVersion'), textMember('fCountName'), textMember('fCountClass')];

export const builtInClasses: readonly StreamerInfo[] = [
  tObject,
  tNamed,
  tObjString,
  tStreamerInfo,
  tStreamerElement,
  tStreamerElement3,
  classInfo('TStreamerBase', 3, 0, [baseClassElement(tStreamerElement), basicMembers('int', 'fBaseVersion')]),
  classInfo('TStreamerBase', 2, 0, [baseClassElement(tStreamerElement)]),
  classInfo('TStreamerSTL', 3, 0, [baseClassElement(tStreamerElement), basicMembers('int', 'fSTLtype', 'fCtype')]),
  classInfo('TStreamerSTL', 2, 0, [baseClassElement(tStreamerElement), basicMembers('int', 'fSTLtype', 'fCtype')]),
  classInfo('TStreamerBasicPointer', 2, 0, [baseClassElement(tStreamerElement), counts]),
  classInfo('TStreamerLoop', 2, 0, [baseClassElement(tStreamerElement), counts]),
  ...[
    'TStreamerBasicType',
    'TStreamerObject',
    'TStreamerObjectAny',
    'TStreamerObjectPointer',
    'TStreamerObjectAnyPointer',
    'TStreamerString',
    'TStreamerArtificial',
  ].flatMap((name) => [1, 2].map((version) => classInfo(name, version, 0, [baseClassElement(tStreamerElement)]))),
];
