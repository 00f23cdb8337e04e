/** What a value is, where no plan says it. Plans’ kinds begin at `firstOfPlans`. */
export const valueKinds = {
  null: 0,
  /** An object that contains the reference to it. */
  open: 1,
  /** An object without a plan. */
  other: 2,
  /** By the offset of its tag: the reader’s `text` reads it. */
  string: 3,
  /** Index of a class descriptor. */
  descriptor: 4,
  /** Index into the reader’s `enumConstants`. */
  enumConstant: 5,
  /** By the offset of its tag: the reader’s `blockData` reads it. */
  blockData: 6,
  /** A primitive, as a number (of 64-bit integers the nearest one). */
  primitive: 7,
  firstOfPlans: 16,
} as const;

/** Values of objects that are being read, each a kind and a number: those of an object lie side by side, those of the objects inside of it above. */
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
