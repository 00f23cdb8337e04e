import type { ClockScope } from '../../../../workers/model/entry';
import { isBrowserRun } from '../../../figures/environment-words';
import {
  type ImportedDataset,
  type ImportedFigure,
  type ImportedMetric,
  type ImportedScope,
  type ImportedSet,
  type ImportedUnit,
  importedFormat,
  importedSetSchema,
  importedUnits,
  importedVersion,
  type Quantity,
  type SameData,
} from '../../../../workers/model/imported-set';
import { parseWithSchema } from '../../../../workers/model/parse';
import { candidateKey, type Operation } from '../../../../workers/model/plan';
import type { RunResult } from '../../../../workers/model/result';
import { redact } from '../../../links/redact';
import { hasOwnFile, redactEverything } from '../../../links/redact-plan';
import { uncompressedRow } from '../../../figures/baseline';
import { formatClock } from '../../../figures/clock-scope';
import { formatCount, formatSignificant } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { operationNames } from '../../../figures/operation-names';
import {
  type CompletedRow,
  isCompleted,
  markNames,
  type MeasuredFigures,
  measuredFigures,
  resultRows,
  shownOperations,
  throughputRange,
} from '../../../figures/rows';
import { malformedTable } from '../readers/given-table';
import { wholeFileOf } from '../../../figures/whole-file';
import { truncated } from '../../../figures/truncated';
import { datasetLabels, runDateText, hardwareText, runTitle, softwareText, threadsText } from './run-words';
import { dataOfRun } from '../../../sources/imported/same-data';

interface RunSetDetails {
  /** If empty, {@link runTitle} gives the title. */
  readonly title: string;
  /** The time of the import, in ISO 8601. */
  readonly importedAt: string;
  /** The origin of the run, for the set's provenance. May be empty. */
  readonly where: string;
}

interface SetFromRun {
  readonly set: ImportedSet;
  /** Sentences on parts of the run that the set does not contain. */
  readonly remarks: readonly string[];
}

/**
 * The quantity of each operation's figure. Look-ups are a rate, since the run chooses how many keys a call looks up.
 * Reading one column is not a full decode, so it is not a `readTime`.
 */
const quantityOf: Readonly<Record<Operation, Extract<Quantity, 'writeTime' | 'readTime' | 'time' | 'rate'>>> = {
  encode: 'writeTime',
  decode: 'readTime',
  project: 'time',
  lookup: 'rate',
  warmLookup: 'rate',
  store: 'writeTime',
  load: 'readTime',
};

/**
 * Converts a run of any machine into an imported set, which is shown beside the user's own runs. The candidates become
 * systems that map to the same candidates. The figures are sizes and best times with the range of the rounds. For a user's file,
 * the set contains what a link contains by default: no name of the file or its columns. The same run always gives the
 * same set.
 *
 * @throws {FormatlabError} if the run has no figure, or exceeds a limit of sets.
 */
