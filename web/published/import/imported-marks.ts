import type { ImportedDataset, ImportedScope, ImportedSet, ImportedSystem } from '../../../workers/model/imported-set';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { formatFactor } from '../../results/figures';
import { operationNames } from '../../results/operation-names';
import type { ResultsView } from '../../results/results-view';
import { type CompletedRow, measured, type ResultRow } from '../../results/rows';
import type { PublishedMark } from '../marks';
import type { SizeMark, SizeMarks, UnplacedMark } from '../size-marks';
import { clocks, factorsBeside, operationFor, rowOf, runsAsImported } from './compare';
import { aspectFactors, printedRatio, scopesOf, type SystemFactor } from './factors';
import { familyOf } from './family';
import { provenanceWords } from './provenance';
import { datasetsAs, nearestAs } from './same-data';

type View = Pick<ResultsView, 'dataset' | 'operation' | 'hiddenFormats' | 'hiddenCodecs' | 'showPublished'>;

/**
 * Imported figures as marks for the charts of a run. A ratio is placed where the user says that the data is the same: as printed, or else by its factor to the baseline, times
 * the baseline's ratio here. A time is never placed as such: only its factor to the baseline is, against the speed here of the candidate that the user says the baseline is.
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

/** Which figures of a set an operation here could be set beside. */
const kindOf: Readonly<Partial<Record<Operation, TimeKind>>> = {
  encode: { aspect: 'write', scope: 'inMemory' },
  store: { aspect: 'write', scope: 'withStorage' },
  decode: { aspect: 'read', scope: 'inMemory' },
  load: { aspect: 'read', scope: 'withStorage' },
};

function marksOf(set: ImportedSet, result: RunResult, rows: readonly ResultRow[], view: View): PublishedMark[] {
  const baseline = set.systems.find(({ id }) => id === set.baseline) ?? null;
  const baseRow = baseline === null ? null : rowOf(baseline, rows);
  const same = nearestAs(set, result, view.dataset);
  const times = timesOf(set, baseline, baseRow, same, view.operation);
  const sizes =
    baseline === null || same.length === 0
      ? []
      : aspectFactors(set, baseline.id, { aspect: 'size', scope: null, datasets: same.map(({ id }) => id) });
  const candidates = new Map(result.plan.candidates.map((candidate) => [candidateKey(candidate), candidate]));
  return set.systems.flatMap((system): PublishedMark[] => {
    const candidate = system.candidate === null ? null : (candidates.get(system.candidate) ?? null);
    const time =
      typeof times === 'string' ? null : (times.factors.find((each) => each.system.id === system.id) ?? null);
    const ratio = ratioOf(set, system, same, sizes, baseline, baseRow);
    if (ratio === null && time === null) return [];
    const timeReason = typeof times === 'string' ? times : time === null ? 'The table has no such time of it.' : null;
    return [
      {
        key: `imported/${set.id}/${system.id}`,
        sourceId: clipped(set.title, 24),
        systemId: system.id,
        label: clipped(system.label, 60),
        shortLabel: clipped(system.label, 24),
        formatId: candidate?.format ?? '',
        codecId: candidate?.codec?.id ?? '',
        codecFamily: familyOf(system.label),
        candidate,
        datasetLabel: same[0]?.label ?? set.datasets[0]?.label ?? '',
        itemCount: same[0]?.itemCount ?? 0,
        dataBytes: same[0]?.dataBytes ?? 0,
        nearest: true,
        ratio: ratio?.value ?? null,
        throughput: typeof times === 'string' || time === null ? null : times.baseThroughput / time.factor,
        throughputReason: timeReason,
        factor:
          time === null || baseline === null ? null : { value: time.factor, baseline: baseline.label, elsewhere: [] },
        factorReason: timeReason,
        baselineKeys: baseline?.candidate == null ? [] : [baseline.candidate],
        sameClock: timeReason === null,
        clock: null,
        sizeOf: ratio?.byFactorTo ?? null,
        printedSize: ratio?.printed ?? null,
        printedTime: null,
        citation: `${provenanceWords(set)}${time === null || baseline === null ? '' : ` Its speed is placed by its factor to ${baseline.label} there, from where that was measured here.`}`,
      },
    ];
  });
}

/**
 * Imported times for the chart of time against size: of each dataset that the user says is the run's data, at its own number of items, as factors to the baseline there. Sets of other
 * data have no place on an axis of this data's items.
 */
