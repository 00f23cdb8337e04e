import { BigEndianWriter } from '../../../libraries/bytes/byte-writer';

/** Writes a message: values that the library encoded, and the headers of the arrays and maps around them. */
export class MessageWriter extends BigEndianWriter {
  constructor() {
    super(64 * 1024);
  }

  nil(): void {
    this.u8(0xc0);
  }

  /** Writes the header of an array; its items come next. */
  array(count: number): void {
    this.#counted(count, 0x90, 0xdc);
  }

  /** Writes the header of a map; its keys and values come next. */
  map(count: number): void {
    this.#counted(count, 0x80, 0xde);
  }

  #counted(count: number, few: number, some: number): void {
    if (count < 16) this.u8(few + count);
    else if (count < 0x10000) {
      this.u8(some);
      this.u16(count);
    } else {
      this.u8(some + 1);
      this.u32(count);
    }
  }
}
