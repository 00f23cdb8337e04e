import { DamagedInput } from '../../model/damaged-input';

/** Makes the error for damage at an offset in the bytes. */
export type DamageAt = (problem: string, at: number) => DamagedInput;

const inFile: DamageAt = (problem, at) => new DamagedInput(problem, { place: { byte: at } });

/** The longest variable-length number: ten bytes hold 64 bits. */
const maxVarintBytes = 10;

/**
 * Reads bytes in order, and never beyond `end`. The classes below add numbers of more than a byte. A format's own encodings extend one of
 * them. Loops over many values may use `bytes` directly, after `skip` has checked the room.
 * @throws DamagedInput if fewer bytes are left than are asked for
 */
export class ByteReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of the next byte. */
  at = 0;
  /** The offset after the last byte that may be read. */
  end: number;
  readonly view: DataView<ArrayBuffer>;
  readonly #damage: DamageAt;

  /** Without `damage`, the bytes are the whole file. */
  constructor(bytes: Uint8Array, damage: DamageAt = inFile) {
    this.bytes = bytes as Uint8Array<ArrayBuffer>;
    this.end = bytes.length;
    this.view = new DataView(this.bytes.buffer, bytes.byteOffset, bytes.length);
    this.#damage = damage;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** The error for damage; the caller throws it. */
  fail(problem: string, at = this.at): DamagedInput {
    return this.#damage(problem, at);
  }

  /** The error for `sizeBytes` that are missing. */
  protected endsEarly(sizeBytes: number): DamagedInput {
    const missing = sizeBytes === 1 ? 'another byte is' : `${sizeBytes.toLocaleString('en')} more bytes are`;
    return this.fail(`ends too early: ${missing} expected, and ${this.left.toLocaleString('en')} are left`);
  }

  /** Skips bytes and returns the offset of the first. */
  skip(sizeBytes: number): number {
    const { at } = this;
    if (!(sizeBytes >= 0 && sizeBytes <= this.end - at)) throw this.endsEarly(sizeBytes);
    this.at = at + sizeBytes;
    return at;
  }

  /** A view of the next bytes. */
  raw(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const at = this.skip(sizeBytes);
    return this.bytes.subarray(at, at + sizeBytes);
  }

  u8(): number {
    const { at } = this;
    if (at >= this.end) throw this.endsEarly(1);
    this.at = at + 1;
    return this.bytes[at] as number;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  /** An unsigned number in LEB128: seven bits a byte, the lowest first. It is exact up to 2^53; larger ones exceed every valid size. */
  uleb128(): number {
    const start = this.at;
    let value = 0;
    for (let index = 0; index < maxVarintBytes; index += 1) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value;
    }
    throw this.fail('has a variable-length number of more than ten bytes', start);
  }
}

export class LittleEndianReader extends ByteReader {
  u16(): number {
    return this.view.getUint16(this.skip(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  i32(): number {
    return this.view.getInt32(this.skip(4), true);
  }

  bigU64(): bigint {
    return this.view.getBigUint64(this.skip(8), true);
  }

  /** A 64-bit integer as a number. It is exact up to 53 bits; larger counts and offsets are invalid anyway. */
  u64(): number {
    return Number(this.bigU64());
  }

  /** Like {@link u64}, signed. */
  i64(): number {
    return Number(this.view.getBigInt64(this.skip(8), true));
  }

  f32(): number {
    return this.view.getFloat32(this.skip(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.skip(8), true);
  }
}

export class BigEndianReader extends ByteReader {
  u16(): number {
    return this.view.getUint16(this.skip(2));
  }

  i16(): number {
    return this.view.getInt16(this.skip(2));
  }

  u32(): number {
    return this.view.getUint32(this.skip(4));
  }

  i32(): number {
    return this.view.getInt32(this.skip(4));
  }

  /** A 64-bit integer as a number. It is exact up to 53 bits; larger counts and offsets are invalid anyway. */
  u64(): number {
    return Number(this.view.getBigUint64(this.skip(8)));
  }

  /** Like {@link u64}, signed. */
  i64(): number {
    return Number(this.view.getBigInt64(this.skip(8)));
  }

  f32(): number {
    return this.view.getFloat32(this.skip(4));
  }

  f64(): number {
    return this.view.getFloat64(this.skip(8));
  }
}
