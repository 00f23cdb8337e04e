/** TStreamerInfo: the layout of one version of a class, which ROOT stores in every file. The numbers are those of TVirtualStreamerInfo::EReadWrite. */
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
  /** Added to the type for an array of fixed length. */
  arrayOffset: 20,
  /** Added to the type for a pointer to an array whose length another member holds. */
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
  /** The streamer element's own class: 'TStreamerBase', 'TStreamerBasicType' … */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly type: number;
  /** The size in ROOT's memory. */
  readonly sizeBytes: number;
  /** The dimensions of an array of fixed length. */
  readonly arrayLength: number;
  readonly typeName: string;
  /** The version of a base class. */
  readonly baseVersion?: number;
  readonly baseChecksum?: number;
  /** For a pointer to an array: the member with the length, and that member's class. */
  readonly countName?: string;
  readonly countClass?: string;
  readonly countVersion?: number;
  /** For a container of the standard library. */
  readonly stlType?: number;
  readonly contentType?: number;
}

export interface StreamerInfo {
  readonly className: string;
  readonly version: number;
  readonly checksum: number;
  readonly elements: readonly StreamerElement[];
}
