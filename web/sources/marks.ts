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
import { citationOf, shortCitationOf } from './citation';
import { figuresFor, printedSizeOf, systemById } from './figures';

/**
 * Published figures as marks for the charts of a run. Only comparable figures become marks. Times of another machine
 * are never placed beside times measured here. Ratios are, for the same data; throughputs and factors are, if both
 * clocks included the same work.
 */

export interface PublishedMark {
  /** The id of the mark: `000/hdf5-bulk/n10000`. */
  readonly key: string;
  readonly sourceId: string;
  /** The source's first author and year, or the title of an imported set. */
  readonly sourceCitation: string;
  /** True for marks of an imported set. The chart names the set once and labels its marks by their own names. */
  readonly isImported?: true;
  readonly systemId: string;
  readonly label: string;
  /** A short label of at most 24 characters. */
  readonly shortLabel: string;
  readonly formatId: string;
  /** 'none' if the system uses no codec. */
  readonly codecId: string;
  readonly codecFamily: string;
  /** The candidate here that is most similar to the system. */
  readonly candidate: Candidate | null;
  readonly datasetLabel: string;
  readonly itemCount: number;
  readonly dataBytes: number;
  /** True if this is the source's size nearest to the run's. */
  readonly nearest: boolean;
  /** Bytes of data divided by bytes of the file. Null if the source prints no size. */
  readonly ratio: number | null;
  /**
   * Data bytes per second of the view's operation, if both clocks included the same work. Otherwise null, and
   * `throughputReason` states the reason.
   */
  readonly throughput: number | null;
  readonly throughputReason: string | null;
  /**
   * The time divided by the baseline's time, both from the source. Otherwise null, and `factorReason` states the
   * reason.
   */
  readonly factor: PublishedFactor | null;
  /**
   * True if the clock included the same work as the clock of every figure in the chart. Only then is a factor compared
   * with the run's.
   */
  readonly sameClock: boolean;
  readonly factorReason: string | null;
  readonly clock: readonly ClockScope[] | null;
  /** The system whose size was multiplied by the printed ratio. Null if the size itself is printed. */
  readonly sizeOf: string | null;
  /** The size as printed: `98 MB`, `0.236`, `0.36 s`. */
  readonly printedSize: string | null;
  readonly printedTime: string | null;
  /** The tooltip's citation: author, title, date, section, and hardware. */
  readonly citation: string;
}

/** The name of a mark in a chart that shows several sources. */
export const nameWithSource = (
  name: string,
  { isImported, sourceId, sourceCitation }: Pick<PublishedMark, 'isImported' | 'sourceId' | 'sourceCitation'>,
): string => (isImported ? name : `${name} (${sourceCitation}, source ${sourceId})`);

/** The short form of the name, for labels with little room. */
export const shortNameWithSource = ({
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
  /** Differing values that the source prints for the same factor in other places. */
  readonly elsewhere: readonly number[];
}

interface OmittedSource {
  readonly sourceId: string;
  readonly reason: string;
}

interface PublishedMarks {
  readonly marks: readonly PublishedMark[];
  readonly omitted: readonly OmittedSource[];
  /** One sentence to show beside the chart. Null if there are no marks. */
  readonly note: string | null;
}

type TimeMetric = 'writeTime' | 'readTime';

/** The published time that each operation is compared with. */
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

/** The marks of every source whose data is similar to the run's. The filters that hide candidates also hide marks. */
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

/** The source's datasets that equal the run's data apart from the size, or the reason why there is none. */
function datasetsLike(
  source: PublishedSource,
  result: RunResult,
  dataset: number,
): readonly PublishedDataset[] | string {
  const spec = result.plan.datasets[dataset];
  if (spec === undefined || spec.source === 'ownFile')
    return 'The run is of a user’s file, and the source used other data.';
  const ofWorkload = source.workloads.filter(({ workload }) => workload === spec.workload);
  const [first] = ofWorkload;
  if (first === undefined) return 'The run and the source used different workloads.';
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

/** The clocks of the view's operation in the cells that the chart shows. */
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
        printedSizeOf(source, system, dataset) !== null ||
        (metric !== null && figuresFor(source, system, dataset, speedUps[metric]).length > 0),
    );
    const nearest = measured.toSorted((a, b) => distance(a, measuredBytes) - distance(b, measuredBytes))[0];
    return measured.map((dataset): PublishedMark => {
      const size = printedSizeOf(source, system, dataset);
      const time = metric === null ? null : timeOf(source, system, dataset, metric);
      const [speedUp = null] = metric === null ? [] : figuresFor(source, system, dataset, speedUps[metric]);
      const clock = metric === null ? null : system.clock[metric];
      const clockReason =
        metric === null || (time === null && speedUp === null)
          ? notTimed(view.operation)
          : reasonAgainst(view.operation, clock, clocksHere);
      const throughputReason = clockReason ?? (time === null ? 'The source prints a factor but no time.' : null);
      const factor =
        metric === null ? notTimed(view.operation) : factorOf(source, system, chosenSystem, dataset, metric);
      return {
        key: `${source.id}/${system.id}/${dataset.id}`,
        sourceId: source.id,
        sourceCitation: shortCitationOf(source),
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

/** True if format and codec are equal. Among several layouts of a format, the options must agree too. */
function matches({ candidate }: PublishedSystem, other: Candidate): boolean {
  if (candidate === null || candidate.format !== other.format || candidate.codec?.id !== other.codec?.id) return false;
  return Object.entries(candidate.options).every(
    ([name, value]) => other.options[name] === undefined || other.options[name] === value,
  );
}

/**
 * The printed time. If the source measured it again for another table, the time in the table that contains the figure
 * `near`.
 */
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

/** The reason why a time of the source covers other work than ours. Null if it covers the same work. */
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

/**
 * The baseline of a system's factors: the reader's choice, otherwise the system that the source compares with,
 * otherwise the system itself.
 */
const baselineOf = (
  source: PublishedSource,
  system: PublishedSystem,
  chosen: PublishedSystem | null,
  metric: TimeMetric | null,
): PublishedSystem => chosen ?? (metric === null ? null : systemById(source, system.comparedWith[metric])) ?? system;

/**
 * A factor within the source, or the reason why there is none. The baseline is the reader's choice, otherwise the
 * system that the source compares with.
 */
function factorOf(
  source: PublishedSource,
  system: PublishedSystem,
  chosen: PublishedSystem | null,
  dataset: PublishedDataset,
  metric: TimeMetric,
): PublishedFactor | string {
  const compared = systemById(source, system.comparedWith[metric]);
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
  const sources = [
    ...new Set(marks.map(({ sourceId, sourceCitation }) => `${sourceCitation} (source ${sourceId})`)),
  ].join(', ');
  const speeds = marks.filter(({ throughput }) => throughput !== null).length;
  const placed =
    speeds === 0
      ? 'by size only, since their clocks included other work'
      : speeds === marks.length
        ? 'by size and throughput'
        : 'by size, and by throughput if both clocks included the same work';
  return `Hollow marks are published figures of ${sources}, measured on another machine and at other sizes. They are placed ${placed}.`;
}
