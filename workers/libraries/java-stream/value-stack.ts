/** The kinds of values that no plan defines. The kinds of plans begin at `firstOfPlans`. */
export const valueKinds = {
  null: 0,
  /** An object that is still being read, because it contains the reference. */
  open: 1,
  /** An object of a class without a reading plan. */
  other: 2,
  /** A text; the value is the offset of its tag, for the reader's `text`. */
  string: 3,
  /** A class; the value is the index of its descriptor. */
  descriptor: 4,
  /** An enum constant; the value is an index into the reader's `enumConstants`. */
  enumConstant: 5,
  /** A block of data; the value is the offset of its tag, for the reader's `blockData`. */
  blockData: 6,
  /** A primitive as a number; 64-bit integers are rounded to the nearest number. */
  primitive: 7,
  firstOfPlans: 16,
} as const;

/** The values of objects that are being read, each with a kind and a number. The values of an object are adjacent; those of nested objects follow. */
export class ValueStack {
  kinds = new Uint8Array(1_024);
  values = new Float64Array(1_024);
  top = 0;

  push(kind: number, value: number): void {
    if (this.top === this.kinds.length) this.#grow();
    this.kinds[this.top] = kind;
    this.values[this.top] = value;
    this.top += 1;
  }

  set(index: number, kind: number, value: number): void {
    this.kinds[index] = kind;
    this.values[index] = value;
  }

  kindAt(index: number): number {
    return this.kinds[index] ?? 0;
  }

  valueAt(index: number): number {
    return this.values[index] ?? 0;
  }

  #grow(): void {
    const kinds = new Uint8Array(2 * this.top);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const values = new Float64Array(2 * this.top);
    values.set(this.values);
    this.values = values;
  }
}
