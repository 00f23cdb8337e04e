import { FormatlabError } from '../../workers/model/errors';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { TimedRound } from '../../workers/model/statistics/compare';
import { smallestValue } from '../../workers/model/statistics/samples';
import { defaultCandidates } from '../../workers/registry/default-plan';
import type { CheckedFile } from '../links/command-result';
import type { Coordinator } from '../state/coordinator';
import type { AnswerProgress } from './answer';
import { checkedTime } from './check-verdict';
import { fileByRecipe, planOfFile, recipeIn } from './recipe-file';

export interface CheckRequest {
  /** How many bytes a file may grow. */
  readonly toleranceBytes: number;
  readonly rounds: number;
}

interface Arm {
  readonly file: File;
  readonly report: OwnFileReport;
}

type Measuring = Pick<Coordinator, 'inspectFile' | 'run' | 'rewriteTable' | 'encodedFile'>;

/**
 * Compares a file with its baseline, which is a file as well, or a recipe by which the same data are written again. Both are read in turns, in the same job.
 * @throws {FormatlabError} if one of them can’t be read
 */
export async function checkFile(
  coordinator: Measuring,
  [file, baseline]: readonly [File, File],
  { toleranceBytes, rounds }: CheckRequest,
  onProgress: (progress: AnswerProgress) => void,
): Promise<CheckedFile> {
  const own = await opened(coordinator, file);
  const recipe = await recipeIn(baseline);
  const other = await opened(
    coordinator,
    recipe === null ? baseline : await fileByRecipe(coordinator, file, own.report, recipe),
  );
  const times = await timesInTurns(coordinator, [own, other], rounds, onProgress);
  return {
    file: file.name,
    baseline: baseline.name,
    sizeBytes: file.size,
    baselineBytes: other.file.size,
    sizeGrew: file.size > other.file.size + toleranceBytes,
    bestMs: bestOf(times[0]),
    baselineMs: bestOf(times[1]),
    time: checkedTime(times[0], times[1], seed),
  };
}

/** The rounds of a file and its baseline, each read in turns. */
export async function timesOfFiles(
  coordinator: Measuring,
  files: readonly [File, File],
  rounds: number,
  onProgress: (progress: AnswerProgress) => void,
): Promise<ArmTimes> {
  const arms = [await opened(coordinator, files[0]), await opened(coordinator, files[1])] as const;
  return timesInTurns(coordinator, arms, rounds, onProgress);
}

/** The best times of the rounds, of the file and of its baseline. */
export type ArmTimes = readonly [TimedRound[], TimedRound[]];

async function timesInTurns(
  coordinator: Measuring,
  arms: readonly [Arm, Arm],
  rounds: number,
  onProgress: (progress: AnswerProgress) => void,
): Promise<ArmTimes> {
  const times: ArmTimes = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    // The one that is read first changes with the round.
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const arm = arms[index];
      onProgress({
        primary: `Round ${round + 1} of ${rounds}`,
        secondary: arm.file.name,
        fraction: round / rounds,
      });
      const bestMs = await bestReadingMs(coordinator, arm);
      if (bestMs !== null) times[index].push({ round, samplesMs: [bestMs] });
    }
    // A file that no decoder reads has no times in later rounds either.
    if (times[0].length + times[1].length === 0) break;
  }
  return times;
}

const seed = 1;
const bestOf = (rounds: readonly TimedRound[]): number | null =>
  rounds.length === 0 ? null : smallestValue(rounds.flatMap(({ samplesMs }) => samplesMs));

async function opened(coordinator: Measuring, file: File): Promise<Arm> {
  return { file, report: await coordinator.inspectFile(file, { fileName: file.name, sample: null }) };
}

/** The best time in which the file is read, of a run of its own, in milliseconds. Null if no decoder reads it. */
async function bestReadingMs(coordinator: Measuring, { file, report }: Arm): Promise<number | null> {
  const [candidate] = defaultCandidates(report.schema, false);
  if (candidate === undefined)
    throw new FormatlabError({ tag: 'unsupported', stage: 'import', message: `${file.name} can’t be measured.` });
  const result = await coordinator.run(planOfFile(file, report, [candidate]), { ownFile: file });
  const info = result.datasets[0];
  const reading = info?.status === 'ready' ? info.fileDecode?.result : undefined;
  if (reading?.status !== 'measured') return null;
  const samples = reading.rounds.flatMap(({ samplesMs }) => samplesMs);
  return samples.length === 0 ? null : smallestValue(samples);
}
