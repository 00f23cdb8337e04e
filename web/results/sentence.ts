import { candidateList } from '../figures/candidate-list';
import type { Operation } from '../../workers/model/plan';
import type { RoundSamples } from '../../workers/model/result';
import {
  aheadInEveryRound,
  type Comparison,
  compareCandidates,
  type Verdict,
} from '../../workers/model/statistics/compare';
import { equalScope } from '../figures/clock-scope';
import { type UserFile, userFilePhrase, sizeAgainstUserFile, sizeAgainstUserFilePhrase } from '../figures/user-file';
import { formatBytes, formatFactor, formatMs, formatRatio, formatThroughput, plural } from '../figures/figures';
import type { OperationSubjects } from '../figures/operation-names';
import { lossNaming, type NameInText } from '../figures/losses-summary';
import {
  type CompletedRow,
  conforms,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
} from '../figures/rows';

export interface SentenceContext {
  readonly running: boolean;
  readonly plannedRounds: number;
  /** The seed of the bootstrap and of the permutation test. */
  readonly seed: number;
  /** The operations that the sentence is about, the most important first. */
  readonly operations: readonly Operation[];
  /** The part of the data that an operation reads, if it doesn't read all: `the column city`. */
  readonly subjects?: OperationSubjects;
  /** True if filters hide some rows. The sentence then says that it is about the rows shown. */
  readonly filtered: boolean;
  /** The user's file. Null if the data was generated. */
  readonly userFile?: UserFile | null;
  /** Replaces the statistical comparison in tests. */
  readonly compare?: typeof compareCandidates;
}

interface Words extends SentenceContext {
  readonly nameOf: NameInText;
}

/**
 * Summarises the rows of one dataset in one or two sentences. Candidates without a clear difference are called ties,
 * and speeds without a verdict are not ranked.
 */
export function resultsSentence(rows: readonly ResultRow[], given: SentenceContext): string {
  const context: Words = { ...given, nameOf: lossNaming() };
  const completed = rows.filter(isCompleted);
  // The uncompressed baseline is not ranked, because the others are compared with it.
  const contenders = completed.filter(({ names }) => !names.isBaseline);
  // Never recommend a candidate whose output other implementations reject. Its figures are shown nevertheless.
  const recommendable = contenders.filter(conforms);
  const notConforming = contenders.filter((row) => !conforms(row));
  const rated = recommendable.length > 0 ? recommendable : contenders.length > 0 ? contenders : completed;
  const baseline = contenders.length > 0 ? (completed.find(({ names }) => names.isBaseline) ?? null) : null;
  const missing = rows.filter((row) => !isCompleted(row) && row.status !== 'pending');
  if (rated.length === 0) return nothingMeasured(rows, missing, context);
  const scope = context.filtered ? `Of the ${rows.length} shown, ` : '';
  const opening = context.running
    ? `So far, with ${completed.length} of ${plural(rows.length, 'candidate')} measured, `
    : scope;
  const single = rated.length === 1 ? rated[0] : undefined;
  const body =
    single === undefined
      ? summariseSeveral(rated, baseline, context)
      : summariseOne(single, contenders.length > 1, context);
  const text = `${opening}${body}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${nonconformanceNote(notConforming, recommendable.length > 0, context)}${failureCounts(missing, rows.length)}`;
}

/** A sentence that names the candidates which do not conform. Empty if there are none. */
function nonconformanceNote(notConforming: readonly CompletedRow[], othersRanked: boolean, { nameOf }: Words): string {
  if (notConforming.length === 0) return '';
  const single = notConforming.length === 1;
  const why = `other implementations reject some of ${single ? 'its' : 'their'} output`;
  if (othersRanked) return ` Not ranked, because not conforming: ${named(notConforming, nameOf)}; ${why}.`;
  return single ? ` It does not conform: ${why}.` : ` None of them conforms: ${why}.`;
}

