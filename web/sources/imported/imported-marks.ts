import type {
  ImportedDataset,
  ImportedScope,
  ImportedSet,
  ImportedSystem,
  Quantity,
} from '../../../workers/model/imported-set';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { formatFactor } from '../../figures/figures';
import { operationNames } from '../../figures/operation-names';
import type { ResultsView } from '../../view/results-view';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';
import type { PublishedMark } from '../marks';
import type { SizeMark, SizeMarks, UnplacedMark } from '../size-marks';
import {
  requiredClockScopes,
  factorsForRun,
  comparableOperation,
  resultRowOfSystem,
  hasImportedClockScope,
} from './compare';
import { aspectFactors, firstPositiveFigure, printedRatio, scopesOf, type SystemFactor } from './factors';
import { familyOf } from './family';
import { truncated } from '../../figures/truncated';
import { provenanceText } from './provenance';
import { datasetsOfSameData, nearestDatasetsOfSameData } from './same-data';

type View = Pick<ResultsView, 'dataset' | 'operation' | 'hiddenFormats' | 'hiddenCodecs' | 'showPublished'>;

/**
 * Imported figures as marks for the charts of a run, if the user confirmed that the data is the same. A ratio is placed
 * as printed, otherwise as its factor to the baseline multiplied by the baseline's ratio here. A speed is placed as
 * measured on the other machine. Factors of times appear only in charts of factors, since the baseline's time here says
 * nothing about the other machine.
 */
export function importedMarks(
  sets: readonly ImportedSet[],
  result: RunResult,
  rows: readonly ResultRow[],
  view: View,
): PublishedMark[] {
  if (!view.showPublished) return [];
  const marks = sets.flatMap((set) => marksOf(set, result, rows, view));
  return marks.filter(
    ({ formatId, codecId }) => !view.hiddenFormats.includes(formatId) && !view.hiddenCodecs.includes(codecId),
  );
}

interface TimeKind {
  readonly aspect: 'write' | 'read';
  readonly scope: ImportedScope;
}

/** The imported figures that each operation here is compared with. */
const kindOf: Readonly<Partial<Record<Operation, TimeKind>>> = {
  encode: { aspect: 'write', scope: 'inMemory' },
  store: { aspect: 'write', scope: 'withStorage' },
  decode: { aspect: 'read', scope: 'inMemory' },
  load: { aspect: 'read', scope: 'withStorage' },
};

function marksOf(set: ImportedSet, result: RunResult, rows: readonly ResultRow[], view: View): PublishedMark[] {
  const baseline = set.systems.find(({ id }) => id === set.baseline) ?? null;
  const baseRow = baseline === null ? null : resultRowOfSystem(baseline, rows);
  const same = nearestDatasetsOfSameData(set, result, view.dataset);
  const times = timesOf(set, baseline, baseRow, same, view.operation);
  const speeds = speedsOf(set, same, rows, view.operation);
  const sizes =
    baseline === null || same.length === 0
      ? []
      : aspectFactors(set, baseline.id, { aspect: 'size', scope: null, datasets: same.map(({ id }) => id) });
  const candidates = new Map(result.plan.candidates.map((candidate) => [candidateKey(candidate), candidate]));
  return set.systems.flatMap((system): PublishedMark[] => {
    const candidate = system.candidate === null ? null : (candidates.get(system.candidate) ?? null);
    const time = typeof times === 'string' ? null : (times.find((each) => each.system.id === system.id) ?? null);
    const speed = typeof speeds === 'string' ? speeds : speeds(system);
    const ratio = ratioOf(set, system, same, sizes, baseline, baseRow);
    if (ratio === null && time === null) return [];
    const timeReason = typeof times === 'string' ? times : time === null ? noSuchTime : null;
    return [
      {
        key: `imported/${set.id}/${system.id}`,
        sourceId: truncated(set.title, 24),
        sourceCitation: set.title,
        isImported: true,
        systemId: system.id,
        label: truncated(system.label, 60),
        shortLabel: truncated(system.label, 24),
        formatId: candidate?.format ?? '',
        codecId: candidate?.codec?.id ?? '',
        codecFamily: familyOf(system.label),
        candidate,
        datasetLabel: same[0]?.label ?? set.datasets[0]?.label ?? '',
        itemCount: same[0]?.itemCount ?? 0,
        dataBytes: same[0]?.dataBytes ?? 0,
        nearest: true,
        ratio: ratio?.value ?? null,
        throughput: typeof speed === 'string' ? null : speed.bytesPerSecond,
        throughputReason: typeof speed === 'string' ? speed : null,
        factor:
          time === null || baseline === null ? null : { value: time.factor, baseline: baseline.label, elsewhere: [] },
        factorReason: timeReason,
        sameClock: timeReason === null,
        clock: null,
        sizeOf: ratio?.byFactorTo ?? null,
        printedSize: ratio?.printed ?? null,
        printedTime: typeof speed === 'string' ? null : speed.printedTime,
        citation: provenanceText(set),
      },
    ];
  });
}