export function setFromRun(run: RunResult, { title, importedAt, where }: RunSetDetails): SetFromRun {
  const result = redact(run, redactEverything);
  const rows = resultRows(result, false).filter(isCompleted);
  const datasetIds = result.plan.datasets.map((_, index) => `dataset-${index + 1}`);
  const systemIds = result.plan.candidates.map((_, index) => `candidate-${index + 1}`);
  const drafts = shownOperations(result).flatMap((operation) => metricsOf(operation, rows));
  const figures = rows.flatMap((row) => {
    const place = { system: systemIds[row.candidate] ?? '', dataset: datasetIds[row.dataset] ?? '' };
    const size =
      row.sizeBytes === null ? [] : [{ ...place, metric: sizeMetric.id, ...sizeFigure(row.sizeBytes, row.sample) }];
    return [
      ...size,
      ...drafts.flatMap(({ operation, scope, metric }): ImportedFigure[] => {
        const figure = measuredFigures(row, operation);
        if (figure === null || figure.throughput === null || workOf(figure.clock) !== scope) return [];
        return [
          {
            ...place,
            metric: metric.id,
            ...(metric.quantity === 'rate' ? rateFigure(figure, figure.throughput) : timeFigure(figure, row.sample)),
          },
        ];
      }),
    ];
  });
  if (figures.length === 0)
    throw malformedTable(
      'No cell of this run has a figure, so there is nothing to keep.',
      'Open the run on Explore. It shows why each cell has no figure.',
    );
  const usedIds = {
    metrics: new Set(figures.map(({ metric }) => metric)),
    systems: new Set(figures.map(({ system }) => system)),
    datasets: new Set(figures.map(({ dataset }) => dataset)),
  };
  const labels = datasetLabels(result);
  const base =
    result.plan.datasets
      .map((_, dataset) => uncompressedRow(rows.filter((row) => row.dataset === dataset)))
      .find((row) => row !== null) ?? null;
  const baseline = base === null ? null : (systemIds[base.candidate] ?? null);
  const set: ImportedSet = {
    format: importedFormat,
    version: importedVersion,
    id: runSetId(run),
    title: truncated(title.trim(), 200) || runTitle(result),
    importedAt,
    ...(isBrowserRun(result.environment) ? {} : { native: true as const }),
    provenance: {
      who: result.environment.machineLabel ?? '',
      where: truncated(where, 1_000),
      date: runDateText(result),
      hardware: hardwareText(result.environment),
      software: softwareText(result.environment),
      threads: threadsText(result.environment),
      repeats: repeatsWords(rows),
      clock: truncated(
        drafts.map(({ operation, clocks }) => `${operationNames[operation]}: ${clocks.join(', or ')}`).join('; '),
        1_000,
      ),
    },
    datasets: result.plan.datasets.flatMap((_, index) => {
      const id = datasetIds[index] ?? '';
      return usedIds.datasets.has(id) ? [datasetOf(result, index, id, labels[index] ?? id)] : [];
    }),
    systems: result.plan.candidates.flatMap((candidate, index) => {
      const id = systemIds[index] ?? '';
      if (!usedIds.systems.has(id)) return [];
      const ofIt = rows.filter((row) => row.candidate === index);
      const label = ofIt.map((row) => markNames(row).label).toSorted((a, b) => b.length - a.length)[0] ?? id;
      const key = candidateKey(candidate);
      if (key.length > 1_000)
        throw malformedTable(
          `Candidate ${index + 1}, ${truncated(label, 60)}, has options of ${formatCount(key.length)} characters; a set keeps at most 1,000.`,
        );
      return [{ id, label: truncated(label, 200), candidate: key }];
    }),
    metrics: [sizeMetric, ...drafts.map(({ metric }) => metric)].filter(({ id }) => usedIds.metrics.has(id)),
    figures,
    baseline: baseline !== null && usedIds.systems.has(baseline) ? baseline : null,
    table: null,
  };
  return { set: parseWithSchema(importedSetSchema, set, 'run'), remarks: remarksOn(run, rows) };
}

/** The id of a run's set. The same run always has the same id, however it was imported, so it is not kept twice. */
export function runSetId({ startedAt, environment, plan }: RunResult): string {
  const text = JSON.stringify([
    environment.userAgent,
    environment.machineLabel,
    environment.platform,
    plan.seed,
    plan.operations,
    plan.candidates.map(candidateKey),
  ]);
  // FNV-1a distinguishes runs that started in the same millisecond. It protects nothing.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `run-${startedAt.replace(/\D/g, '').slice(0, 17)}-${hash.toString(36)}`;
}

const sizeMetric: ImportedMetric = {
  id: 'file-size',
  label: 'File size',
  quantity: 'fileSize',
  unit: 'B',
  scope: null,
};

interface MetricDraft {
  readonly operation: Operation;
  /** The work that the clock included besides encoding and decoding. A metric has exactly one such scope. */
  readonly scope: string;
  readonly clocks: readonly string[];
  readonly metric: ImportedMetric;
}

const outsideWork = ['generate', 'read', 'write', 'reduce'] as const satisfies readonly ClockScope[];
const workOf = (clock: readonly ClockScope[]) => outsideWork.filter((scope) => clock.includes(scope)).join(' + ');

/** The scope's name in imported sets. Work that has no name there is “not stated”, and is compared with nothing. */
function scopeOf(work: string): ImportedScope {
  if (work === '') return 'inMemory';
  return work === 'read' || work === 'write' ? 'withStorage' : 'notStated';
}

/** One metric of the operation for each set of work that its clocks included; usually there is one. */
function metricsOf(operation: Operation, rows: readonly CompletedRow[]): MetricDraft[] {
  const clocks = rows.flatMap((row) => {
    const figure = measuredFigures(row, operation);
    return figure === null ? [] : [figure.clock];
  });
  const works = [...new Set(clocks.map(workOf))];
  const quantity = quantityOf[operation];
  return works.map((scope, index): MetricDraft => {
    const label = `${operationNames[operation]}${quantity === 'rate' ? ', look-ups a second' : ''}${works.length === 1 ? '' : ` (clock with ${scope === '' ? 'nothing else' : scope})`}`;
    return {
      operation,
      scope,
      clocks: [...new Set(clocks.filter((clock) => workOf(clock) === scope).map(formatClock))],
      metric: {
        id: `${operation.toLowerCase()}${index === 0 ? '' : `-${index + 1}`}`,
        label,
        quantity,
        unit: quantity === 'rate' ? '/s' : 'ms',
        scope: scopeOf(scope),
      },
    };
  });
}

