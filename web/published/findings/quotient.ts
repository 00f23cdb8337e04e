import type { Finding, FindingSide, Quantity } from '../../../workers/model/finding';
import { type FindingVerdict, type MeasuredQuotient, verdictOn } from '../../../workers/model/finding-verdict';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import type { PublishedSource } from '../../../workers/model/published';
import { type CompletedCell, type RunResult, wholeSizeBytes } from '../../../workers/model/result';
import { bootstrapInterval } from '../../../workers/model/statistics/bootstrap';
import { median, smallest } from '../../../workers/model/statistics/samples';
import type { TestRun } from '../../app/source-test-controller';
import { computePublished } from '../checks';
import { candidateOf, itemsOf, systemsOf } from './recipe';

export interface CellPlace {
  readonly workload: string;
  readonly quantity: Quantity;
  readonly dataset: number;
  readonly candidate: number;
}

export interface FindingOutcome {
  readonly finding: Finding;
  /** The quotient that the source claims. */
  readonly published: number;
  readonly measured: MeasuredQuotient | null;
  readonly verdict: FindingVerdict;
  /** Why nothing is decided, or nothing can be tested; null where something was. */
  readonly reason: string | null;
  /** The cells behind it. */
  readonly cells: readonly CellPlace[];
}

/** Rounds that a verdict about times needs, as everywhere (specs rule 9). */
const roundsMin = 6;

class NotTestable extends Error {}

interface Cell {
  readonly place: CellPlace;
  readonly cell: CompletedCell;
  readonly dataBytes: number;
  readonly seed: number;
}

/** The verdict on a finding by the runs of its source's recipe. Pure: the same runs give the same verdict. */
export function outcomeOf(source: PublishedSource, finding: Finding, runs: readonly TestRun[]): FindingOutcome {
  const published = computePublished(source, finding.published);
  try {
    const of = sideOf(source, finding.of, finding.quantity, runs);
    const than = sideOf(source, finding.than, finding.quantity, runs);
    const cells = [
      ...new Map(
        [...of.all, ...than.all].map(({ place }) => [`${place.workload}:${place.dataset}:${place.candidate}`, place]),
      ).values(),
    ];
    if (finding.quantity === 'size') {
      const ratio =
        least(of.cells.map((cell) => sizeOf(cell) - (of.less === null ? 0 : sizeOf(of.less)))) /
        least(than.cells.map((cell) => sizeOf(cell) - (than.less === null ? 0 : sizeOf(than.less))));
      return judged(finding, published, positive({ ratio, low: ratio, high: ratio }), cells);
    }
    return judged(finding, published, timeQuotient(of, than), cells);
  } catch (thrown) {
    if (!(thrown instanceof NotTestable)) throw thrown;
    return { finding, published, measured: null, verdict: 'notTestable', reason: thrown.message, cells: [] };
  }
}

function judged(
  finding: Finding,
  published: number,
  measured: MeasuredQuotient | string,
  cells: readonly CellPlace[],
): FindingOutcome {
  if (typeof measured === 'string')
    return { finding, published, measured: null, verdict: 'notDecided', reason: measured, cells };
  const verdict = verdictOn(finding, published, measured);
  return {
    finding,
    published,
    measured,
    verdict,
    reason: verdict === 'notDecided' ? 'The interval is too wide to say.' : null,
    cells,
  };
}

const positive = (measured: MeasuredQuotient): MeasuredQuotient | string =>
  measured.ratio > 0 && Number.isFinite(measured.ratio)
    ? measured
    : 'What is left after the other is taken off is nothing, or less.';

interface Side {
  readonly operations: readonly Operation[];
  readonly cells: readonly Cell[];
  readonly less: Cell | null;
  readonly all: readonly Cell[];
}

function sideOf(source: PublishedSource, side: FindingSide, quantity: Quantity, runs: readonly TestRun[]): Side {
  const all = systemsOf(side).map((system) => cellOf(source, side, quantity, system, runs));
  const less = side.less === null ? null : (all.at(-1) ?? null);
  return { operations: side.operations, cells: all.slice(0, side.systems.length), less, all };
}

