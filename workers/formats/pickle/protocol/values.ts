/** The values on a pickle's stack, before arrays are created from them. */
export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | PickleText
  | PickleBytes
  | PickleTuple
  | PickleList
  | PickleDict
  | PickleGlobal
  | PickleCall;

/** A str: its UTF-8 is at `start` (inclusive) to `end` (exclusive) of the file. */
export class PickleText {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

/** A bytes or bytearray, at `start` (inclusive) to `end` (exclusive) of the file. */
export class PickleBytes {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

export class PickleTuple {
  readonly items: readonly PickleValue[];

  constructor(items: readonly PickleValue[]) {
    this.items = items;
  }
}

export type PlaceKind = 'text' | 'bytes';

/** The kind of a value that is a place in the file; null if it is none. */
export function placeKindOf(value: unknown): PlaceKind | null {
  if (value instanceof PickleText) return 'text';
  return value instanceof PickleBytes ? 'bytes' : null;
}

/** The objects that were made for places, by their start: one for each place, as in Python. */
export class PlaceObjects {
  private readonly objects = new Map<number, PickleText | PickleBytes>();

  add(object: PickleText | PickleBytes): void {
    this.objects.set(object.start, object);
  }

  at(kind: PlaceKind, start: number, end: number): PickleText | PickleBytes {
    let object = this.objects.get(start);
    if (object === undefined) {
      object = kind === 'text' ? new PickleText(start, end) : new PickleBytes(start, end);
      this.add(object);
    }
    return object;
  }
}

/** The start of a place that stands for None. No place in a file of less than 4 GiB starts there. */
export const noneStart = 0xffffffff;

const noNumbers: Uint32Array<ArrayBuffer> = new Uint32Array(0);

/** A list of str or of bytes, with None for null, as ranges of the file in two arrays: no object for each item. */
export class Places {
  /** What the list holds; null as long as all its items are None. */
  kind: PlaceKind | null = null;
  count = 0;
  starts = noNumbers;
  ends = noNumbers;
  private readonly made: PlaceObjects;
  private readonly expectedCount: number;

  /** `expectedCount`: how many items there may be, so that the arrays need not grow; it is a guess. */
  constructor(made: PlaceObjects, expectedCount = 0) {
    this.made = made;
    this.expectedCount = expectedCount;
  }

  grow(): void {
    if (this.starts.length === 0 && this.expectedCount > 0) {
      this.starts = new Uint32Array(this.expectedCount);
      this.ends = new Uint32Array(this.expectedCount);
      return;
    }
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
  }

  /** Adds an item. Returns false if the list cannot hold it. */
  add(item: PickleValue): boolean {
    const kind = placeKindOf(item);
    if (item !== null && (kind === null || kind !== (this.kind ?? kind))) return false;
    this.kind ??= kind;
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = item === null ? noneStart : (item as PickleText | PickleBytes).start;
    this.ends[this.count] = item === null ? noneStart : (item as PickleText | PickleBytes).end;
    this.count += 1;
    return true;
  }

  /** Removes the items from an index on, and returns them as objects. */
  takeFrom(first: number): (PickleText | PickleBytes | null)[] {
    const items: (PickleText | PickleBytes | null)[] = [];
    for (let index = first; index < this.count; index += 1) {
      const start = this.starts[index] as number;
      items.push(
        start === noneStart || this.kind === null ? null : this.made.at(this.kind, start, this.ends[index] as number),
      );
    }
    this.count = first;
    return items;
  }
}

/** The same numbers in an array of twice the length. */
export function doubled<T extends Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(values: T): T {
  const larger = new (values.constructor as new (length: number) => T)(Math.max(16, 2 * values.length));
  larger.set(values);
  return larger;
}

export class PickleList {
  private objects: PickleValue[] = [];
  /** The items as places, if the machine read all of them at once; else they are objects. */
  places: Places | null = null;

  get length(): number {
    return this.places?.count ?? this.objects.length;
  }

  /** The items as objects. Places become objects when they are first asked for. */
  get items(): PickleValue[] {
    if (this.places !== null) {
      this.objects = this.places.takeFrom(0);
      this.places = null;
    }
    return this.objects;
  }
}

export class PickleDict {
  readonly pairs: [PickleValue, PickleValue][] = [];
}

/** A class or function by `module.name`. */
export class PickleGlobal {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A recorded call, which is not executed, and the state that was set on its result. */
export class PickleCall {
  readonly callable: string;
  readonly args: readonly PickleValue[];
  state: readonly PickleValue[] | null = null;
  /** The offset of the call in the file. */
  readonly at: number;

  constructor(callable: string, args: readonly PickleValue[], at: number) {
    this.callable = callable;
    this.args = args;
    this.at = at;
  }
}
