import { createXXHash3 } from 'hash-wasm';

/** XXH3 with 64 bits and seed 0 as an integer: RNTuple's checksum of anchor, envelopes and pages. */
export type Checksum = (bytes: Uint8Array) => bigint;

export async function loadChecksum(): Promise<Checksum> {
  const hasher = await createXXHash3();
  return (bytes) => {
    const digest = hasher.init().update(bytes).digest('binary');
    return new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0);
  };
}
