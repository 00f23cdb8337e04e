import type { ClockScope } from '../../workers/model/entry';
import type { OptionValues } from '../../workers/model/options';
import { type Candidate, candidateKey, type Operation } from '../../workers/model/plan';
import type {
  PublishedDataset,
  PublishedFigure,
  PublishedSource,
  PublishedSystem,
  PublishedWorkload,
} from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import { equalScope, formatClock } from '../figures/clock-scope';
import { operationNames } from '../figures/operation-names';
import type { ResultsView } from '../view/results-view';
import { citationOf } from './citation';
import { figuresFor, sizeOf, systemOf } from './figures';

/**
 * Published figures as marks for the charts of a run: only where they can be compared. Another machine's seconds are never set
 * beside ours; a ratio is (same data), a throughput and a factor are where both clocks ran over the same work.
 */

export interface PublishedMark {
  /** `000/hdf5-bulk/n10000` */
  readonly key: string;
  readonly sourceId: string;
  /** Of a set of the user's: what draws it names the set once, and its marks by their own names. */
  readonly isImported?: true;
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
  /** Whether the clock ran over the same work as that of every figure that the chart shows: only then is a factor set beside ours. */
  readonly sameClock: boolean;
  readonly factorReason: string | null;
  readonly clock: readonly ClockScope[] | null;
  /** What a printed ratio of sizes was multiplied by; null where the size itself is printed. */
  readonly sizeOf: string | null;
  /** As printed: `98 MB`, `0.236`, `0.36 s`. */
  readonly printedSize: string | null;
  readonly printedTime: string | null;
  /** For hover: who, what, when, where in the text, on what hardware. */
  readonly citation: string;
}

/** The name of a mark beside those of other sources. */
export const nameAmongSources = (
  name: string,
  { isImported, sourceId }: { readonly isImported?: true; readonly sourceId: string },
): string => (isImported ? name : `${name} (source ${sourceId})`);

/** The same where there is little room. */
export const shortNameAmongSources = ({
  shortLabel,
  isImported,
  sourceId,
}: {
  readonly shortLabel: string;
  readonly isImported?: true;
  readonly sourceId: string;
}): string => (isImported ? shortLabel : `${shortLabel} (${sourceId})`);

