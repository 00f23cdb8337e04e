import type { Environment } from './environment';
import type { Plan } from './plan';
import {
  type CellResult,
  type CompletedCell,
  type DatasetInfo,
  type OperationResult,
  type Resumption,
  type RunResult,
  maxRelativeDrift,
  resumptionLimit,
} from './result';

/**
 * A run that was stopped, or whose page was closed, goes on where it was: its finished trials count. Rounds that come after have higher numbers, so that
 * they make no pairs with those before.
 */

/**
 * Why a run can't go on with this plan in this browser, as a sentence; null if it can. The plan may have further candidates, after those of before. Another version
 * of the browser or of a library may have other speeds, so that its rounds would not be of the same thing.
 */
export function whyNotResumed(before: RunResult, plan: Plan, environment: Environment): string | null {
  const known = { ...plan, candidates: plan.candidates.slice(0, before.plan.candidates.length) };
  if (JSON.stringify(before.plan) !== JSON.stringify(known))
    return 'The plan is not the one of the run that is to go on.';
  const { userAgent, formatlabVersion, libraries, crossOriginIsolated } = before.environment;
  if (userAgent !== environment.userAgent) return 'The run was begun in another version of the browser.';
  if (formatlabVersion !== environment.formatlabVersion || !isSame(libraries, environment.libraries))
    return 'The run was begun with other versions of the libraries.';
  if (crossOriginIsolated !== environment.crossOriginIsolated)
    return 'The run was begun with another resolution of the clock.';
  return null;
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const sorted = (versions: typeof one) => JSON.stringify(Object.entries(versions).sort());
  return sorted(one) === sorted(other);
}

/** False if the data, which were made or read again, are others than the run has measured. */
export const isSameData = (before: DatasetInfo | undefined, now: DatasetInfo): boolean =>
  before?.status !== 'ready' || now.status !== 'ready' || before.sha256 === now.sha256;

/** The number of the first round after all rounds of a run. */
export function nextRound({ cells, datasets }: Pick<RunResult, 'cells' | 'datasets'>): number {
  let next = 0;
  const see = (operation: OperationResult | undefined) => {
    if (operation?.status === 'measured') for (const { round } of operation.rounds) next = Math.max(next, round + 1);
  };
  for (const cell of cells) if (cell.status === 'completed') Object.values(cell.operations).forEach(see);
  for (const info of datasets) if (info.status === 'ready') see(info.fileDecode?.result);
  return next;
}

/** How many trials of a cell are done: the rounds of the operation that has most. */
export const trialsOf = ({ operations }: CompletedCell): number =>
  Math.max(0, ...Object.values(operations).map((each) => (each?.status === 'measured' ? each.rounds.length : 0)));

/** True if the run had ended, and goes on for a further time with the candidates that it has. */
const goesOnAlone = (before: RunResult, plan: Plan): boolean =>
  before.finishedAt !== null && plan.candidates.length === before.plan.candidates.length;

/** The run as it is when it goes on with a plan: what was not reached is measured now, and the next rounds are marked as later ones. */
export function resumedRun(before: RunResult, plan: Plan, resumedAt: string): RunResult {
  const { kernelMsAfter } = before.environment;
  // A further time is for what the first one did not reach.
  const isMeasuredNow = ({ status }: CellResult) =>
    status === 'cancelled' || (status === 'overBudget' && goesOnAlone(before, plan));
  const resumption = { round: nextRound(before), resumedAt, kernelMsBefore: kernelMsAfter, kernelMsAfter: null };
  return {
    ...before,
    plan,
    finishedAt: null,
    noiseFloor: null,
    cells: before.cells.filter((cell) => !isMeasuredNow(cell)),
    resumptions: [...(before.resumptions ?? []), resumption].slice(-resumptionLimit),
  };
}

/** The data that were made again, with the times in which the user's file was read before. */
export const withFileDecode = (made: DatasetInfo, before: DatasetInfo | undefined): DatasetInfo =>
  made.status === 'ready' && before?.status === 'ready' && before.fileDecode !== undefined
    ? { ...made, fileDecode: before.fileDecode }
    : made;

/** True if the machine's own speed differed by more than 10 % before and after (rule 16). Unknown speeds do not differ. */
const hasDrifted = ({ kernelMsBefore, kernelMsAfter }: Resumption): boolean =>
  kernelMsBefore !== null && kernelMsAfter !== null && Math.abs(kernelMsAfter / kernelMsBefore - 1) > maxRelativeDrift;

/** The round from which times count: the first one after the machine's speed changed between two parts of the run, or 0. */
export const countedFromRound = ({ resumptions = [] }: Pick<RunResult, 'resumptions'>): number =>
  resumptions.findLast(hasDrifted)?.round ?? 0;

const counted = new WeakMap<RunResult, RunResult>();
const countedCells = new WeakMap<CellResult, { readonly from: number; readonly cell: CellResult }>();

/**
 * The run as its figures are computed: where the machine's speed changed between two parts of the run, operations that were measured since have only
 * the rounds since. Others keep theirs, which have no round in common with these.
 */
export function countedRun(result: RunResult): RunResult {
  const from = countedFromRound(result);
  if (from === 0) return result;
  const known = counted.get(result);
  if (known !== undefined) return known;
  const made: RunResult = {
    ...result,
    cells: result.cells.map((cell) => countedCell(cell, from)),
    datasets: result.datasets.map((info) => countedInfo(info, from)),
  };
  counted.set(result, made);
  return made;
}

function countedCell(cell: CellResult, from: number): CellResult {
  if (cell.status !== 'completed') return cell;
  const known = countedCells.get(cell);
  if (known?.from === from) return known.cell;
  const operations = Object.entries(cell.operations).map(([name, operation]) => [name, since(operation, from)]);
  const made: CellResult = { ...cell, operations: Object.fromEntries(operations) };
  countedCells.set(cell, { from, cell: made });
  return made;
}

function countedInfo(info: DatasetInfo, from: number): DatasetInfo {
  if (info.status !== 'ready' || info.fileDecode === undefined) return info;
  return { ...info, fileDecode: { ...info.fileDecode, result: since(info.fileDecode.result, from) } };
}

function since(operation: OperationResult, from: number): OperationResult {
  if (operation.status !== 'measured') return operation;
  const rounds = operation.rounds.filter(({ round }) => round >= from);
  return rounds.length === 0 ? operation : { ...operation, rounds };
}

/**
 * The result of a run that had ended, and went on for a further time: it keeps its noise floor. If it was to measure further candidates and was stopped without
 * figures of any of them, it is the run of before, with what was measured of its own candidates since left out.
 */
export function runWithFurther(before: RunResult, ended: RunResult, isStopped: boolean): RunResult {
  const hasFurther =
    goesOnAlone(before, ended.plan) ||
    ended.cells.some(({ status, candidate }) => status === 'completed' && candidate >= before.plan.candidates.length);
  return isStopped && !hasFurther ? before : { ...ended, noiseFloor: before.noiseFloor };
}
