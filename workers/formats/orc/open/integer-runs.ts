import { DamagedInput } from '../../../model/damaged-input';
import { tooManyValuesError } from './byte-runs';

/** How a stream of integers is encoded. */
interface IntegerEncoding {
  /** The version of the run-length encoding. */
  readonly version: 1 | 2;
  readonly signed: boolean;
}

/** The width in bits by its code of five bits (ORC specification v1, “Integer Run Length Encoding, version 2”). */
const widths = [...Array.from({ length: 24 }, (_, code) => code + 1), 26, 28, 30, 32, 40, 48, 56, 64];
const shortestRun = 3;

/**
 * Reads run-length encoded integers.
 * @returns the halves of each integer of 64 bits, the lower one first
 * @throws DamagedInput if there are fewer or more than `count`, or a run is not as the specification says
 */
export function readIntegers(
  stream: Uint8Array<ArrayBuffer>,
  count: number,
  encoding: IntegerEncoding,
  what: string,
): Int32Array<ArrayBuffer> {
  return new IntegerRuns(stream, count, encoding, what).read();
}

class IntegerRuns {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #count: number;
  readonly #encoding: IntegerEncoding;
  readonly #what: string;
  readonly #halves: Int32Array<ArrayBuffer>;
  #at = 0;
  /** The number of values that are read. */
  #done = 0;
  /** The two halves of the last number that `varint` or `bigEndian` read. */
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>, count: number, encoding: IntegerEncoding, what: string) {
    this.#bytes = bytes;
    this.#count = count;
    this.#encoding = encoding;
    this.#what = what;
    this.#halves = new Int32Array(2 * count);
  }

  read(): Int32Array<ArrayBuffer> {
    while (this.#done < this.#count)
      if (this.#encoding.version === 1) this.#runOfVersion1();
      else this.#runOfVersion2();
    if (this.#at < this.#bytes.length) throw tooManyValuesError(this.#what, this.#count);
    return this.#halves;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined)
      throw new DamagedInput(
        `has fewer values in ${this.#what} than the ${this.#count.toLocaleString('en')} that it claims`,
      );
    this.#at += 1;
    return byte;
  }

  #checkRun(length: number): void {
    if (length > this.#count - this.#done) throw tooManyValuesError(this.#what, this.#count);
  }

  #push(low: number, high: number): void {
    const at = 2 * this.#done;
    this.#halves[at] = low;
    this.#halves[at + 1] = high;
    this.#done += 1;
  }

  #readVarint(): void {
    let [low, high, shift] = [0, 0, 0];
    for (;;) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      // The tenth byte has room for one bit.
      else if (byte > 1) throw this.#wrong('a number of more than 64 bits');
      else high |= bits << 31;
      if (byte < 0x80) break;
      shift += 7;
    }
    this.#low = low;
    this.#high = high;
  }

  #undoZigzag(): void {
    const sign = -(this.#low & 1);
    this.#low = ((this.#low >>> 1) | (this.#high << 31)) ^ sign;
    this.#high = (this.#high >>> 1) ^ sign;
  }

  #readSignedVarint(): void {
    this.#readVarint();
    this.#undoZigzag();
  }

  #readOwnVarint(): void {
    this.#readVarint();
    if (this.#encoding.signed) this.#undoZigzag();
  }

  #readBigEndian(sizeBytes: number): void {
    let [low, high] = [0, 0];
    for (let index = 0; index < sizeBytes; index += 1) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | this.#byte();
    }
    this.#low = low;
    this.#high = high;
  }

  #wrong(says: string): DamagedInput {
    return new DamagedInput(`has ${says} in ${this.#what}`);
  }

  #runOfVersion1(): void {
    const control = this.#byte();
    if (control >= 0x80) {
      const length = 0x100 - control;
      this.#checkRun(length);
      for (let index = 0; index < length; index += 1) {
        this.#readOwnVarint();
        this.#push(this.#low, this.#high);
      }
      return;
    }
    const length = control + shortestRun;
    this.#checkRun(length);
    const delta = (this.#byte() << 24) >> 24;
    this.#readOwnVarint();
    this.#pushSeries(length, delta, delta >> 31);
  }

  /** Values that differ by the same amount, from the last number that was read. */
  #pushSeries(length: number, deltaLow: number, deltaHigh: number): void {
    let [low, high] = [this.#low, this.#high];
    for (let index = 0; index < length; index += 1) {
      this.#push(low, high);
      const sum = (low + deltaLow) | 0;
      high = (high + deltaHigh + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
      low = sum;
    }
  }

  #runOfVersion2(): void {
    const first = this.#byte();
    const kind = first >> 6;
    if (kind === 0) {
      const length = (first & 7) + shortestRun;
      this.#checkRun(length);
      this.#readBigEndian(((first >> 3) & 7) + 1);
      if (this.#encoding.signed) this.#undoZigzag();
      this.#pushSeries(length, 0, 0);
      return;
    }
    const code = (first >> 1) & 31;
    const width = widths[code] ?? 0;
    const length = (((first & 1) << 8) | this.#byte()) + 1;
    this.#checkRun(length);
    if (kind === 1) this.#direct(length, width);
    else if (kind === 2) this.#patched(length, width);
    else this.#deltas(length, code === 0 ? 0 : width);
  }

  #direct(length: number, width: number): void {
    const from = this.#done;
    this.#unpack(length, width);
    if (!this.#encoding.signed) return;
    for (let at = 2 * from; at < 2 * this.#done; at += 2) {
      this.#low = this.#halves[at] ?? 0;
      this.#high = this.#halves[at + 1] ?? 0;
      this.#undoZigzag();
      this.#halves[at] = this.#low;
      this.#halves[at + 1] = this.#high;
    }
  }

  /** Appends bit-packed numbers, the most significant bit first. They fill whole bytes together. */
  #unpack(length: number, width: number): void {
    if (Math.ceil((length * width) / 8) > this.#bytes.length - this.#at) throw this.#wrong('a run that is not whole');
    let [current, left] = [0, 0];
    for (let index = 0; index < length; index += 1) {
      let [low, high, needed] = [0, 0, width];
      while (needed > 0) {
        if (left === 0) {
          current = this.#bytes[this.#at] as number;
          this.#at += 1;
          left = 8;
        }
        const taken = Math.min(needed, left);
        high = (high << taken) | (low >>> (32 - taken));
        low = (low << taken) | ((current >> (left - taken)) & (0xff >> (8 - taken)));
        left -= taken;
        needed -= taken;
      }
      this.#push(low, high);
    }
  }

  #patched(length: number, width: number): void {
    const third = this.#byte();
    const fourth = this.#byte();
    const patchWidth = widths[third & 31] ?? 0;
    const gapWidth = (fourth >> 5) + 1;
    const baseBytes = (third >> 5) + 1;
    this.#readBigEndian(baseBytes);
    const magnitude = BigInt.asUintN(64, (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0));
    // The most significant bit is the sign; the others are the size.
    const signBit = 1n << BigInt(8 * baseBytes - 1);
    const base = BigInt.asIntN(64, magnitude < signBit ? magnitude : signBit - magnitude);
    const from = this.#done;
    this.#unpack(length, width);
    this.#patch({ from, width, patchWidth, gapWidth, count: fourth & 31 });
    const [baseLow, baseHigh] = [Number(BigInt.asIntN(32, base)), Number(BigInt.asIntN(32, base >> 32n))];
    for (let at = 2 * from; at < 2 * this.#done; at += 2) {
      const low = this.#halves[at] ?? 0;
      const sum = (low + baseLow) | 0;
      this.#halves[at] = sum;
      this.#halves[at + 1] = ((this.#halves[at + 1] ?? 0) + baseHigh + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
    }
  }

  /** Adds the upper bits of the few values that have more than `width` bits (“Patched Base”). */
  #patch(run: { from: number; width: number; patchWidth: number; gapWidth: number; count: number }): void {
    const wanted = run.gapWidth + run.patchWidth;
    const entryWidth = widths.find((width) => width >= wanted);
    if (entryWidth === undefined) throw this.#wrong('a run whose patches have more than 64 bits');
    const entries = readPacked(this.#bytes, this.#at, run.count, entryWidth);
    if (entries === null) throw this.#wrong('a run that is not whole');
    this.#at += Math.ceil((run.count * entryWidth) / 8);
    let at = run.from;
    for (const entry of entries) {
      at += Number(BigInt.asUintN(run.gapWidth, entry >> BigInt(run.patchWidth)));
      const upper = BigInt.asUintN(run.patchWidth, entry) << BigInt(run.width);
      // An entry without bits only continues a gap.
      if (at >= this.#done || upper >= 1n << 64n) throw this.#wrong('a patch beyond its run');
      this.#halves[2 * at] = (this.#halves[2 * at] ?? 0) | Number(BigInt.asIntN(32, upper));
      this.#halves[2 * at + 1] = (this.#halves[2 * at + 1] ?? 0) | Number(BigInt.asIntN(32, upper >> 32n));
    }
  }

  #deltas(length: number, width: number): void {
    this.#readOwnVarint();
    let [low, high] = [this.#low, this.#high];
    this.#readSignedVarint();
    const [deltaLow, deltaHigh] = [this.#low, this.#high];
    [this.#low, this.#high] = [low, high];
    if (width === 0) {
      this.#pushSeries(length, deltaLow, deltaHigh);
      return;
    }
    if (length < 2) throw this.#wrong('a run of differences that has one value');
    this.#pushSeries(2, deltaLow, deltaHigh);
    const from = this.#done;
    this.#unpack(length - 2, width);
    low = this.#halves[2 * from - 2] ?? 0;
    high = this.#halves[2 * from - 1] ?? 0;
    for (let at = 2 * from; at < 2 * this.#done; at += 2) {
      const [stepLow, stepHigh] = [this.#halves[at] ?? 0, this.#halves[at + 1] ?? 0];
      // The sign of the first difference is that of all.
      if (deltaHigh >= 0) {
        const sum = (low + stepLow) | 0;
        high = (high + stepHigh + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
        low = sum;
      } else {
        const rest = (low - stepLow) | 0;
        high = (high - stepHigh - (low >>> 0 < stepLow >>> 0 ? 1 : 0)) | 0;
        low = rest;
      }
      this.#halves[at] = low;
      this.#halves[at + 1] = high;
    }
  }
}

/** Bit-packed numbers of up to 64 bits; null if the bytes end before. */
function readPacked(
  bytes: Uint8Array<ArrayBuffer>,
  from: number,
  count: number,
  width: number,
): readonly bigint[] | null {
  if (Math.ceil((count * width) / 8) > bytes.length - from) return null;
  let [bits, left, at] = [0n, 0, from];
  return Array.from({ length: count }, () => {
    while (left < width) {
      bits = (bits << 8n) | BigInt(bytes[at] ?? 0);
      at += 1;
      left += 8;
    }
    left -= width;
    const value = bits >> BigInt(left);
    bits = BigInt.asUintN(left, bits);
    return value;
  });
}
