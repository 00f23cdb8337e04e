import { BigEndianReader } from '../../../libraries/bytes/byte-reader';
import { damageIn } from './failures';
import { byteCountMask } from './format-constants';

const decoder = new TextDecoder();

interface ObjectVersion {
  readonly version: number;
  /** The checksum of the class if the version is 0. */
  readonly checksum: number | null;
  /** The end of the object; null if the file does not give its size. */
  readonly end: number | null;
}

/** Reads like ROOT's TBufferFile: big-endian numbers, TStrings, and the versions of objects. */
export class BufferReader extends BigEndianReader {
  /** @param fileOffset the offset of `bytes` in the file; for decompressed bytes, the offset of their record */
  constructor(bytes: Uint8Array, what: string, fileOffset: number, isDecompressed = false) {
    super(bytes, damageIn(what, fileOffset, isDecompressed ? 'record' : null));
  }

  text(): string {
    const short = this.u8();
    return decoder.decode(this.raw(short === 255 ? this.u32() : short));
  }

  cString(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw this.fail('has a name that is not terminated');
    const text = decoder.decode(this.raw(end - this.at));
    this.at += 1;
    return text;
  }

  /** Reads an object's version, and its byte count if there is one. */
  version(): ObjectVersion {
    const start = this.at;
    const word = this.left >= 4 ? this.u32() : 0;
    if ((word & byteCountMask) === 0 || word >>> 31 === 1) {
      this.at = start;
      return { version: this.u16(), checksum: null, end: null };
    }
    const end = start + 4 + (word & ~byteCountMask);
    if (end > this.bytes.length) {
      this.at = start;
      throw this.fail(`claims an object of ${word & ~byteCountMask} bytes, but only ${this.left - 4} follow`);
    }
    const version = this.u16();
    return { version, checksum: version === 0 && end - this.at >= 4 ? this.u32() : null, end };
  }
}
