import type { ClockScope } from '../../../workers/model/entry';
import type { Claim, ClaimSide } from '../../../workers/model/claim';
import type { Quantity } from '../../../workers/model/quantity';
import {
  type ClaimVerdict,
  claimMatchesSize,
  claimMatchesMachine,
  type MeasuredQuotient,
  judgeClaim,
} from '../../../workers/model/claim-verdict';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import type { PublishedSource, PublishedSystem } from '../../../workers/model/published';
import { type CompletedCell, type RunResult, extrapolatedSizeBytes } from '../../../workers/model/result';
import { intervalOverRounds } from '../../../workers/model/statistics/intervals';
import { median, smallestValue } from '../../../workers/model/statistics/samples';
import type { TestRun } from '../../state/source-test-controller';
import { computePublished } from '../checks';
import { formatCount, formatSignificant } from '../../figures/figures';
import { candidateOfSystem, itemCountOf, systemIdsOf, trendSizeShare } from './recipe';

export interface CellInSource {
  readonly workload: string;
  readonly quantity: Quantity;
  readonly dataset: number;
  readonly candidate: number;
}

export interface ClaimOutcome {
  readonly claim: Claim;
  /** The quotient that the source claims. */
  readonly published: number;
  readonly measured: MeasuredQuotient | null;
  readonly verdict: ClaimVerdict;
  /** Why the verdict is inconclusive or the claim was not tested. Null if the verdict settles the claim. */
  readonly reason: string | null;
  /** The cells from which the quotient was computed. */
  readonly cells: readonly CellInSource[];
}

/** The fewest rounds for a verdict about times (rule 9 of docs/measurement.md). */
const roundsMin = 6;

class NotTestable extends Error {
  readonly verdict: ClaimVerdict = 'notTestable';
}

/** A run may still measure what is missing. */
class NotMeasured extends NotTestable {
  override readonly verdict = 'notMeasured';
}

interface Cell {
  readonly place: CellInSource;
  readonly items: number;
  readonly cell: CompletedCell;
  readonly dataBytes: number;
  readonly seed: number;
  readonly machineLabel: string | null;
  readonly published: Pick<PublishedSystem, 'label' | 'clock'>;
}

/** The verdict on a claim from the runs of its source's recipe. The same runs always give the same verdict. */
export function claimOutcomeOf(source: PublishedSource, claim: Claim, runs: readonly TestRun[]): ClaimOutcome {
  const published = computePublished(source, claim.published);
  try {
    const { quotient, cells, items, machineLabels, otherWork } = quotientOf(source, claim, runs, 1);
    if (typeof quotient === 'string')
      return { claim, published, measured: null, verdict: 'inconclusive', reason: quotient, cells };
    if (claim.atItems !== undefined && !claimMatchesSize(claim, items)) {
      const trend = [{ quotient, items }, ...smaller(source, claim, runs)]
        .map((each) => `${formatSignificant(each.quotient.ratio)}× at ${formatCount(each.items)} items`)
        .join(', ');
      const reason = `The claim is about ${formatCount(claim.atItems)} items. Here it is ${trend}.`;
      return { claim, published, measured: quotient, verdict: 'otherSize', reason, cells };
    }
    const here = `Here it is ${formatSignificant(quotient.ratio)}×.`;
    if (claim.machine !== undefined && !machineLabels.every((label) => claimMatchesMachine(claim, label))) {
      const reason = `The claim is about ${claim.machine}, which this run does not name. ${here}`;
      return { claim, published, measured: quotient, verdict: 'otherMachine', reason, cells };
    }
    if (otherWork !== null)
      return { claim, published, measured: quotient, verdict: 'otherClock', reason: `${otherWork} ${here}`, cells };
    const verdict = judgeClaim(claim, published, quotient);
    const reason = verdict === 'inconclusive' ? 'The interval is too wide for a verdict.' : null;
    return { claim, published, measured: quotient, verdict, reason, cells };
  } catch (thrown) {
    if (!(thrown instanceof NotTestable)) throw thrown;
    return { claim, published, measured: null, verdict: thrown.verdict, reason: thrown.message, cells: [] };
  }
}

/** The quotient at the smaller size that a recipe measures to show the trend. Empty if that size gave no quotient. */
function smaller(
  source: PublishedSource,
  claim: Claim,
  runs: readonly TestRun[],
): { readonly quotient: MeasuredQuotient; readonly items: number }[] {
  try {
    const { quotient, items } = quotientOf(source, claim, runs, trendSizeShare);
    return typeof quotient === 'string' ? [] : [{ quotient, items }];
  } catch (thrown) {
    if (!(thrown instanceof NotTestable)) throw thrown;
    return [];
  }
}

