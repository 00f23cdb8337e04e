import type { ClockScope } from '../../workers/model/entry';
import { type Candidate, candidateKey, type Operation } from '../../workers/model/plan';
import { figuresOf, type PublishedDataset, type PublishedFigure, type PublishedSource, type PublishedSystem } from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import { equalScope, formatClock } from '../results/clock-scope';
import { operationNames } from '../results/operation-names';
import type { ResultsView } from '../results/results-view';
import { citationOf } from './citation';

/**
 * Published figures as marks for the charts of a run: only where they can be compared. Another machine's seconds are never set
 * beside ours; a ratio is (same data), a throughput and a factor are where both clocks ran over the same work.
 */

export interface PublishedMark {
  /** `000/hdf5-bulk/n10000` */
  readonly key: string;
  readonly sourceId: string;
  readonly systemId: string;
  readonly label: string;
  /** At most 24 characters. */
  readonly shortLabel: string;
  readonly formatId: string;
  /** 'none' without a codec. */
  readonly codecId: string;
  readonly codecFamily: string;
  /** What comes nearest to it here. */
  readonly candidate: Candidate | null;
  readonly datasetLabel: string;
  readonly itemCount: number;
  readonly dataBytes: number;
  /** Of the source's sizes, this is the one nearest to the run's. */
  readonly nearest: boolean;
  /** Data bytes over file bytes; null where no size is printed. */
  readonly ratio: number | null;
  /** Data bytes a second of the view's operation, where the clocks include the same; else `throughputReason` says why not. */
  readonly throughput: number | null;
  readonly throughputReason: string | null;
  /** Time over the time of the baseline, both from the source; else `factorReason` says why not. */
  readonly factor: PublishedFactor | null;
  readonly factorReason: string | null;
  readonly clock: readonly ClockScope[] | null;
  /** As printed: `98 MB`, `0.36 s`. */
  readonly printedSize: string | null;
  readonly printedTime: string | null;
  /** For hover: who, what, when, where in the text, on what hardware. */
  readonly citation: string;
}

export interface PublishedFactor {
  readonly value: number;
  readonly baseline: string;
}

export interface OmittedSource {
  readonly sourceId: string;
  readonly reason: string;
}

export interface PublishedMarks {
  readonly marks: readonly PublishedMark[];
  readonly omitted: readonly OmittedSource[];
  /** One sentence for beside the chart; null without marks. */
  readonly note: string | null;
}

type TimeMetric = 'writeTime' | 'readTime';

/** Which published time an operation could be compared with. */
const timeMetrics: Readonly<Record<Operation, TimeMetric | null>> = {
  encode: 'writeTime',
  store: 'writeTime',
  decode: 'readTime',
  load: 'readTime',
  project: null,
  lookup: null,
  warmLookup: null,
};

type MarksView = Pick<ResultsView, 'dataset' | 'operation' | 'hiddenFormats' | 'hiddenCodecs' | 'baseline' | 'showPublished'>;

/** Marks of every source whose data the run's is like; filters hide marks as they hide candidates. */
export function publishedMarks(sources: readonly PublishedSource[], result: RunResult, view: MarksView): PublishedMarks {
  if (!view.showPublished) return { marks: [], omitted: [], note: null };
  const marks: PublishedMark[] = [];
  const omitted: OmittedSource[] = [];
  for (const source of sources) {
    const reason = otherData(source, result, view.dataset);
    if (reason === null) marks.push(...marksOf(source, result, view));
    else omitted.push({ sourceId: source.id, reason });
  }
  const shown = marks.filter(({ formatId, codecId }) => !view.hiddenFormats.includes(formatId) && !view.hiddenCodecs.includes(codecId));
  return { marks: shown, omitted, note: noteOf(shown) };
}

/** Why the source's data is not the run's; null where it is, but for its size. */
function otherData(source: PublishedSource, result: RunResult, dataset: number): string | null {
  const spec = result.plan.datasets[dataset];
  if (spec === undefined || spec.source === 'ownFile') return 'The run is of a file of one’s own, the source of other data.';
  if (spec.workload !== source.workload.id) return 'The run is of another workload than the source.';
  const differing = Object.entries(source.workload.knobs).filter(([knob, value]) => spec.knobs[knob] !== undefined && spec.knobs[knob] !== value);
  if (differing.length === 0) return null;
  const knobs = differing.map(([knob, value]) => `${knob} is ${String(spec.knobs[knob])} here and ${String(value)} there`).join(', ');
  return `The data differs in more than its size: ${knobs}.`;
}

/** The clocks of the operation in what the chart shows. */
function measuredClocks(result: RunResult, { dataset, operation }: MarksView): (readonly ClockScope[])[] {
  return result.cells.flatMap((cell) => {
    const measured = cell.status === 'completed' && cell.dataset === dataset ? cell.operations[operation] : undefined;
    return measured?.status === 'measured' ? [measured.clock] : [];
  });
}

