import type { Operation } from '../../workers/model/plan';
import { candidateList } from '../figures/candidate-list';
import { formatBytes, formatFactor, formatRatio } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatThroughput } from '../figures/throughput';
import { lossNaming, type NameInText } from '../figures/losses-summary';
import type { OperationSubjects } from '../figures/operation-names';
import type { CompletedRow, ResultRow } from '../figures/rows';
import { sizeAgainstUserFile, sizeAgainstUserFilePhrase, userFilePhrase } from '../figures/user-file';
import {
  type Fastest,
  type OneRanked,
  type ResultsSummary,
  resultsSummary,
  type SeveralRanked,
  type Smallest,
  type SummaryContext,
  type Unmeasured,
} from './results-summary';

export interface SentenceContext extends SummaryContext {
  /** The part of the data that an operation reads, if it doesn't read all: `the column city`. */
  readonly subjects?: OperationSubjects;
}

interface Words extends SentenceContext {
  readonly nameOf: NameInText;
}

/** Words {@link resultsSummary} of the rows of one dataset in one or two sentences. */
export function resultsSentence(rows: readonly ResultRow[], given: SentenceContext): string {
  const context: Words = { ...given, nameOf: lossNaming() };
  const summary = resultsSummary(rows, given);
  if (summary.kind !== 'one' && summary.kind !== 'several') return nothingMeasured(summary);
  const { rowCount, measuredCount } = summary;
  const scope = context.filtered ? `Of the ${rowCount} shown, ` : '';
  const opening = context.running
    ? `So far, with ${measuredCount} of ${plural(rowCount, 'candidate')} measured, `
    : scope;
  const body = summary.kind === 'one' ? summariseOne(summary, context) : summariseSeveral(summary, context);
  const text = `${opening}${body}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${nonconformanceNote(summary, context)}${failureCounts(summary)}`;
}

type Measured = Exclude<ResultsSummary, Unmeasured>;

/** A sentence that names the candidates which do not conform. Empty if there are none. */
function nonconformanceNote({ notConforming, othersRanked }: Measured, { nameOf }: Words): string {
  if (notConforming.length === 0) return '';
  const single = notConforming.length === 1;
  const why = `other implementations reject some of ${single ? 'its' : 'their'} output`;
  if (othersRanked) return ` Not ranked, because not conforming: ${named(notConforming, nameOf)}; ${why}.`;
  return single ? ` It does not conform: ${why}.` : ` None of them conforms: ${why}.`;
}

const unmeasuredWords: Readonly<Record<Exclude<Unmeasured['kind'], 'noFigures'>, string>> = {
  allHidden: 'The filters hide every candidate.',
  noCandidates: 'There is nothing to show: the plan has no candidates.',
  nothingYet: 'Nothing is measured yet; the first figures appear when the first candidate has been verified.',
  stopped: 'The run was stopped before anything was measured.',
};

function nothingMeasured(summary: Unmeasured): string {
  if (summary.kind !== 'noFigures') return unmeasuredWords[summary.kind];
  const { rowCount, first } = summary;
  const reason = `${first.names.label}: ${endSentence(first.reason)}`;
  return rowCount === 1
    ? `The only candidate gave no figures. ${reason}`
    : `None of the ${rowCount} candidates gave figures. ${reason}`;
}

