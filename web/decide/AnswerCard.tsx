import { memo } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { listedNames } from '../figures/candidate-list';
import { itemsNoun } from '../figures/dataset-words';
import { formatFactorAndInterval } from '../figures/factor-interval';
import { formatBytes, formatRatio, plural } from '../figures/figures';
import { measuredPartText, predictedText } from '../figures/whole-file-words';
import { MarkSwatch } from '../charts/Mark';
import { lossNaming, lossWords, type NameInText } from '../figures/losses-summary';
import { Segmented } from '../ui/Segmented';
import { sizeAgainstUserFilePhrase, type UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import {
  earlyDecision,
  formatMoney,
  formatProbability,
  formatTotal,
  openBySizeText,
  operationWords,
  standingText,
  totalNoun,
  undecidedReason,
} from './answer-words';
import type { Change } from './changes';
import { awaitedCount, type Contender, type Excluded } from './contenders';
import type { TimedOperation } from './needed-operations';
import styles from './Decision.module.css';
import { Others } from './Others';
import { decodedTexts, requestTexts, unknownRequestTexts } from './request-words';
import type { RequirementChange } from './requirement-changes';
import { Snippets } from './Snippets';
import type { SnippetChoice } from './snippets/snippet';
import { WhatChanges } from './WhatChanges';
import { namedSituationOf, namedSituations } from '../view/named-situations';

/** What the other times say: natively, if the card shows the browser's, and the reverse. */
export interface Elsewhere {
  /** Null if no candidate has such times. */
  readonly best: Contender | null;
  /** The total of the card's best candidate divided by that of `best`, both by those times. Null if either has no total. */
  readonly factor: number | null;
  /** The contenders in the browser that no benchmark compares with native. Empty if the card shows native times. */
  readonly notCompared: readonly Contender[];
}

interface AnswerCardProps {
  readonly answer: Answer;
  readonly changes: readonly Change[];
  readonly furtherRequirements: readonly RequirementChange[];
  readonly excluded: readonly Excluded[];
  readonly situation: Situation;
  /** The operations that the answer needs and the run did not measure, with the reason if no candidate supports one. */
  readonly missing: readonly { readonly operation: TimedOperation; readonly unsupported: string | null }[];
  readonly running: boolean;
  readonly userFile: UserFile | null;
  readonly times: Times;
  /** Null if there are no other times. */
  readonly elsewhere: Elsewhere | null;
  /** Why the benchmarks that compare with native could not be loaded. */
  readonly benchmarkProblem: string | null;
  /** Null if the times can't be chosen. */
  readonly onTimes: ((timesOf: Situation['timesOf']) => void) | null;
  readonly candidates: readonly Candidate[];
  /** Null if the data could not be made, so that nothing was measured either. */
  readonly schema: DatasetSchema | null;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
}

/** The best candidate for the situation, its rivals, and what would change the answer. Memoised, since it stays as it is while a slider moves. */
export const AnswerCard = memo(function AnswerCard({
  answer,
  changes,
  furtherRequirements,
  excluded,
  situation,
  missing,
  running,
  userFile,
  times,
  elsewhere,
  benchmarkProblem,
  onTimes,
  candidates,
  schema,
  notes,
}: AnswerCardProps) {
  const { standings, roundCount } = answer;
  const [best, second] = standings;
  const named = namedSituationOf(situation);
  const place = named === null ? 'your own situation' : namedSituations[named].label.toLowerCase();
  const head = (
    <div className={styles.head}>
      <p className={styles.kicker}>
        {`Answer for ${place}, ${timesWords[times]}`}
        {running ? ' so far' : ''}
      </p>
      {onTimes !== null && (
        <Segmented
          label="Times"
          value={times === 'expected' ? 'native' : 'browser'}
          options={timesOptions}
          onChange={onTimes}
        />
      )}
    </div>
  );
  const awaited = awaitedCount(excluded, running);
  const [unmeasured, withoutTime] = (['cancelled', 'overBudget'] as const).map(
    (status) => excluded.filter(({ row }) => row.status === status).length,
  ) as [number, number];
  // The first of the candidates to be measured are no answer.
  if (best === undefined || awaited > 0) {
    return (
      <div className={styles.card}>
        {head}
        <p className={styles.none}>
          {awaited > 0
            ? `${awaited} of ${standings.length + excluded.length} candidates ${awaited === 1 ? 'has' : 'have'} not been measured yet. The answer comes when each has been measured once.`
            : excluded.length === 0
              ? 'Nothing was measured.'
              : times === 'expected'
                ? 'No candidate that meets this situation has a known native time. The list says why.'
                : 'No candidate meets this situation. The list says why.'}
        </p>
        <Others standings={[]} excluded={excluded} situation={situation} userFile={userFile} />
      </div>
    );
  }
  const openBySize = standings.filter((standing) => standing.openBySize);
  const tied = standings.filter((standing) => standing.verdict === 'tied' && !standing.openBySize);
  const undecided = undecidedReason(standings, roundCount);
  const early = earlyDecision(answer, running, withoutTime > 0);
  const { row, assumptions } = best.contender;
  const candidate = candidates[row.candidate];
  const loss = lossWords(row);
  // Each text names the losses that the headline and the texts before it did not.
  const nameOf = lossNaming([row]);
  const namedBefore = [
    ...[best, ...openBySize, ...tied, ...(second === undefined ? [] : [second])].map(({ contender }) => contender.row),
    ...(elsewhere?.best ? [elsewhere.best.row] : []),
  ];
  return (
    <div className={styles.card}>
      {head}
      <h2 className={styles.headline} data-testid="answer">
        <MarkSwatch names={row.names} />
        <span>{row.names.label}</span>
        <span className={styles.total}>{`${formatTotal(situation, best.total)} ${totalNoun[situation.goal]}`}</span>
        {loss !== null && <span className={styles.loss}>{`It loses ${loss}.`}</span>}
      </h2>
      <ul className={styles.facts}>
        <li>{sizeFact(best, userFile, situation)}</li>
        {row.wholeFile !== null && row.predicted !== null && (
          <li>{`${measuredPartText(row.wholeFile, itemsNoun(schema))} ${predictedText(row.predicted, row.wholeFile)}`}</li>
        )}
        {situation.goal === 'money' && <li>{perTerabyte(best)}</li>}
        {undecided !== null && <li>{undecided}</li>}
        {early !== null && <li>{early}</li>}
        {unmeasured > 0 && (
          <li>{`The run ended before ${plural(unmeasured, 'candidate')} ${unmeasured === 1 ? 'was' : 'were'} measured.`}</li>
        )}
        {withoutTime > 0 && (
          <li>{`There was no time to measure ${plural(withoutTime, 'candidate')}, which might be better.`}</li>
        )}
        {openBySize.length > 0 && <li>{openBySizeText(openBySize.map(({ contender }) => nameOf(contender.row)))}</li>}
        {tied.length > 0 && (
          <li>{`Not clearly more than 3 % ahead of ${listedNames(tied.map(({ contender }) => nameOf(contender.row)))}.${best.probability === null ? '' : ` It is the best in ${formatProbability(best.probability)} of resampled runs.`}`}</li>
        )}
        {second !== undefined && (
          <li>{`${second.verdict === 'tied' ? 'Nearest rival' : 'Runner-up'}: ${nameOf(second.contender.row)}, ${standingText(second)} ${comparedNoun[situation.goal]}.`}</li>
        )}
        {elsewhere !== null && <li>{otherTimes(best, elsewhere, times, situation, nameOf)}</li>}
        {benchmarkProblem !== null && <li>{`The comparison with native could not be loaded: ${benchmarkProblem}`}</li>}
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {[
          decodedTexts(best.contender, situation),
          requestTexts(best.contender, situation),
          unknownRequestTexts(standings, situation),
        ]
          .flat()
          .map((text) => (
            <li key={text}>{text}</li>
          ))}
        {missing.map(({ operation, unsupported }) => (
          <li key={operation}>
            {`This run did not measure ${operationWords[operation]}. ${unsupported ?? 'Press Run to measure it.'}`}
          </li>
        ))}
      </ul>
      {!running && standings.length > 1 && (
        <WhatChanges
          changes={changes}
          requirements={furtherRequirements}
          situation={situation}
          namedBefore={namedBefore}
        />
      )}
      <Others standings={standings} excluded={excluded} situation={situation} userFile={userFile} />
      {schema !== null && candidate !== undefined && (
        <Snippets
          choices={[{ name: row.names.label, candidate }, ...otherChoices(standings.slice(1), excluded, candidates)]}
          schema={schema}
          notes={notes}
        />
      )}
    </div>
  );
});

/** The candidates besides the best one, as the list has them. */
const otherChoices = (
  rivals: readonly Standing[],
  excluded: readonly Excluded[],
  candidates: readonly Candidate[],
): SnippetChoice[] =>
  [...rivals.map(({ contender }) => contender.row), ...excluded.map(({ row }) => row)].flatMap(
    ({ names, candidate }) => {
      const found = candidates[candidate];
      return found === undefined ? [] : [{ name: names.label, candidate: found }];
    },
  );

/** Whose times the card shows: of this browser, of a browser elsewhere, of native libraries as measured or as expected. */
export type Times = 'here' | 'elsewhere' | 'native' | 'expected';

const timesWords: Readonly<Record<Times, string>> = {
  here: 'in a browser, as measured here',
  elsewhere: 'in a browser, as measured there',
  native: 'natively, as measured',
  expected: 'natively, as expected',
};

const timesOptions = [
  { value: 'browser', label: 'In a browser', meaning: 'The times that this run measured.' },
  {
    value: 'native',
    label: 'Natively',
    meaning:
      'The times of this run, divided by the factor between the browser and the native library. A native run that you imported and marked as of this machine measured it, or else the benchmarks on the pages Formats and Codecs. The intervals include the factor’s.',
  },
] as const;

/** What the other times would say. */
function otherTimes(
  { contender }: Standing,
  { best, factor, notCompared }: Elsewhere,
  times: Times,
  { goal }: Situation,
  nameOf: NameInText,
): string {
  const isSame = best?.row.key === contender.row.key;
  const left =
    notCompared.length === 0
      ? ''
      : ` ${plural(notCompared.length, 'candidate')} ${notCompared.length === 1 ? 'was' : 'were'} not compared with native libraries: ${listedNames(notCompared.map(({ row }) => row.names.label))}.`;
  if (best === null) return 'Natively, the best is not known: no candidate here was compared with its native library.';
  const by =
    factor === null
      ? ''
      : `, this candidate at ${formatFactorAndInterval(factor, factor, factor)[0]} ${comparedNoun[goal]}`;
  if (times === 'expected')
    return isSame ? 'In the browser, it is the best as well.' : `In the browser, ${nameOf(best.row)} is the best${by}.`;
  const among = notCompared.length === 0 ? '' : ' of those compared';
  return isSame
    ? `Natively, it is expected to be the best${among} as well.${left}`
    : `Natively, ${nameOf(best.row)} is expected to be the best${among}${by}.${left}`;
}

const comparedNoun: Readonly<Record<Situation['goal'], string>> = {
  time: 'the time',
  money: 'the cost',
  size: 'the size',
};

function sizeFact({ contender: { row } }: Standing, userFile: UserFile | null, { goal }: Situation): string {
  if (row.sizeBytes === null) return 'It makes no file.';
  const ratio = row.ratio === null ? '' : `, ratio ${formatRatio(row.ratio)}`;
  const size =
    goal === 'size'
      ? row.ratio === null
        ? ''
        : `Ratio ${formatRatio(row.ratio)}`
      : `${formatBytes(row.sizeBytes)}${ratio}`;
  const against =
    userFile === null ? '' : `${size === '' ? '' : ', '}${sizeAgainstUserFilePhrase(row.sizeBytes, userFile)}`;
  return `${size}${against}.`;
}

/** The cost of one terabyte of the data in memory, since the cost of a small dataset says little. */
function perTerabyte({ total, contender: { row } }: Standing): string {
  if (row.dataBytes === null || row.dataBytes === 0) return '';
  return `${formatMoney((total / row.dataBytes) * 1e12)} for each TB of such data in memory.`;
}
