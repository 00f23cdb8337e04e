import { memo, type ReactNode } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import { lossesSummary, valueLossWords } from '../figures/losses-summary';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { AnswerActions, type FileChoice } from './AnswerActions';
import { AnswerBars } from './AnswerBars';
import { digitsOf } from './answer-sentences';
import { roundsFact } from './answer-words';
import { cardText, keepsUserFile, noAnswerText } from './card-text';
import { awaitedCount } from './contenders';
import styles from './Decision.module.css';
import { isElsewhereOther, otherTimesText } from './elsewhere';
import { HowMeasured } from './HowMeasured';
import { type FurtherRun, MeasureOn } from './MeasureOn';
import { Others } from './Others';
import { decodedTexts, requestTexts, unknownRequestTexts } from './request-words';
import { type AnswerProgress, type SaidAnswer, shownBest } from './said-answer';
import { TimesChoice } from './TimesChoice';
import type { GivenAnswer } from './use-answer';
import { WhatChanges } from './WhatChanges';

interface AnswerCardProps {
  readonly given: GivenAnswer;
  readonly progress: AnswerProgress;
  readonly candidates: readonly Candidate[];
  /** Null if the data could not be made, so that nothing was measured either. */
  readonly schema: DatasetSchema | null;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
  readonly userFile: UserFile | null;
  /** Null if the times can't be chosen. */
  readonly onTimes: ((timesOf: Situation['timesOf']) => void) | null;
  /** Encodes a candidate's file again and downloads it. Null where that is not possible. */
  readonly onDownload: ((candidate: number) => Promise<void>) | null;
  /** What else stands in the card's menu. */
  readonly more: ReactNode;
  /** How a run that has ended goes on. Null where it can't. */
  readonly further: FurtherRun | null;
  /** What stands below the bars: the best settings by column, as predicted. Null where nothing does. */
  readonly predicted: ((standings: readonly Standing[], situation: Situation) => ReactNode) | null;
}

/**
 * The answer for the situation: three sentences, the totals as bars, and what it rests on, folded. Memoised, since it stays as it is while a slider
 * moves.
 */
export const AnswerCard = memo(function AnswerCard(props: AnswerCardProps) {
  const { given, progress, userFile, onTimes, schema, notes, onDownload, more, further } = props;
  const { said, excluded, situation, times } = given;
  const { standings } = given.answer;
  const [best] = standings;
  const awaited = awaitedCount(excluded, progress.running);
  const isEarly = awaited > 0 && !(progress.isDue && awaited < standings.length);
  if (best === undefined || said === null || isEarly) return <WithoutAnswer {...props} awaited={awaited} />;
  const { row } = best.contender;
  const keepsFile = keepsUserFile(said, userFile);
  const { kicker, headline, what, brings, sure, beside } = cardText({
    said,
    best,
    times,
    isSoFar: progress.running || progress.goesOn,
    userFile,
    missing: given.missing,
  });
  const choices = choicesOf(props);
  const [first, ...others] = choices;
  return (
    <div className={styles.card} data-testid="answer">
      <p className={styles.kicker}>{kicker}</p>
      <div className={styles.what}>
        <h2 className={styles.headline}>
          {keepsFile ? <UserFileSwatch /> : <MarkSwatch names={row.names} />}
          <span>{headline}</span>
        </h2>
        {first !== undefined && (
          <AnswerActions
            choices={[first, ...others]}
            schema={schema}
            notes={notes}
            onDownload={onDownload}
            isFilled={!keepsFile}
            more={
              <>
                {onTimes !== null && <TimesChoice times={times} onTimes={onTimes} />}
                {more}
              </>
            }
          />
        )}
      </div>
      {what !== null && <p className={styles.say}>{what}</p>}
      <p className={styles.say}>
        {brings.map(({ text, isStrong }) => (isStrong ? <strong key={text}>{text}</strong> : text))}
      </p>
      <p className={styles.say} data-testid="certainty">
        <strong className={styles.word} data-word={sure.word}>
          {`${sure.word}: `}
        </strong>
        {sure.text}
      </p>
      {further !== null && <MeasureOn given={given} candidates={props.candidates} further={further} />}
      {beside.map((text) => (
        <p key={text} className={styles.beside}>
          {text}
        </p>
      ))}
      <AnswerBars
        shown={said.shown}
        situation={situation}
        userFile={userFile}
        comparison={said.comparison}
        digits={said.digits}
      />
      {props.predicted?.(standings, situation)}
      <Folds {...props} best={best} said={said} />
    </div>
  );
});

