import { base, basic, classInfo, fixedArray, pointer, text } from './streamer-elements';
import type { StreamerInfo } from './streamer-info';

/** Classes that every ROOT file uses, with ROOT's checksums (TClass::GetCheckSum). */

export const tObject = classInfo('TObject', 1, 0x901bc02d, [
  basic('unsigned int', 'fUniqueID'),
  basic('bits', 'fBits'),
]);
export const tNamed = classInfo('TNamed', 1, 0xdfb74a3c, [base(tObject), text('fName'), text('fTitle')]);
export const tString = classInfo('TString', 2, 0x00017419, []);
const tCollection = classInfo('TCollection', 3, 0x57e3cb9c, [base(tObject), text('fName'), basic('int', 'fSize')]);
const tSeqCollection = classInfo('TSeqCollection', 0, 0xfc6c3bc6, [base(tCollection)]);
const tObjArray = classInfo('TObjArray', 3, 0xa99e6552, [base(tSeqCollection), basic('int', 'fLowerBound', 'fLast')]);
const tList = classInfo('TList', 5, 0x69c5c3bb, [base(tSeqCollection)]);
const tObjString = classInfo('TObjString', 1, 0x9c8e4800, [base(tObject), text('fString')]);

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
  base(tNamed),
  basic('unsigned int', 'fCheckSum'),
  basic('int', 'fClassVersion'),
  pointer('TObjArray', 'fElements'),
]);
const tStreamerElement = classInfo('TStreamerElement', 4, 0, [
  base(tNamed),
  basic('int', 'fType', 'fSize', 'fArrayLength', 'fArrayDim'),
  fixedArray('int', 'fMaxIndex', 5),
  text('fTypeName'),
]);
/** TStreamerElement of ROOT 5, which has three more numbers. */
const tStreamerElement3 = classInfo('TStreamerElement', 3, 0, [
  tStreamerElement.elements,
  basic('double', 'fXmin', 'fXmax', 'fFactor'),
]);
const counts = [...basic('int', 'fCountVersion'), text('fCountName'), text('fCountClass')];

export const builtInClasses: readonly StreamerInfo[] = [
  tObject,
  tNamed,
  tObjString,
  tStreamerInfo,
  tStreamerElement,
  tStreamerElement3,
  classInfo('TStreamerBase', 3, 0, [base(tStreamerElement), basic('int', 'fBaseVersion')]),
  classInfo('TStreamerBase', 2, 0, [base(tStreamerElement)]),
  classInfo('TStreamerSTL', 3, 0, [base(tStreamerElement), basic('int', 'fSTLtype', 'fCtype')]),
  classInfo('TStreamerSTL', 2, 0, [base(tStreamerElement), basic('int', 'fSTLtype', 'fCtype')]),
  classInfo('TStreamerBasicPointer', 2, 0, [base(tStreamerElement), counts]),
  classInfo('TStreamerLoop', 2, 0, [base(tStreamerElement), counts]),
  ...[
    'TStreamerBasicType',
    'TStreamerObject',
    'TStreamerObjectAny',
    'TStreamerObjectPointer',
    'TStreamerObjectAnyPointer',
    'TStreamerString',
    'TStreamerArtificial',
  ].flatMap((name) => [1, 2].map((version) => classInfo(name, version, 0, [base(tStreamerElement)]))),
];
