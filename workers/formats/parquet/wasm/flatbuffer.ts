/**
 * Writes the FlatBuffers of an Arrow IPC stream (https://flatbuffers.dev/internals/). It writes from the end to the beginning, so that offsets, which point forward,
 * are known when they are written. An address is the distance from the buffer's end.
 */
export class FlatBufferWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  /** The number of bytes written so far. */
  #size = 0;

  #reserve(size: number, alignment: number): number {
    const padding = -(this.#size + size) & (alignment - 1);
    while (this.#size + size + padding > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes, this.#bytes.length);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#size += size + padding;
    return this.#bytes.length - this.#size;
  }

  int8(value: number): void {
    const at = this.#reserve(1, 1);
    this.#view.setInt8(at, value);
  }

  int16(value: number): void {
    const at = this.#reserve(2, 2);
    this.#view.setInt16(at, value, true);
  }

  int32(value: number): void {
    const at = this.#reserve(4, 4);
    this.#view.setInt32(at, value, true);
  }

  int64(value: number): void {
    const at = this.#reserve(8, 8);
    this.#view.setBigInt64(at, BigInt(value), true);
  }

  #offset(target: number): void {
    const at = this.#reserve(4, 4);
    this.#view.setUint32(at, this.#size - target, true);
  }

  string(text: string): number {
    const encoded = new TextEncoder().encode(text);
    // The length before the text is aligned to 4 bytes. Reserved bytes are zero, and the first of them terminates the string.
    const at = this.#reserve(encoded.length + 1 + (-(this.#size + encoded.length + 1) & 3), 1);
    this.#bytes.set(encoded, at);
    this.int32(encoded.length);
    return this.#size;
  }

  offsetVector(targets: readonly number[]): number {
    for (const target of [...targets].reverse()) this.#offset(target);
    this.int32(targets.length);
    return this.#size;
  }

  /** Writes a vector of structs of two int64 each (FieldNode, Buffer). */
  pairVector(pairs: readonly (readonly [number, number])[]): number {
    for (const [first, second] of [...pairs].reverse()) {
      this.int64(second);
      this.int64(first);
    }
    if (pairs.length === 0) this.#reserve(0, 8);
    this.int32(pairs.length);
    return this.#size;
  }

  /** Writes a table of the fields by their index in the schema; an omitted field has its default. */
  table(fields: readonly TableField[]): number {
    const fieldCount = Math.max(0, ...fields.map(({ index }) => index + 1));
    const places = new Array<number>(fieldCount).fill(0);
    const end = this.#size;
    for (const { index, type, value } of fields) {
      if (type === 'offset') this.#offset(value);
      else this[type](value);
      places[index] = this.#size;
    }
    // The table begins with the offset of its vtable, which is written immediately before it.
    this.int32(0);
    const start = this.#size;
    for (const place of places.reverse()) this.int16(place === 0 ? 0 : start - place);
    this.int16(start - end);
    this.int16(4 + 2 * fieldCount);
    this.#view.setInt32(this.#bytes.length - start, this.#size - start, true);
    return start;
  }

  finish(root: number): Uint8Array {
    // Alignment was counted from the end, so the total size must be a multiple of 8, the strictest alignment.
    const padding = -(this.#size + 4) & 7;
    if (padding > 0) this.#reserve(padding, 1);
    this.#offset(root);
    return this.#bytes.subarray(this.#bytes.length - this.#size);
  }
}

export interface TableField {
  readonly index: number;
  readonly type: 'int8' | 'int16' | 'int32' | 'int64' | 'offset';
  readonly value: number;
}