/** A sentence that counts the candidates without figures, by reason. Empty if there are none. */
function failureCounts({ without: { failed, unsupported, stopped }, rowCount }: Measured): string {
  const parts = [
    failed > 0 ? `${failed} failed` : '',
    unsupported > 0 ? `${unsupported} can’t hold this data` : '',
    stopped > 0 ? `${stopped} ${stopped === 1 ? 'was' : 'were'} stopped` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` Of ${plural(rowCount, 'candidate')}, ${listed(parts)}; the table says why.`;
}

/** Describes the only ranked candidate. */
function summariseOne({ row, speeds, isAlone }: OneRanked, context: Words): string {
  const does = speeds.map(
    ({ operation, throughput, unit }) =>
      `${wordsOf(operation, context).does} ${throughput === null ? 'faster than the timer can measure' : `at ${formatThroughput(throughput, unit, 2)}`}`,
  );
  const size =
    row.sizeBytes === null
      ? 'makes no file'
      : context.userFile
        ? `is ${sizeAgainstUserFilePhrase(row.sizeBytes, context.userFile)} (${sizeWords(row.sizeBytes, row.ratio)})`
        : `takes ${sizeWords(row.sizeBytes, row.ratio)}`;
  return `${context.nameOf(row)} ${size}${does.length > 0 ? ` and ${listed(does)}` : ''}${isAlone ? '; with one candidate there is nothing to compare' : ''}`;
}

/** Names the smallest and the fastest of several candidates. */
function summariseSeveral({ smallest, fastest, rounds }: SeveralRanked, context: Words): string {
  const size = smallestClause(smallest, context);
  if (fastest.length > 0) return [size, ...fastest.map((one) => fastestClause(one, context))].join('; ');
  const after = `after ${rounds.measured < rounds.planned ? `${rounds.measured} of ` : ''}${plural(Math.max(rounds.measured, rounds.planned), 'round')}`;
  return `${size}; sizes are exact, but the fastest of each operation is not decided ${context.running ? 'yet, ' : ''}${after}`;
}

function sizeWords(sizeBytes: number, ratio: number | null): string {
  return `${formatBytes(sizeBytes)}${ratio === null ? '' : `, ratio ${formatRatio(ratio)}`}`;
}

const behindBaseline = ' after the uncompressed baseline';

function smallestClause(smallest: Smallest, { userFile = null, nameOf }: Words): string {
  if (smallest.kind === 'noFiles') return 'none of them makes a file';
  const { kind, winners, sizeBytes, isBaselineSmaller } = smallest;
  const [first] = winners;
  const figures = `${sizeWords(sizeBytes, first.ratio)}${first.sample === null ? '' : ', from a sample'}`;
  if (userFile !== null && kind === 'userFileSmaller') {
    const exceptBaseline = isBaselineSmaller ? ' but the uncompressed baseline' : '';
    return `none${exceptBaseline} is smaller than ${userFilePhrase(userFile)}; ${named(winners, nameOf)} ${winners.length === 1 ? 'comes' : 'come'} nearest, ${sizeAgainstUserFile(sizeBytes, userFile)} (${figures})`;
  }
  if (kind === 'allEqual')
    return userFile === null
      ? `all ${winners.length} candidates take the same ${figures}`
      : `all ${winners.length} candidates are ${sizeAgainstUserFilePhrase(sizeBytes, userFile)} (the same ${figures})`;
  const words =
    userFile === null ? ` (${figures})` : `, ${sizeAgainstUserFilePhrase(sizeBytes, userFile)} (${figures})`;
  const after = isBaselineSmaller ? behindBaseline : '';
  return winners.length > 1
    ? `${named(winners, nameOf)} tie for the smallest file${after}${words}`
    : `${nameOf(first)} is smallest${after}${words}`;
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

function fastestClause(
  {
    operation,
    leaders,
    speed: { throughput, unit },
    rival,
    isBaselineFaster,
    hidden,
    otherClockCount,
    fewRoundsCount,
  }: Fastest,
  context: Words,
): string {
  const { nameOf } = context;
  const { noun, fastest: verb } = wordsOf(operation, context);
  const speed = formatThroughput(throughput, unit, 2);
  const after = isBaselineFaster ? behindBaseline : '';
  const hiddenNote = () =>
    hidden.length === 0
      ? ''
      : `, while ${hidden.length === 1 ? 'the time' : 'the times'} of ${named(hidden, nameOf)} ${hidden.length === 1 ? 'is' : 'are'} below the timer’s resolution`;
  const otherClockNote =
    otherClockCount === 0
      ? ''
      : `, leaving out ${plural(otherClockCount, 'candidate')} whose ${otherClockCount === 1 ? 'clock includes' : 'clocks include'} other work`;
  const fewRoundsNote =
    fewRoundsCount === 0
      ? ''
      : `, leaving out ${plural(fewRoundsCount, 'candidate')} with too few rounds for a verdict`;
  // Called where the text has it, since a name says what the candidate loses where it stands first.
  const notes = () => `${hiddenNote()}${otherClockNote}${fewRoundsNote}`;
  if (rival === null)
    return `${named(leaders, nameOf)} tie for fastest at ${noun}${after} (about ${speed}, no clear difference)${notes()}`;
  const clause = `${nameOf(leaders[0])} ${verb}${after}`;
  const than = `${formatFactor(rival.factor)} the speed of ${nameOf(rival.row)}`;
  // A name that ends with what it loses has brackets of its own.
  return than.endsWith(')') ? `${clause} (${speed}), ${than}${notes()}` : `${clause} (${speed}, ${than})${notes()}`;
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