export function importedSizeMarks(sets: readonly ImportedSet[], result: RunResult, view: View): SizeMarks {
  if (!view.showPublished) return { marks: [], unplaced: [] };
  const candidates = new Map(result.plan.candidates.map((candidate) => [candidateKey(candidate), candidate]));
  const unplaced: UnplacedMark[] = [];
  const marks = sets.flatMap((set): SizeMark[] => {
    const same = datasetsAs(set, result, view.dataset);
    const sourceId = clipped(set.title, 24);
    const leave = (label: string, reason: string) => {
      unplaced.push({ label, sourceId, reason });
      return [];
    };
    if (same.length === 0) return [];
    const baseline = set.systems.find(({ id }) => id === set.baseline);
    const kind = kindFor(set, view.operation);
    if (typeof kind === 'string') return leave('its times', kind);
    if (baseline === undefined) return leave('its times', noBaseline);
    const { candidate } = baseline;
    if (candidate === null)
      return leave('its times', `Which candidate here is ${baseline.label}, its baseline, is not said.`);
    return same.flatMap((dataset): SizeMark[] => {
      const { itemCount } = dataset;
      if (itemCount === null || itemCount === 0) return leave(dataset.label, 'How many items it has is not said.');
      return aspectFactors(set, baseline.id, { ...kind, datasets: [dataset.id] }).flatMap(
        ({ system, factor }): SizeMark[] => {
          const here = system.candidate === null ? undefined : candidates.get(system.candidate);
          const isHidden =
            view.hiddenFormats.includes(here?.format ?? '') || view.hiddenCodecs.includes(here?.codec?.id ?? '');
          // The baseline's own place would be the line here.
          if (system.id === baseline.id || isHidden) return [];
          return [
            {
              key: `imported/${set.id}/${system.id}/${dataset.id}`,
              systemKey: `${set.id}/${system.id}`,
              sourceId,
              label: clipped(system.label, 60),
              shortLabel: clipped(system.label, 24),
              itemCount,
              factor,
              baseline: baseline.label,
              baselineKeys: [candidate],
              clock: clocks[view.operation] ?? null,
              printed: null,
              citation: provenanceWords(set),
            },
          ];
        },
      );
    });
  });
  return { marks, unplaced };
}

/** A factor of sizes for beside the bars of sizes: `Arrow (A blog post, vectors): 0.80× the size of Pickle`. */
export interface ImportedSizeFactor {
  readonly key: string;
  readonly text: string;
  readonly citation: string;
}

/** Sizes as factors to the baseline, of the data that the user says is the same, where the baseline was measured here too. */
export function importedSizeFactors(
  sets: readonly ImportedSet[],
  result: RunResult,
  rows: readonly ResultRow[],
  view: View,
): ImportedSizeFactor[] {
  if (!view.showPublished) return [];
  return sets.flatMap((set) => {
    const baseline = set.systems.find(({ id }) => id === set.baseline);
    const same = nearestAs(set, result, view.dataset);
    if (baseline === undefined || same.length === 0 || rowOf(baseline, rows) === null) return [];
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
        text: `${system.label} (${clipped(set.title, 24)}, ${data}): ${formatFactor(factor)} the size of ${baseline.label}`,
        citation: provenanceWords(set),
      }));
  });
}

/** For beside the scatter: by what the imported marks that it draws are placed; null where it draws none. */
export function importedNote(marks: readonly PublishedMark[]): string | null {
  const drawn = marks.filter(({ ratio }) => ratio !== null);
  if (drawn.length === 0) return null;
  const titles = [...new Set(drawn.map(({ sourceId }) => `“${sourceId}”`))].join(', ');
  const baselines = [
    ...new Set(
      drawn.flatMap(({ throughput, factor }) => (throughput === null || factor === null ? [] : [factor.baseline])),
    ),
  ];
  const speeds =
    baselines.length === 0
      ? 'alone'
      : `and by their factor to ${baselines.join(', ')} there, from where that was measured here`;
  return `Those of ${titles} were imported by you: they are placed by their ratio ${speeds}.`;
}

const noBaseline =
  'No baseline is chosen for the imported table, and times of another machine are compared by factors only.';

interface Times {
  readonly factors: readonly SystemFactor[];
  /** Bytes a second of the baseline here. */
  readonly baseThroughput: number;
}

/** Which figures of the set an operation's times may be set beside, or why none. */
function kindFor(set: ImportedSet, operation: Operation): TimeKind | string {
  const kind = kindOf[operation];
  const name = `“${operationNames[operation].toLowerCase()}”`;
  const scopes = kind === undefined ? [] : scopesOf(set, kind.aspect);
  if (kind === undefined || scopes.length === 0) return `The imported table times nothing like ${name}.`;
  if (!scopes.includes(kind.scope)) {
    const other = scopes.flatMap((scope) => operationFor(kind.aspect, scope) ?? [])[0];
    if (other === undefined)
      return 'What the clock of the imported table included is not stated, so its times are not placed here.';
    return `The clock of the imported table included other work than ours. Compare it with “${operationNames[other].toLowerCase()}”.`;
  }
  return kind;
}

/** Factors to the baseline of the view's operation, or why none can be formed. */
function timesOf(
  set: ImportedSet,
  baseline: ImportedSystem | null,
  baseRow: CompletedRow | null,
  same: readonly ImportedDataset[],
  operation: Operation,
): Times | string {
  const name = `“${operationNames[operation].toLowerCase()}”`;
  const kind = kindFor(set, operation);
  if (typeof kind === 'string') return kind;
  if (baseline === null) return noBaseline;
  if (baseline.candidate === null || baseRow === null)
    return `${baseline.label}, the baseline of the imported table, is not among what was measured here, so its factors have nothing to start from.`;
  const base = measured(baseRow, operation);
  if (base === null || base.throughput === null || !runsAsImported(baseRow, operation))
    return `The baseline has no ${name} here that ran over the same work.`;
  const factors = factorsBeside(
    set,
    baseline.id,
    kind,
    same.map(({ id }) => id),
  );
  return factors.length === 0
    ? `The imported table times nothing like ${name}.`
    : { factors, baseThroughput: base.throughput };
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

const clipped = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
