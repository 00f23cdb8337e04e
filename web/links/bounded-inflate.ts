import { damagedLink } from './bytes';

/** Deflate for links. The browser loads fflate when the first link is packed or unpacked. */

const inputStepBytes = 512;

export async function deflate(bytes: Uint8Array, dictionary?: Uint8Array): Promise<Uint8Array> {
  const { deflateSync } = await import('fflate');
  return deflateSync(bytes, { level: 9, ...(dictionary ? { dictionary } : {}) });
}

/**
 * Inflates at most `limitBytes`. A deflated byte expands to at most 1,032 bytes, so the input is fed in steps that grow
 * to at most half a megabyte each. A decompression bomb is refused before it takes memory or time.
 *
 * @throws {FormatlabError} with the tag `malformedInput`
 */
export async function inflateBounded(
  bytes: Uint8Array,
  limitBytes: number,
  dictionary?: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { Inflate } = await import('fflate');
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const stream = new Inflate(dictionary ? { dictionary } : {}, (chunk) => {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes)
      throw damagedLink(
        `The link unpacks to more than ${Math.round(limitBytes / 1e6)} MB, more than any result of Formatlab needs.`,
      );
    chunks.push(chunk.slice());
  });
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += inputStepBytes) {
    const end = Math.min(bytes.length, offset + inputStepBytes);
    try {
      stream.push(bytes.slice(offset, end), end === bytes.length);
    } catch (error) {
      throw error instanceof Error && error.name === 'FormatlabError'
        ? error
        : damagedLink('The packed part of the link can’t be unpacked.');
    }
  }
  const inflated = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    inflated.set(chunk, offset);
    offset += chunk.length;
  }
  return inflated;
}
