import { createSHA256 } from 'hash-wasm';

/** SHA-256 in hexadecimal of the parts one after the other, streamed: nothing is joined. */
export async function sha256Of(parts: Iterable<Uint8Array>): Promise<string> {
  const hash = await createSHA256();
  hash.init();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
