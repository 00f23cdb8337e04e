import { elementTypes, type StreamerElement, type StreamerInfo } from './streamer-info';

/** Builders of TStreamerInfo for the classes that Formatlab writes and those in every file. */

const scalars = {
  char: [elementTypes.char, 1],
  short: [elementTypes.short, 2],
  int: [elementTypes.int, 4],
  counter: [elementTypes.counter, 4, 'int'],
  'unsigned char': [elementTypes.uchar, 1],
  'unsigned short': [elementTypes.ushort, 2],
  'unsigned int': [elementTypes.uint, 4],
  bits: [elementTypes.bits, 4, 'unsigned int'],
  'long long': [elementTypes.long64, 8],
  'unsigned long': [elementTypes.ulong, 8],
  float: [elementTypes.float, 4],
  double: [elementTypes.double, 8],
  bool: [elementTypes.bool, 1],
} as const satisfies Record<string, readonly [number, number, string?]>;
type Scalar = keyof typeof scalars;

export function basicMembers(type: Scalar, ...names: readonly string[]): StreamerElement[] {
  const [number, sizeBytes, typeName = type] = scalars[type] as readonly [number, number, string?];
  return names.map((name) => ({
    kind: 'TStreamerBasicType',
    name,
    title: '',
    type: number,
    sizeBytes,
    arrayLength: 0,
    typeName,
  }));
}

export function fixedArrayMember(type: Scalar, name: string, length: number): StreamerElement {
  const [number, sizeBytes, typeName = type] = scalars[type] as readonly [number, number, string?];
  return {
    kind: 'TStreamerBasicType',
    name,
    title: '',
    type: number + elementTypes.arrayOffset,
    sizeBytes: sizeBytes * length,
    arrayLength: length,
    typeName,
  };
}

/** A pointer to an array whose length is the member `countName` of the same class. */
export function countedPointer(
  type: 'int' | 'long long',
  name: string,
  countName: string,
  countClass: string,
  countVersion: number,
): StreamerElement {
  const [number, sizeBytes] = scalars[type];
  return {
    kind: 'TStreamerBasicPointer',
    name,
    title: `[${countName}]`,
    type: number + elementTypes.pointerOffset,
    sizeBytes,
    arrayLength: 0,
    typeName: `${type}*`,
    countName,
    countClass,
    countVersion,
  };
}

export function baseClassElement(of: StreamerInfo): StreamerElement {
  const { className, version, checksum } = of;
  const type =
    className === 'TObject' ? elementTypes.tObject : className === 'TNamed' ? elementTypes.tNamed : elementTypes.base;
  return {
    kind: 'TStreamerBase',
    name: className,
    title: '',
    type,
    sizeBytes: 0,
    arrayLength: 0,
    typeName: 'BASE',
    baseVersion: version,
    baseChecksum: checksum,
  };
}

export const textMember = (name: string): StreamerElement => ({
  kind: 'TStreamerString',
  name,
  title: '',
  type: elementTypes.tString,
  sizeBytes: 24,
  arrayLength: 0,
  typeName: 'TString',
});

export const objectMember = (className: string, name: string, sizeBytes: number): StreamerElement => ({
  kind: 'TStreamerObject',
  name,
  title: '',
  type: elementTypes.object,
  sizeBytes,
  arrayLength: 0,
  typeName: className,
});

export const foreignObjectMember = (className: string, name: string, sizeBytes: number): StreamerElement => ({
  kind: 'TStreamerObjectAny',
  name,
  title: '',
  type: elementTypes.any,
  sizeBytes,
  arrayLength: 0,
  typeName: className,
});

export const pointerMember = (className: string, name: string): StreamerElement => ({
  kind: 'TStreamerObjectPointer',
  name,
  title: '',
  type: elementTypes.objectPointer,
  sizeBytes: 8,
  arrayLength: 0,
  typeName: `${className}*`,
});

export const classInfo = (
  className: string,
  version: number,
  checksum: number,
  elements: readonly (StreamerElement | readonly StreamerElement[])[],
): StreamerInfo => ({
  className,
  version,
  checksum,
  elements: elements.flat(),
});
