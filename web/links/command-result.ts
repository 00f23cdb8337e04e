import * as v from 'valibot';
import { errorRecordSchema } from '../../workers/model/errors';
import { recipeSchema } from '../../workers/model/recipe';
import { runResultSchema } from '../../workers/model/result';
import { situationSchema } from '../view/situation';

/** What `npx formatlab FILE --json OUT` writes. The page opens it: the run, for the situation that the command was given. */

export const commandResultFormat = 'formatlab.command';
const commandResultVersion = 1;

/** 0: there is an answer. 1: `check` found that something grew. 2: nothing could be decided. 3: the command line is wrong. 4: no browser. 5: a file. 130: stopped. */
const exitCodes = [0, 1, 2, 3, 4, 5, 130] as const;

const text = v.pipe(v.string(), v.maxLength(4_000));
const figure = v.pipe(v.number(), v.finite());

const commandBarSchema = v.strictObject({
  label: text,
  /** What stands below the name. Null if nothing does. */
  note: v.nullable(text),
  isUserFile: v.boolean(),
  /** Milliseconds, dollars or bytes, by the situation's goal. */
  total: figure,
  totalText: text,
  sizeText: text,
  parts: v.array(v.strictObject({ name: text, value: figure })),
  interval: v.nullable(v.strictObject({ low: figure, high: figure })),
});
export type CommandBar = v.InferOutput<typeof commandBarSchema>;

/** The answer card, in the words of the page. */
const commandCardSchema = v.strictObject({
  kicker: text,
  /** The best candidate, or the user's file as it is. Null without an answer. */
  headline: v.nullable(text),
  keeps: v.nullable(v.picklist(['candidate', 'file'])),
  /** The best candidate's place in the plan of `result`. Null without an answer. */
  candidate: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  sentences: v.array(v.array(v.strictObject({ text, isStrong: v.boolean() }))),
  beside: v.array(text),
  goal: v.picklist(['time', 'money', 'size']),
  bars: v.array(commandBarSchema),
});
export type CommandCard = v.InferOutput<typeof commandCardSchema>;

const answerSchema = v.strictObject({
  /** The page's address after “#” that shows what was measured. */
  view: v.pipe(v.string(), v.maxLength(4_000_000)),
  situation: situationSchema,
  card: commandCardSchema,
  /** How to write files as the best candidate is. Null without one, and if the file should be kept as it is. */
  recipe: v.nullable(recipeSchema),
  result: runResultSchema,
});
export type CommandAnswer = v.InferOutput<typeof answerSchema>;

const checkedTimeSchema = v.strictObject({
  /** The file's time divided by its baseline's, the Hodges–Lehmann figure over rounds, and its interval. Null without rounds. */
  ratio: v.nullable(figure),
  low: v.nullable(figure),
  high: v.nullable(figure),
  /** How far two readings of the baseline in the same rounds are from one another, as a share. Null without rounds. */
  noiseFloor: v.nullable(figure),
  rounds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  outcome: v.picklist(['grew', 'shrank', 'same', 'undecided']),
  /** Why nothing was decided. Null if it was. */
  reason: v.nullable(text),
});
export type CheckedTime = v.InferOutput<typeof checkedTimeSchema>;

const checkedFileSchema = v.strictObject({
  file: text,
  baseline: text,
  sizeBytes: figure,
  baselineBytes: figure,
  sizeGrew: v.boolean(),
  /** The best time to read each, in milliseconds. Null if no decoder reads it. */
  bestMs: v.nullable(figure),
  baselineMs: v.nullable(figure),
  time: checkedTimeSchema,
});
export type CheckedFile = v.InferOutput<typeof checkedFileSchema>;

export const commandResultSchema = v.strictObject({
  format: v.literal(commandResultFormat),
  version: v.literal(commandResultVersion),
  exitCode: v.picklist(exitCodes),
  /** Null if the command failed. */
  answer: v.nullable(answerSchema),
  /** What `check` found of each file. Null of other commands. */
  checks: v.nullable(v.array(checkedFileSchema)),
  /** Why the command failed. Null if it did not. */
  error: v.nullable(errorRecordSchema),
});
export type CommandResult = v.InferOutput<typeof commandResultSchema>;
