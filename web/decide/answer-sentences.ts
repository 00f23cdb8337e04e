import { minRoundsForVerdicts, verdictMargin } from '../../workers/model/statistics/compare';
import { listedNames } from '../figures/candidate-list';
import { formatBytes, formatCount, formatSignificant } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { sizeAgainst, type UserFile } from '../figures/user-file';
import { measuredPartText, predictedText } from '../figures/whole-file-words';
import { linkPresetOf } from '../view/named-situations';
import type { Goal, Situation } from '../view/situation';
import type { Standing } from './answer';
import { formatTotal } from './answer-words';
import type { Certainty, CertaintyWord } from './certainty';
import type { FileComparison, KeptFile } from './file-comparison';
import { betterWords, leftText, notSureText, roundsText, type Unsure } from './not-sure-words';
import { withSize } from './possible-sizes';
import { scaledTotalText } from './scaled-total';
import { totalOf } from './totals';
import type { LeftOut } from './user-file-total';

/** The answer in three sentences, and the line on the sample, as data: no sentence needs the page. */
export interface AnswerSentences {
  /** What to keep: a candidate, or the user’s file as it is. */
  readonly keeps: 'candidate' | 'file';
  readonly what: string;
  /** What it brings, against the file as it is or, of generated data, the simplest candidate. */
  readonly brings: readonly Phrase[];
  readonly sure: { readonly word: CertaintyWord; readonly text: string };
  /** How much of the file was measured, and how large the whole file would be. Null if everything was measured. */
  readonly sample: string | null;
  /** True if only the sample keeps the answer open, so that more rounds would not tell more. */
  readonly isOpenBySample: boolean;
  /** What the sentences leave out, as a sentence. Null if nothing. */
  readonly leftOut: string | null;
}

/** A part of a sentence. The page shows the figures that matter most in bold. */
export interface Phrase {
  readonly text: string;
  readonly isStrong: boolean;
}

export interface SaidOf extends Omit<Unsure, 'keepsFile'> {
  readonly certainty: Certainty;
  /** Null if the data was generated. */
  readonly userFile: UserFile | null;
  /** The file’s total. Null without a file, and if only its size is known. */
  readonly comparison: FileComparison | null;
  /** Null if a candidate is better. */
  readonly kept: KeptFile | null;
  /** With which generated data is compared. Null without such a candidate. */
  readonly simplest: Standing | null;
  /** What the items of the data are called: `rows`. */
  readonly noun: string;
  /** The significant digits of totals. */
  readonly digits: number;
}

/** The sentences of an answer. Null without a candidate that can be one. */
export function answerSentences(of: SaidOf): AnswerSentences | null {
  const [best] = of.answer.standings;
  if (best === undefined) return null;
  const { kept, comparison, userFile } = of;
  const { row } = best.contender;
  const sample =
    row.wholeFile === null || row.predicted === null
      ? null
      : `${measuredPartText(row.wholeFile, of.noun)} ${kept === null ? predictedText(row.predicted, row.wholeFile) : ''}`.trim();
  const leftOut = comparison === null ? null : leftOutText(comparison.leftOut, of.situation.goal);
  if (kept !== null && comparison !== null && userFile !== null)
    return {
      keeps: 'file',
      what: `Keep ${lowerFirst(userFile.name)}: nothing ${'unmeasured' in of.certainty ? 'measured so far' : 'here'} is more than 3 % better.`,
      brings: keptBrings(kept, comparison, of),
      ...keptSure(kept, of),
      sample,
      leftOut,
    };
  return {
    keeps: 'candidate',
    what: `Keep it as ${row.names.label}.`,
    brings: brings(best, of),
    sure: { word: of.certainty.word, text: sureText(of.certainty, of) },
    isOpenBySample: of.certainty.word === 'Open' && of.certainty.by === 'sample',
    sample,
    leftOut,
  };
}

/** What both totals leave out. Null if they are whole. */
function leftOutText(leftOut: readonly LeftOut[], goal: Goal): string | null {
  if (leftOut.length === 0) return null;
  return `Both ${goal === 'money' ? 'costs' : 'times'} leave out ${leftOut.join(' and ')}, which ${leftOut.length === 1 ? 'is' : 'are'} not known of the file as it is.`;
}

