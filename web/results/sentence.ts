import type { Operation } from '../../workers/model/plan';
import type { RoundSamples } from '../../workers/model/result';
import { type Comparison, compare, logRatios, type Verdict } from '../../workers/model/statistics/compare';
import { equalScope } from '../figures/clock-scope';
import { type ExistingFile, existingInFull, savingAgainst, savingInFull } from '../figures/existing-file';
import { formatBytes, formatFactor, formatMs, formatRatio, formatThroughput, plural } from '../figures/figures';
import type { OperationSubjects } from '../figures/operation-names';
import { changedInWords, lossesInShort } from '../figures/losses-in-short';
import {
  type CompletedRow,
  conforms,
  isCompleted,
  type MeasuredFigures,
  measured,
  type ResultRow,
} from '../figures/rows';

export interface SentenceContext {
  readonly running: boolean;
  readonly plannedRounds: number;
  /** Of the resampler. */
  readonly seed: number;
  /** Operations to speak of, the most important first. */
  readonly operations: readonly Operation[];
  /** What those are done to that are done to a part of the data. */
  readonly subjects?: OperationSubjects;
  /** True where filters hide something: the sentence then speaks of what is shown. */
  readonly filtered: boolean;
  /** What the user has already; null where the data was generated. */
  readonly existing?: ExistingFile | null;
  /** A test may bring its own. */
  readonly compare?: typeof compare;
}

/** What the rows of one dataset say, in one or two sentences. Ties are named as ties; a speed without a verdict is not ranked. */
export function resultsSentence(rows: readonly ResultRow[], context: SentenceContext): string {
  const completed = rows.filter(isCompleted);
  // The uncompressed layout is what others are held against: that it is fast says nothing.
  const contenders = completed.filter(({ names }) => !names.isBaseline);
  // What others refuse is measured and shown, but nobody is told that it is best.
  const recommendable = contenders.filter(conforms);
  const refused = contenders.filter((row) => !conforms(row));
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
    single === undefined ? severalSay(rated, baseline, context) : oneSays(single, contenders.length > 1, context);
  const text = `${opening}${body}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${reservation(refused, recommendable.length > 0)}${failures(missing, rows.length)}`;
}

/** What is said of those that do not conform. */
function reservation(refused: readonly CompletedRow[], othersRanked: boolean): string {
  if (refused.length === 0) return '';
  const single = refused.length === 1;
  const why = single ? 'others refuse some of what it writes' : 'others refuse some of what they write';
  if (othersRanked) return ` Not ranked, as not conforming: ${named(refused)}; ${why}.`;
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
  const subject = rows.length === 1 ? 'The one candidate' : `None of the ${rows.length} candidates`;
  return rows.length === 1 ? `${subject} gave no figures.${reason}` : `${subject} gave figures.${reason}`;
}