function nothingMeasured(
  rows: readonly ResultRow[],
  missing: readonly ResultRow[],
  { running, filtered }: SentenceContext,
): string {
  if (rows.length === 0)
    return filtered ? 'The filters hide every candidate.' : 'There is nothing to show: the plan has no candidates.';
  if (running) return 'Nothing is measured yet; the first figures appear when the first candidate has been verified.';
  const first = missing.find((row) => row.status === 'failed') ?? missing[0];
  const reason = first === undefined || isCompleted(first) ? '' : ` ${first.names.label}: ${endSentence(first.reason)}`;
  if (missing.every((row) => row.status === 'cancelled')) return 'The run was stopped before anything was measured.';
  const subject = rows.length === 1 ? 'The only candidate' : `None of the ${rows.length} candidates`;
  return rows.length === 1 ? `${subject} gave no figures.${reason}` : `${subject} gave figures.${reason}`;
}

/** A sentence that counts the candidates without figures, by reason. Empty if there are none. */
function failureCounts(missing: readonly ResultRow[], total: number): string {
  if (missing.length === 0) return '';
  const failed = missing.filter(({ status }) => status === 'failed' || status === 'timedOut').length;
  const unsupported = missing.filter(({ status }) => status === 'unsupported').length;
  const stopped = missing.length - failed - unsupported;
  const parts = [
    failed > 0 ? `${failed} failed` : '',
    unsupported > 0 ? `${unsupported} can’t hold this data` : '',
    stopped > 0 ? `${stopped} ${stopped === 1 ? 'was' : 'were'} stopped` : '',
  ].filter((part) => part !== '');
  return ` Of ${plural(total, 'candidate')}, ${listed(parts)}; the table says why.`;
}

/** Describes the only ranked candidate. `othersMentioned`: another sentence names further candidates. */
function summariseOne(row: CompletedRow, othersMentioned: boolean, context: Words): string {
  const speeds = context.operations.flatMap((operation) => {
    const figures = measuredFigures(row, operation);
    if (figures === null) return [];
    return [
      `${wordsOf(operation, context).does} ${figures.throughput === null ? 'faster than the timer can measure' : `at ${formatThroughput(figures.throughput, figures.unit, 2)}`}`,
    ];
  });
  const size =
    row.sizeBytes === null
      ? 'makes no file'
      : context.userFile
        ? `is ${sizeAgainstUserFilePhrase(row.sizeBytes, context.userFile)} (${sizeWords(row.sizeBytes, row.ratio)})`
        : `takes ${sizeWords(row.sizeBytes, row.ratio)}`;
  return `${context.nameOf(row)} ${size}${speeds.length > 0 ? ` and ${listed(speeds)}` : ''}${context.running || othersMentioned ? '' : '; with one candidate there is nothing to compare'}`;
}

/** Names the smallest and the fastest of several candidates. */
function summariseSeveral(rows: readonly CompletedRow[], baseline: CompletedRow | null, context: Words): string {
  const clauses = [smallest(rows, baseline, context)];
  const fewest = Math.min(...rows.map((row) => roundCount(row, context.operations)));
  const speeds = context.operations.flatMap((operation) => fastest(rows, baseline, operation, context) ?? []);
  if (speeds.length === 0) {
    const rounds =
      fewest > 0 && fewest < context.plannedRounds
        ? `${fewest} of ${plural(context.plannedRounds, 'round')}`
        : plural(fewest > 0 ? fewest : context.plannedRounds, 'round');
    return context.running
      ? `${clauses[0]}; sizes are exact, but the fastest of each operation is not decided yet, after ${rounds}`
      : `${clauses[0]}; sizes are exact, but the fastest of each operation is not decided after ${rounds}`;
  }
  return [...clauses, ...speeds].join('; ');
}

const roundCount = (row: CompletedRow, operations: readonly Operation[]) =>
  Math.max(0, ...operations.map((operation) => measuredFigures(row, operation)?.summary.roundCount ?? 0));

function sizeWords(sizeBytes: number, ratio: number | null): string {
  return `${formatBytes(sizeBytes)}${ratio === null ? '' : `, ratio ${formatRatio(ratio)}`}`;
}

/**
 * Added if the baseline is smaller or faster than the winner. The baseline is not ranked, but the charts show it first.
 */
const behindBaseline = ' after the uncompressed baseline';

