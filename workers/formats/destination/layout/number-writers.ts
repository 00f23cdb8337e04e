import type { ScalarWriter } from './scalar-writer';

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

  /** All numbers take 8 bytes. */
  measure(): void {}

  place(file: Uint8Array<ArrayBuffer>, offset: number): void {
    this.values = new this.Values(file.buffer, file.byteOffset + offset, this.count);
  }
}

export class Float64Writer extends NumberWriter<Float64Array> implements ScalarWriter<number> {
  write(value: number): void {
    this.values[this.next++] = value;
  }
}

export class Int64Writer extends NumberWriter<BigInt64Array> implements ScalarWriter<bigint> {
  write(value: bigint): void {
    this.values[this.next++] = value;
  }
}
