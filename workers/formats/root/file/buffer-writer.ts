import { byteCountMask, classMask, liveObjectBits, firstBufferPosition, newClassTag } from './format-constants';

const encoder = new TextEncoder();

/** Writes like ROOT's TBufferFile: big-endian numbers, TStrings, objects with byte counts, and pointers to objects, with each class named once. */
export class BigEndianWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;
  /** The offset that references add to a position: in an object's record, the length of its key. */
  readonly #displacementBytes: number;
  readonly #classPositions = new Map<string, number>();

  constructor(displacementBytes = 0, capacityBytes = 1_024) {
    this.#displacementBytes = displacementBytes;
    this.#bytes = new Uint8Array(capacityBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** A view of the written bytes, which is outdated after further writing. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value);
  }

  /** Writes a signed or unsigned integer. */
  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value);
  }

  /** Writes a signed or unsigned integer of at most 53 bits. */
  u64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, BigInt(value));
  }

  f32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Writes a TString: its length in one byte, or 255 and the length in four bytes. */
  text(text: string): void {
    const bytes = encoder.encode(text);
    if (bytes.length < 255) this.u8(bytes.length);
    else {
      this.u8(255);
      this.u32(bytes.length);
    }
    this.raw(bytes);
  }

  #cString(text: string): void {
    this.raw(encoder.encode(text));
    this.u8(0);
  }

  #framed(write: () => void): void {
    const at = this.#reserve(4);
    write();
    this.#view.setUint32(at, byteCountMask | (this.#length - at - 4));
  }

  /** Writes an object or one of its bases: byte count, version, content. */
  versioned(version: number, content: () => void): void {
    this.#framed(() => {
      this.u16(version);
      content();
    });
  }

  /** Writes an object of a class without a version, whose checksum takes the version's place. */
  checksummed(checksum: number, content: () => void): void {
    this.#framed(() => {
      this.u16(0);
      this.u32(checksum);
      content();
    });
  }

  /** Writes a TObject, whose version has no byte count. */
  tObject(extraBits = 0): void {
    this.u16(1);
    this.u32(0);
    this.u32(liveObjectBits | extraBits);
  }

  tNamed(name: string, title: string, extraBits = 0): void {
    this.versioned(1, () => {
      this.tObject(extraBits);
      this.text(name);
      this.text(title);
    });
  }

  /** Writes a TObjArray without its class; `write` writes each item as a pointer. */
  tObjArray<T>(items: readonly T[], write: (item: T) => void): void {
    this.versioned(3, () => {
      this.tObject();
      this.text('');
      this.u32(items.length);
      this.u32(0);
      for (const item of items) write(item);
    });
  }

  /** Writes a TList without its class; `write` writes each item as a pointer. */
  tList<T>(items: readonly T[], write: (item: T) => void): void {
    this.versioned(5, () => {
      this.tObject();
      this.text('');
      this.u32(items.length);
      for (const item of items) {
        write(item);
        this.u8(0);
      }
    });
  }

  /** Writes a pointer and the object that it points to. Returns the number for later `reference` calls. */
  object(className: string, content: () => void): number {
    const at = this.#length;
    this.#framed(() => {
      const known = this.#classPositions.get(className);
      if (known !== undefined) this.u32((classMask | known) >>> 0);
      else {
        this.#classPositions.set(className, this.#length + this.#displacementBytes + firstBufferPosition);
        this.u32(newClassTag);
        this.#cString(className);
      }
      content();
    });
    return at + this.#displacementBytes + firstBufferPosition;
  }

  /** Writes a pointer to an earlier object, or null. */
  reference(object: number | null): void {
    this.u32(object ?? 0);
  }
}
