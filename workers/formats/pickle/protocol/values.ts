/** What a pickle builds on its stack, before any array is made of it. */
export type PickleValue = null | boolean | number | bigint | Text | Bytes | Tuple | List | Dict | Global | Reduced;

/** A str: its UTF-8 lies at `start` (inclusive) to `end` (exclusive) of the file. */
export class Text {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

/** A bytes or bytearray, likewise. */
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

/** A call that was recorded, not made, and the state that was set on its result. */
export class Reduced {
  readonly callable: string;
  readonly args: readonly PickleValue[];
  state: readonly PickleValue[] | null = null;
  /** Offset in the file. */
  readonly at: number;

  constructor(callable: string, args: readonly PickleValue[], at: number) {
    this.callable = callable;
    this.args = args;
    this.at = at;
  }
}
