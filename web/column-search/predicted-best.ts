import type { Candidate, Plan } from '../../workers/model/plan';
import { candidateKey } from '../../workers/model/plan';
import { wantedColumnIndex } from '../../workers/model/operation-choices';
import type { DatasetInfo, RunResult } from '../../workers/model/result';
import type { FoundFile } from '../../workers/model/search-choice';
import { verdictMargin } from '../../workers/model/statistics/compare';
import type { Standing } from '../decide/answer';
import { unreadableReason } from '../decide/readers';
import { totalOf } from '../decide/totals';
import { wholeFileOf } from '../figures/whole-file';
import type { Situation } from '../view/situation';
import { predictedFigures } from './predicted-figures';
import type { RunSearch } from './run-search';
import { bestForSituation, candidateOfFound } from './search-for-run';

/** The best file by column for a situation that no candidate of the run has, as predicted. */
interface PredictedBest {
  readonly found: FoundFile;
  readonly candidate: Candidate;
  /** In the unit of the situation's totals. */
  readonly total: number;
  readonly sizeBytes: number;
  /** How much less its total is than the best measured one, as a share of that. */
  readonly saved: number;
}

/** A smaller gain of exact sizes is not offered. Of times it has to exceed the margin of a verdict. */
const leastSizeGain = 0.01;

/**
 * What the run's search by column has found for this situation, if it is predicted to be better than everything measured: by rule 30, times what the measured
 * total of an earlier found file is of its predicted one. Null if the best by column is measured already, or would not be the answer.
 */
export function predictedBest(
  { search, trials, measured }: Pick<RunSearch, 'search' | 'trials' | 'measured'>,
  { plan, datasets }: Pick<RunResult, 'plan' | 'datasets'>,
  standings: readonly Pick<Standing, 'contender' | 'total'>[],
  situation: Situation,
): PredictedBest | null {
  const [best] = standings;
  if (search === null || best === undefined || needsNativeTimes(situation)) return null;
  const found = bestForSituation(trials, search, situation, plan);
  if (found === null) return null;
  const candidate = candidateOfFound(found);
  const indexOf = (wanted: Candidate) =>
    plan.candidates.findIndex((each) => candidateKey(each) === candidateKey(wanted));
  if (indexOf(candidate) >= 0 || !isAllowed(found, candidate, situation, datasets[0])) return null;
  const readColumn = search.columns[wantedColumnIndex(plan.projectColumn, search.columns)] ?? null;
  const whole = wholeFileOf(datasets[0]);
  const figuresOf = (file: FoundFile) =>
    predictedFigures(
      file,
      search.columns,
      readColumn,
      situation,
      whole === null ? null : { whole, options: candidate.options },
    );
  const predicted = (file: FoundFile) => totalOf(situation, figuresOf(file));
  const factors = measured.flatMap((file) => {
    const index = indexOf(candidateOfFound(file));
    const standing = standings.find(({ contender }) => contender.row.candidate === index);
    return standing === undefined ? [] : [standing.total / predicted(file)];
  });
  const total = predicted(found) * (factors.at(-1) ?? 1);
  const saved = 1 - total / best.total;
  const least = situation.goal === 'size' ? leastSizeGain : verdictMargin;
  return saved > least ? { found, candidate, total, sizeBytes: figuresOf(found).sizeBytes, saved } : null;
}

const needsNativeTimes = ({ timesOf, goal }: Situation): boolean => timesOf === 'native' && goal !== 'size';

/** True if times in other tools decide, which a search in this browser does not predict, and its best file was not measured. */
export function isNotPredicted(
  { search, trials }: Pick<RunSearch, 'search' | 'trials'>,
  plan: Plan,
  situation: Situation,
): boolean {
  if (search === null || !needsNativeTimes(situation)) return false;
  const found = bestForSituation(trials, search, situation, plan);
  const key = found === null ? null : candidateKey(candidateOfFound(found));
  return key !== null && plan.candidates.every((each) => candidateKey(each) !== key);
}

/** Whether the file meets the requirements of the situation, as far as they are known before it is written. */
function isAllowed(
  { sizeBytes, encodeMs }: FoundFile,
  candidate: Candidate,
  { maxSizeBytes, maxWriteMs, readableBy }: Situation,
  info: DatasetInfo | undefined,
): boolean {
  const schema = info?.status === 'ready' ? info.schema : null;
  return (
    (maxSizeBytes === null || sizeBytes <= maxSizeBytes) &&
    (maxWriteMs === null || encodeMs <= maxWriteMs) &&
    readableBy.every((tool) => unreadableReason(candidate, tool, schema) === null)
  );
}
