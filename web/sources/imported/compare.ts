import type { ClockScope } from '../../../workers/model/entry';
import type { ImportedScope, ImportedSet, ImportedSystem } from '../../../workers/model/imported-set';
import type { Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { sizeFactor, timeFactor } from '../../figures/baseline';
import { equalScope, formatClock } from '../../figures/clock-scope';
import { operationNames } from '../../figures/operation-names';
import { type CompletedRow, isCompleted, measured, type ResultRow } from '../../figures/rows';
import { type Aspect, aspectFactors, scopesOf, type SystemFactor } from './factors';
import { scopeInShort } from './provenance';
import { nearestAs } from './same-data';

/** One system of a set: its factor to the baseline there, and that of the candidate mapped to it here. */
export interface ComparedSystem {
  readonly system: ImportedSystem;
  readonly there: number;
  /** Metrics and datasets that `there` is the geometric mean of. */
  readonly count: number;
  readonly here: number | null;
  /** Here over there: 1 is full agreement. Null where there is none here. */
  readonly quotient: number | null;
}

export interface Comparison {
  /** Unique in a set: the aspect, and the scope of its clock. */
  readonly id: string;
  readonly aspect: Aspect;
  /** Of the clock; null for sizes. */
  readonly scope: ImportedScope | null;
  readonly title: string;
  readonly rows: readonly ComparedSystem[];
  /** Geometric mean of the quotients, the baseline's own left out; null with none. */
  readonly mean: number | null;
  readonly meanCount: number;
  /** Why nothing here is set beside it; null where something is. */
  readonly reason: string | null;
}

const operationsOf: Readonly<Record<'write' | 'read', Readonly<Record<ImportedScope, Operation | null>>>> = {
  write: { inMemory: 'encode', withStorage: 'store', notStated: null },
  read: { inMemory: 'decode', withStorage: 'load', notStated: null },
};

/** What the clock of an operation here must have run over to be set beside an imported one. */
export const clocks: Readonly<Partial<Record<Operation, readonly ClockScope[]>>> = {
  encode: ['encode'],
  store: ['encode', 'write'],
  decode: ['decode'],
  load: ['read', 'decode'],
};

/** The operation here whose clock ran over the same work as one of that scope; null where it is not said what that is. */
export const operationFor = (aspect: 'write' | 'read', scope: ImportedScope): Operation | null =>
  operationsOf[aspect][scope];

/** Whether a row's clock of the operation ran over what the set's did. */
export function runsAsImported(row: CompletedRow, operation: Operation): boolean {
  const clock = measured(row, operation)?.clock;
  const like = clocks[operation];
  return clock !== undefined && like !== undefined && equalScope(clock, like);
}

export const rowOf = (system: ImportedSystem, rows: readonly ResultRow[]): CompletedRow | null =>
  system.candidate === null
    ? null
    : (rows.filter(isCompleted).find(({ candidateKey }) => candidateKey === system.candidate) ?? null);

/** Factors to set beside a run's: of the set's datasets that are the run's data where it has such figures of them, else of all. */
export function factorsBeside(
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

/** Every aspect that the set has figures of, under each scope of their clocks alone, as factors to its baseline, there and in a run's rows of one dataset. Empty without a baseline. */
export function compareWith(
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
    const same = run === null ? [] : nearestAs(set, run.result, run.dataset).map(({ id }) => id);
    const factors = factorsBeside(set, baseline.id, kind, same);
    if (factors.length === 0) return [];
    const operation = operationOf(kind);
    const reason = reasonAgainst(kind, baseline, run, same);
    const rows = factors.map(({ system, factor, count }): ComparedSystem => {
      const here =
        reason !== null || run === null
          ? null
          : factorHere(rowOf(system, run.rows), rowOf(baseline, run.rows), operation);
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

/** What is compared: sizes, or times and speeds under clocks of one scope. */
type Kind =
  | { readonly aspect: 'size'; readonly scope: null }
  | { readonly aspect: 'write' | 'read'; readonly scope: ImportedScope };

const operationOf = ({ aspect, scope }: Kind): Operation | null =>
  aspect === 'size' ? null : operationFor(aspect, scope);

/** The operation here tells the clock; where none does, the words do, if other columns have another. */
function titleOf(kind: Kind, isOneOf: boolean): string {
  if (kind.aspect === 'size') return 'File size';
  const name = kind.aspect === 'write' ? 'Write or encode time' : 'Read or decode time';
  const operation = operationOf(kind);
  return operation === null
    ? `${name}${isOneOf ? `, ${scopeInShort[kind.scope]}` : ''}`
    : `${name}, here “${operationNames[operation]}”`;
}

function factorHere(row: CompletedRow | null, base: CompletedRow | null, operation: Operation | null): number | null {
  if (row === null || base === null) return null;
  if (operation !== null && !(runsAsImported(row, operation) && runsAsImported(base, operation))) return null;
  const factor = operation === null ? sizeFactor(row, base) : timeFactor(row, base, operation);
  return factor.status === 'factor' ? factor.factor : null;
}

function reasonAgainst(
  kind: Kind,
  baseline: ImportedSystem,
  run: Parameters<typeof compareWith>[1],
  same: readonly string[],
): string | null {
  const operation = operationOf(kind);
  if (run === null) return 'No run is shown on Explore to compare with.';
  if (kind.aspect === 'size' && same.length === 0)
    return 'Sizes are compared on the same data only: say below that it is, if it is.';
  if (kind.aspect !== 'size' && operation === null)
    return 'What its clock included is not stated: say below whether files were written and read in it.';
  if (baseline.candidate === null) return `Say which candidate here is ${baseline.label}, the baseline.`;
  const base = rowOf(baseline, run.rows);
  if (base === null) return `The run shown did not measure what ${baseline.label}, the baseline, is said to be.`;
  if (operation === null) return null;
  const clock = measured(base, operation)?.clock;
  if (clock === undefined) return `The run shown has no time of “${operationNames[operation]}” for the baseline.`;
  return runsAsImported(base, operation) ? null : `Its clock here included other work (${formatClock(clock)}).`;
}
