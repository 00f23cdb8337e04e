import { ByteReader } from '../../../libraries/bytes/byte-reader';
import { DamagedInput } from '../../../model/damaged-input';

/** Reads Avro's binary encoding (Avro specification 1.12, “Binary encoding”). */
export class BinaryDecoder extends ByteReader {
  /** The two halves of the last number that {@link readLong} read. */
  low = 0;
  high = 0;

  /** Reads a variable-length zig-zag number of 64 bits into `low` and `high`, without making a BigInt. */
  readLong(): void {
    let [low, high, shift] = [0, 0, 0];
    for (;;) {
      const byte = this.u8();
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      // The tenth byte has room for one bit.
      else if (byte > 1) throw new DamagedInput('holds a number of more than 64 bits');
      else high |= bits << 31;
      if (byte < 0x80) break;
      shift += 7;
    }
    const sign = -(low & 1);
    this.low = ((low >>> 1) | (high << 31)) ^ sign;
    this.high = (high >>> 1) ^ sign;
  }

  int(): number {
    this.readLong();
    if (this.high !== this.low >> 31) throw new DamagedInput('holds an int of more than 32 bits');
    return this.low;
  }

  /** A count or a size. Those beyond 2^53 are not exact, and larger than any file. */
  long(): number {
    this.readLong();
    return this.high * 2 ** 32 + (this.low >>> 0);
  }

  /** The bytes of a value of the type bytes or string. */
  sizedBytes(): Uint8Array<ArrayBuffer> {
    const sizeBytes = this.long();
    if (!(sizeBytes >= 0)) throw new DamagedInput(`claims a value of ${sizeBytes} bytes`);
    return this.raw(sizeBytes);
  }

  /**
   * Calls `readItem` for each item of an array or a map, which come in blocks (“Arrays”).
   * @throws DamagedInput if a count or a size is wrong
   */
  items(readItem: () => void, needBytes: boolean): void {
    for (;;) {
      const claimed = this.long();
      if (claimed === 0) return;
      const count = Math.abs(claimed);
      // A negative count is followed by the size of the block.
      const sizeBytes = claimed < 0 ? this.long() : null;
      if (sizeBytes !== null && !(sizeBytes >= 0 && sizeBytes <= this.left))
        throw new DamagedInput(`claims a list of ${sizeBytes} bytes where ${this.left} bytes are left`);
      if (needBytes && count > this.left)
        throw new DamagedInput(`claims a list of ${count} items where ${this.left} bytes are left`);
      const from = this.at;
      if (!needBytes && !Number.isSafeInteger(count)) throw new DamagedInput(`claims a list of ${count} items`);
      for (let item = 0; item < count; item += 1) readItem();
      if (sizeBytes !== null && this.at - from !== sizeBytes)
        throw new DamagedInput(`claims a list of ${sizeBytes} bytes that has ${this.at - from}`);
    }
  }
}