interface Quotient {
  readonly quotient: MeasuredQuotient | string;
  readonly cells: readonly CellInSource[];
  readonly items: number;
  /** The labels of the machines on which the runs were measured. */
  readonly machineLabels: readonly (string | null)[];
  /**
   * A sentence on work that only one of the two clocks included. Null if both included the same work, or if the claim
   * is not about times.
   */
  readonly otherWork: string | null;
}

/**
 * The quotient of a claim, at `share` of the number of items that each side uses.
 *
 * @throws {NotTestable} if the runs lack a cell that the claim needs.
 */
function quotientOf(source: PublishedSource, claim: Claim, runs: readonly TestRun[], share: number): Quotient {
  const at = (side: ClaimSide) => ({ ...side, sizeShare: share * side.sizeShare });
  const of = sideOf(source, at(claim.of), claim.quantity, runs);
  const than = sideOf(source, at(claim.than), claim.quantity, runs);
  const cells = [
    ...new Map(
      [...of.all, ...than.all].map(({ place }) => [`${place.workload}:${place.dataset}:${place.candidate}`, place]),
    ).values(),
  ];
  const items = of.all[0]?.items ?? 0;
  const machineLabels = [...of.all, ...than.all].map((cell) => cell.machineLabel);
  if (claim.quantity === 'time') {
    const otherWork = otherWorkOf(of) ?? otherWorkOf(than);
    return { quotient: timeQuotient(of, than), cells, items, machineLabels, otherWork };
  }
  const ratio =
    smallestOf(of.cells.map((cell) => sizeOf(cell) - (of.less === null ? 0 : sizeOf(of.less)))) /
    smallestOf(than.cells.map((cell) => sizeOf(cell) - (than.less === null ? 0 : sizeOf(than.less))));
  return { quotient: positive({ ratio, low: ratio, high: ratio }), cells, items, machineLabels, otherWork: null };
}

const workNames = {
  generate: 'generating the data',
  write: 'writing a file',
  read: 'reading a file',
  reduce: 'calculating with the data read',
} as const satisfies Partial<Record<ClockScope, string>>;
const countedWork = ['generate', 'write', 'read', 'reduce'] as const;

/**
 * A sentence on the first difference between the work that the source's clock and the clock here included; null if
 * there is none. The scopes are those that `equalScope` compares. Work that a subtracted system (`less`) also includes
 * does not count.
 */
function otherWorkOf({ operations, cells, less }: Side): string | null {
  for (const operation of operations) {
    const there = (cell: Cell) =>
      isWriting(operation) ? cell.published.clock.writeTime : cell.published.clock.readTime;
    const here = (cell: Cell) => {
      const result = cell.cell.operations[operation];
      return result?.status === 'measured' ? result.clock : [];
    };
    const off = less === null ? { there: [], here: [] } : { there: there(less), here: here(less) };
    for (const cell of cells) {
      const clock = there(cell);
      if (clock === null || off.there === null)
        return `The source does not say what its clock of “${cell.published.label}” included.`;
      const has = (one: readonly ClockScope[], taken: readonly ClockScope[], scope: ClockScope) =>
        one.includes(scope) && !taken.includes(scope);
      const scopes = countedWork.map((scope) => ({
        scope,
        there: has(clock, off.there ?? [], scope),
        here: has(here(cell), off.here, scope),
      }));
      const more = (a: 'there' | 'here', b: 'there' | 'here') =>
        scopes.filter((each) => each[a] && !each[b]).map(({ scope }) => workNames[scope]);
      const [onlyThere, onlyHere] = [more('there', 'here'), more('here', 'there')];
      if (onlyThere.length > 0) return `The source’s clock also included ${onlyThere.join(' and ')}.`;
      if (onlyHere.length > 0) return `The clock here also included ${onlyHere.join(' and ')}.`;
    }
  }
  return null;
}

const isWriting = (operation: Operation) => operation === 'encode' || operation === 'store';

const positive = (measured: MeasuredQuotient): MeasuredQuotient | string =>
  measured.ratio > 0 && Number.isFinite(measured.ratio)
    ? measured
    : 'The difference of the two sizes is zero or negative.';

interface Side {
  readonly operations: readonly Operation[];
  readonly cells: readonly Cell[];
  readonly less: Cell | null;
  readonly all: readonly Cell[];
}

function sideOf(source: PublishedSource, side: ClaimSide, quantity: Quantity, runs: readonly TestRun[]): Side {
  const all = systemIdsOf(side).map((system) => cellOf(source, side, quantity, system, runs));
  const less = side.less === null ? null : (all.at(-1) ?? null);
  return { operations: side.operations, cells: all.slice(0, side.systems.length), less, all };
}

