import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { formats } from '../../workers/registry/metadata';
import { itemsNoun } from '../figures/dataset-words';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import { type AnswerSentences, answerSentences, digitsOf } from './answer-sentences';
import { type Certainty, certaintyOf } from './certainty';
import type { Excluded } from './contenders';
import { type FileComparison, fileComparison, type KeptFile, keptFile } from './file-comparison';

/** An answer as the card says it, and what the card shows beside the sentences. */
export interface SaidAnswer {
  readonly sentences: AnswerSentences;
  readonly certainty: Certainty;
  /** The user’s file with its total. Null without a file, and if only its size is known. */
  readonly comparison: FileComparison | null;
  /** If the file should be kept as it is. */
  readonly kept: KeptFile | null;
  /** The best three, and the simplest one. */
  readonly shown: readonly Standing[];
  /** The significant digits of the totals that the card shows. */
  readonly digits: number;
}

/** How far the run is on which an answer rests. */
export interface AnswerProgress {
  readonly running: boolean;
  /** The rounds of a run with a fixed number of them. Null if a budget decides. */
  readonly plannedRounds: number | null;
  /** The time until the run ends. Null if it has ended, or if that is not known. */
  readonly remainingMs: number | null;
  /** True while a run that had ended goes on, and the answer is that of before. */
  readonly goesOn: boolean;
  /** True if a run that goes on has measured for so long that an answer need not wait for all candidates. */
  readonly isDue: boolean;
}

interface SaidAnswerOf extends Omit<AnswerProgress, 'isDue' | 'goesOn'> {
  readonly answer: Answer;
  readonly situation: Situation;
  readonly excluded: readonly Excluded[];
  readonly candidates: readonly Candidate[];
  readonly schema: DatasetSchema | null;
  readonly userFile: UserFile | null;
  readonly seed: number;
}

/** How many of the best candidates the card shows. */
export const shownBest = 3;

/** Null without a candidate that can be the answer. */
export function saidAnswer(of: SaidAnswerOf): SaidAnswer | null {
  const { answer, situation, excluded, candidates, schema, userFile, running, seed } = of;
  const { plannedRounds, remainingMs } = of;
  const { standings } = answer;
  const unmeasured = excluded.flatMap(({ row }) => (unmeasuredStatuses.has(row.status) ? [row.names.label] : []));
  const certainty = certaintyOf(answer, { situation, running, unmeasured: unmeasured.length, plannedRounds });
  if (certainty === null) return null;
  const [first] = standings;
  const comparison = userFile === null || first === undefined ? null : fileComparison(userFile, first, situation);
  const kept = userFile === null || comparison === null ? null : keptFile(userFile, standings, situation, seed);
  const simplest = simplestOf(standings, candidates);
  const best = standings.slice(0, shownBest);
  const shown = simplest === null || best.includes(simplest) ? best : [...best, simplest];
  const digits = digitsOf(situation, [
    ...shown.map(({ total }) => total),
    ...(comparison === null ? [] : [comparison.total]),
  ]);
  const sentences = answerSentences({
    answer,
    certainty,
    situation,
    userFile,
    comparison,
    kept,
    simplest,
    noun: itemsNoun(schema),
    unmeasured,
    running,
    remainingMs: running ? remainingMs : null,
    digits,
  });
  return sentences === null ? null : { sentences, certainty, comparison, kept, shown, digits };
}

/** A candidate with such a status was not measured, and might win. */
export const unmeasuredStatuses: ReadonlySet<string> = new Set(['pending', 'cancelled', 'overBudget']);

/** The formats that need no library to speak of, the plainest first. */
const simpleFormats: readonly string[] = [...formats.values()]
  .flatMap(({ id, plainness }) => (plainness === undefined ? [] : [{ id, plainness }]))
  .sort((one, other) => one.plainness - other.plainness)
  .map(({ id }) => id);

/** The best one of the plainest format, without a codec. Null if no such candidate can be the answer. */
function simplestOf(standings: readonly Standing[], candidates: readonly Candidate[]): Standing | null {
  const of = ({ contender }: Standing) => candidates[contender.row.candidate];
  for (const format of simpleFormats) {
    const found = standings.find((standing) => of(standing)?.format === format && of(standing)?.codec === null);
    if (found !== undefined) return found;
  }
  return null;
}
