import * as v from 'valibot';
import type { LibraryMeta } from './entry';

/**
 * Results of the conformance tests, which the Codecs page shows. For every implementation of every codec: whether the reference
 * implementation reads what it writes, and whether it reads what the reference writes, over sizes × patterns × levels.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(500));

export const conformancePatterns = ['zeros', 'random', 'counting', 'json', 'compressed', 'repeats'] as const;

const refusalSchema = v.strictObject({
  sizeBytes: count,
  pattern: v.picklist(conformancePatterns),
  level: v.nullable(v.pipe(v.number(), v.integer())),
  /** The error message of the side that refused. */
  message: text,
});

const directionSchema = v.strictObject({
  cases: count,
  accepted: count,
  /** Every combination that was refused. */
  refused: v.pipe(v.array(refusalSchema), v.maxLength(2_000)),
  /** Tests that were skipped, with the reason (“16 MiB at level 11: 40 s each”). Null if all were run. */
  leftOut: v.nullable(text),
});
export type ConformanceDirection = v.InferOutput<typeof directionSchema>;

const implementationConformanceSchema = v.strictObject({
  codec: v.string(),
  implementation: v.string(),
  /** `libraryText` of the library at the time of the test. The page warns if the version has changed since. */
  library: text,
  /** The reference implementation: 'liblz4 1.10.0 (Python lz4 4.4.4)'. */
  reference: text,
  /**
   * The result of the tests in which the reference reads what the implementation writes. Null if the implementation does not compress. If the
   * format stores no size, the reference gets a buffer of the exact size.
   */
  written: v.nullable(directionSchema),
  /** The result of the tests in which the implementation reads what the reference writes. Null if the implementation does not decompress. */
  read: v.nullable(directionSchema),
  /** Seeded random blocks that measure how often a known fault occurs; null if the matrix shows it fully. */
  blocks: v.nullable(v.strictObject({ seed: count, tried: count, rejected: count, what: text })),
  /**
   * Real files, compressed here and read by the reference, and the reverse: how many were tried, and which lost data ("movies.json,
   * written").
   */
  files: v.strictObject({ tried: count, lost: v.array(text) }),
  /**
   * Compressed sizes compared with the reference's at the same level, over the matrix; null if the upstream versions differ. `explained`
   * counts sizes that differ for a known reason, by no more than it accounts for.
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
  /** Description of the real files. */
  corpus: text,
  implementations: v.array(implementationConformanceSchema),
});
export type Conformance = v.InferOutput<typeof conformanceSchema>;

/** True if both directions accepted everything, no block was rejected, and no file lost data. */
export function conforms({ written, read, blocks, files }: ImplementationConformance): boolean {
  const accepted = [written, read].every((direction) => direction === null || direction.accepted === direction.cases);
  return accepted && (blocks === null || blocks.rejected === 0) && files.lost.length === 0;
}

/**
 * A library as `library` names it: the package with its version. For our own builds and the browser's codecs, the text says what they
 * contain.
 */
export function libraryText({ package: name, version, contains }: LibraryMeta): string {
  return version === '' ? (contains ?? name) : `${name} ${version}`;
}