const strong = (text: string): Phrase => ({ text, isStrong: true });
const plain = (text: string): Phrase => ({ text, isStrong: false });
const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
const upperFirst = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function brings(best: Standing, of: SaidOf): Phrase[] {
  const { situation, userFile, comparison, simplest, digits } = of;
  const { sizeBytes } = best.contender.figures;
  const reference =
    userFile !== null
      ? { sizeBytes: userFile.sizeBytes, as: '', told: `with ${lowerFirst(userFile.name)}` }
      : simplest === null || simplest === best
        ? null
        : {
            sizeBytes: simplest.contender.figures.sizeBytes,
            as: ` as ${simplest.contender.row.names.label}`,
            told: `as ${simplest.contender.row.names.label}`,
          };
  const size = formatBytes(sizeBytes);
  const sizes =
    reference === null
      ? [strong(size), plain('.')]
      : [
          strong(`${size} instead of ${formatBytes(reference.sizeBytes)}`),
          plain(`${reference.as} (${sizeAgainst(sizeBytes, reference.sizeBytes)}).`),
        ];
  const scaled = (total: number, other: number | null) => {
    const ofBytes = userFile?.sizeBytes ?? best.contender.row.dataBytes;
    const text = scaledTotalText(situation, { total, other, ofBytes, isFile: userFile !== null });
    return text === null ? [] : [plain(` ${text}`)];
  };
  if (situation.goal === 'size') return [...sizes, ...scaled(sizeBytes, reference?.sizeBytes ?? null)];
  const total = comparison?.bestTotal ?? best.total;
  const other = userFile !== null ? (comparison?.total ?? null) : reference === null ? null : (simplest?.total ?? null);
  const { text, isPlural } = usesText(situation, comparison?.leftOut ?? []);
  const verb = verbs[situation.goal][isPlural ? 1 : 0];
  const amount = (value: number) => formatTotal(situation, value, digits);
  return [
    ...sizes,
    plain(` ${upperFirst(text)} ${verb} `),
    ...(other === null || reference === null
      ? [strong(amount(total)), plain('.')]
      : [strong(`${amount(total)} instead of ${amount(other)}`), plain(` ${reference.told}.`)]),
    ...scaled(total, other),
  ];
}

function keptBrings(
  { nearest, total: nearestTotal }: KeptFile,
  { total, leftOut }: FileComparison,
  { situation, digits, userFile }: SaidOf,
): Phrase[] {
  const amount = (value: number) => formatTotal(situation, value, digits);
  const name = nearest.contender.row.names.label;
  const size = plain(` ${name} has ${formatBytes(nearest.contender.figures.sizeBytes)}.`);
  if (situation.goal === 'size') return [plain('It has '), strong(amount(total)), plain('.'), size];
  const { text, isPlural } = usesText(situation, leftOut);
  return [
    plain('It has '),
    strong(formatBytes(userFile?.sizeBytes ?? 0)),
    plain(`. ${upperFirst(text)} ${verbs[situation.goal][isPlural ? 1 : 0]} `),
    strong(amount(total)),
    plain(` with it, and ${amount(nearestTotal)} with ${name}.`),
  ];
}

