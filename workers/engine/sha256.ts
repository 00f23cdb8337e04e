import { createSHA256 } from 'hash-wasm';

/** SHA-256, in hexadecimal, of the concatenated parts. The parts are streamed, not joined. */
export async function sha256Of(parts: Iterable<Uint8Array>): Promise<string> {
  const hash = await createSHA256();
  hash.init();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
