import { candidateKey, type Operation, operations as operationsInOrder } from '../../../workers/model/plan';
import type { CellResult, DatasetInfo, MeasuredOperation, RunResult } from '../../../workers/model/result';
import { equalScope, formatClock } from '../../figures/clock-scope';
import { datasetName } from '../../figures/dataset-words';
import { isBrowserRun } from '../../figures/environment-words';
import { formatMs } from '../../figures/figures';
import { operationNames } from '../../figures/operation-names';

/** Whether two runs can be drawn in one chart. */
export type Comparability =
  | {
      readonly status: 'comparable';
      /** The index of the same dataset in the shown run, by the index in the compared run. */
      readonly datasetOf: ReadonlyMap<number, number>;
    }
  | { readonly status: 'refused'; readonly reasons: readonly string[] };

/** The largest factor between the timer's steps of two runs whose clocks count as equal. A measured step varies a little. */
const timerStepFactor = 2;

/**
 * Compares what two runs measured and how. Times are comparable only of the same data, the same operations, and equal clocks; otherwise every
 * reason is given. `dataset` is the index of the shown dataset.
 */
export function comparability(shown: RunResult, dataset: number, compared: RunResult): Comparability {
  // A link holds rounded samples, and one that was copied during the run holds fewer cells.
  if (shown.startedAt === compared.startedAt && shown.environment.userAgent === compared.environment.userAgent)
    return { status: 'refused', reasons: ['It is the run that is already shown.'] };
  const datasetOf = commonDatasets(shown, compared);
  const reasons = [
    ...dataReasons(shown, dataset, compared, datasetOf),
    ...clockReasons(shown, compared),
    ...operationReasons(shown, compared),
  ];
  if (reasons.length === 0) reasons.push(...cellReasons(shown, compared, datasetOf));
  return reasons.length === 0 ? { status: 'comparable', datasetOf } : { status: 'refused', reasons };
}

const hashOf = (info: DatasetInfo | undefined) => (info?.status === 'ready' ? info.sha256 : null);

function commonDatasets(shown: RunResult, compared: RunResult): Map<number, number> {
  const indices = new Map<number, number>();
  compared.datasets.forEach((info, index) => {
    const hash = hashOf(info);
    const same = hash === null ? -1 : shown.datasets.findIndex((each) => hashOf(each) === hash);
    if (same >= 0) indices.set(index, same);
  });
  return indices;
}

function dataReasons(
  shown: RunResult,
  dataset: number,
  compared: RunResult,
  datasetOf: ReadonlyMap<number, number>,
): string[] {
  if ([...datasetOf.values()].includes(dataset)) return [];
  const described = (result: RunResult, index: number) => {
    const spec = result.plan.datasets[index];
    const hash = hashOf(result.datasets[index]);
    return `${spec === undefined ? 'no dataset' : datasetName(spec)} (${hash === null ? 'not ready' : `SHA-256 ${hash.slice(0, 8)}…`})`;
  };
  const others = compared.datasets.map((_, index) => described(compared, index)).join(', ');
  return [`The data differ: this run measured ${described(shown, dataset)}, the other one ${others}.`];
}

function clockReasons({ environment }: RunResult, other: RunResult): string[] {
  const theirs = other.environment;
  const reasons: string[] = [];
  if (isBrowserRun(environment) !== isBrowserRun(theirs))
    reasons.push('One run was measured by a browser, the other one natively, so their clocks differ.');
  else if (environment.crossOriginIsolated !== theirs.crossOriginIsolated)
    reasons.push('Only one of the two runs was cross-origin isolated, so their timers differ.');
  else if (!isSimilar(environment.timerStepMs, theirs.timerStepMs))
    reasons.push(
      `The timers differ: a step is ${formatMs(environment.timerStepMs, 2)} here, ${formatMs(theirs.timerStepMs, 2)} there.`,
    );
  return reasons;
}

/** A step of 0 was too small to be measured. */
const isSimilar = (a: number, b: number) => a === b || Math.max(a, b) <= timerStepFactor * Math.min(a, b);

