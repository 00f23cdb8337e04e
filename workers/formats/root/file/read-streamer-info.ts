import type { BufferReader } from './buffer-reader';
import { StreamedObjectReader, type RootObject } from './object-reader';
import type { StreamerElement, StreamerInfo } from './streamer-info';

const numberOf = ({ members }: RootObject, name: string): number => {
  const value = members.get(name);
  return typeof value === 'number' ? value : 0;
};
const textOf = ({ members }: RootObject, name: string): string => {
  const value = members.get(name);
  return typeof value === 'string' ? value : '';
};

function elementOf(object: RootObject): StreamerElement {
  const maxIndex = object.members.get('fMaxIndex');
  const shared = {
    kind: object.className,
    name: textOf(object, 'fName'),
    title: textOf(object, 'fTitle'),
    type: numberOf(object, 'fType'),
    sizeBytes: numberOf(object, 'fSize'),
    arrayLength: numberOf(object, 'fArrayLength'),
    typeName: textOf(object, 'fTypeName'),
  };
  if (object.className === 'TStreamerBase') {
    return {
      ...shared,
      baseVersion: numberOf(object, 'fBaseVersion'),
      baseChecksum: (maxIndex instanceof Float64Array ? (maxIndex[1] ?? 0) : 0) >>> 0,
    };
  }
  const countName = textOf(object, 'fCountName');
  return countName === ''
    ? shared
    : {
        ...shared,
        countName,
        countClass: textOf(object, 'fCountClass'),
        countVersion: numberOf(object, 'fCountVersion'),
      };
}

/** Reads the TStreamerInfo of a file. Other list items (rules for old classes) are ignored. */
export function readStreamerInfos(reader: BufferReader, displacementBytes: number): StreamerInfo[] {
  const { items = [] } = new StreamedObjectReader(reader, displacementBytes, []).readObject('TList');
  return items.flatMap((item) => {
    const elements = item?.members.get('fElements');
    if (
      item?.className !== 'TStreamerInfo' ||
      elements === null ||
      typeof elements !== 'object' ||
      !('className' in elements)
    )
      return [];
    return {
      className: textOf(item, 'fName'),
      version: numberOf(item, 'fClassVersion'),
      checksum: numberOf(item, 'fCheckSum'),
      elements: (elements.items ?? []).flatMap((element) => (element === null ? [] : elementOf(element))),
    };
  });
}
