import { LittleEndianReader } from '../../../../libraries/bytes/byte-reader';
import { damageIn } from '../../file/failures';

const decoder = new TextDecoder();

/** Reads the content of an envelope (RNTuple specification 1.0): little-endian numbers, strings and frames. `end` is that of the innermost frame. */
export class EnvelopeReader extends LittleEndianReader {
  /** @param fileOffset the offset of `bytes` in the file; for decompressed bytes, the offset of their compressed form */
  constructor(bytes: Uint8Array, what: string, fileOffset: number, isDecompressed: boolean) {
    super(bytes, damageIn(what, fileOffset, isDecompressed ? 'content' : null));
  }

  /** Whether the innermost frame has been read completely. */
  get isAtEnd(): boolean {
    return this.at === this.end;
  }

  text(): string {
    return decoder.decode(this.raw(this.u32()));
  }

  /** Reads a record frame and moves to its end, because later versions may have more fields. */
  #frame<T>(name: string, isList: boolean, read: () => T): T {
    const start = this.at;
    const told = this.i64();
    const sizeBytes = Math.abs(told);
    if (told < 0 !== isList)
      throw this.fail(
        `has ${isList ? 'a record' : 'a list'} where ${isList ? 'the list' : 'the record'} of ${name} is expected`,
      );
    if (sizeBytes < 8 || sizeBytes > this.end - start)
      throw this.fail(`claims ${sizeBytes} bytes of ${name}, but only ${this.end - start} are left`);
    const outer = this.end;
    this.end = start + sizeBytes;
    const value = read();
    this.end = outer;
    this.at = start + sizeBytes;
    return value;
  }

  record<T>(name: string, read: () => T): T {
    return this.#frame(name, false, read);
  }

  /** Reads the items of a list frame, each of at least `minBytes`; `after` reads the rest of the frame. */
  list<T>(name: string, minBytes: number, read: (index: number) => T, after?: () => void): T[] {
    return this.#frame(name, true, () => {
      const count = this.u32();
      if (count * minBytes > this.left)
        throw this.fail(`claims ${count} ${name}, which don’t fit the ${this.left} bytes that follow`);
      const items: T[] = [];
      for (let index = 0; index < count; index += 1) items.push(read(index));
      after?.();
      return items;
    });
  }

  /** Reads the items of a list frame, each of which is a record frame. */
  recordList<T>(name: string, read: () => T): T[] {
    return this.list(name, 8, () => this.record(name, read));
  }
}
