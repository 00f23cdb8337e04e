import type { CellResult, OperationResult, RoundSamples, RunResult } from './result';

/**
 * The times that the page shows, stores in links and exports have four digits: a time changes by at most 0.05 %. The sender and the receiver of a link
 * then compute every figure from the same numbers.
 */

/** A time in milliseconds with four digits. */
export const keptMs = (ms: number): number => Number(ms.toPrecision(4));

const keptRounds = (rounds: readonly RoundSamples[]): RoundSamples[] =>
  rounds.map((each) => ({
    ...each,
    coldMs: keptMs(each.coldMs),
    warmUpMs: keptMs(each.warmUpMs),
    samplesMs: each.samplesMs.map(keptMs),
  }));

/** A cell whose times have four digits. */
export function withKeptTimes(cell: CellResult): CellResult {
  if (cell.status !== 'completed') return cell;
  const operations = Object.fromEntries(
    Object.entries(cell.operations).map(([name, operation]): [string, OperationResult] => [
      name,
      operation.status === 'measured' ? { ...operation, rounds: keptRounds(operation.rounds) } : operation,
    ]),
  );
  return { ...cell, setUpMs: keptMs(cell.setUpMs), operations };
}

/** A result whose times have four digits. */
export function withAllKeptTimes(result: RunResult): RunResult {
  const { noiseFloor } = result;
  return {
    ...result,
    datasets: result.datasets.map((info) =>
      info.status === 'ready' ? { ...info, generateMs: keptMs(info.generateMs) } : info,
    ),
    cells: result.cells.map(withKeptTimes),
    noiseFloor:
      noiseFloor === null ? null : { ...noiseFloor, a: keptRounds(noiseFloor.a), b: keptRounds(noiseFloor.b) },
  };
}
