import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Operation } from '../../workers/model/plan';
import { valueLossWords } from '../figures/losses-summary';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import type { AnswerSentences, Phrase } from './answer-sentences';
import { operationWords } from './answer-words';
import { type Times, timesWords } from './elsewhere';
import { neededOperations, type TimedOperation } from './needed-operations';
import type { SaidAnswer } from './said-answer';

/** An operation that the answer needs and the run did not measure, with the reason if no candidate supports it. */
export interface MissingOperation {
  readonly operation: TimedOperation;
  readonly unsupported: string | null;
}

export const missingOperations = (
  situation: Situation,
  measured: readonly Operation[],
  candidates: readonly Candidate[],
  schema: DatasetSchema | null,
): MissingOperation[] =>
  neededOperations(situation)
    .filter((operation) => !measured.includes(operation))
    .map((operation) => ({ operation, unsupported: whyOperationUnsupported(operation, candidates, schema) }));

/** What the answer card says above its bars. */
interface CardText {
  readonly kicker: string;
  readonly headline: string;
  /** The first sentence, where the headline does not say it: if the user's file should be kept. */
  readonly what: string | null;
  readonly brings: readonly Phrase[];
  readonly sure: AnswerSentences['sure'];
  /** Further sentences, which limit what the card says. */
  readonly beside: readonly string[];
}

interface CardTextOf {
  readonly said: SaidAnswer;
  readonly best: Standing;
  readonly times: Times;
  /** True while further rounds are measured. */
  readonly isSoFar: boolean;
  readonly userFile: UserFile | null;
  readonly missing: readonly MissingOperation[];
}

/** True if the card says to keep the user's file as it is. */
export const keepsUserFile = ({ sentences }: SaidAnswer, userFile: UserFile | null): userFile is UserFile =>
  sentences.keeps === 'file' && userFile !== null;

export function cardText({ said, best, times, isSoFar, userFile, missing }: CardTextOf): CardText {
  const { sentences } = said;
  const { row } = best.contender;
  const keepsFile = keepsUserFile(said, userFile);
  const loss = keepsFile ? null : valueLossWords(row);
  return {
    kicker: `Keep it as${timesWords[times]}${isSoFar ? ' · so far' : ''}`,
    headline: keepsFile ? userFile.name : row.names.label,
    what: keepsFile ? sentences.what : null,
    brings: sentences.brings,
    sure: sentences.sure,
    beside: [
      ...[sentences.sample, sentences.leftOut].filter((text) => text !== null),
      ...(loss === null ? [] : [`It loses ${loss}.`]),
      ...missing.map(
        ({ operation, unsupported }) =>
          `This run did not measure ${operationWords[operation]}. ${unsupported ?? 'Measure again to include it.'}`,
      ),
    ],
  };
}

/** What the card says without an answer. `awaited`: how many candidates a run that goes on has not measured once. */
export function noAnswerText(all: number, awaited: number, times: Times): string {
  if (awaited > 0)
    return `${all - awaited} of ${all} candidates are measured once. The first answer comes when most of them are; a run without a time limit measures all of them first.`;
  if (all === 0) return 'Nothing was measured.';
  return times === 'expected'
    ? 'No candidate that meets this situation has known times in Python and other tools. The list says why.'
    : 'No candidate meets this situation. The list says why.';
}
