import { describe } from 'vitest';
import { splitCodecOptions } from '../../model/codec-options';
import type { Codec, CodecImplementationMeta, CodecMeta } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { completeOptions, type OptionValues } from '../../model/options';
import { codecs } from '../metadata';
import { isChosen } from './chosen-entries';
import { loadCodec } from '../modules';

/** Shared parts of the codecs' contract tests: every implementation in the registry, and test data. */

/** Pseudo-random bytes (xorshift32), the same for the same seed. */
export function pseudoRandomBytes(size: number, seed = 2_463_534_242): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  });
}

export function sampleText(size: number): Uint8Array<ArrayBuffer> {
  let lines = '';
  for (let row = 0; lines.length < size; row += 1)
    lines += `{"id":${row},"name":"item ${(row * 7_919) % 1_000}","price":${(row % 97) / 4}}\n`;
  return new TextEncoder().encode(lines).slice(0, size);
}

/** Ascending 8-byte integers, like a column of ids. */
function counting(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(BigInt64Array.from({ length: Math.ceil(size / 8) }, (_, index) => BigInt(index)).buffer).slice(
    0,
    size,
  );
}

/** Random bytes with occasional runs: what an already compressed file looks like to another compressor. */
function compressedBefore(size: number): Uint8Array<ArrayBuffer> {
  const bytes = pseudoRandomBytes(size, 88_172_645);
  for (let start = 1_000; start < size; start += 5_000) bytes.fill(0, start, start + 40);
  return bytes;
}

/** Test data by name. */
export const testPatterns: Readonly<Record<string, (size: number) => Uint8Array<ArrayBuffer>>> = {
  zeros: (size) => new Uint8Array(size),
  noise: (size) => pseudoRandomBytes(size),
  counting,
  'JSON text': sampleText,
  'already compressed': compressedBefore,
  'short repeats': (size) => Uint8Array.from({ length: size }, (_, index) => [97, 98, 99][index % 3] ?? 0),
};

const made = new Map<string, Uint8Array<ArrayBuffer>>();

/** The bytes of a pattern, made once and shared. Tests must not change them. */
export function patternBytes(pattern: string, size: number): Uint8Array<ArrayBuffer> {
  const key = `${pattern} ${size}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const make = testPatterns[pattern];
  if (make === undefined) throw new Error(`There is no pattern ${pattern}.`);
  const bytes = make(size);
  made.set(key, bytes);
  return bytes;
}

/** One implementation of one codec. */
interface CodecEntryCase {
  readonly codec: CodecMeta;
  readonly implementation: CodecImplementationMeta;
  readonly name: string;
}

/** Every implementation of every codec. */
export const codecEntries: readonly CodecEntryCase[] = [...codecs.values()]
  .filter(({ id }) => isChosen('codecs', id))
  .flatMap((codec) =>
    codec.implementations.map((implementation) => ({
      codec,
      implementation,
      name: `${codec.id} by ${implementation.id}`,
    })),
  );

/**
 * Describes what each of these entries does. Its tests have the tag `pinned`, but for a browser's own codec, which is another with each version of the
 * browser: whatever else is tested here has a pinned version.
 */
export function describeCodecs(
  entries: readonly CodecEntryCase[],
  what: string,
  declareTests: (entry: CodecEntryCase) => void,
): void {
  for (const entry of entries)
    describe(
      `${entry.name}${what}`,
      { tags: entry.implementation.library.package === 'browser' ? [] : ['pinned'] },
      () => declareTests(entry),
    );
}

/** The quick suite skips slow tests of implementations that the page does not select by default. */
export const quickIfDefault = (codec: CodecMeta, implementation: CodecImplementationMeta): 'full'[] =>
  codec.implementations[0]?.id === implementation.id ? [] : ['full'];

export const compressingEntries = codecEntries.filter(({ implementation }) => implementation.compresses);
export const decompressingEntries = codecEntries.filter(({ implementation }) => implementation.decompresses);

/** The lowest, the default and the highest level. */
export const extremeLevels = ({ levels }: CodecImplementationMeta) =>
  levels === null ? [null] : [...new Set([levels.default, levels.min, levels.max])];
export const defaultLevel = ({ levels }: CodecImplementationMeta) => levels?.default ?? null;
export const lowestLevel = ({ levels }: CodecImplementationMeta) => levels?.min ?? null;

/** The level from which a codec takes a second or more for 1 MB of random bytes or text. */
const slowFrom: Readonly<Record<string, number>> = { brotli: 10, bzip2: 1, lzma: 1, xz: 1, zstd: 16 };

export const isSlowCase = (codec: CodecMeta, level: number | null, pattern: string) =>
  level !== null &&
  (level >= (slowFrom[codec.id] ?? Number.POSITIVE_INFINITY) ||
    // At its highest levels, Deflate searches long chains of identical matches.
    (level >= 9 && pattern === 'counting' && /^(?:gzip|deflate)/.test(codec.id)));
export const isConforming = (implementation: CodecImplementationMeta) => implementation.conforms !== false;

export const isBuiltHere = ({ library }: CodecImplementationMeta) => library.package === 'formatlab';

/** The implementation whose output `reader` is tested with: itself if it compresses, else the first one that conforms. */
export function compressorForReader(codec: CodecMeta, reader: CodecImplementationMeta): CodecImplementationMeta {
  const able = codec.implementations.filter(({ compresses }) => compresses);
  const found = able.find(({ id }) => id === reader.id) ?? able.find(isConforming) ?? able[0];
  if (found === undefined) throw new Error(`Nothing writes ${codec.id}.`);
  return found;
}

export async function openCodec(
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
  options?: OptionValues,
): Promise<Codec> {
  return (await loadCodec(codec.id, implementation.id)).create(options);
}

export async function compressPattern(
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
  data: Uint8Array,
  level = defaultLevel(implementation),
) {
  return (await openCodec(codec, implementation)).compress(data, level);
}

/** The size, rounded down to a whole number of the implementation's elements. */
export function roundDownToElements(
  implementation: CodecImplementationMeta,
  size: number,
  given: OptionValues = {},
): number {
  if (implementation.elementBytes === undefined) return size;
  const { own } = splitCodecOptions(completeOptions(implementation.options ?? [], given, implementation.label));
  return size - (size % implementation.elementBytes(own));
}

/** The FormatlabError that the call throws. Fails if it throws nothing or another error. */
export async function caughtError(call: () => unknown): Promise<FormatlabError> {
  try {
    await call();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown;
    throw new Error(`It threw ${thrown}, which is not the project’s error.`, { cause: thrown });
  }
  throw new Error('The call went through.');
}

export const caughtErrorTag = async (call: () => unknown) => (await caughtError(call)).record.tag;

/** The index of the first byte that differs; −1 if they are equal. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return index;
  return -1;
}
