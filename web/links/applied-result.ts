import * as v from 'valibot';

/** What `npx formatlab apply … --json OUT` writes, and the recipe's Python file with the same option. */

const appliedKind = 'formatlab.applied';
const appliedVersion = 1;

const text = v.pipe(v.string(), v.maxLength(100_000));
const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const appliedFileSchema = v.strictObject({
  /** The file that was read, and the place of the one that is written by the recipe. */
  source: text,
  target: text,
  /** SHA-256 of what the recipe writes, by which a run that goes on knows its files. Null if the browser wrote the file. */
  recipe: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))),
  /**
   * `written`: its values were verified. `kept`: it would not be smaller, with --only-smaller. `planned`: with --plan. `done before`: by an earlier run.
   * `unfit`: it has another schema, or values that do not narrow. `failed`: the reason says why.
   */
  status: v.picklist(['written', 'kept', 'planned', 'done before', 'unfit', 'failed']),
  reason: v.exactOptional(text),
  notes: v.array(text),
  beforeBytes: v.exactOptional(bytes),
  afterBytes: v.exactOptional(bytes),
  rows: v.exactOptional(bytes),
  /** The bytes that were expected before the file was written. */
  expected: v.exactOptional(v.strictObject({ likely: bytes, low: bytes, high: bytes })),
  /** The original's size, time and place, by which a change is noticed. */
  identity: v.exactOptional(v.array(v.nullable(v.union([v.string(), v.number()])))),
  seconds: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
});

export type AppliedFile = v.InferOutput<typeof appliedFileSchema>;

export const appliedResultSchema = v.strictObject({
  kind: v.literal(appliedKind),
  version: v.literal(appliedVersion),
  files: v.array(appliedFileSchema),
  /** Why the run could not begin. Null if it could. */
  error: v.nullable(text),
});
