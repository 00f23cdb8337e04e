import { readInTurns } from '../../workers/client/reading-turns';
import { FormatlabError } from '../../workers/model/errors';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { KnownReader } from '../../workers/model/protocol/reading-turns';
import { smallestValue } from '../../workers/model/statistics/samples';
import { ownFileSpec } from '../explore/plan-checks';
import type { CheckedFile, CheckedTime } from '../links/command-result';
import type { Coordinator } from '../state/coordinator';
import type { AnswerProgress } from './answer';
import { type CheckRounds, checkedTime, isLastRound } from './check-verdict';
import { fileByRecipe, recipeIn } from './recipe-file';

export interface CheckRequest {
  /** How many bytes a file may grow. */
  readonly toleranceBytes: number;
  /** How many rounds are taken at most. */
  readonly rounds: number;
}

interface Arm {
  readonly file: File;
  readonly report: OwnFileReport;
  readonly loopMs: number;
}

type Measuring = Pick<Coordinator, 'inspectFile' | 'rewriteTable' | 'encodedFile'>;

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
  const { taken, failure } = await roundsInTurns([own], other, { rounds, onProgress });
  const [all = []] = taken;
  return {
    file: file.name,
    baseline: baseline.name,
    sizeBytes: file.size,
    baselineBytes: other.file.size,
    sizeGrew: file.size > other.file.size + toleranceBytes,
    bestMs: bestOf(all, 'file'),
    baselineMs: bestOf(all, 'baseline'),
    time: checkedTime(all, failure),
  };
}

/**
 * Two checks of the same rounds, for `bench/check.mjs`: of the file as it is, and of the file with a loop inside the timed call.
 * @returns the times of both, and the milliseconds of the loop and of a call
 * @throws {FormatlabError} if a round fails
 */
export async function checkWithLoop(
  coordinator: Measuring,
  [file, baseline]: readonly [File, File],
  { rounds, loopMs }: { readonly rounds: number; readonly loopMs: number },
): Promise<{ readonly equal: CheckedTime; readonly looped: CheckedTime; readonly bestMs: number | null }> {
  const own = await opened(coordinator, file);
  const other = await opened(coordinator, baseline);
  const { taken, failure } = await roundsInTurns([own, { ...own, loopMs }], other, { rounds });
  if (failure !== null) throw new FormatlabError({ tag: 'internal', stage: 'decode', message: failure });
  const [equal = [], looped = []] = taken;
  return { equal: checkedTime(equal), looped: checkedTime(looped), bestMs: bestOf(equal, 'baseline') };
}

/**
 * Takes rounds until each file is decided. The baseline is read twice in each: its two arms tell the noise floor.
 * @returns the rounds of each file with those of the baseline, and why no further one could be taken
 */
async function roundsInTurns(
  files: readonly Arm[],
  baseline: Arm,
  { rounds: most, onProgress }: { readonly rounds: number; readonly onProgress?: (progress: AnswerProgress) => void },
): Promise<{ readonly taken: readonly CheckRounds[]; readonly failure: string | null }> {
  const arms = [...files, baseline, baseline];
  let taken: readonly CheckRounds[] = files.map(() => []);
  const startMs = performance.now();
  let readers: readonly KnownReader[] = [];
  for (let round = 0; round < most; round += 1) {
    onProgress?.({
      primary: `Round ${round + 1} of at most ${most}`,
      secondary: files[0]?.file.name ?? '',
      fraction: round / most,
    });
    try {
      const made = await readInTurns({
        round,
        arms: arms.map(({ file, report, loopMs }, index) => ({
          file,
          spec: { ...ownFileSpec(file, report, null), fileName: file.name },
          known: readers[index] ?? null,
          loopMs,
        })),
      });
      ({ readers } = made);
      const [control = [], again = []] = made.samplesMs.slice(files.length);
      taken = taken.map((all, index) => [
        ...all,
        { file: made.samplesMs[index] ?? [], baseline: control, control: again },
      ]);
    } catch (thrown) {
      if (thrown instanceof FormatlabError) return { taken, failure: thrown.record.message };
      throw thrown;
    }
    const passedMs = performance.now() - startMs;
    if (taken.every((all) => isLastRound(all, { most, passedMs }))) break;
  }
  return { taken, failure: null };
}

const bestOf = (rounds: CheckRounds, arm: 'file' | 'baseline'): number | null =>
  rounds.length === 0 ? null : smallestValue(rounds.flatMap((round) => round[arm]));

async function opened(coordinator: Measuring, file: File): Promise<Arm> {
  return {
    file,
    report: await coordinator.inspectFile(file, { fileName: file.name, sample: null }),
    loopMs: 0,
  };
}