/** The uses that a total is of, as the subject of a sentence: `1 write and 1,000 downloads`. Of a write whose time is left out, the upload counts. */
function usesText(
  situation: Situation,
  leftOut: readonly LeftOut[],
): { readonly text: string; readonly isPlural: boolean } {
  const { goal, writes, reads, columnReads, lookups, months, storagePerGbMonth } = situation;
  const counted = (count: number, one: string, many: string) =>
    count > 0 ? [{ text: `${countText(count)} ${count === 1 ? one : many}`, count }] : [];
  const [read, allRead] = isDownloaded(situation) ? ['download', 'downloads'] : ['read', 'reads'];
  const written = leftOut.includes('writing')
    ? situation.uploadBytesPerSecond === null
      ? []
      : counted(writes, 'upload', 'uploads')
    : counted(writes, 'write', 'writes');
  const uses = [
    ...(goal === 'money' && storagePerGbMonth > 0 ? counted(months, 'month of storage', 'months of storage') : []),
    ...written,
    ...counted(reads, read, allRead),
    ...counted(columnReads, 'read of one column', 'reads of one column'),
    ...counted(lookups, 'look-up', 'look-ups'),
  ];
  return {
    text: uses.length === 0 ? 'this situation' : conjunction.format(uses.map(({ text }) => text)),
    isPlural: uses.length > 1 || (uses[0]?.count ?? 1) !== 1,
  };
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

const countText = (count: number) => (Number.isInteger(count) ? formatCount(count) : formatSignificant(count));

/** Links that are a disk of the computer: data are read from them, and not downloaded. */
const disks: ReadonlySet<string | undefined> = new Set(['none', 'nvme', 'sata', 'disk']);
const isDownloaded = (situation: Situation) =>
  situation.downloadBytesPerSecond !== null && !disks.has(linkPresetOf(situation)?.id);

const verbs: Readonly<Record<Goal, readonly [one: string, many: string]>> = {
  time: ['takes', 'take'],
  money: ['costs', 'cost'],
  size: ['has', 'have'],
};

/** How the card compares a total with a smaller one, for each goal: 12 % more, 3 times as much, or more. */
const moreWords: Readonly<
  Record<
    Goal,
    { readonly share: (percent: string) => string; readonly times: (count: string) => string; readonly more: string }
  >
> = {
  time: {
    share: (p) => `takes at least ${p} longer`,
    times: (n) => `takes at least ${n} times as long`,
    more: 'takes longer',
  },
  money: {
    share: (p) => `costs at least ${p} more`,
    times: (n) => `costs at least ${n} times as much`,
    more: 'costs more',
  },
  size: { share: (p) => `is at least ${p} larger`, times: (n) => `is at least ${n} times as large`, more: 'is larger' },
};

/** `takes at least 4 % longer`. The figure is rounded down, so that the sentence holds. */
function atLeastText(factor: number | null, goal: Goal): string {
  const { share, times, more } = moreWords[goal];
  if (factor === null || factor < 1.001) return more;
  if (factor >= 2) return times(formatSignificant(factor >= 10 ? Math.floor(factor) : Math.floor(factor * 10) / 10, 2));
  const percent = (factor - 1) * 100;
  return share(`${percent >= 1 ? Math.floor(percent) : Math.floor(percent * 10) / 10} %`);
}

/** The words for a smaller total and for a larger one, for each goal. */
const rangeWords: Readonly<Record<Goal, { readonly verb: string; readonly less: string; readonly more: string }>> = {
  time: { verb: 'is', less: 'faster', more: 'slower' },
  money: { verb: 'costs', less: 'less', more: 'more' },
  size: { verb: 'is', less: 'smaller', more: 'larger' },
};

/** Whole percents from 1 on, tenths below. */
function percentText(share: number): string {
  const percent = share * 100;
  if (percent < 0.05) return 'less than 0.1 %';
  return percent < 0.95 ? `${percent.toFixed(1)} %` : `${formatCount(Math.round(percent))} %`;
}

/** Where a factor lies: `is 2 % faster to 9 % slower`, or `is 1 % to 9 % slower`. */
function factorRangeText(low: number, high: number, goal: Goal): string {
  const { verb, less, more } = rangeWords[goal];
  const share = (factor: number) => percentText(Math.abs(factor - 1));
  if (low < 1 && high > 1) return `${verb} ${share(low)} ${less} to ${share(high)} ${more}`;
  const [near, far] = low >= 1 ? [low, high] : [high, low];
  return `${verb} ${share(near)} to ${share(far)} ${low >= 1 ? more : less}`;
}

function sureText(certainty: Certainty, of: SaidOf): string {
  const { goal } = of.situation;
  switch (certainty.word) {
    case 'Clear': {
      if (certainty.rivals === 0) return 'No other candidate meets the situation.';
      const subject = certainty.rivals === 1 ? 'The only other candidate' : 'Every other candidate';
      return `${subject} ${atLeastText(certainty.atLeast, goal)}.`;
    }
    case 'Tie':
      return tieText(certainty.as, of);
    case 'Open':
      return openText(certainty, goal);
    case 'Not sure yet':
      return notSureText(certainty, { ...of, keepsFile: false });
  }
}

/** `As good: Parquet, zstd 1, within 3 %. This one is smaller.` */
function tieText(as: readonly Standing[], { answer, situation }: SaidOf): string {
  const names = listedNames(as.map(({ contender }) => contender.row.names.label));
  if (situation.goal === 'size') return `As good: ${names}, of the same size.`;
  const own = answer.standings[0]?.contender.figures.sizeBytes ?? 0;
  const bySize = [...as].sort((a, b) => a.contender.figures.sizeBytes - b.contender.figures.sizeBytes);
  const [smallest] = bySize;
  const least = smallest?.contender.figures.sizeBytes ?? own;
  const than = as.length === 1 ? 'smaller' : 'the smallest';
  const smaller =
    own < least
      ? ` This one is ${than}.`
      : own > least && smallest !== undefined
        ? ` ${smallest.contender.row.names.label} is ${than}.`
        : '';
  return `As good: ${names}, within 3 %.${smaller}`;
}

function openText({ rivals, by }: Extract<Certainty, { word: 'Open' }>, goal: Goal): string {
  const [nearest, ...others] = rivals;
  const name = nearest.contender.row.names.label;
  if (by === 'sample')
    return `The sizes predicted from the sample leave open whether ${listedNames(rivals.map(({ contender }) => contender.row.names.label))} is as good or better. Measure all rows.`;
  const interval = nearest.interval();
  const range = interval === null ? 'is as near' : factorRangeText(interval.low, interval.high, goal);
  const more = others.length === 0 ? '' : `, and ${plural(others.length, 'other')} may be ahead, too`;
  // Where looks decide, the rounds can show a difference that they do not prove yet.
  const why =
    interval !== null && interval.low > 1 + verdictMargin
      ? 'the rounds do not prove it yet'
      : 'this machine can’t tell';
  return `${name} ${range}${more}: ${why}. Measure longer.`;
}

/** How sure it is that no candidate is more than 3 % better than the file. */
function keptSure(kept: KeptFile, of: SaidOf): Pick<AnswerSentences, 'sure' | 'isOpenBySample'> {
  const { nearest, factor, interval, rounds } = kept;
  const { situation } = of;
  const { goal } = situation;
  const says = (word: CertaintyWord, text: string, isOpenBySample = false) => ({
    sure: { word, text },
    isOpenBySample,
  });
  const { row, figures } = nearest.contender;
  const name = row.names.label;
  if (of.certainty.word === 'Not sure yet' && 'unmeasured' in of.certainty)
    return says(of.certainty.word, notSureText(of.certainty, { ...of, keepsFile: true }));
  const least = row.predicted === null ? null : (row.predicted.limits?.low ?? 0);
  // With the least size that the sample allows, the candidate may be better.
  const possible =
    least === null
      ? factor
      : (factor * totalOf(situation, figures)) / totalOf(situation, withSize(figures, least / figures.sizeBytes));
  if (goal !== 'size' && interval?.kind !== 'interval95')
    return says('Not sure yet', `${roundsText(rounds, minRoundsForVerdicts)}${leftText(of)}`);
  if (interval !== null && interval.high > 1 + verdictMargin)
    return says(
      'Open',
      `${name} ${factorRangeText(1 / interval.high, 1 / interval.low, goal)}: this machine can’t tell. Measure longer.`,
    );
  if (possible > 1 + verdictMargin || !(possible > 0))
    return says(
      'Open',
      `The sizes predicted from the sample leave open whether ${name} is better. Measure all rows.`,
      true,
    );
  const most = interval?.high ?? factor;
  const subject = `The nearest candidate, ${name},`;
  if (most <= 1) return says('Clear', `${subject} ${atLeastText(1 / most, goal)}.`);
  const better = `${(Math.ceil((most - 1) * 1_000 - 1e-9) / 10).toFixed(1)} %`;
  return says('Clear', `${subject} is at most ${better} ${betterWords[goal]}.`);
}

/** The fewest digits, 2 or 3, with which totals that differ read differently. Sizes have 3, as everywhere. */
export function digitsOf(situation: Situation, totals: readonly number[]): number {
  if (situation.goal === 'size') return 3;
  const different = new Set(totals);
  const texts = new Set([...different].map((total) => formatTotal(situation, total, 2)));
  return texts.size === different.size ? 2 : 3;
}
