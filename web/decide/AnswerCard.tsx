import { memo } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { listedNames } from '../figures/candidate-list';
import { formatFactorAndInterval } from '../figures/factor-interval';
import { plural } from '../figures/figures';
import { MarkSwatch } from '../charts/Mark';
import { lossNaming, type NameInText, valueLossWords } from '../figures/losses-summary';
import { Segmented } from '../ui/Segmented';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import { formatMoney, formatTotal, operationWords } from './answer-words';
import type { Change } from './changes';
import { awaitedCount, type Contender, type Excluded } from './contenders';
import type { TimedOperation } from './needed-operations';
import styles from './Decision.module.css';
import { Others } from './Others';
import { decodedTexts, requestTexts, unknownRequestTexts } from './request-words';
import type { RequirementChange } from './requirement-changes';
import type { SaidAnswer } from './said-answer';
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
  /** Null without an answer. */
  readonly said: SaidAnswer | null;
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
  said,
  schema,
  notes,
}: AnswerCardProps) {
  const { standings } = answer;
  const [best] = standings;
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
  const { row, assumptions } = best.contender;
  const candidate = candidates[row.candidate];
  const loss = valueLossWords(row);
  // Each text names the losses that the headline and the texts before it did not.
  const nameOf = lossNaming([row]);
  const namedBefore = [row, ...(elsewhere?.best ? [elsewhere.best.row] : [])];
  return (
    <div className={styles.card}>
      {head}
      <h2 className={styles.headline} data-testid="answer">
        <MarkSwatch names={row.names} />
        <span>{row.names.label}</span>
        <span
          className={styles.total}
        >{`${formatTotal(situation, best.total)} ${situation.goal === 'size' ? 'the file' : 'in total'}`}</span>
        {loss !== null && <span className={styles.loss}>{`It loses ${loss}.`}</span>}
      </h2>
      <ul className={styles.facts}>
        {said !== null && (
          <>
            <li>
              {said.sentences.keeps === 'file' ? `${said.sentences.what} ` : ''}
              {said.sentences.brings.map(({ text, isStrong }) =>
                isStrong ? <strong key={text}>{text}</strong> : text,
              )}
            </li>
            <li>
              <strong>{`${said.sentences.sure.word}: `}</strong>
              {said.sentences.sure.text}
            </li>
            {said.sentences.sample !== null && <li>{said.sentences.sample}</li>}
            {said.sentences.leftOut !== null && <li>{said.sentences.leftOut}</li>}
          </>
        )}
        {situation.goal === 'money' && <li>{perTerabyte(best)}</li>}
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
  native: 'in Python and other tools, as measured',
  expected: 'in Python and other tools, as expected',
};

const timesOptions = [
  { value: 'browser', label: 'In a browser', meaning: 'The times that this run measured.' },
  {
    value: 'native',
    label: 'In Python and other tools',
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
  if (best === null)
    return 'In Python and other tools, the best is not known: no candidate here was compared with its native library.';
  const by =
    factor === null
      ? ''
      : `, this candidate at ${formatFactorAndInterval(factor, factor, factor)[0]} ${comparedNoun[goal]}`;
  if (times === 'expected')
    return isSame ? 'In the browser, it is the best as well.' : `In the browser, ${nameOf(best.row)} is the best${by}.`;
  const among = notCompared.length === 0 ? '' : ' of those compared';
  return isSame
    ? `In Python and other tools, it is expected to be the best${among} as well.${left}`
    : `In Python and other tools, ${nameOf(best.row)} is expected to be the best${among}${by}.${left}`;
}

const comparedNoun: Readonly<Record<Situation['goal'], string>> = {
  time: 'the time',
  money: 'the cost',
  size: 'the size',
};

/** The cost of one terabyte of the data in memory, since the cost of a small dataset says little. */
function perTerabyte({ total, contender: { row } }: Standing): string {
  if (row.dataBytes === null || row.dataBytes === 0) return '';
  return `${formatMoney((total / row.dataBytes) * 1e12)} for each TB of such data in memory.`;
}
