import type { ErrorRecord } from './errors';

/** For tests of decoders: an input that claims far more than it holds, made by hand after its format's specification. */

type Bytes = Uint8Array<ArrayBuffer>;

export interface HostileStream {
  readonly input: Bytes;
  /** What every implementation says of it. `decodeFailed` if left out; `any` if a decoder may read it, since it keeps nothing more for it than is there. */
  readonly tag?: ErrorRecord['tag'] | 'any';
  /** What single implementations, by id, say instead. */
  readonly tagBy?: Readonly<Record<string, ErrorRecord['tag']>>;
}

/** By the claim that is false. */
export type HostileStreams = Readonly<Record<string, HostileStream>>;

export const join = (...parts: readonly (readonly number[] | Uint8Array)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
export const littleEndian = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
export const repeated = (times: number, ...unit: readonly number[]): number[] =>
  Array.from({ length: times }, () => unit).flat();
export const ascii = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));

export const gigabytes4 = 2n ** 32n;

/** CRC-32 of IEEE 802.3, as xz and gzip use it: four bytes, lowest first. */
export function crc32(bytes: readonly number[]): number[] {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return littleEndian(BigInt((crc ^ 0xffffffff) >>> 0), 4);
}