function failures(missing: readonly ResultRow[], total: number): string {
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

function oneSays(row: CompletedRow, othersTold: boolean, context: SentenceContext): string {
  const speeds = context.operations.flatMap((operation) => {
    const figures = measured(row, operation);
    if (figures === null) return [];
    return [
      `${wordsOf(operation, context).does} ${figures.throughput === null ? 'faster than the timer can tell' : `at ${formatThroughput(figures.throughput, figures.unit, 2)}`}`,
    ];
  });
  const size =
    row.sizeBytes === null
      ? 'makes no file'
      : context.existing
        ? `is ${savingInFull(row.sizeBytes, context.existing)} (${sizeWords(row.sizeBytes, row.ratio)})`
        : `takes ${sizeWords(row.sizeBytes, row.ratio)}`;
  return `${withLosses(row)} ${size}${speeds.length > 0 ? ` and ${listed(speeds)}` : ''}${context.running || othersTold ? '' : '; with one candidate there is nothing to compare'}`;
}

function severalSay(rows: readonly CompletedRow[], baseline: CompletedRow | null, context: SentenceContext): string {
  const clauses = [smallest(rows, baseline, context.existing ?? null)];
  const fewest = Math.min(...rows.map((row) => roundCount(row, context.operations)));
  const speeds = context.operations.flatMap((operation) => fastest(rows, baseline, operation, context) ?? []);
  if (speeds.length === 0) {
    const rounds =
      fewest > 0 && fewest < context.plannedRounds
        ? `${fewest} of ${plural(context.plannedRounds, 'round')}`
        : plural(fewest > 0 ? fewest : context.plannedRounds, 'round');
    return `${clauses[0]}; sizes are exact, but speeds get no verdict ${context.running ? 'yet, after' : 'from'} ${rounds}`;
  }
  return [...clauses, ...speeds].join('; ');
}

const roundCount = (row: CompletedRow, operations: readonly Operation[]) =>
  Math.max(0, ...operations.map((operation) => measured(row, operation)?.summary.roundCount ?? 0));

function sizeWords(sizeBytes: number, ratio: number | null): string {
  return `${formatBytes(sizeBytes)}${ratio === null ? '' : `, ratio ${formatRatio(ratio)}`}`;
}

/** Said where the baseline, which is not ranked, is ahead all the same: the charts show it first. */
const behindBaseline = ' after the uncompressed baseline';

function smallest(rows: readonly CompletedRow[], baseline: CompletedRow | null, existing: ExistingFile | null): string {
  const withFile = rows.filter(({ sizeBytes }) => sizeBytes !== null);
  const size = Math.min(...withFile.map(({ sizeBytes }) => sizeBytes ?? 0));
  const winners = withFile.filter(({ sizeBytes }) => sizeBytes === size);
  const first = winners[0];
  if (first === undefined) return 'none of them makes a file';
  const figures = `${sizeWords(size, first.ratio)}${first.sample === null ? '' : ', from a sample'}`;
  const isBaselineBelow = (bytes: number) => (baseline?.sizeBytes ?? Number.POSITIVE_INFINITY) < bytes;
  if (existing !== null && size >= existing.sizeBytes) {
    const but = isBaselineBelow(existing.sizeBytes) ? ' but the uncompressed baseline' : '';
    return `none${but} is smaller than ${existingInFull(existing)}; ${named(winners)} ${winners.length === 1 ? 'comes' : 'come'} nearest, ${savingAgainst(size, existing)} (${figures})`;
  }
  const words = existing === null ? ` (${figures})` : `, ${savingInFull(size, existing)} (${figures})`;
  if (winners.length === rows.length)
    return existing === null
      ? `all ${rows.length} candidates take the same ${figures}`
      : `all ${rows.length} candidates are ${savingInFull(size, existing)} (the same ${figures})`;
  const after = isBaselineBelow(size) ? behindBaseline : '';
  if (winners.length > 1) return `${named(winners)} tie for the smallest file${after}${words}`;
  return `${withLosses(first)} is smallest${after}${words}`;
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

/** With what it is done to, where that is known: `reading the column city`, `looks up 64 random rows fastest`. */
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

interface Contender {
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
}

/** Who is fastest, by verdict; null where no pair can be given one. Only clocks of equal scope are compared: of several scopes, the one that most have. */
function fastest(
  rows: readonly CompletedRow[],
  baseline: CompletedRow | null,
  operation: Operation,
  context: SentenceContext,
): string | null {
  const all = rows.flatMap((row): Contender[] => {
    const figures = measured(row, operation);
    return figures === null ? [] : [{ row, figures }];
  });
  const hidden = all.filter(({ figures }) => figures.throughput === null);
  const everyTimed = all
    .filter(({ figures }) => figures.throughput !== null)
    .sort((a, b) => a.figures.summary.bestMs - b.figures.summary.bestMs);
  const sharing = (contender: Contender) =>
    everyTimed.filter(({ figures }) => equalScope(figures.clock, contender.figures.clock));
  const timed = everyTimed
    .map(sharing)
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
  const base = baseline === null ? null : measured(baseline, operation);
  const ahead =
    base !== null &&
    equalScope(base.clock, leader.figures.clock) &&
    base.summary.bestMs < leader.figures.summary.bestMs;
  const after = ahead ? behindBaseline : '';
  const apart = everyTimed.length - timed.length;
  const beyond = `${hidden.length > 0 ? `, beside ${named(hidden.map(({ row }) => row))} below timer resolution` : ''}${apart > 0 ? `, leaving out ${apart} whose clocks include other work` : ''}`;
  // Too few rounds for one rival is no win over it: it stays among those that can't be told apart.
  const ties = verdicts.filter(({ verdict }) => verdict !== 'faster');
  if (ties.length > 0)
    return `${noun}, ${named([leader.row, ...ties.map(({ row }) => row)])} tie for the fastest${after} (about ${speed}, no clear difference)${beyond}`;
  const next = rivals[0];
  if (next === undefined) return null;
  const factor = 1 / cachedCompare(leader.figures.rounds, next.figures.rounds, context).ratio;
  return `${withLosses(leader.row)} ${verb}${after} (${speed}, ${formatFactor(factor)} the speed of ${next.row.names.label})${beyond}`;
}

function verdictOver(leader: Contender, rival: Contender, context: SentenceContext): Verdict {
  if (context.compare === undefined && aheadInEveryRound(leader.figures.rounds, rival.figures.rounds)) return 'faster';
  return cachedCompare(leader.figures.rounds, rival.figures.rounds, context).verdict;
}

/**
 * True where `compare` is bound to say 'faster', without its resampling: with six pairs or more that all clear the margin, no resample's median
 * falls short of it and p is at most 2^(1-6). Most rivals are that far behind, and 64 of them would hold the page up for a second.
 */
function aheadInEveryRound(a: readonly RoundSamples[], b: readonly RoundSamples[]): boolean {
  const pairs = logRatios(a, b);
  return pairs.length >= 6 && pairs.every((pair) => pair < Math.log(0.97));
}

/** A comparison resamples and permutes; equal samples are compared once. */
const comparisons = new WeakMap<readonly RoundSamples[], WeakMap<readonly RoundSamples[], Comparison>>();

function cachedCompare(
  a: readonly RoundSamples[],
  b: readonly RoundSamples[],
  { seed, compare: given }: SentenceContext,
): Comparison {
  if (given !== undefined) return given(a, b, seed);
  const ofA = comparisons.get(a) ?? new WeakMap<readonly RoundSamples[], Comparison>();
  comparisons.set(a, ofA);
  const known = ofA.get(b);
  if (known !== undefined) return known;
  const comparison = compare(a, b, seed);
  ofA.set(b, comparison);
  return comparison;
}

const maxNames = 4;

function named(rows: readonly CompletedRow[]): string {
  const labels = rows.map(withLosses);
  if (labels.length <= maxNames) return listed(labels);
  return listed([...labels.slice(0, maxNames - 1), `${labels.length - maxNames + 1} others`]);
}

/** Its name, and in the same breath what it loses: nothing is called best without. */
function withLosses({ names, verification: { loss, changedValues } }: CompletedRow): string {
  if (loss.length === 0) return names.label;
  const changed =
    changedValues === undefined || changedValues.changed === 0 ? '' : `; ${changedInWords(changedValues)}`;
  return `${names.label} (which loses ${lossesInShort(loss)}${changed})`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
