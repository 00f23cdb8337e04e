/** Writes scalars of one type one after the other: first each is measured, then room is made once, then each is written. */
export interface ScalarWriter<T> {
  /** Adds to `sizeBytes`. */
  measure(value: T): void;
  /** Of all that were measured. */
  readonly sizeBytes: number;
  /** Where the first is to lie, a multiple of 8. */
  place(file: Uint8Array<ArrayBuffer>, offset: number): void;
  /** The next, in the order in which they were measured. */
  write(value: T): void;
}