function smallest(
  rows: readonly CompletedRow[],
  baseline: CompletedRow | null,
  { userFile = null, nameOf }: Words,
): string {
  const withFile = rows.filter(({ sizeBytes }) => sizeBytes !== null);
  const size = Math.min(...withFile.map(({ sizeBytes }) => sizeBytes ?? 0));
  const winners = withFile.filter(({ sizeBytes }) => sizeBytes === size);
  const first = winners[0];
  if (first === undefined) return 'none of them makes a file';
  const figures = `${sizeWords(size, first.ratio)}${first.sample === null ? '' : ', from a sample'}`;
  const isBaselineBelow = (bytes: number) => (baseline?.sizeBytes ?? Number.POSITIVE_INFINITY) < bytes;
  if (userFile !== null && size >= userFile.sizeBytes) {
    const exceptBaseline = isBaselineBelow(userFile.sizeBytes) ? ' but the uncompressed baseline' : '';
    return `none${exceptBaseline} is smaller than ${userFilePhrase(userFile)}; ${named(winners, nameOf)} ${winners.length === 1 ? 'comes' : 'come'} nearest, ${sizeAgainstUserFile(size, userFile)} (${figures})`;
  }
  const words = userFile === null ? ` (${figures})` : `, ${sizeAgainstUserFilePhrase(size, userFile)} (${figures})`;
  if (winners.length === rows.length)
    return userFile === null
      ? `all ${rows.length} candidates take the same ${figures}`
      : `all ${rows.length} candidates are ${sizeAgainstUserFilePhrase(size, userFile)} (the same ${figures})`;
  const after = isBaselineBelow(size) ? behindBaseline : '';
  if (winners.length > 1) return `${named(winners, nameOf)} tie for the smallest file${after}${words}`;
  return `${nameOf(first)} is smallest${after}${words}`;
}

const verbs: Record<Operation, { readonly does: string; readonly fastest: string; readonly noun: string }> = {
  encode: { does: 'encodes', fastest: 'encodes fastest', noun: 'encoding' },
  decode: { does: 'decodes', fastest: 'decodes fastest', noun: 'decoding' },
  project: { does: 'reads one column', fastest: 'reads one column fastest', noun: 'reading one column' },
  lookup: { does: 'looks up', fastest: 'looks up fastest', noun: 'look-ups' },
  warmLookup: { does: 'looks up warm', fastest: 'looks up fastest warm', noun: 'warm look-ups' },
  store: { does: 'stores', fastest: 'stores fastest', noun: 'storing' },
  load: { does: 'loads', fastest: 'loads fastest', noun: 'loading' },
};

/** The words for an operation, with the part of the data if it is known: `looks up 64 random rows fastest`. */
function wordsOf(operation: Operation, { subjects }: SentenceContext): (typeof verbs)[Operation] {
  const subject = subjects?.[operation];
  if (subject === undefined) return verbs[operation];
  if (operation === 'project')
    return { does: `reads ${subject}`, fastest: `reads ${subject} fastest`, noun: `reading ${subject}` };
  const warm = operation === 'warmLookup' ? ' warm' : '';
  return {
    does: `looks up ${subject}${warm}`,
    fastest: `looks up ${subject} fastest${warm}`,
    noun: `looking up ${subject}${warm}`,
  };
}

/** A candidate with its figures for one operation. */
interface Contender {
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
}

/**
 * A clause that names the fastest candidates by the verdicts on speed. Null if there is no verdict. Only clocks of
 * equal scope are compared; if there are several scopes, the one that most candidates have is used.
 */