/**
 * Imported times for the chart of time against size: for each dataset that the user confirmed to be the run's data, at
 * its own number of items. Sets of other data are excluded.
 */
export function importedSizeMarks(sets: readonly ImportedSet[], result: RunResult, view: View): SizeMarks {
  if (!view.showPublished) return { marks: [], unplaced: [] };
  const candidates = new Map(result.plan.candidates.map((candidate) => [candidateKey(candidate), candidate]));
  const unplaced: UnplacedMark[] = [];
  const marks = sets.flatMap((set): SizeMark[] => {
    const same = datasetsOfSameData(set, result, view.dataset);
    const sourceId = truncated(set.title, 24);
    const leave = (label: string, reason: string) => {
      unplaced.push({ label, sourceName: sourceId, reason });
      return [];
    };
    if (same.length === 0) return [];
    const kind = kindFor(set, view.operation);
    if (typeof kind === 'string') return leave('its times', kind);
    return same.flatMap((dataset): SizeMark[] => {
      const { itemCount } = dataset;
      if (itemCount === null || itemCount === 0) return leave(dataset.label, 'Its number of items is not stated.');
      return set.systems.flatMap((system): SizeMark[] => {
        const here = system.candidate === null ? undefined : candidates.get(system.candidate);
        const isHidden =
          view.hiddenFormats.includes(here?.format ?? '') || view.hiddenCodecs.includes(here?.codec?.id ?? '');
        const time = timeThere(set, system, dataset, kind);
        if (isHidden || time === null) return [];
        return [
          {
            key: `imported/${set.id}/${system.id}/${dataset.id}`,
            systemKey: `${set.id}/${system.id}`,
            sourceId,
            sourceCitation: set.title,
            isImported: true,
            label: truncated(system.label, 60),
            shortLabel: truncated(system.label, 24),
            itemCount,
            timeMs: time.ms,
            clock: requiredClockScopes[view.operation] ?? null,
            printed: time.printed,
            citation: provenanceText(set),
          },
        ];
      });
    });
  });
  return { marks, unplaced };
}

/** A factor of sizes, shown beside the bars of sizes: `Arrow: 0.80× the size of Pickle`. */
export interface ImportedSizeFactor {
  readonly key: string;
  /** The set and its dataset, which several factors share: `“A blog post”, vectors`. */
  readonly set: string;
  readonly text: string;
  readonly citation: string;
}

/**
 * File sizes as factors to the baseline, for data that the user confirmed to be the same, if the run measured the
 * baseline too.
 */
export function importedSizeFactors(
  sets: readonly ImportedSet[],
  result: RunResult,
  rows: readonly ResultRow[],
  view: View,
): ImportedSizeFactor[] {
  if (!view.showPublished) return [];
  return sets.flatMap((set) => {
    const baseline = set.systems.find(({ id }) => id === set.baseline);
    const same = nearestDatasetsOfSameData(set, result, view.dataset);
    if (baseline === undefined || same.length === 0 || resultRowOfSystem(baseline, rows) === null) return [];
    const data = same.map(({ label }) => label).join(', ');
    const factors = aspectFactors(set, baseline.id, {
      aspect: 'size',
      scope: null,
      datasets: same.map(({ id }) => id),
    });
    return factors
      .filter(({ system }) => system.id !== baseline.id)
      .map(({ system, factor }) => ({
        key: `imported/${set.id}/${system.id}`,
        set: `“${truncated(set.title, 24)}”, ${data}`,
        text: `${system.label}: ${formatFactor(factor)} the size of ${baseline.label}`,
        citation: provenanceText(set),
      }));
  });
}

/** A sentence beside the scatter chart on how the imported marks were placed. Null if the chart has none. */
export function importedMarksNote(marks: readonly PublishedMark[]): string | null {
  const drawn = marks.filter(({ ratio }) => ratio !== null);
  if (drawn.length === 0) return null;
  const titles = [...new Set(drawn.map(({ sourceId }) => `“${sourceId}”`))].join(', ');
  const speeds = drawn.every(({ throughput }) => throughput === null)
    ? 'alone'
    : 'and by their speed, as measured on the other machine';
  return `You imported the marks of ${titles}. They are placed by their ratio ${speeds}.`;
}

const noBaseline = 'The imported table has no factors, since no baseline is chosen for it.';

const noSuchTime = 'The table has no such time for this system.';

/** A speed as measured on the other machine. */
interface SpeedThere {
  readonly bytesPerSecond: number;
  /** The printed time from which the speed was computed. Null if the table prints the speed itself. */
  readonly printedTime: string | null;
}

/**
 * A function that gives the speed of a system on the same data, or the reason why the system has none. A string is the reason why no system
 * has one: no clock here included the same work.
 */
