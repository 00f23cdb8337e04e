import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { candidateList } from '../figures/candidate-list';
import { formatBytes, formatRatio, plural } from '../figures/figures';
import { MarkSwatch } from '../charts/Mark';
import { lossesSummary } from '../figures/losses-summary';
import { Segmented } from '../ui/Segmented';
import { sizeAgainstUserFilePhrase, type UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Answer, Standing } from './answer';
import {
  changeCondition,
  formatMoney,
  formatProbability,
  formatTotal,
  operationWords,
  standingText,
  totalNoun,
  undecidedReason,
} from './answer-words';
import type { Change } from './changes';
import type { Contender, Excluded } from './contenders';
import type { TimedOperation } from './needed-operations';
import styles from './Decision.module.css';
import { Others } from './Others';
import type { RequirementChange } from './requirement-changes';
import { Snippets } from './Snippets';
import { namedSituationOf, namedSituations } from '../view/named-situations';

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
  /** The best candidate by the other times: natively, if the card shows the browser's, and the reverse. Null if it is not known. */
  readonly elsewhere: Contender | null;
  /** Why the benchmarks that compare with native could not be loaded. */
  readonly benchmarkProblem: string | null;
  /** Null if the times can't be chosen. */
  readonly onTimes: ((timesOf: Situation['timesOf']) => void) | null;
  readonly candidates: readonly Candidate[];
  /** Null if the data could not be made, so that nothing was measured either. */
  readonly schema: DatasetSchema | null;
}

/** The best candidate for the situation, its rivals, and what would change the answer. */
export function AnswerCard({
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
  const waiting = countOf(excluded, 'pending');
  const unmeasured = countOf(excluded, 'cancelled');
  // The first of the candidates to be measured are no answer.
  if (best === undefined || (running && waiting > 0)) {
    return (
      <div className={styles.card}>
        {head}
        <p className={styles.none}>
          {running
            ? `${waiting} of ${standings.length + excluded.length} candidates have not been measured yet. The answer comes when each has been measured once.`
            : excluded.length === 0
              ? 'Nothing was measured.'
              : times === 'expected'
                ? 'No candidate that meets this situation has a known native time. The list says why.'
                : 'No candidate meets this situation. The list says why.'}
        </p>
        <Others standings={[]} excluded={excluded} situation={situation} />
      </div>
    );
  }
  const tied = standings.filter(({ verdict }) => verdict === 'tied');
  const undecided = undecidedReason(standings, roundCount);
  const { row, assumptions } = best.contender;
  const candidate = candidates[row.candidate];
  return (
    <div className={styles.card}>
      {head}
      <h2 className={styles.headline} data-testid="answer">
        <MarkSwatch names={row.names} />
        <span>{row.names.label}</span>
        <span className={styles.total}>{`${formatTotal(situation, best.total)} ${totalNoun[situation.goal]}`}</span>
      </h2>
      <ul className={styles.facts}>
        <li>{sizeFact(best, userFile, situation)}</li>
        {situation.goal === 'money' && <li>{perTerabyte(best)}</li>}
        {row.verification.loss.length > 0 && <li>{`It loses ${lossesSummary(row.verification.loss)}.`}</li>}
        {undecided !== null && <li>{undecided}</li>}
        {unmeasured > 0 && (
          <li>{`The run ended before ${plural(unmeasured, 'candidate')} ${unmeasured === 1 ? 'was' : 'were'} measured.`}</li>
        )}
        {tied.length > 0 && (
          <li>{`Not clearly more than 3 % ahead of ${listed(tied.map(({ contender }) => contender.row.names.label))}. It is the best in ${formatProbability(best.probability)} of resampled runs.`}</li>
        )}
        {tied.length === 0 && undecided === null && second !== undefined && roundCount !== null && (
          <li>{`It is the best in ${formatProbability(best.probability)} of resampled runs.`}</li>
        )}
        {second !== undefined && (
          <li>{`${second.verdict === 'tied' ? 'Nearest rival' : 'Runner-up'}: ${second.contender.row.names.label}, ${standingText(second)} ${comparedNoun[situation.goal]}.`}</li>
        )}
        {elsewhere !== null && <li>{otherTimes(best, elsewhere, times)}</li>}
        {benchmarkProblem !== null && <li>{`The comparison with native could not be loaded: ${benchmarkProblem}`}</li>}
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {missing.map(({ operation, unsupported }) => (
          <li key={operation}>
            {`This run did not measure ${operationWords[operation]}. ${unsupported ?? 'Press Run to measure it.'}`}
          </li>
        ))}
      </ul>
      {!running && standings.length > 1 && (
        <WhatChanges changes={changes} requirements={furtherRequirements} situation={situation} />
      )}
      <Others standings={standings} excluded={excluded} situation={situation} />
      {schema !== null && candidate !== undefined && (
        <Snippets candidate={candidate} name={row.names.label} schema={schema} />
      )}
    </div>
  );
}

const countOf = (excluded: readonly Excluded[], status: Excluded['row']['status']) =>
  excluded.filter(({ row }) => row.status === status).length;

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
function otherTimes({ contender }: Standing, other: Contender, times: Times): string {
  const isSame = other.row.key === contender.row.key;
  if (times === 'expected')
    return isSame ? 'In the browser, it is the best as well.' : `In the browser, ${other.row.names.label} is the best.`;
  return isSame
    ? 'Natively, it is expected to be the best as well.'
    : `Natively, ${other.row.names.label} is expected to be the best.`;
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

/** For each parameter the nearest values at which another candidate wins. */
function WhatChanges({
  changes,
  requirements,
  situation,
}: {
  readonly changes: readonly Change[];
  readonly requirements: readonly RequirementChange[];
  readonly situation: Situation;
}) {
  return (
    <div className={styles.changes}>
      <h3 className={styles.subtitle}>What would change the answer</h3>
      {changes.length === 0 && (
        <p className={styles.quiet}>
          {situation.goal === 'size'
            ? 'Nothing but the requirements: sizes do not depend on how the file is used.'
            : 'No other value of any one figure of the situation does.'}
        </p>
      )}
      {changes.length + requirements.length > 0 && (
        <ul className={styles.changeList}>
          {changes.map((change) => (
            <li key={`${change.axis} ${change.direction}`}>
              <span>{sentenceStart(changeCondition(change))}</span>
              <span className={styles.changeWinner}>
                <MarkSwatch names={change.winner.row.names} />
                {change.winner.row.names.label}
              </span>
            </li>
          ))}
          {requirements.map(({ condition, winner }) => (
            <li key={condition}>
              <span>{condition}</span>
              {winner === null ? (
                <span>no candidate of this run does</span>
              ) : (
                <span className={styles.changeWinner}>
                  <MarkSwatch names={winner.row.names} />
                  {winner.row.names.label}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sentenceStart = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const maxNames = 4;

function listed(names: readonly string[]): string {
  const shown =
    names.length > maxNames ? [...names.slice(0, maxNames - 1), plural(names.length - maxNames + 1, 'other')] : names;
  return candidateList(shown);
}
