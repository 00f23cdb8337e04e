import type { ImportedFigure, ImportedSet } from '../../../workers/model/imported-set';
import type { RunResult } from '../../../workers/model/result';
import { isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';
import { comparableOperation, hasImportedClockScope } from '../../sources/imported/compare';
import { nearestDatasetsOfSameData } from '../../sources/imported/same-data';
import type { NativeFactor, NativeFactors, NativeOperation } from './native-factors';

const quantityOf = { encode: 'writeTime', decode: 'readTime' } as const;
const aspectOf = { encode: 'write', decode: 'read' } as const;

/**
 * The factors of the rows of one dataset to the native runs that the user imported and declared to be of this machine: the best time here
 * divided by that of the same candidate there, on the same data, with a clock that includes the same work.
 */
export function importedFactorsOf(
  sets: readonly ImportedSet[],
  result: RunResult,
  rows: readonly ResultRow[],
  dataset: number,
): ReadonlyMap<string, NativeFactors> {
  const usable = sets.filter(({ native, sameMachine }) => native === true && sameMachine === true);
  const found = new Map<string, NativeFactors>();
  for (const row of rows.filter(isCompleted)) {
    const factors: Partial<Record<NativeOperation, NativeFactor>> = {};
    for (const operation of ['encode', 'decode'] as const) {
      const summary = measuredFigures(row, operation)?.summary;
      if (summary === undefined || !hasImportedClockScope(row, operation)) continue;
      const native = usable.map((set) => nativeFigure(set, result, dataset, row.candidateKey, operation)).find(Boolean);
      if (native === undefined || native === null || native.value <= 0) continue;
      const nativeMs = native.value * 1_000;
      const here = { low: summary.range?.lowMs ?? summary.bestMs, high: summary.range?.highMs ?? summary.bestMs };
      const there = {
        low: (native.range?.low ?? native.value) * 1_000,
        high: (native.range?.high ?? native.value) * 1_000,
      };
      factors[operation] = {
        factor: summary.bestMs / nativeMs,
        low: Math.min(summary.bestMs, here.low) / Math.max(nativeMs, there.high),
        high: Math.max(summary.bestMs, here.high) / Math.min(nativeMs, there.low),
      };
    }
    if (Object.keys(factors).length > 0) found.set(row.key, factors);
  }
  return found;
}

/** The set's time of the candidate for the operation, on the run's data. Null if it has none. */
function nativeFigure(
  set: ImportedSet,
  result: RunResult,
  dataset: number,
  candidate: string,
  operation: NativeOperation,
): ImportedFigure | null {
  const system = set.systems.find((each) => each.candidate === candidate);
  const data = new Set(nearestDatasetsOfSameData(set, result, dataset).map(({ id }) => id));
  const metrics = new Set(
    set.metrics
      .filter(
        ({ quantity, scope }) =>
          quantity === quantityOf[operation] &&
          scope !== null &&
          comparableOperation(aspectOf[operation], scope) === operation,
      )
      .map(({ id }) => id),
  );
  return (
    set.figures.find(
      (figure) => figure.system === system?.id && data.has(figure.dataset) && metrics.has(figure.metric),
    ) ?? null
  );
}