function fastest(
  rows: readonly CompletedRow[],
  baseline: CompletedRow | null,
  operation: Operation,
  context: Words,
): string | null {
  const all = rows.flatMap((row): Contender[] => {
    const figures = measuredFigures(row, operation);
    return figures === null ? [] : [{ row, figures }];
  });
  const hidden = all.filter(({ figures }) => figures.throughput === null);
  const everyTimed = all
    .filter(({ figures }) => figures.throughput !== null)
    .sort((a, b) => a.figures.summary.bestMs - b.figures.summary.bestMs);
  const sameClock = (contender: Contender) =>
    everyTimed.filter(({ figures }) => equalScope(figures.clock, contender.figures.clock));
  const timed = everyTimed
    .map(sameClock)
    .reduce<Contender[]>((most, group) => (group.length > most.length ? group : most), []);
  const leader = timed[0];
  const { noun, fastest: verb } = wordsOf(operation, context);
  if (leader === undefined) return null;
  const rivals = timed.slice(1);
  if (rivals.length === 0) return null;
  const verdicts = rivals.map((rival) => ({ ...rival, verdict: verdictOver(leader, rival, context) }));
  if (verdicts.every(({ verdict }) => verdict === 'tooFewRounds')) return null;
  const speed =
    leader.figures.throughput === null
      ? formatMs(leader.figures.summary.bestMs)
      : formatThroughput(leader.figures.throughput, leader.figures.unit, 2);
  const base = baseline === null ? null : measuredFigures(baseline, operation);
  const ahead =
    base !== null &&
    equalScope(base.clock, leader.figures.clock) &&
    base.summary.bestMs < leader.figures.summary.bestMs;
  const after = ahead ? behindBaseline : '';
  const otherClockCount = everyTimed.length - timed.length;
  const hiddenNote = () =>
    hidden.length === 0
      ? ''
      : `, while ${hidden.length === 1 ? 'the time' : 'the times'} of ${named(
          hidden.map(({ row }) => row),
          context.nameOf,
        )} ${hidden.length === 1 ? 'is' : 'are'} below the timer’s resolution`;
  const otherClockNote =
    otherClockCount === 0
      ? ''
      : `, leaving out ${plural(otherClockCount, 'candidate')} whose ${otherClockCount === 1 ? 'clock includes' : 'clocks include'} other work`;
  // Called where the text has it, since a name says what the candidate loses where it stands first.
  const notes = () => `${hiddenNote()}${otherClockNote}`;
  // A rival with too few rounds for a verdict counts as a tie, because it is not known to be slower.
  const ties = verdicts.filter(({ verdict }) => verdict !== 'faster');
  if (ties.length > 0)
    return `${named([leader.row, ...ties.map(({ row }) => row)], context.nameOf)} tie for fastest at ${noun}${after} (about ${speed}, no clear difference)${notes()}`;
  const next = rivals[0];
  if (next === undefined) return null;
  // Of the headline figures, which the charts and the table show.
  const factor = next.figures.summary.bestMs / leader.figures.summary.bestMs;
  const clause = `${context.nameOf(leader.row)} ${verb}${after}`;
  const rival = `${formatFactor(factor)} the speed of ${context.nameOf(next.row)}`;
  // A name that ends with what it loses has brackets of its own.
  return rival.endsWith(')') ? `${clause} (${speed}), ${rival}${notes()}` : `${clause} (${speed}, ${rival})${notes()}`;
}

function verdictOver(leader: Contender, rival: Contender, context: SentenceContext): Verdict {
  if (context.compare === undefined && aheadInEveryRound(leader.figures.rounds, rival.figures.rounds)) return 'faster';
  return cachedCompare(leader.figures.rounds, rival.figures.rounds, context).verdict;
}

/** Caches comparisons by their samples, because a comparison is slow: it resamples and permutes. */
const comparisons = new WeakMap<readonly RoundSamples[], WeakMap<readonly RoundSamples[], Comparison>>();

function cachedCompare(
  a: readonly RoundSamples[],
  b: readonly RoundSamples[],
  { seed, compare: replacement }: SentenceContext,
): Comparison {
  if (replacement !== undefined) return replacement(a, b, seed);
  const ofA = comparisons.get(a) ?? new WeakMap<readonly RoundSamples[], Comparison>();
  comparisons.set(a, ofA);
  const known = ofA.get(b);
  if (known !== undefined) return known;
  const comparison = compareCandidates(a, b, seed);
  ofA.set(b, comparison);
  return comparison;
}

/** A longer list of names is cut: the last one is then a number of others. */
const maxNames = 4;

/** The names of candidates as a list in words. */
function named(rows: readonly CompletedRow[], nameOf: NameInText): string {
  if (rows.length <= maxNames) return candidateList(rows.map(nameOf));
  return candidateList([...rows.slice(0, maxNames - 1).map(nameOf), `${rows.length - maxNames + 1} others`]);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
