import { plural } from '../../workers/model/plural';
import { candidateList } from '../figures/candidate-list';
import { formatCount, timeLeftText } from '../figures/figures';
import type { Goal, Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import { canStillWin, type Certainty } from './certainty';

type NotSure = Extract<Certainty, { word: 'Not sure yet' }>;

/** What the words follow from besides the certainty. */
export interface Unsure {
  readonly answer: Answer;
  readonly situation: Situation;
  /** The candidates that were not measured, and might win. */
  readonly unmeasured: readonly string[];
  /** True while the run goes on. */
  readonly running: boolean;
  /** The time until the run ends. Null if it has ended, or if that is not known. */
  readonly remainingMs: number | null;
  /** True if the user’s file should be kept as it is. */
  readonly keepsFile: boolean;
}

/** What an answer that is not sure yet lacks, and what is known already: which candidates may still win, and that sizes are exact. */
export function notSureText(certainty: NotSure, of: Unsure): string {
  const { answer, situation, running, keepsFile } = of;
  const [best, ...rivals] = answer.standings;
  const mayStillWin = mayStillWinText(rivals.filter(canStillWin), situation.goal);
  const known =
    running || situation.goal === 'size' || best === undefined || best.contender.row.predicted !== null
      ? leftText(of)
      : ' The sizes are exact.';
  if ('unmeasured' in certainty) return `${unmeasuredText(certainty, of)}${keepsFile ? '' : measuredText()}${known}`;
  const rounds = roundsText(certainty.rounds, certainty.of);
  return `${mayStillWin === null ? rounds : `${mayStillWin}: ${rounds}`}${known}`;

  /** What is known of those that are measured. */
  function measuredText(): string {
    if (running || rivals.length === 0) return '';
    return ` Of the ${formatCount(rivals.length + 1)} that are, ${mayStillWin ?? 'this one is clearly the best'}.`;
  }
}

const mostNames = 3;

export const betterWords: Readonly<Record<Goal, string>> = { time: 'faster', money: 'cheaper', size: 'smaller' };

/** `Parquet, zstd 9 may still be faster`. Null without such a rival. */
function mayStillWinText(rivals: readonly Standing[], goal: Goal): string | null {
  if (rivals.length === 0) return null;
  const names =
    rivals.length > mostNames
      ? plural(rivals.length, 'candidate')
      : candidateList(rivals.map(({ contender }) => contender.row.names.label));
  return `${names} may still be ${betterWords[goal]}`;
}

/** While a run goes on, their number; then their names. */
function unmeasuredText(certainty: Extract<NotSure, { unmeasured: number }>, { unmeasured, running }: Unsure): string {
  const verb = certainty.unmeasured === 1 ? 'is' : 'are';
  if (running)
    return `${formatCount(certainty.unmeasured)} of ${plural(certainty.of, 'candidate')} ${verb} not measured.`;
  const named = unmeasured.length > mostNames ? unmeasured.slice(0, mostNames - 1) : unmeasured;
  const others = unmeasured.length > named.length ? [plural(unmeasured.length - named.length, 'other')] : [];
  return `${candidateList([...named, ...others])} ${verb} not measured.`;
}

export const roundsText = (rounds: number, of: number) =>
  `${formatCount(rounds)} of ${plural(of, 'round')} ${rounds === 1 ? 'is' : 'are'} measured.`;

export const leftText = ({ remainingMs }: Pick<Unsure, 'remainingMs'>) =>
  remainingMs === null ? '' : ` About ${timeLeftText(remainingMs)} left.`;
