import type { NativeComparison } from '../../../workers/model/native-comparison';
import { type Operation, operations as operationsInOrder } from '../../../workers/model/plan';
import {
  type CompletedCell,
  type MeasuredOperation,
  type RunResult,
  extrapolatedSizeBytes,
} from '../../../workers/model/result';
import { bootstrapQuotient } from '../../../workers/model/statistics/bootstrap';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { median, smallest } from '../../../workers/model/statistics/samples';
import { type CandidateNames, nameCandidates } from '../../figures/candidate-names';
import { operationNames } from '../../figures/operation-names';

/** A browser's time over native time, of one operation of one cell. */
export interface NativeFactor {
  readonly operation: Operation;
  /** Per call: the median over rounds of each round's best sample. */
  readonly browserMs: number;
  readonly nativeMs: number;
  /** `browserMs` ÷ `nativeMs`: 2 where the browser takes twice as long. */
  readonly ratio: number;
  /** 95 % bootstrap interval over the rounds of both; null with fewer than three rounds of either. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export interface NativeRow {
  readonly dataset: number;
  readonly candidate: number;
  readonly names: CandidateNames;
  readonly browserBytes: number | null;
  readonly nativeBytes: number | null;
  /** Who measured it natively: “Python”; null where nobody could. */
  readonly by: string | null;
  readonly factors: readonly NativeFactor[];
  /** Why there are no factors, or fewer; empty where all are there. */
  readonly reasons: readonly string[];
}

/** Every cell that the browser measured, candidate by candidate. Pure: the same runs give the same factors. */
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
    const found = tried.find((each) => each.cell?.status === 'completed');
    const row = {
      dataset: cell.dataset,
      candidate: cell.candidate,
      names: name,
      browserBytes: extrapolatedSizeBytes(cell, info.dataBytes),
    };
    if (found?.cell?.status !== 'completed') {
      return [
        {
          ...row,
          nativeBytes: null,
          by: null,
          factors: [],
          reasons: [
            tried.map((each) => whyNot(each.cell)).find((reason) => reason !== null) ?? 'Nothing measured it natively.',
          ],
        },
      ];
    }
    const there = found.cell;
    const outcomes = browser.plan.operations.map((operation) => factorOf(operation, cell, there, browser.plan.seed));
    return [
      {
        ...row,
        nativeBytes: extrapolatedSizeBytes(there, info.dataBytes),
        by: found.by,
        factors: outcomes.filter((outcome) => typeof outcome !== 'string'),
        reasons: [...new Set(outcomes.filter((outcome) => typeof outcome === 'string'))],
      },
    ];
  });
}

function whyNot(cell: RunResult['cells'][number] | undefined): string | null {
  if (cell?.status === 'unsupported') return cell.reason;
  if (cell?.status === 'failed') return cell.error.message;
  return cell?.status === 'timedOut' ? `One step took more than ${Math.round(cell.limitMs / 1_000)} s.` : null;
}

/** How a program comes from the data to the library's own form is its own affair, and part of its time; what is written or read beside it is other work. */
const ownSteps: ReadonlySet<string> = new Set(['allocate', 'convert']);
const clockOf = ({ clock }: MeasuredOperation) =>
  [...new Set(clock)]
    .filter((step) => !ownSteps.has(step))
    .sort()
    .join(' + ');
const bestOfRounds = ({ rounds }: MeasuredOperation) =>
  rounds.filter(({ samplesMs }) => samplesMs.length > 0).map(({ samplesMs }) => smallest(samplesMs));

/** A sentence where there is none. */
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
    return `A call of ${name} worked through other amounts: ${ours.itemsPerCall} in the browser, ${theirs.itemsPerCall} natively.`;
  const [a, b] = [bestOfRounds(ours), bestOfRounds(theirs)];
  const [browserMs, nativeMs] = [median(a), median(b)];
  const ratio = browserMs / nativeMs;
  if (!(ratio > 0) || !Number.isFinite(ratio)) return `One of the times of ${name} is less than the timer tells.`;
  return { operation, browserMs, nativeMs, ratio, interval: bootstrapQuotient(a, b, median, seed) };
}

export interface OperationMean {
  readonly operation: Operation;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly count: number;
}

/** By operation, in the plan's order: the geometric mean over all cells that have a factor. */
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
            least: Math.min(...ratios),
            most: Math.max(...ratios),
            count: ratios.length,
          },
        ];
  });
}
