import { createSHA256 } from 'hash-wasm';

/** The browser's own SHA-256 takes one buffer, and copies it. So more bytes than these are streamed instead. */
const joinedBytesMax = 64 * 2 ** 20;

/**
 * SHA-256, in hexadecimal, of the concatenated parts. The browser's own is several times as fast as one in WASM; pages from an insecure address do not
 * have it.
 */
export async function sha256Of(parts: Iterable<Uint8Array<ArrayBuffer>>): Promise<string> {
  const all = [...parts];
  const bytes = all.reduce((sum, { length }) => sum + length, 0);
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (subtle !== undefined && bytes <= joinedBytesMax) {
    const [only] = all;
    const digest = await subtle.digest('SHA-256', all.length === 1 && only !== undefined ? only : joined(all, bytes));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = await createSHA256();
  hash.init();
  for (const part of all) hash.update(part);
  return hash.digest('hex');
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
