/** A buffer for one record at a time, written from the front, little-endian. */
export class RecordBytes {
  /** The size of an atom's index in bytes. */
  indexBytes = 1;
  #bytes = new Uint8Array(4_096);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  /** Drops the previous record and makes room for one of at most this many bytes. */
  begin(sizeBytes: number, indexBytes: 1 | 4): void {
    this.#at = 0;
    this.indexBytes = indexBytes;
    if (sizeBytes <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(2 * sizeBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** The written bytes, valid until the next `begin`. */
  record(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at);
  }

  byte(value: number): void {
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  uint16(value: number): void {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  float32(value: number): void {
    this.#view.setFloat32(this.#at, value, true);
    this.#at += 4;
  }

  float64(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  index(value: number): void {
    if (this.indexBytes === 1) this.byte(value);
    else this.uint32(value);
  }

  /** Writes a text after its length. */
  text(bytes: Uint8Array): void {
    this.uint32(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Reserves room for the size of what follows; `setSize` later writes it at this position. */
  sizeLater(): number {
    this.uint32(0);
    return this.#at - 4;
  }

  setSize(place: number): void {
    this.#view.setUint32(place, this.#at - place - 4, true);
  }
}
