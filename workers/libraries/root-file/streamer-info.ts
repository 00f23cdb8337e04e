/** TStreamerInfo: how a class of a version lies in a file, as ROOT keeps it in every file. Numbers are those of TVirtualStreamerInfo::EReadWrite. */
export const elementTypes = {
  base: 0,
  char: 1,
  short: 2,
  int: 3,
  long: 4,
  float: 5,
  counter: 6,
  charStar: 7,
  double: 8,
  double32: 9,
  legacyChar: 10,
  uchar: 11,
  ushort: 12,
  uint: 13,
  ulong: 14,
  bits: 15,
  long64: 16,
  ulong64: 17,
  bool: 18,
  /** Added for an array of fixed length. */
  arrayOffset: 20,
  /** Added for a pointer to as many as another member counts. */
  pointerOffset: 40,
  object: 61,
  any: 62,
  ownedObject: 63,
  objectPointer: 64,
  tString: 65,
  tObject: 66,
  tNamed: 67,
  ownedAny: 68,
  anyPointer: 69,
} as const;

export interface StreamerElement {
  /** The class that holds it: 'TStreamerBase', 'TStreamerBasicType' … */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly type: number;
  /** In ROOT's memory. */
  readonly sizeBytes: number;
  /** Of fixed arrays. */
  readonly arrayLength: number;
  readonly typeName: string;
  /** Of a base. */
  readonly baseVersion?: number;
  readonly baseChecksum?: number;
  /** Of a pointer to several: the member that counts them, and its class. */
  readonly countName?: string;
  readonly countClass?: string;
  readonly countVersion?: number;
  /** Of a container of the standard library. */
  readonly stlType?: number;
  readonly contentType?: number;
}

export interface StreamerInfo {
  readonly className: string;
  readonly version: number;
  readonly checksum: number;
  readonly elements: readonly StreamerElement[];
}
