import { damaged } from './bytes';

/** Deflate for links. fflate is fetched when the first link is packed or unpacked. */

const inputStepBytes = 512;

export async function deflate(bytes: Uint8Array, dictionary?: Uint8Array): Promise<Uint8Array> {
  const { deflateSync } = await import('fflate');
  return deflateSync(bytes, { level: 9, ...(dictionary ? { dictionary } : {}) });
}

/**
 * What was deflated, at most `limitBytes` of it: input is fed in steps that can't grow to more than half a megabyte each (a deflated
 * byte holds at most 1,032), so a bomb is refused before it takes memory or time. Throws `malformedInput`.
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
      throw damaged(
        `The link unpacks to more than ${Math.round(limitBytes / 1e6)} MB, which no result of Formatlab does.`,
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
        : damaged('The packed part of the link can’t be unpacked.');
    }
  }
  const whole = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
