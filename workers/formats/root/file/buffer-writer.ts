import { BigEndianWriter } from '../../../libraries/bytes/byte-writer';
import { byteCountMask, classMask, liveObjectBits, firstBufferPosition, newClassTag } from './format-constants';

const encoder = new TextEncoder();

/** Writes like ROOT's TBufferFile: big-endian numbers, TStrings, objects with byte counts, and pointers to objects, with each class named once. */
export class BufferWriter extends BigEndianWriter {
  /** The offset that references add to a position: in an object's record, the length of its key. */
  readonly #displacementBytes: number;
  readonly #classPositions = new Map<string, number>();

  constructor(displacementBytes = 0, capacityBytes = 1_024) {
    super(capacityBytes);
    this.#displacementBytes = displacementBytes;
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
    const at = this.room(4);
    write();
    this.setU32(at, byteCountMask | (this.length - at - 4));
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
    const at = this.length;
    this.#framed(() => {
      const known = this.#classPositions.get(className);
      if (known !== undefined) this.u32((classMask | known) >>> 0);
      else {
        this.#classPositions.set(className, this.length + this.#displacementBytes + firstBufferPosition);
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
