import { useMemo, useSyncExternalStore } from 'react';
import type { Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import type { ComparedRunStore } from '../../state/compared-run';
import { type ResultRow, resultRows } from '../../figures/rows';
import type { ResultsView } from '../../view/results-view';
import { visibleRows } from '../filters';
import type { ComparedRows } from '../use-chart';
import { type Comparability, comparability, measuredAlike } from './comparability';
import type { PairTableProps } from './PairTable';
import { pairVerdicts, verdictMargin } from './pair-verdicts';

/** What the page shows of a compared run. */
interface Comparison {
  /** Null if no run is open. */
  readonly comparability: Comparability | null;
  /** The rows to draw. Null unless the runs can be compared. */
  readonly rows: ComparedRows | null;
  readonly pairs: PairTableProps | null;
}

interface ComparisonInput {
  readonly store: ComparedRunStore;
  readonly shown: RunResult;
  /** The shown run's rows of the shown dataset. */
  readonly rows: readonly ResultRow[];
  readonly view: ResultsView;
  /** While a run goes on, nothing is compared with it. */
  readonly running: boolean;
}

const nothing: Comparison = { comparability: null, rows: null, pairs: null };

/** Compares the open run, if there is one, with the shown run. */
export function useComparison({ store, shown, rows, view, running }: ComparisonInput): Comparison {
  const { open } = useSyncExternalStore(store.subscribe, store.get);
  const compared = running || open === null ? null : open.result;
  const { dataset, operation, xField, yField, hiddenFormats, hiddenCodecs, hiddenLevels } = view;
  const verdict = useMemo(
    () => (compared === null ? null : comparability(shown, dataset, compared)),
    [shown, dataset, compared],
  );
  const all = useMemo(
    () =>
      compared === null || verdict?.status !== 'comparable'
        ? null
        : resultRows(compared, false).filter((row) => verdict.datasetOf.has(row.dataset)),
    [compared, verdict],
  );
  const drawn = useMemo(
    () =>
      compared === null || all === null || verdict?.status !== 'comparable'
        ? null
        : {
            result: compared,
            all,
            shown: visibleRows(all, { hiddenFormats, hiddenCodecs, hiddenLevels }),
            datasetOf: verdict.datasetOf,
          },
    [compared, all, verdict, hiddenFormats, hiddenCodecs, hiddenLevels],
  );
  const pairs = useMemo(() => {
    if (drawn === null) return null;
    const margin = verdictMargin(shown, drawn.result);
    const ofDataset = drawn.shown.filter((row) => drawn.datasetOf.get(row.dataset) === dataset);
    const filters = { hiddenFormats, hiddenCodecs, hiddenLevels };
    const visible = visibleRows(rows, filters);
    return {
      shown,
      compared: drawn.result,
      margin,
      tables: operationsOnAxes({ xField, yField, operation }, shown.plan.operations).map((one) => ({
        operation: one,
        pairs: pairVerdicts(visible, ofDataset, {
          operation: one,
          seed: shown.plan.seed,
          margin,
          onlyWarm: !measuredAlike(shown, drawn.result),
        }),
      })),
    };
  }, [drawn, shown, rows, dataset, operation, xField, yField, hiddenFormats, hiddenCodecs, hiddenLevels]);
  return verdict === null ? nothing : { comparability: verdict, rows: drawn, pairs };
}

/** The operations whose times the axes show. Without any, the one that is chosen. */
export function operationsOnAxes(
  { xField, yField, operation }: Pick<ResultsView, 'xField' | 'yField' | 'operation'>,
  operations: readonly Operation[],
): readonly Operation[] {
  const onAxes = [xField, yField].flatMap((field): Operation[] => {
    if (field === 'throughput' || field === 'time') return [operation];
    const own = operations.find((one) => field === `${one}.throughput` || field === `${one}.time`);
    return own === undefined ? [] : [own];
  });
  return onAxes.length === 0 ? [operation] : [...new Set(onAxes)];
}