function marksOf(source: PublishedSource, result: RunResult, view: MarksView): PublishedMark[] {
  const info = result.datasets[view.dataset];
  const measuredBytes = info?.status === 'ready' ? info.dataBytes : null;
  const metric = timeMetrics[view.operation];
  const clocksHere = measuredClocks(result, view);
  const baseline = result.plan.candidates.find((candidate) => candidateKey(candidate) === view.baseline) ?? null;
  const baselineSystem = source.systems.find((system) => baseline !== null && matches(system, baseline)) ?? source.systems[0];
  return source.systems.flatMap((system) => {
    const withSize = source.datasets.filter((dataset) => figureOf(source, system, dataset, 'fileSize') !== null);
    const nearest = withSize.toSorted((a, b) => distance(a, measuredBytes) - distance(b, measuredBytes))[0];
    return withSize.map((dataset): PublishedMark => {
      const size = figureOf(source, system, dataset, 'fileSize');
      const time = metric === null ? null : figureOf(source, system, dataset, metric);
      const clock = metric === null ? null : system.clock[metric];
      const throughputReason = reasonAgainst(view.operation, metric, time, clock, clocksHere);
      const factor = metric === null ? notTimed(view.operation) : factorOf(source, system, baselineSystem, dataset, metric);
      return {
        key: `${source.id}/${system.id}/${dataset.id}`,
        sourceId: source.id,
        systemId: system.id,
        label: system.label,
        shortLabel: system.shortLabel,
        formatId: system.formatId,
        codecId: system.codecId,
        codecFamily: system.codecFamily,
        candidate: system.candidate,
        datasetLabel: dataset.label,
        itemCount: dataset.itemCount,
        dataBytes: dataset.dataBytes,
        nearest: dataset === nearest,
        ratio: size === null ? null : dataset.dataBytes / size.value,
        throughput: time === null || throughputReason !== null ? null : dataset.dataBytes / time.value,
        throughputReason,
        factor: typeof factor === 'string' ? null : factor,
        factorReason: typeof factor === 'string' ? factor : null,
        clock,
        printedSize: size?.printed ?? null,
        printedTime: time === null ? null : withUnit(time),
        citation: citationOf(source, size ?? time),
      };
    });
  });
}

const withUnit = ({ printed }: PublishedFigure) => (/\p{L}/u.test(printed) ? printed : `${printed} s`);

function distance({ dataBytes }: PublishedDataset, measuredBytes: number | null): number {
  return measuredBytes === null || measuredBytes === 0 ? dataBytes : Math.abs(Math.log(dataBytes / measuredBytes));
}

/** Same format and codec; of several layouts of a format the one whose options agree. */
function matches({ candidate }: PublishedSystem, other: Candidate): boolean {
  if (candidate === null || candidate.format !== other.format || candidate.codec?.id !== other.codec?.id) return false;
  return Object.entries(candidate.options).every(([name, value]) => other.options[name] === undefined || other.options[name] === value);
}

function figureOf(
  source: PublishedSource,
  system: PublishedSystem,
  dataset: PublishedDataset,
  metric: PublishedFigure['metric'],
  near?: PublishedFigure,
): PublishedFigure | null {
  const found = figuresOf(source).filter((figure) => figure.system === system.id && figure.dataset === dataset.id && figure.metric === metric);
  // What was measured again for another table is compared within that table.
  const table = near === undefined ? undefined : tableOf(source, near);
  return found.find((figure) => table !== undefined && tableOf(source, figure) === table) ?? found[0] ?? null;
}

const tableOf = (source: PublishedSource, figure: PublishedFigure) => source.tables.find(({ rows }) => rows.some((row) => row.includes(figure)));

const spoken = (operation: Operation) => operationNames[operation].toLowerCase();

const notTimed = (operation: Operation) => `The source did not time anything like “${spoken(operation)}”.`;

function reasonAgainst(
  operation: Operation,
  metric: TimeMetric | null,
  time: PublishedFigure | null,
  clock: readonly ClockScope[] | null,
  clocksHere: readonly (readonly ClockScope[])[],
): string | null {
  if (metric === null || time === null) return notTimed(operation);
  if (clock === null) return 'The source does not say what its clock included.';
  if (clocksHere.length === 0) return `This run has no time of “${spoken(operation)}” to compare with.`;
  const unlike = clocksHere.find((clockHere) => !equalScope(clock, clockHere));
  if (unlike === undefined) return null;
  const better =
    operation === 'encode' && clock.includes('write') && !clock.includes('generate')
      ? ` Compare it with “${spoken('store')}”.`
      : operation === 'decode' && clock.includes('read') && !clock.includes('reduce')
        ? ` Compare it with “${spoken('load')}”.`
        : '';
  return `Its clock included other work (${formatClock(clock)}) than ours (${formatClock(unlike)}), so its speed is not placed here.${better}`;
}

/** A factor within the source, or why there is none. */
function factorOf(
  source: PublishedSource,
  system: PublishedSystem,
  baseline: PublishedSystem | undefined,
  dataset: PublishedDataset,
  metric: TimeMetric,
): PublishedFactor | string {
  if (baseline === undefined) return 'The source has nothing to compare with.';
  const time = figureOf(source, system, dataset, metric);
  if (time === null) return 'The source prints no such time.';
  const baseTime = figureOf(source, baseline, dataset, metric, time);
  if (baseTime === null || baseTime.value === 0) return `The source prints no such time of ${baseline.label}.`;
  const clock = system.clock[metric];
  const baseClock = baseline.clock[metric];
  if (clock === null || baseClock === null) return 'The source does not say what the clock included.';
  if (!equalScope(clock, baseClock)) return `The clock of ${system.label} included other work than that of ${baseline.label}.`;
  return { value: time.value / baseTime.value, baseline: baseline.label };
}

function noteOf(marks: readonly PublishedMark[]): string | null {
  if (marks.length === 0) return null;
  const sources = [...new Set(marks.map(({ sourceId }) => sourceId))].join(', ');
  const speeds = marks.filter(({ throughput }) => throughput !== null).length;
  const placed =
    speeds === 0
      ? 'by their size alone, as their clocks included other work'
      : speeds === marks.length
        ? 'by size and throughput'
        : 'by size, and by throughput where both clocks included the same work';
  return `Hollow marks are published figures (source ${sources}), taken on another machine and at other sizes: they are placed ${placed}.`;
}
