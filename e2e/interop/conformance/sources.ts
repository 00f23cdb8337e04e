import type { conformancePatterns } from '../../../workers/model/conformance';

/**
 * The bytes that the matrix is run on; conformance_sources.py makes the same. A pattern of n bytes is the first n of one without end, so that sizes
 * differ in nothing but where they stop.
 */

export type SourcePattern = (typeof conformancePatterns)[number];

/** MurmurHash3's finaliser: each 32-bit word is a function of its number alone, so that numpy makes them without a loop. */
function mix(number: number): number {
  let h = number;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function random(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(Math.ceil(sizeBytes / 4) * 4));
  for (let at = 0; at < view.byteLength; at += 4) view.setUint32(at, mix(at / 4 + 1), true);
  return new Uint8Array(view.buffer, 0, sizeBytes);
}

/** 0, 1, 2 … as little-endian int64. */
function counting(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(Math.ceil(sizeBytes / 8) * 8));
  for (let at = 0; at < view.byteLength; at += 8) view.setUint32(at, at / 8, true);
  return new Uint8Array(view.buffer, 0, sizeBytes);
}

function json(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let row = 0, length = 0; length < sizeBytes; row += 1) {
    const price = `${row % 97}.${String((row % 4) * 25).padStart(2, '0')}`;
    const line = `{"id":${row},"name":"item ${(row * 7_919) % 1_000}","price":${price},"ok":${row % 3 === 0}}\n`;
    lines.push(line);
    length += line.length;
  }
  return new TextEncoder().encode(lines.join('')).slice(0, sizeBytes);
}

/** Stretches of 32 bytes that repeat 1 to 8 letters. */
function repeats(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 1) out[at] = 97 + (at % ((mix(at >>> 5) % 8) + 1));
  return out;
}

const made: Record<Exclude<SourcePattern, 'compressed'>, (sizeBytes: number) => Uint8Array<ArrayBuffer>> = {
  zeros: (sizeBytes) => new Uint8Array(sizeBytes),
  random,
  counting,
  json,
  repeats,
};

/** Keeps what it made: every codec meets the same. `fetchSource` gets what can't be made here: files, and the pattern `compressed`, which is one (a Parquet file's zstd pages). */
export function createSources(fetchSource: (key: string) => Promise<Uint8Array<ArrayBuffer>>) {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return (key: string): Promise<Uint8Array<ArrayBuffer>> => {
    let found = kept.get(key);
    if (found === undefined) {
      const [kind = '', size] = key.split('/');
      found = Object.hasOwn(made, kind)
        ? Promise.resolve(made[kind as keyof typeof made](Number(size)))
        : fetchSource(key);
      kept.set(key, found);
    }
    return found;
  };
}
