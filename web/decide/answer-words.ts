import type { Operation } from '../../workers/model/plan';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import { factorAndEnds, formatFactorAndInterval } from '../figures/factor-interval';
import { formatBytes, formatMs, formatSignificant } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatBytesTick } from '../figures/tick-texts';
import { intervalNames } from '../figures/interval-names';
import type { Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import { type AxisId, isCount } from './axes';
import type { Band, Change } from './changes';
import type { TimedOperation } from './needed-operations';

/** A time from nanoseconds to years. */
export function formatDuration(ms: number, digits = 3): string {
  const minuteMs = 60_000;
  if (ms < 120 * minuteMs) return formatMs(ms, digits);
  if (ms < 48 * 60 * minuteMs) return `${formatSignificant(ms / (60 * minuteMs), digits)} h`;
  const days = ms / (24 * 60 * minuteMs);
  return days < 730 ? `${formatSignificant(days, digits)} days` : `${formatSignificant(days / 365.25, digits)} years`;
}

const formatMoney = (amount: number, digits = 3): string => `$${formatSignificant(amount, digits)}`;

/** A total of the situation: a time, a cost, or a size. */
export function formatTotal({ goal }: Situation, total: number, digits = 3): string {
  if (goal === 'size') return formatBytes(total, digits);
  return goal === 'time' ? formatDuration(total, digits) : formatMoney(total, digits);
}

interface AxisWords {
  readonly label: string;
  readonly format: (value: number) => string;
  /** A value at a tick of the axis, which is a round number. */
  readonly tick: (value: number) => string;
  /** The words for a value below and above which the winner changes. */
  readonly below: (value: string) => string;
  readonly above: (value: string) => string;
  /** Of a count: the words for any number above none. */
  readonly atAll?: string;
  /** Of a count: the words for none. */
  readonly none?: string;
}

/** A count, which is whole or a fraction: 2 or 2.5, not 2.00. */
const plainCount = (value: number) => (value < 100 ? String(Number(value.toPrecision(3))) : formatSignificant(value));
const times = (value: number) => (value === 1 ? 'once' : `${plainCount(value)} times`);
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const compactCount = (value: number) => compact.format(value);
const compactTimes = (value: number) => `${compact.format(value)}×`;
export const moneyTick = (amount: number) => `$${Number(amount.toPrecision(1))}`;
const dollars = (value: number) => formatMoney(value);

/** Counts below 10 keep a fraction, as 2.5 reads for each write. */
const count = (label: string, many: string, none: string): AxisWords => ({
  label,
  format: times,
  tick: compactTimes,
  below: (value) => `${many} fewer than ${value}`,
  above: (value) => `${many} more than ${value}`,
  atAll: `${many} at all`,
  none,
});

const price = (label: string, unit: string): AxisWords => ({
  label,
  format: dollars,
  tick: moneyTick,
  below: (value) => `${label.toLowerCase()} below ${value} ${unit}`,
  above: (value) => `${label.toLowerCase()} above ${value} ${unit}`,
});

export const axisWords: Readonly<Record<AxisId, AxisWords>> = {
  bandwidth: {
    label: 'Bandwidth',
    format: (value) => `${formatBytes(value)}/s`,
    tick: (value) => `${formatBytesTick(value)}/s`,
    below: (value) => `a link slower than ${value}`,
    above: (value) => `a link faster than ${value}`,
  },
  writes: count('Written', 'written', 'never written'),
  reads: count('Read as a whole', 'read as a whole', 'never read as a whole'),
  columnReads: count('One column read', 'one column read', 'one column never read'),
  lookups: count('Rows looked up', 'rows looked up', 'rows never looked up'),
  latencyMs: {
    label: 'Latency of a request',
    format: (value) => formatMs(value),
    tick: (value) => formatMs(value, 1),
    below: (value) => `requests with a latency below ${value}`,
    above: (value) => `requests with a latency above ${value}`,
  },
  months: {
    label: 'Months kept',
    format: (value) => (value === 1 ? '1 month' : `${plainCount(value)} months`),
    tick: compactCount,
    below: (value) => `kept for less than ${value}`,
    above: (value) => `kept for more than ${value}`,
  },
  storagePerGbMonth: price('Price of storage', 'per GB-month'),
  egressPerGb: price('Price of downloads', 'per GB'),
  corePerHour: price('Price of processors', 'per core-hour'),
};

/** A value that was computed, with three digits: more would say nothing, as in 1,807,931 times. */
export const computedText = (axis: AxisId, value: number) => axisWords[axis].format(Number(value.toPrecision(3)));

/** A range of computed values: `7.67 MB/s to 890 MB/s`, or `21,200 to 22,400 times`. */
export function rangeText(axis: AxisId, low: number, high: number): string {
  const [from, to] = [computedText(axis, low), computedText(axis, high)];
  const unit = [' times', ' months'].find((each) => from.endsWith(each) && to.endsWith(each)) ?? '';
  return `${from.slice(0, from.length - unit.length)} to ${to}`;
}

/** The condition of a change, with its band: `a link slower than 3.1 MB/s (95 %: 2.9 MB/s to 3.4 MB/s)`. Counts are whole: from 2.5 on means more than 2. */
export function changeCondition({ axis, direction, value, band }: Change): string {
  const { below, above, atAll, none } = axisWords[axis];
  const limit = wholeCount(axis, value, direction === 'below' ? Math.ceil : Math.floor);
  if (direction === 'below' && limit <= 1 && none !== undefined) return none;
  if (direction === 'above' && limit === 0 && atAll !== undefined) return atAll;
  const condition = (direction === 'below' ? below : above)(computedText(axis, limit));
  const range = bandText(axis, band);
  return range === null ? condition : `${condition} (95 %: ${range})`;
}

/** What stands for the list of changes where none is listed. `some`: another candidate wins somewhere, but the rounds do not place where. */
export function noneListedText(goal: Situation['goal'], some: boolean): string {
  if (goal === 'size') return 'Nothing but the requirements: sizes do not depend on how the file is used.';
  return some
    ? 'Other values of some figures of the situation do, but the rounds differ too much to say which values.'
    : 'No other value of any one figure of the situation does.';
}

/** A count as a whole number, by the given rounding; any other figure as it is. */
const wholeCount = (axis: AxisId, value: number, round: (value: number) => number) =>
  isCount(axis) ? round(Number(value.toPrecision(6))) : value;

/** The two ends of a band. Null if they read the same as the value would. */
export function bandText(axis: AxisId, band: Band | null): string | null {
  if (band === null) return null;
  const low = band.low === null ? null : wholeCount(axis, band.low, Math.floor);
  const high = band.high === null ? null : wholeCount(axis, band.high, Math.ceil);
  if (low === null && high === null) return 'anywhere, or nowhere';
  if (low === null) return `up to ${computedText(axis, high ?? 0)}`;
  if (high === null) return `${computedText(axis, low)} or more`;
  return computedText(axis, low) === computedText(axis, high) ? null : rangeText(axis, low, high);
}

/** A factor behind the best, with its interval: `2.3× (2.2× to 2.4×)`, or with few rounds `2.3× (range of the rounds 2.2× to 2.4×)`. */
export function standingText(standing: Standing): string {
  const interval = standing.interval();
  if (interval === null) return formatFactorAndInterval(standing.factor, standing.factor, standing.factor)[0];
  const [factor, ends] = factorAndEnds(standing.factor, interval, ' to ');
  const of = interval.kind === 'interval95' ? '' : `${intervalNames[interval.kind]} `;
  return `${factor} (${of}${ends})`;
}

const verdictWords: Readonly<Record<Standing['verdict'], string>> = {
  best: 'best',
  behind: 'behind',
  farBehind: 'far behind',
  tied: 'no clear difference',
  undecided: 'not decided',
};

const behindWords: Readonly<Record<NonNullable<Standing['behindBy']>, string>> = {
  exact: '',
  rounds: ', by the test of the rounds',
  leastTotal: ', even with its shortest possible times',
};

/** A verdict, with what it follows from: the test over rounds (rule 9), or the shortest possible times (rule 26). */
export const verdictText = ({ verdict, behindBy }: Pick<Standing, 'verdict' | 'behindBy'>): string =>
  `${verdictWords[verdict]}${behindBy === null ? '' : behindWords[behindBy]}`;

/** The heading of the list of all candidates: how many there are besides the best one, and those that are out. */
export const othersQuestion = (others: number): string =>
  others === 1 ? 'Why not the other one' : `Why not the other ${others}`;

/** A probability of being the best. A share of 1,000 replicates is never certain. */
export function formatProbability(probability: number): string {
  if (probability >= 0.995) return 'over 99 %';
  if (probability < 0.01) return 'under 1 %';
  return `${Math.round(probability * 100)} %`;
}

/** What an operation is called in a sentence on why it was not measured. */
export const operationWords: Readonly<Record<TimedOperation & Operation, string>> = {
  encode: 'encoding',
  decode: 'decoding',
  project: 'reading one column',
  lookup: 'looking up rows',
};

/** In how many rounds the candidates were measured that can win, as a sentence; and which rule needs fewer rounds than a verdict. */
export function roundsFact(
  { roundCount, farBehindRounds }: Pick<Answer, 'roundCount' | 'farBehindRounds'>,
  running: boolean,
): string {
  if (roundCount === null) return 'Sizes are exact: no time counts.';
  const early = roundCount < minRoundsForVerdicts ? earlyText : '';
  const few = farBehindRounds === null ? early : farText(farBehindRounds);
  const going = running ? ' The run goes on.' : '';
  const rounds = Number.isFinite(roundCount) ? `Measured in ${plural(roundCount, 'round')}.` : '';
  return `${rounds}${few}${going}`.trim();
}

const earlyText = ` A verdict needs ${minRoundsForVerdicts} rounds. A rival that can’t win, even with its shortest possible times, is out after fewer.`;

const farText = ({ fewest, most }: NonNullable<Answer['farBehindRounds']>) =>
  ` After ${fewest === most ? '' : `${fewest} to `}${plural(most, 'round')}, some were so far behind that they can’t win, even with their shortest possible times.`;
