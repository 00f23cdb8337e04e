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

export class PickleList {
  readonly items: PickleValue[] = [];
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
