import { DamagedInput } from '../../../model/damaged-input';

const decoder = new TextDecoder();

/** Reads one record, with an error for a record that ends too early. Offsets in messages count from the record's first byte. */
export class RecordCursor {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  int8(): number {
    return this.#view.getInt8(this.#step(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#step(2), true);
  }

  int32(): number {
    return this.#view.getInt32(this.#step(4), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }

  float32(): number {
    return this.#view.getFloat32(this.#step(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.#step(8), true);
  }

  /** Reads a UTF-8 text after its length. */
  textBytes(): Uint8Array {
    const length = this.uint32();
    const start = this.#step(length);
    return this.#bytes.subarray(start, start + length);
  }

  text(): string {
    return decoder.decode(this.textBytes());
  }

  skip(sizeBytes: number): void {
    this.#step(sizeBytes);
  }

  fail(problem: string): DamagedInput {
    const { offset: byte } = this;
    return new DamagedInput(problem, {
      place: { byte, of: 'the record' },
      message: `RDKit’s binary form of a molecule is damaged at its byte ${byte.toLocaleString('en')}: ${problem}.`,
    });
  }

  #step(sizeBytes: number): number {
    const start = this.offset;
    if (sizeBytes < 0 || start + sizeBytes > this.#bytes.length)
      throw this.fail(`it ends too early, after ${this.#bytes.length.toLocaleString('en')} bytes`);
    this.offset = start + sizeBytes;
    return start;
  }
}