function operationReasons({ plan }: RunResult, { plan: other }: RunResult): string[] {
  const names = (list: readonly Operation[]) =>
    operationsInOrder
      .filter((operation) => list.includes(operation))
      .map((operation) => operationNames[operation])
      .join(', ');
  if (names(plan.operations) !== names(other.operations))
    return [`The operations differ: ${names(plan.operations)} here, ${names(other.operations)} there.`];
  const looksUp = plan.operations.some((operation) => operation === 'lookup' || operation === 'warmLookup');
  if (looksUp && JSON.stringify(plan.lookupKeys ?? null) !== JSON.stringify(other.lookupKeys ?? null))
    return ['The runs looked up different rows or keys.'];
  return [];
}

/**
 * True if the runs measured for as long in each round. Otherwise only times after a warm-up are compared: how many rounds and samples there were matters
 * to the interval, not to the time.
 */
export const measuredAlike = ({ plan }: RunResult, { plan: other }: RunResult): boolean =>
  plan.effort === other.effort && plan.budget === undefined && other.budget === undefined;

/** True if an operation got warm before its samples, in some round. */
export const gotWarm = ({ rounds }: { readonly rounds: readonly { readonly warm: boolean }[] }): boolean =>
  rounds.some(({ warm }) => warm);

/** The reasons in the cells that both runs have: a clock with another scope, or another amount of work in one call. */
function cellReasons(shown: RunResult, compared: RunResult, datasetOf: ReadonlyMap<number, number>): string[] {
  const places = new Map<string, CellResult>(
    shown.cells.map((cell) => [`${cell.dataset}/${keyOf(shown, cell.candidate)}`, cell] as const),
  );
  const reasons = new Set<string>();
  let [pairs, warmPairs] = [0, 0];
  for (const theirs of compared.cells) {
    const own = places.get(`${datasetOf.get(theirs.dataset)}/${keyOf(compared, theirs.candidate)}`);
    if (own?.status !== 'completed' || theirs.status !== 'completed') continue;
    for (const operation of operationsInOrder) {
      const [a, b] = [own.operations[operation], theirs.operations[operation]];
      if (a?.status !== 'measured' || b?.status !== 'measured') continue;
      pairs += 1;
      if (gotWarm(a) && gotWarm(b)) warmPairs += 1;
      const reason = operationReason(operation, a, b);
      if (reason !== null) reasons.add(reason);
    }
    if ((own.sample?.items ?? null) !== (theirs.sample?.items ?? null))
      reasons.add('One of the runs measured only a sample of the items, or another one.');
  }
  if (pairs > 0 && warmPairs === 0 && !measuredAlike(shown, compared))
    reasons.add('The runs measured for different times, and no time of both was measured after a warm-up.');
  return [...reasons];
}

const keyOf = ({ plan }: RunResult, candidate: number) => {
  const found = plan.candidates[candidate];
  return found === undefined ? '' : candidateKey(found);
};

/** A link may hide the name of a column behind its number. */
const hiddenName = /^column \d+$/;

function operationReason(operation: Operation, a: MeasuredOperation, b: MeasuredOperation): string | null {
  const name = `“${operationNames[operation]}”`;
  if (!equalScope(a.clock, b.clock))
    return `The clocks of ${name} include different work: ${formatClock(a.clock)} here, ${formatClock(b.clock)} there.`;
  if (a.itemsPerCall !== b.itemsPerCall)
    return `A call of ${name} processed different amounts: ${a.itemsPerCall.toLocaleString('en')} here, ${b.itemsPerCall.toLocaleString('en')} there.`;
  const isNamed = operation === 'project' && a.detail !== null && b.detail !== null;
  if (isNamed && a.detail !== b.detail && !hiddenName.test(a.detail ?? '') && !hiddenName.test(b.detail ?? ''))
    return `${name} read different columns: ${a.detail} here, ${b.detail} there.`;
  return null;
}
