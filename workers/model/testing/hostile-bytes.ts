import type { ErrorRecord } from '../errors';

/**
 * Helpers to build test inputs by hand that claim to hold far more than they do, after the format's specification. Tests of decoders use
 * them.
 */

type Bytes = Uint8Array<ArrayBuffer>;

interface HostileStream {
  readonly input: Bytes;
  /**
   * The error tag that every implementation must throw. Default: `decodeFailed`. `any` if a decoder may also accept the input, since it
   * allocates no more than the input holds.
   */
  readonly tag?: ErrorRecord['tag'] | 'any';
  /** Exceptions to `tag`, by implementation id. */
  readonly tagBy?: Readonly<Record<string, ErrorRecord['tag']>>;
}

/** Hostile inputs by name; the name says which claim is false. */
export type HostileStreams = Readonly<Record<string, HostileStream>>;

/** Concatenates bytes. */
export const joinBytes = (...parts: readonly (readonly number[] | Uint8Array)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
/** The integer as `bytes` bytes, the least significant first. */
export const littleEndian = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
/** The bytes `unit`, repeated `times` times. */
export const repeatedBytes = (times: number, ...unit: readonly number[]): number[] =>
  Array.from({ length: times }, () => unit).flat();
/** The ASCII codes of the letters. */
export const asciiBytes = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));

/** 4 GiB, one more than an unsigned 32-bit size can hold. */
export const fourGiB = 2n ** 32n;

/** CRC-32 of IEEE 802.3, as xz and gzip use it: four bytes, the least significant first. */
export function crc32(bytes: readonly number[]): number[] {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return littleEndian(BigInt((crc ^ 0xffffffff) >>> 0), 4);
}
