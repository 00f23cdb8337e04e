/** Writes consecutive scalars of one type in three steps: all scalars are measured, the file is allocated once, and the scalars are written. */
export interface ScalarWriter<T> {
  /** Measures the scalar and adds its size to `sizeBytes`. */
  measure(value: T): void;
  /** The total size of all measured scalars. */
  readonly sizeBytes: number;
  /** Sets the offset of the first scalar, a multiple of 8. */
  place(file: Uint8Array<ArrayBuffer>, offset: number): void;
  /** Writes the next scalar, in the order of measuring. */
  write(value: T): void;
}
