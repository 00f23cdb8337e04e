/** The values on a pickle's stack, before arrays are created from them. */
export type PickleValue = null | boolean | number | bigint | Text | Bytes | Tuple | List | Dict | Global | Reduced;

/** A str: its UTF-8 is at `start` (inclusive) to `end` (exclusive) of the file. */
export class Text {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

/** A bytes or bytearray, at `start` (inclusive) to `end` (exclusive) of the file. */
export class Bytes {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

export class Tuple {
  readonly items: readonly PickleValue[];

  constructor(items: readonly PickleValue[]) {
    this.items = items;
  }
}

export class List {
  readonly items: PickleValue[] = [];
}

export class Dict {
  readonly pairs: [PickleValue, PickleValue][] = [];
}

/** A class or function by `module.name`. */
export class Global {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A recorded call, which is not executed, and the state that was set on its result. */
export class Reduced {
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