type Sample = CompletedRow['sample'];
type Reading = Pick<ImportedFigure, 'printed' | 'unit' | 'value' | 'range'>;

const ofSample = (sample: Sample) => (sample === null ? '' : `, scaled from ${formatCount(sample.items)} items`);

const sizeFigure = (bytes: number, sample: Sample): Reading => ({
  printed: `${formatCount(bytes)} B${ofSample(sample)}`,
  unit: 'B',
  value: bytes,
  range: null,
});

function timeFigure({ summary: { bestMs, range } }: MeasuredFigures, sample: Sample): Reading {
  const { text, unit } = printedIn(bestMs / 1e3, ['s', 'ms', 'µs', 'ns']);
  return {
    printed: `${text}${ofSample(sample)}`,
    unit,
    value: bestMs / 1e3,
    range: range === null ? null : { low: range.lowMs / 1e3, high: range.highMs / 1e3 },
  };
}

function rateFigure(figures: MeasuredFigures, perSecond: number): Reading {
  const { text, unit } = printedIn(perSecond, ['M/s', 'k/s', '/s']);
  return {
    printed: text,
    unit,
    value: perSecond,
    range: figures.summary.range === null ? null : throughputRange(figures),
  };
}

/**
 * The value in the largest unit of which it has at least one, or in the smallest unit. `units` are sorted from large to
 * small.
 */
function printedIn(
  value: number,
  units: readonly [ImportedUnit, ...ImportedUnit[]],
): { readonly text: string; readonly unit: ImportedUnit } {
  const unit = units.find((each) => value >= importedUnits[each].scale) ?? units.at(-1) ?? units[0];
  return { text: `${formatSignificant(value / importedUnits[unit].scale)} ${unit}`, unit };
}

function datasetOf(result: RunResult, index: number, id: string, label: string): ImportedDataset {
  const info = result.datasets[index];
  const ready = info?.status === 'ready' ? info : null;
  // Sizes and times of a sample are those that the whole file is expected to have.
  const wholeFile = wholeFileOf(info);
  return {
    id,
    label,
    itemCount: wholeFile?.totalItems ?? ready?.itemCount ?? null,
    dataBytes: ready === null ? null : Math.round(ready.dataBytes * (wholeFile?.times ?? 1)),
    sameAs: checkedData(dataOfRun(result, index), label),
  };
}

function checkedData(data: SameData | null, label: string): SameData | null {
  const long =
    data?.kind === 'workload'
      ? Object.entries(data.knobs).find(([, value]) => typeof value === 'string' && value.length > 200)
      : undefined;
  if (long !== undefined)
    throw malformedTable(
      `The option “${long[0]}” of ${truncated(label, 60)} has more than the 200 characters that a set keeps.`,
    );
  return data;
}

function repeatsWords(rows: readonly CompletedRow[]): string {
  const summaries = rows.flatMap((row) =>
    Object.values(row.operations).flatMap((figures) => (figures.status === 'measured' ? [figures.summary] : [])),
  );
  if (summaries.length === 0) return '';
  const span = (values: readonly number[], what: string) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return low === high ? plural(low, what) : `${formatCount(low)} to ${plural(high, what)}`;
  };
  const hasRange = summaries.some(({ range }) => range !== null);
  return `${span(
    summaries.map(({ roundCount }) => roundCount),
    'round',
  )}, each a fresh worker or process, ${span(
    summaries.map(({ sampleCount }) => sampleCount),
    'sample',
  )} of each time; the fastest sample is given${hasRange ? ', with the range of the rounds' : ''}`;
}

function remarksOn(run: RunResult, rows: readonly CompletedRow[]): string[] {
  const without = run.plan.datasets.length * run.plan.candidates.length - rows.length;
  const hidden = rows.flatMap((row) =>
    shownOperations(run).filter((operation) => measuredFigures(row, operation)?.throughput === null),
  ).length;
  return [
    ...(without === 0
      ? []
      : [
          `${plural(without, 'cell')} without a figure ${without === 1 ? 'is' : 'are'} omitted; Explore shows the reasons.`,
        ]),
    ...(hidden === 0
      ? []
      : [`${plural(hidden, 'time')} below the timer’s resolution ${hidden === 1 ? 'is' : 'are'} omitted.`]),
    ...(hasOwnFile(run.plan) ? ['The names of the file and of its columns are omitted.'] : []),
  ];
}