/** What the card shows until each candidate was measured once, and where none can be the answer. */
function WithoutAnswer({ given, userFile, awaited }: AnswerCardProps & { readonly awaited: number }) {
  const { excluded, situation, times } = given;
  const { standings } = given.answer;
  const all = standings.length + excluded.length;
  const shown = standings.slice(0, shownBest);
  return (
    <div className={styles.card}>
      <p className={styles.kicker}>{awaited > 0 ? 'Measuring' : 'No answer'}</p>
      <p className={styles.say}>{noAnswerText(all, awaited, times)}</p>
      {awaited > 0 ? (
        <AnswerBars
          shown={shown}
          situation={situation}
          userFile={userFile}
          comparison={null}
          digits={digitsOf(
            situation,
            shown.map(({ total }) => total),
          )}
        />
      ) : (
        <Others standings={[]} excluded={excluded} situation={situation} userFile={userFile} showsShares={false} />
      )}
    </div>
  );
}

function Folds({
  given,
  progress: { running },
  userFile,
  best,
  said,
}: AnswerCardProps & { readonly best: Standing; readonly said: SaidAnswer }) {
  const { answer, changes, furtherRequirements, excluded, situation, times, elsewhere, benchmarkProblem } = given;
  const { standings } = answer;
  const { row, assumptions } = best.contender;
  const other = elsewhere === null ? null : otherTimesText(best.contender, elsewhere, times, situation);
  const isOther = elsewhere !== null && isElsewhereOther(best.contender, elsewhere);
  const texts = [
    roundsFact(answer, running),
    ...(row.verification.loss.length > 0 && valueLossWords(row) === null
      ? [`Every value comes back. It does not keep ${lossesSummary(row.verification.loss)}.`]
      : []),
    ...(other !== null && !isOther ? [other] : []),
    ...(benchmarkProblem === null
      ? []
      : [`The times in Python and other tools could not be loaded: ${benchmarkProblem}`]),
    ...assumptions,
    ...decodedTexts(best.contender, situation),
    ...requestTexts(best.contender, situation),
    ...unknownRequestTexts(standings, situation),
    ...(userFile === null ? [] : [`${userFile.name}: ${userFile.timesNote}`]),
  ];
  return (
    <div className={styles.folds}>
      {!running && standings.length > 1 && (
        <WhatChanges
          changes={changes}
          requirements={furtherRequirements}
          situation={situation}
          otherTimes={isOther ? other : null}
          namedBefore={[row, ...(elsewhere?.best ? [elsewhere.best.row] : [])]}
        />
      )}
      <Others
        standings={standings}
        excluded={excluded}
        situation={situation}
        userFile={userFile}
        showsShares={said.certainty.word === 'Open'}
      />
      <HowMeasured texts={texts} />
    </div>
  );
}

/** The candidates whose file and code can be had, in the order of the list. */
const choicesOf = ({ given: { answer, excluded }, candidates }: AnswerCardProps): readonly FileChoice[] =>
  [...answer.standings.map(({ contender }) => contender.row), ...excluded.map(({ row }) => row)].flatMap((row) => {
    const candidate = candidates[row.candidate];
    const hasFile = row.status === 'completed' && row.encodedSha256 !== null;
    return candidate === undefined ? [] : [{ name: row.names.label, candidate, row, index: row.candidate, hasFile }];
  });