function cellOf(
  source: PublishedSource,
  side: FindingSide,
  quantity: Quantity,
  system: string,
  runs: readonly TestRun[],
): Cell {
  const { label = system, candidateNote = null } = source.systems.find(({ id }) => id === system) ?? {};
  const wanted = candidateOf(source, system);
  if (wanted === null)
    throw new NotTestable(
      `“${label}” can’t run here${candidateNote === null ? '' : `: ${candidateNote}`}.`.replace('..', '.'),
    );
  const run = runs.find((each) => each.workload === side.workload && each.quantity === quantity);
  if (run === undefined) throw new NotTestable('Its data has not been measured.');
  const { plan, datasets, cells } = run.result;
  const candidate = plan.candidates.findIndex((each) => candidateKey(each) === candidateKey(wanted));
  const sizes = plan.datasets.map((spec) => (spec.source === 'workload' ? spec.size : 0));
  const dataset = sizes.indexOf(itemsOf(side, Math.max(...sizes), source));
  const info = datasets[dataset];
  if (candidate === -1 || dataset === -1) throw new NotTestable(`“${label}” was not measured in this run.`);
  if (info?.status !== 'ready') throw new NotTestable('Its data could not be made.');
  const cell = cells.find((each) => each.dataset === dataset && each.candidate === candidate);
  if (cell === undefined) throw new NotTestable(`“${label}” has not been measured yet.`);
  if (cell.status !== 'completed') throw new NotTestable(`“${label}” gave no figures: ${whyNot(cell)}`);
  return {
    place: { workload: side.workload, quantity, dataset, candidate },
    cell,
    dataBytes: info.dataBytes,
    seed: plan.seed,
  };
}

function whyNot(cell: Exclude<RunResult['cells'][number], CompletedCell>): string {
  if (cell.status === 'failed') return cell.error.message;
  if (cell.status === 'unsupported') return cell.reason;
  return cell.status === 'cancelled'
    ? 'it was stopped.'
    : `one step took more than ${Math.round(cell.limitMs / 1_000)} s.`;
}

const least = (values: readonly number[]) => Math.min(...values);

function sizeOf({ cell, dataBytes }: Cell): number {
  const bytes = wholeSizeBytes(cell, dataBytes);
  if (bytes === null) throw new NotTestable('One of the two makes no file.');
  return bytes;
}

/** Milliseconds of the operations together in each round: the best sample of each. */
function timesByRound({ cell, dataBytes }: Cell, operations: readonly Operation[]): Map<number, number> {
  const scale = cell.sample === undefined || cell.sample.dataBytes === 0 ? 1 : dataBytes / cell.sample.dataBytes;
  const sums = new Map<number, number>();
  operations.forEach((operation, index) => {
    const result = cell.operations[operation];
    if (result?.status !== 'measured')
      throw new NotTestable(result?.status === 'unsupported' ? result.reason : 'One of its times was not measured.');
    const perCall = operation === 'lookup' || operation === 'warmLookup' ? 1 / result.itemsPerCall : scale;
    for (const { round, samplesMs } of result.rounds) {
      const sum = index === 0 ? 0 : sums.get(round);
      if (sum !== undefined) sums.set(round, sum + perCall * smallest(samplesMs));
    }
  });
  return sums;
}

function leastByRound(side: Side): Map<number, number> {
  const times = side.cells.map((cell) => timesByRound(cell, side.operations));
  const less = side.less === null ? null : timesByRound(side.less, side.operations);
  const [first = new Map<number, number>(), ...others] = times;
  return new Map(
    [...first].flatMap(([round, ms]) => {
      const all = [ms, ...others.map((each) => each.get(round) ?? Number.NaN)];
      const off = less === null ? 0 : (less.get(round) ?? Number.NaN);
      const value = least(all) - off;
      return Number.isFinite(value) ? [[round, value] as const] : [];
    }),
  );
}

/** Of the rounds that both have: the quotient of the medians, with its 95 % bootstrap interval over rounds; a sentence where that can't be had. */
function timeQuotient(of: Side, than: Side): MeasuredQuotient | string {
  const [a, b] = [leastByRound(of), leastByRound(than)];
  const pairs = [...a].flatMap(([round, ms]) => {
    const other = b.get(round);
    return other === undefined ? [] : [[ms, other] as const];
  });
  if (pairs.length < roundsMin)
    return `Only ${pairs.length} rounds were measured; a verdict about times needs ${roundsMin}.`;
  const quotient = (some: readonly (readonly [number, number])[]) =>
    median(some.map(([ms]) => ms)) / median(some.map(([, ms]) => ms));
  const ratio = quotient(pairs);
  if (!(ratio > 0) || !Number.isFinite(ratio))
    return 'What is left of one of the two is less than the timer tells, or nothing.';
  const interval = bootstrapInterval(pairs, quotient, of.all[0]?.seed ?? 1);
  if (interval === null || !(interval.low > 0) || !Number.isFinite(interval.high))
    return 'The interval is too wide to say: it reaches to nothing.';
  return { ratio, low: interval.low, high: interval.high };
}
