import type { Scalars, ScalarType } from '../../../model/dataset';
import type { Destination } from './header';
import { JuliaTextWriter } from './julia-texts';
import { PythonTextWriter } from './python-texts';

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

abstract class NumberWriter<V extends Float64Array | BigInt64Array> {
  readonly sizeBytes: number;
  protected values: V;
  protected next = 0;
  private readonly count: number;
  private readonly Values: new (
    buffer: ArrayBuffer,
    offset: number,
    count: number,
  ) => V;

  constructor(count: number, Values: new (buffer: ArrayBuffer, offset: number, count: number) => V) {
    this.count = count;
    this.sizeBytes = 8 * count;
    this.Values = Values;
    this.values = new Values(new ArrayBuffer(0), 0, 0);
  }

  /** All have 8 bytes. */
  measure(): void {}

  place(file: Uint8Array<ArrayBuffer>, offset: number): void {
    this.values = new this.Values(file.buffer, file.byteOffset + offset, this.count);
  }
}

class Float64Writer extends NumberWriter<Float64Array> implements ScalarWriter<number> {
  write(value: number): void {
    this.values[this.next++] = value;
  }
}

class Int64Writer extends NumberWriter<BigInt64Array> implements ScalarWriter<bigint> {
  write(value: bigint): void {
    this.values[this.next++] = value;
  }
}

export function scalarWriter<T extends ScalarType>(
  type: T,
  destination: Destination,
  count: number,
): ScalarWriter<Scalars[T]> {
  const writer = (): ScalarWriter<number> | ScalarWriter<bigint> | ScalarWriter<string> => {
    if (type === 'utf8') return destination === 'Python' ? new PythonTextWriter(count) : new JuliaTextWriter();
    return type === 'int64' ? new Int64Writer(count, BigInt64Array) : new Float64Writer(count, Float64Array);
  };
  return writer() as ScalarWriter<Scalars[T]>;
}