function cellOf(
  source: PublishedSource,
  side: ClaimSide,
  quantity: Quantity,
  system: string,
  runs: readonly TestRun[],
): Cell {
  const published = source.systems.find(({ id }) => id === system);
  const { label = system, candidateNote = null } = published ?? {};
  const wanted = candidateOfSystem(source, system);
  if (wanted === null || published === undefined)
    throw new NotTestable(
      `“${label}” can’t run here${candidateNote === null ? '' : `: ${candidateNote}`}.`.replace('..', '.'),
    );
  const run = runs.find((each) => each.workload === side.workload && each.quantity === quantity);
  if (run === undefined) throw new NotMeasured('Its dataset has not been measured.');
  const { plan, datasets, cells, environment } = run.result;
  const candidate = plan.candidates.findIndex((each) => candidateKey(each) === candidateKey(wanted));
  const sizes = plan.datasets.map((spec) => (spec.source === 'workload' ? spec.size : 0));
  const dataset = sizes.indexOf(itemCountOf(side, Math.max(...sizes), source));
  const info = datasets[dataset];
  if (candidate === -1 || dataset === -1) throw new NotTestable(`“${label}” was not measured in this run.`);
  if (info === undefined || info.status === 'pending') throw new NotMeasured('Its dataset has not been measured.');
  if (info.status !== 'ready') throw new NotTestable('Its dataset could not be generated.');
  const cell = cells.find((each) => each.dataset === dataset && each.candidate === candidate);
  if (cell === undefined) throw new NotMeasured(`“${label}” has not been measured yet.`);
  if (cell.status === 'cancelled') throw new NotMeasured(`“${label}” has no figures: the run was stopped.`);
  if (cell.status !== 'completed') throw new NotTestable(`“${label}” has no figures: ${whyNot(cell)}`);
  return {
    place: { workload: side.workload, quantity, dataset, candidate },
    items: info.itemCount,
    cell,
    dataBytes: info.dataBytes,
    seed: plan.seed,
    machineLabel: environment.machineLabel,
    published,
  };
}

function whyNot(cell: Exclude<RunResult['cells'][number], CompletedCell | { readonly status: 'cancelled' }>): string {
  if (cell.status === 'failed') return cell.error.message;
  if (cell.status === 'unsupported') return cell.reason;
  if (cell.status === 'overBudget') return 'the run’s time was over before it was measured.';
  return `one step took more than ${Math.round(cell.limitMs / 1_000)} s.`;
}

const smallestOf = (values: readonly number[]) => Math.min(...values);

function sizeOf({ cell, dataBytes }: Cell): number {
  const bytes = extrapolatedSizeBytes(cell, dataBytes);
  if (bytes === null) throw new NotTestable('One of the two systems writes no file.');
  return bytes;
}

/**
 * The sum of the operations' best samples in milliseconds, by round. Rounds that lack one of the operations are
 * omitted.
 */
function timesByRound({ cell, dataBytes }: Cell, operations: readonly Operation[]): Map<number, number> {
  const scale = cell.sample === undefined || cell.sample.dataBytes === 0 ? 1 : dataBytes / cell.sample.dataBytes;
  const times = operations.map((operation) => {
    const result = cell.operations[operation];
    if (result?.status !== 'measured')
      throw new NotTestable(result?.status === 'unsupported' ? result.reason : 'One of its times was not measured.');
    const perCall = operation === 'lookup' || operation === 'warmLookup' ? 1 / result.itemsPerCall : scale;
    return new Map(result.rounds.map(({ round, samplesMs }) => [round, perCall * smallestValue(samplesMs)]));
  });
  const [first = new Map<number, number>(), ...others] = times;
  return new Map(
    [...first].flatMap(([round, ms]) => {
      const sum = others.reduce((total, each) => total + (each.get(round) ?? Number.NaN), ms);
      return Number.isNaN(sum) ? [] : [[round, sum] as const];
    }),
  );
}

function minByRound(side: Side): Map<number, number> {
  const times = side.cells.map((cell) => timesByRound(cell, side.operations));
  const less = side.less === null ? null : timesByRound(side.less, side.operations);
  const [first = new Map<number, number>(), ...others] = times;
  return new Map(
    [...first].flatMap(([round, ms]) => {
      const all = [ms, ...others.map((each) => each.get(round) ?? Number.NaN)];
      const off = less === null ? 0 : (less.get(round) ?? Number.NaN);
      const value = smallestOf(all) - off;
      return Number.isFinite(value) ? [[round, value] as const] : [];
    }),
  );
}

/**
 * The quotient of the medians over the rounds that both sides have, with its interval over rounds (rule 8). A
 * sentence that says why, if no quotient can be computed.
 */
function timeQuotient(of: Side, than: Side): MeasuredQuotient | string {
  const [a, b] = [minByRound(of), minByRound(than)];
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
    return 'One of the two times is zero, negative or below the timer’s resolution.';
  const interval = intervalOverRounds(pairs, quotient, of.all[0]?.seed ?? 1);
  if (interval === null || !(interval.low > 0) || !Number.isFinite(interval.high))
    return 'The interval is too wide for a verdict: its lower end is zero or less.';
  return { ratio, low: interval.low, high: interval.high };
}