export interface PublishedFactor {
  readonly value: number;
  readonly baseline: string;
  /** What the source prints of it in other places, where that differs. */
  readonly elsewhere: readonly number[];
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

const speedUps = { writeTime: 'writeSpeedUp', readTime: 'readSpeedUp' } as const satisfies Record<
  TimeMetric,
  PublishedFigure['metric']
>;

type MarksView = Pick<
  ResultsView,
  'dataset' | 'operation' | 'hiddenFormats' | 'hiddenCodecs' | 'baseline' | 'showPublished'
>;

/** Marks of every source whose data the run's is like; filters hide marks as they hide candidates. */
export function publishedMarks(
  sources: readonly PublishedSource[],
  result: RunResult,
  view: MarksView,
): PublishedMarks {
  if (!view.showPublished) return { marks: [], omitted: [], note: null };
  const marks: PublishedMark[] = [];
  const omitted: OmittedSource[] = [];
  for (const source of sources) {
    const datasets = datasetsLike(source, result, view.dataset);
    if (typeof datasets === 'string') omitted.push({ sourceId: source.id, reason: datasets });
    else marks.push(...marksOf(source, datasets, result, view));
  }
  const shown = marks.filter(
    ({ formatId, codecId }) => !view.hiddenFormats.includes(formatId) && !view.hiddenCodecs.includes(codecId),
  );
  return { marks: shown, omitted, note: noteOf(shown.filter(({ ratio }) => ratio !== null)) };
}

/** The source's datasets that the run's is like, but for its size; or why there is none. */
function datasetsLike(
  source: PublishedSource,
  result: RunResult,
  dataset: number,
): readonly PublishedDataset[] | string {
  const spec = result.plan.datasets[dataset];
  if (spec === undefined || spec.source === 'ownFile')
    return 'The run is of a file of one’s own, the source of other data.';
  const ofWorkload = source.workloads.filter(({ workload }) => workload === spec.workload);
  const [first] = ofWorkload;
  if (first === undefined) return 'The run is of another workload than the source.';
  const alike = ofWorkload.filter((workload) => differingParameters(workload, spec.knobs).length === 0);
  if (alike.length > 0) return source.datasets.filter(({ workload }) => alike.some(({ id }) => id === workload));
  const knobs = differingParameters(first, spec.knobs).map(
    (parameter) => `${parameter} is ${String(spec.knobs[parameter])} here and ${String(first.knobs[parameter])} there`,
  );
  return `The data differs in more than its size: ${knobs.join(', ')}.`;
}

function differingParameters({ knobs }: PublishedWorkload, here: OptionValues): string[] {
  return Object.keys(knobs).filter(
    (parameter) => here[parameter] !== undefined && here[parameter] !== knobs[parameter],
  );
}

/** The clocks of the operation in what the chart shows. */
function measuredClocks(result: RunResult, { dataset, operation }: MarksView): (readonly ClockScope[])[] {
  return result.cells.flatMap((cell) => {
    const measured = cell.status === 'completed' && cell.dataset === dataset ? cell.operations[operation] : undefined;
    return measured?.status === 'measured' ? [measured.clock] : [];
  });
}

function marksOf(
  source: PublishedSource,
  datasets: readonly PublishedDataset[],
  result: RunResult,
  view: MarksView,
): PublishedMark[] {
  const info = result.datasets[view.dataset];
  const measuredBytes = info?.status === 'ready' ? info.dataBytes : null;
  const metric = timeMetrics[view.operation];
  const clocksHere = measuredClocks(result, view);
  const chosen = result.plan.candidates.find((candidate) => candidateKey(candidate) === view.baseline) ?? null;
  const chosenSystem = chosen === null ? null : (source.systems.find((system) => matches(system, chosen)) ?? null);
  return source.systems.flatMap((system) => {
    const measured = datasets.filter(
      (dataset) =>
        sizeOf(source, system, dataset) !== null ||
        (metric !== null && figuresFor(source, system, dataset, speedUps[metric]).length > 0),
    );
    const nearest = measured.toSorted((a, b) => distance(a, measuredBytes) - distance(b, measuredBytes))[0];
    return measured.map((dataset): PublishedMark => {
      const size = sizeOf(source, system, dataset);
      const time = metric === null ? null : timeOf(source, system, dataset, metric);
      const [speedUp = null] = metric === null ? [] : figuresFor(source, system, dataset, speedUps[metric]);
      const clock = metric === null ? null : system.clock[metric];
      const clockReason =
        metric === null || (time === null && speedUp === null)
          ? notTimed(view.operation)
          : reasonAgainst(view.operation, clock, clocksHere);
      const throughputReason = clockReason ?? (time === null ? 'The source prints a factor, and no time.' : null);
      const factor =
        metric === null ? notTimed(view.operation) : factorOf(source, system, chosenSystem, dataset, metric);
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
        ratio: size === null ? null : dataset.dataBytes / size.bytes,
        throughput: time === null || throughputReason !== null ? null : dataset.dataBytes / time.value,
        throughputReason,
        factor: typeof factor === 'string' ? null : factor,
        factorReason: typeof factor === 'string' ? factor : null,
        sameClock: clockReason === null,
        clock,
        sizeOf: size?.of?.label ?? null,
        printedSize: size?.figure.printed ?? null,
        printedTime: time === null ? null : withUnit(time),
        citation: citationOf(source, size?.figure ?? time ?? speedUp),
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
  return Object.entries(candidate.options).every(
    ([name, value]) => other.options[name] === undefined || other.options[name] === value,
  );
}

/** The printed time; of one that was measured again for another table, that of the table where `near` stands. */
function timeOf(
  source: PublishedSource,
  system: PublishedSystem,
  dataset: PublishedDataset,
  metric: TimeMetric,
  near?: PublishedFigure,
): PublishedFigure | null {
  const found = figuresFor(source, system, dataset, metric);
  const table = near === undefined ? undefined : tableOf(source, near);
  return found.find((figure) => table !== undefined && tableOf(source, figure) === table) ?? found[0] ?? null;
}

const tableOf = (source: PublishedSource, figure: PublishedFigure) =>
  source.tables.find(({ rows }) => rows.some((row) => row.includes(figure)));

const spoken = (operation: Operation) => operationNames[operation].toLowerCase();

const notTimed = (operation: Operation) => `The source did not time anything like “${spoken(operation)}”.`;

/** Why a time of the source is not of the same work as ours; null where it is. */
function reasonAgainst(
  operation: Operation,
  clock: readonly ClockScope[] | null,
  clocksHere: readonly (readonly ClockScope[])[],
): string | null {
  if (clock === null) return 'The source does not say what its clock included.';
  if (clocksHere.length === 0) return `This run has no time of “${spoken(operation)}” to compare with.`;
  const unlike = clocksHere.find((clockHere) => !equalScope(clock, clockHere));
  if (unlike === undefined) return null;
  const better =
    operation === 'encode' && clock.includes('write') && !clock.includes('generate') && !clock.includes('read')
      ? ` Compare it with “${spoken('store')}”.`
      : operation === 'decode' && clock.includes('read') && !clock.includes('reduce') && !clock.includes('write')
        ? ` Compare it with “${spoken('load')}”.`
        : '';
  return `Its clock included other work (${formatClock(clock)}) than ours (${formatClock(unlike)}), so its speed is not placed here.${better}`;
}

/** What a system's factors are to: what the reader chose, else what the source compares it with; itself where that is nothing. */
const baselineOf = (
  source: PublishedSource,
  system: PublishedSystem,
  chosen: PublishedSystem | null,
  metric: TimeMetric | null,
): PublishedSystem => chosen ?? (metric === null ? null : systemOf(source, system.comparedWith[metric])) ?? system;

/** A factor within the source, or why there is none: over the system that the reader chose, else over what the source compares with. */
function factorOf(
  source: PublishedSource,
  system: PublishedSystem,
  chosen: PublishedSystem | null,
  dataset: PublishedDataset,
  metric: TimeMetric,
): PublishedFactor | string {
  const compared = systemOf(source, system.comparedWith[metric]);
  const baseline = baselineOf(source, system, chosen, metric);
  const time = timeOf(source, system, dataset, metric);
  const speedUpValues = figuresFor(source, system, dataset, speedUps[metric]).map(({ value }) => value);
  const [speedUp] = speedUpValues;
  if (time === null && speedUp === undefined) return 'The source prints no such time.';
  const clock = system.clock[metric];
  const baseClock = baseline.clock[metric];
  if (clock === null || baseClock === null) return 'The source does not say what the clock included.';
  if (!equalScope(clock, baseClock))
    return `The clock of ${system.label} included other work than that of ${baseline.label}.`;
  if (time === null) {
    if (baseline !== compared || speedUp === undefined) return `The source prints no factor over ${baseline.label}.`;
    const elsewhere = [...new Set(speedUpValues)].filter((value) => value !== speedUp).map((value) => 1 / value);
    return { value: 1 / speedUp, baseline: baseline.label, elsewhere };
  }
  const baseTime = timeOf(source, baseline, dataset, metric, time);
  if (baseTime === null || baseTime.value === 0) return `The source prints no such time of ${baseline.label}.`;
  return { value: time.value / baseTime.value, baseline: baseline.label, elsewhere: [] };
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