function speedsOf(
  set: ImportedSet,
  same: readonly ImportedDataset[],
  rows: readonly ResultRow[],
  operation: Operation,
): ((system: ImportedSystem) => SpeedThere | string) | string {
  const kind = kindFor(set, operation);
  if (typeof kind === 'string') return kind;
  if (!rows.filter(isCompleted).some((row) => hasImportedClockScope(row, operation)))
    return `Nothing here has a time of “${operationNames[operation].toLowerCase()}” whose clock included the same work.`;
  return (system) => {
    for (const dataset of same) {
      const speed = firstPositiveFigure(set, system, dataset, speedOf[kind.aspect], kind.scope);
      if (speed !== null) return { bytesPerSecond: speed.value, printedTime: null };
    }
    for (const dataset of same) {
      const time = firstPositiveFigure(set, system, dataset, timeOf[kind.aspect], kind.scope);
      if (time === null) continue;
      return dataset.dataBytes === null || dataset.dataBytes === 0
        ? 'The table does not state the size of the data whose times it gives.'
        : { bytesPerSecond: dataset.dataBytes / time.value, printedTime: withUnit(time) };
    }
    return noSuchTime;
  };
}

/**
 * The time of a system on a dataset: as printed, or computed from the dataset's bytes and the printed speed. Null if
 * the table has neither.
 */
function timeThere(
  set: ImportedSet,
  system: ImportedSystem,
  dataset: ImportedDataset,
  kind: TimeKind,
): { readonly ms: number; readonly printed: string } | null {
  const time = firstPositiveFigure(set, system, dataset, timeOf[kind.aspect], kind.scope);
  if (time !== null) return { ms: 1_000 * time.value, printed: withUnit(time) };
  const speed = firstPositiveFigure(set, system, dataset, speedOf[kind.aspect], kind.scope);
  return speed === null || dataset.dataBytes === null || dataset.dataBytes === 0
    ? null
    : { ms: (1_000 * dataset.dataBytes) / speed.value, printed: withUnit(speed) };
}

const timeOf = { write: 'writeTime', read: 'readTime' } as const satisfies Record<string, Quantity>;
const speedOf = { write: 'writeSpeed', read: 'readSpeed' } as const satisfies Record<string, Quantity>;

/** The figures of the set that are comparable with an operation's times, or the reason why there are none. */
function kindFor(set: ImportedSet, operation: Operation): TimeKind | string {
  const kind = kindOf[operation];
  const name = `“${operationNames[operation].toLowerCase()}”`;
  const scopes = kind === undefined ? [] : scopesOf(set, kind.aspect);
  if (kind === undefined || scopes.length === 0) return `The imported table has no times comparable with ${name}.`;
  if (!scopes.includes(kind.scope)) {
    const other = scopes.flatMap((scope) => comparableOperation(kind.aspect, scope) ?? [])[0];
    if (other === undefined)
      return 'The imported table does not state what its clock included, so its times are not shown here.';
    return `The clock of the imported table included other work than the clock here. Compare it with “${operationNames[other].toLowerCase()}”.`;
  }
  return kind;
}

/** The factors to the baseline for the view's operation, or the reason why none can be formed. */
function timesOf(
  set: ImportedSet,
  baseline: ImportedSystem | null,
  baseRow: CompletedRow | null,
  same: readonly ImportedDataset[],
  operation: Operation,
): readonly SystemFactor[] | string {
  const name = `“${operationNames[operation].toLowerCase()}”`;
  const kind = kindFor(set, operation);
  if (typeof kind === 'string') return kind;
  if (baseline === null) return noBaseline;
  if (baseline.candidate === null || baseRow === null)
    return `The imported factors can’t be placed, since this run did not measure their baseline, ${baseline.label}.`;
  const base = measuredFigures(baseRow, operation);
  if (base === null || base.throughput === null || !hasImportedClockScope(baseRow, operation))
    return `The baseline has no ${name} here whose clock included the same work.`;
  const factors = factorsForRun(
    set,
    baseline.id,
    kind,
    same.map(({ id }) => id),
  );
  return factors.length === 0 ? `The imported table has no times comparable with ${name}.` : factors;
}

function ratioOf(
  set: ImportedSet,
  system: ImportedSystem,
  same: readonly ImportedDataset[],
  sizes: readonly SystemFactor[],
  baseline: ImportedSystem | null,
  baseRow: CompletedRow | null,
): { readonly value: number; readonly printed: string; readonly byFactorTo: string | null } | null {
  for (const dataset of same) {
    const printed = printedRatio(set, system, dataset);
    if (printed !== null) return { value: printed.ratio, printed: printed.figure.printed, byFactorTo: null };
  }
  const factor = sizes.find((each) => each.system.id === system.id)?.factor;
  if (factor === undefined || baseline === null || baseRow?.ratio === null || baseRow === null) return null;
  return {
    value: baseRow.ratio / factor,
    printed: `${factor.toPrecision(3)}× the size of ${baseline.label}`,
    byFactorTo: baseline.label,
  };
}

/** The text of a figure of a table gets its unit from the heading; that of a run has one. */
const withUnit = ({ printed, unit }: { readonly printed: string; readonly unit: string }) =>
  printed.includes(unit) ? printed : `${printed} ${unit}`;
