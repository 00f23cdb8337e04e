export const pieceBytes = 4 * 1_048_576;
const keptUpToBytes = 32 * 1_048_576;

const kept = new WeakMap<Blob, Map<number, Promise<Uint8Array<ArrayBuffer>>>>();

async function bytesAt(text: Blob, start: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await text.slice(start, start + pieceBytes).arrayBuffer());
}

/**
 * The bytes of a text from `start` on, a multiple of `pieceBytes`; empty behind its end. Those of a small text stay in memory as long as it, since several passes
 * read them. Nobody may change them.
 */
export function pieceAt(text: Blob, start: number): Promise<Uint8Array<ArrayBuffer>> {
  if (text.size > keptUpToBytes) return bytesAt(text, start);
  const pieces = kept.get(text) ?? new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  kept.set(text, pieces);
  const piece = pieces.get(start) ?? bytesAt(text, start);
  pieces.set(start, piece);
  return piece;
}
