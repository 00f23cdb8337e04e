import type { ClockScope } from '../../../workers/model/entry';
import type { ImportedScope, ImportedSet, ImportedSystem } from '../../../workers/model/imported-set';
import type { Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { sizeFactor, timeFactor } from '../../figures/baseline';
import { equalScope, formatClock } from '../../figures/clock-scope';
import { operationNames } from '../../figures/operation-names';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';
import { type Aspect, aspectFactors, scopesOf, type SystemFactor } from './factors';
import { shortScopeLabels } from './provenance';
import { nearestDatasetsOfSameData } from './same-data';

/**
 * One system of an imported set: its factor to the baseline in the set, and the factor of its mapped candidate in the
 * run.
 */
interface ComparedSystem {
  readonly system: ImportedSystem;
  readonly there: number;
  /** The number of pairs of metric and dataset in the geometric mean `there`. */
  readonly count: number;
  readonly here: number | null;
  /** The factor here divided by the factor there: 1 is full agreement. Null if the run has no such factor. */
  readonly quotient: number | null;
}

export interface Comparison {
  /** Unique in a set: the aspect and the scope of its clock. */
  readonly id: string;
  readonly aspect: Aspect;
  /** The clock's scope. Null for sizes. */
  readonly scope: ImportedScope | null;
  readonly title: string;
  readonly rows: readonly ComparedSystem[];
  /** The geometric mean of the quotients, without the baseline's own. Null if there are none. */
  readonly mean: number | null;
  readonly meanCount: number;
  /** Why the run has no comparable factors. Null if it has. */
  readonly reason: string | null;
}

const operationsOf: Readonly<Record<'write' | 'read', Readonly<Record<ImportedScope, Operation | null>>>> = {
  write: { inMemory: 'encode', withStorage: 'store', notStated: null },
  read: { inMemory: 'decode', withStorage: 'load', notStated: null },
};

/** The scopes that the clock of an operation must include to be comparable with imported times. */
export const requiredClockScopes: Readonly<Partial<Record<Operation, readonly ClockScope[]>>> = {
  encode: ['encode'],
  store: ['encode', 'write'],
  decode: ['decode'],
  load: ['read', 'decode'],
};

/**
 * The operation whose clock includes the same work as imported times of that scope. Null if the set does not state its
 * scope.
 */
export const comparableOperation = (aspect: 'write' | 'read', scope: ImportedScope): Operation | null =>
  operationsOf[aspect][scope];

/** True if the row's clock of the operation included the same work as the imported one. */
export function hasImportedClockScope(row: CompletedRow, operation: Operation): boolean {
  const clock = measuredFigures(row, operation)?.clock;
  const like = requiredClockScopes[operation];
  return clock !== undefined && like !== undefined && equalScope(clock, like);
}

export const resultRowOfSystem = (system: ImportedSystem, rows: readonly ResultRow[]): CompletedRow | null =>
  system.candidate === null
    ? null
    : (rows.filter(isCompleted).find(({ candidateKey }) => candidateKey === system.candidate) ?? null);

/**
 * The set's factors for the comparison with a run. They come from those datasets that are the run's data, if these have
 * such figures; otherwise from all datasets.
 */
export function factorsForRun(
  set: ImportedSet,
  baseline: string,
  kind: { readonly aspect: Aspect; readonly scope: ImportedScope | null },
  same: readonly string[],
): SystemFactor[] {
  const ofSame = same.length === 0 ? [] : aspectFactors(set, baseline, { ...kind, datasets: same });
  return ofSame.length > 0 || (kind.aspect === 'size' && same.length > 0)
    ? ofSame
    : aspectFactors(set, baseline, { ...kind, datasets: null });
}

/**
 * Compares a set with a run's rows of one dataset: for every aspect and clock scope of the set, the factors to its
 * baseline there and here. Empty if the set has no baseline.
 */
export function compareSetWithRun(
  set: ImportedSet,
  run: { readonly result: RunResult; readonly dataset: number; readonly rows: readonly ResultRow[] } | null,
): Comparison[] {
  const baseline = set.systems.find(({ id }) => id === set.baseline);
  if (baseline === undefined) return [];
  const kinds: readonly Kind[] = [
    { aspect: 'size', scope: null },
    ...(['write', 'read'] as const).flatMap((aspect) => scopesOf(set, aspect).map((scope) => ({ aspect, scope }))),
  ];
  return kinds.flatMap((kind): Comparison[] => {
    const { aspect, scope } = kind;
    const same = run === null ? [] : nearestDatasetsOfSameData(set, run.result, run.dataset).map(({ id }) => id);
    const factors = factorsForRun(set, baseline.id, kind, same);
    if (factors.length === 0) return [];
    const operation = operationOf(kind);
    const reason = reasonAgainst(kind, baseline, run, same);
    const rows = factors.map(({ system, factor, count }): ComparedSystem => {
      const here =
        reason !== null || run === null
          ? null
          : factorHere(resultRowOfSystem(system, run.rows), resultRowOfSystem(baseline, run.rows), operation);
      return { system, there: factor, count, here, quotient: here === null ? null : here / factor };
    });
    const quotients = rows.flatMap(({ system, quotient }) =>
      quotient === null || system.id === baseline.id ? [] : [quotient],
    );
    const isOneOf = kinds.filter((other) => other.aspect === aspect).length > 1;
    const title = titleOf(kind, isOneOf);
    return [
      {
        id: `${aspect} ${scope ?? ''}`,
        aspect,
        scope,
        title,
        rows,
        mean: quotients.length === 0 ? null : geometricMean(quotients),
        meanCount: quotients.length,
        reason,
      },
    ];
  });
}

/** The subject of a comparison: sizes, or times and speeds under clocks of one scope. */
type Kind =
  | { readonly aspect: 'size'; readonly scope: null }
  | { readonly aspect: 'write' | 'read'; readonly scope: ImportedScope };

const operationOf = ({ aspect, scope }: Kind): Operation | null =>
  aspect === 'size' ? null : comparableOperation(aspect, scope);

/**
 * The title names the operation here, which implies the clock. If no operation corresponds, the title names the scope,
 * provided that other columns have another scope.
 */
function titleOf(kind: Kind, isOneOf: boolean): string {
  if (kind.aspect === 'size') return 'File size';
  const name = kind.aspect === 'write' ? 'Write or encode time' : 'Read or decode time';
  const operation = operationOf(kind);
  return operation === null
    ? `${name}${isOneOf ? `, ${shortScopeLabels[kind.scope]}` : ''}`
    : `${name}, here “${operationNames[operation]}”`;
}

function factorHere(row: CompletedRow | null, base: CompletedRow | null, operation: Operation | null): number | null {
  if (row === null || base === null) return null;
  if (operation !== null && !(hasImportedClockScope(row, operation) && hasImportedClockScope(base, operation)))
    return null;
  const factor = operation === null ? sizeFactor(row, base) : timeFactor(row, base, operation);
  if (factor.status !== 'factor') return null;
  if (operation === null) return factor.factor;
  // A set has one figure for each system and no rounds. So its factors, and those that they are compared with, are quotients of headline figures.
  const [ms, baseMs] = [row, base].map((each) => measuredFigures(each, operation)?.summary.bestMs ?? Number.NaN);
  return (ms as number) / (baseMs as number);
}

function reasonAgainst(
  kind: Kind,
  baseline: ImportedSystem,
  run: Parameters<typeof compareSetWithRun>[1],
  same: readonly string[],
): string | null {
  const operation = operationOf(kind);
  if (run === null) return 'Explore shows no run to compare with.';
  if (kind.aspect === 'size' && same.length === 0)
    return 'Sizes are compared only for the same data. If the data is the same, confirm that below.';
  if (kind.aspect !== 'size' && operation === null)
    return 'The set does not state what its clock included. Choose below whether it included writing and reading files.';
  if (baseline.candidate === null)
    return `Choose the candidate here that corresponds to the baseline, ${baseline.label}.`;
  const base = resultRowOfSystem(baseline, run.rows);
  if (base === null)
    return `The run shown did not measure the candidate that corresponds to the baseline, ${baseline.label}.`;
  if (operation === null) return null;
  const clock = measuredFigures(base, operation)?.clock;
  if (clock === undefined) return `The run shown has no time of “${operationNames[operation]}” for the baseline.`;
  return hasImportedClockScope(base, operation) ? null : `Its clock here included other work (${formatClock(clock)}).`;
}
