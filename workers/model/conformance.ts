import * as v from 'valibot';
import type { LibraryMeta } from './entry';

/**
 * What the conformance matrix found, as the tests wrote it and the Codecs page shows it: for every implementation of every codec, whether the reference
 * reads what it writes and whether it reads what the reference writes, over sizes × patterns × levels.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(500));

export const conformancePatterns = ['zeros', 'random', 'counting', 'json', 'compressed', 'repeats'] as const;

const refusalSchema = v.strictObject({
  sizeBytes: count,
  pattern: v.picklist(conformancePatterns),
  level: v.nullable(v.pipe(v.number(), v.integer())),
  /** What the side that refused said. */
  message: text,
});

const directionSchema = v.strictObject({
  cases: count,
  accepted: count,
  /** All of those refused. */
  refused: v.pipe(v.array(refusalSchema), v.maxLength(2_000)),
  /** What was left out and why ("16 MiB at level 11: 40 s each"), null where nothing was. */
  leftOut: v.nullable(text),
});
export type ConformanceDirection = v.InferOutput<typeof directionSchema>;

export const implementationConformanceSchema = v.strictObject({
  codec: v.string(),
  implementation: v.string(),
  /** `libraryText` of its library, as it was when measured; the page warns where it is another now. */
  library: text,
  /** The reference that judged: 'liblz4 1.10.0 (Python lz4 4.4.4)'. */
  reference: text,
  /** Null where it does not compress. The reference decodes with the exact size as room, where the format stores none. */
  written: v.nullable(directionSchema),
  /** Null where it does not decompress. */
  read: v.nullable(directionSchema),
  /** Blocks made from a seed, to put a number to a known fault; null where the matrix says it all. */
  blocks: v.nullable(v.strictObject({ seed: count, tried: count, rejected: count, what: text })),
  /** Real files, written here and read by the reference, and the reverse: how many such passages, and which lost something ("movies.json, written"). */
  files: v.strictObject({ tried: count, lost: v.array(text) }),
  /**
   * Its compressed sizes against the reference's at the same level, over the matrix; null where that is not the same upstream version. Those that differ, but for a known
   * reason and by no more than it accounts for, are `explained`.
   */
  sizes: v.nullable(v.strictObject({ compared: count, equal: count, explained: count, reason: v.nullable(text) })),
});
export type ImplementationConformance = v.InferOutput<typeof implementationConformanceSchema>;

export const conformanceSchema = v.strictObject({
  format: v.literal('formatlab.conformance'),
  version: v.literal(1),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  browser: text,
  sizesBytes: v.array(count),
  /** What the real files are. */
  corpus: text,
  implementations: v.array(implementationConformanceSchema),
});
export type Conformance = v.InferOutput<typeof conformanceSchema>;

/** True where everything that was tried was accepted both ways, no block was rejected, and no file lost. */
export function conforms({ written, read, blocks, files }: ImplementationConformance): boolean {
  const accepted = [written, read].every((direction) => direction === null || direction.accepted === direction.cases);
  return accepted && (blocks === null || blocks.rejected === 0) && files.lost.length === 0;
}

/** A library as `library` names it: the package with its version, or, for our own builds and the browser's, what they contain. */
export function libraryText({ package: name, version, contains }: LibraryMeta): string {
  return version === '' ? (contains ?? name) : `${name} ${version}`;
}
