import type { NativeComparison } from '../../../workers/model/native-comparison';
import { type Operation, operations as operationsInOrder } from '../../../workers/model/plan';
import {
  type CompletedCell,
  type MeasuredOperation,
  type RunResult,
  extrapolatedSizeBytes,
} from '../../../workers/model/result';
import { quotientInterval, type RoundsInterval } from '../../../workers/model/statistics/intervals';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { median, smallestValue } from '../../../workers/model/statistics/samples';
import { type CandidateNames, nameCandidates } from '../../figures/candidate-names';
import { operationNames } from '../../figures/operation-names';

/** The browser's time divided by the native time, for one operation of one cell. */
interface NativeFactor {
  readonly operation: Operation;
  /** Milliseconds per call: the median over rounds of each round's fastest sample. */
  readonly browserMs: number;
  readonly nativeMs: number;
  /** `browserMs` ÷ `nativeMs`; 2 if the browser takes twice as long. */
  readonly ratio: number;
  /** Over the rounds of both runs. Null if either has fewer than three. */
  readonly interval: RoundsInterval | null;
}

export interface NativeRow {
  readonly dataset: number;
  readonly candidate: number;
  readonly names: CandidateNames;
  readonly browserBytes: number | null;
  readonly nativeBytes: number | null;
  /** The program that measured the cell natively, such as “Python”. Null if no program could. */
  readonly by: string | null;
  readonly factors: readonly NativeFactor[];
  /** The reasons for missing factors. Empty if no factor is missing. */
  readonly reasons: readonly string[];
}

/**
 * Compares every cell that the browser measured, candidate by candidate. The same runs always give the same factors.
 */
export function nativeRows({ browser, natives }: NativeComparison): NativeRow[] {
  const names = nameCandidates(browser.plan.candidates);
  return browser.cells.flatMap((cell): NativeRow[] => {
    const name = names[cell.candidate];
    const info = browser.datasets[cell.dataset];
    if (cell.status !== 'completed' || info?.status !== 'ready' || name === undefined) return [];
    const tried = natives.map(({ by, result }) => ({
      by,
      cell: result.cells.find(({ dataset, candidate }) => dataset === cell.dataset && candidate === cell.candidate),
    }));
    const firstCompleted = tried.find((each) => each.cell?.status === 'completed');
    const row = {
      dataset: cell.dataset,
      candidate: cell.candidate,
      names: name,
      browserBytes: extrapolatedSizeBytes(cell, info.dataBytes),
    };
    if (firstCompleted?.cell?.status !== 'completed') {
      return [
        {
          ...row,
          nativeBytes: null,
          by: null,
          factors: [],
          reasons: [
            tried.map((each) => whyNot(each.cell)).find((reason) => reason !== null) ??
              'No native program measured it.',
          ],
        },
      ];
    }
    const there = firstCompleted.cell;
    const outcomes = browser.plan.operations.map((operation) => factorOf(operation, cell, there, browser.plan.seed));
    return [
      {
        ...row,
        nativeBytes: extrapolatedSizeBytes(there, info.dataBytes),
        by: firstCompleted.by,
        factors: outcomes.filter((outcome) => typeof outcome !== 'string'),
        reasons: [...new Set(outcomes.filter((outcome) => typeof outcome === 'string'))],
      },
    ];
  });
}

function whyNot(cell: RunResult['cells'][number] | undefined): string | null {
  if (cell?.status === 'unsupported') return cell.reason;
  if (cell?.status === 'failed') return cell.error.message;
  if (cell?.status === 'overBudget') return 'The run’s time was over before it was measured.';
  return cell?.status === 'timedOut' ? `One step took more than ${Math.round(cell.limitMs / 1_000)} s.` : null;
}

/** Allocating and converting are part of each program's own time. Writing and reading files is other work. */
const ownSteps: ReadonlySet<string> = new Set(['allocate', 'convert']);
const clockOf = ({ clock }: MeasuredOperation) =>
  [...new Set(clock)]
    .filter((step) => !ownSteps.has(step))
    .sort()
    .join(' + ');
const bestOfRounds = ({ rounds }: MeasuredOperation) =>
  rounds.filter(({ samplesMs }) => samplesMs.length > 0).map(({ samplesMs }) => smallestValue(samplesMs));

/** The factor of an operation, or a sentence that says why it has none. */
function factorOf(
  operation: Operation,
  here: CompletedCell,
  there: CompletedCell,
  seed: number,
): NativeFactor | string {
  const [ours, theirs] = [here.operations[operation], there.operations[operation]];
  const name = `“${operationNames[operation]}”`;
  if (ours?.status !== 'measured')
    return `The browser did not measure ${name}${ours?.status === 'unsupported' ? `: ${ours.reason}` : '.'}`;
  if (theirs?.status !== 'measured')
    return theirs?.status === 'unsupported' ? theirs.reason : `No native program measured ${name}.`;
  if (clockOf(ours) !== clockOf(theirs))
    return `The clocks of ${name} included other work: ${clockOf(ours)} in the browser, ${clockOf(theirs)} natively.`;
  if (ours.itemsPerCall !== theirs.itemsPerCall)
    return `A call of ${name} processed different amounts: ${ours.itemsPerCall} in the browser, ${theirs.itemsPerCall} natively.`;
  const [a, b] = [bestOfRounds(ours), bestOfRounds(theirs)];
  const [browserMs, nativeMs] = [median(a), median(b)];
  const ratio = browserMs / nativeMs;
  if (!(ratio > 0) || !Number.isFinite(ratio)) return `One of the times of ${name} is below the timer’s resolution.`;
  return { operation, browserMs, nativeMs, ratio, interval: quotientInterval(a, b, median, seed) };
}

interface OperationMean {
  readonly operation: Operation;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** The geometric mean over all cells that have a factor, by operation, in the plan's order. */
export function meansByOperation(rows: readonly NativeRow[]): OperationMean[] {
  const all = rows.flatMap(({ factors }) => factors);
  return operationsInOrder.flatMap((operation) => {
    const ratios = all.filter((factor) => factor.operation === operation).map(({ ratio }) => ratio);
    return ratios.length === 0
      ? []
      : [
          {
            operation,
            mean: geometricMean(ratios),
            min: Math.min(...ratios),
            max: Math.max(...ratios),
            count: ratios.length,
          },
        ];
  });
}
