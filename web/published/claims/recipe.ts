import { type Candidate, candidateKey, type EffortMode, operations, type Plan } from '../../../workers/model/plan';
import { claimMatchesSize } from '../../../workers/model/claim-verdict';
import type { Claim, ClaimSide, Quantity } from '../../../workers/model/claim';
import type { PublishedSource, PublishedWorkload } from '../../../workers/model/published';
import { checkCandidate, checkPlan } from '../../../workers/registry/check-plan';
import { estimatePlan } from '../../../workers/registry/estimate';
import { workloads } from '../../../workers/registry/metadata';
import { isKnown } from '../plan-of';

/**
 * What tests the claims of a source: a plan for each of its workloads that any of them is about. Sizes take one encoding, and have a plan of their own with many more items: with
 * few, headers, buckets and dictionaries weigh more than what is claimed.
 */
export interface Recipe {
  readonly parts: readonly RecipePart[];
  /** Rough, as every estimate. */
  readonly estimateMs: number;
}

export interface RecipePart {
  /** Of the source. */
  readonly workload: string;
  /** Whether it tests claims about sizes or about times. */
  readonly quantity: Quantity;
  /** Its datasets stand in the order of their sizes, the largest first. */
  readonly plan: Plan;
}

/** Enough rounds for a verdict where there is a clock: fewer decide nothing. */
const efforts: Readonly<Record<Quantity, EffortMode>> = { size: 'sizes', time: 'standard' };
/** Of the sizes that “Run this here” takes: doubled and halved until the time fits. */
const scales = Array.from({ length: 11 }, (_, index) => 2 ** (4 - index));
/** From there on sizes no longer change by what isn't data, and some formats' files take a tab's memory. */
const largestScaleOfSizes = 8;
/** Of the time, where a source claims both. */
const shareOfSizes = 0.25;
/** Where not even the least fits, what hardly takes longer than that is taken: most of its time is then not the data's. */
const hardlyLonger = 1.25;

const sidesOf = ({ of, than }: Claim): readonly ClaimSide[] => [of, than];
export const systemsOf = ({ systems, less }: ClaimSide): readonly string[] =>
  less === null ? systems : [...systems, less];

/** A claim about other sizes than the run's is measured at this share of them too, so that it shows how its quotient changes with the size. */
export const trendShare = 0.1;

/** Items of a side at a workload's full size: never fewer than the workload can make. */
export function itemsOf(side: ClaimSide, fullSize: number, source: PublishedSource): number {
  const workload = source.workloads.find(({ id }) => id === side.workload);
  const least = workload === undefined ? 1 : (workloads.get(workload.workload)?.size.min ?? 1);
  return Math.max(least, Math.round(fullSize * side.sizeShare));
}

/** The candidate of a system that this build can run, with all its options; null where there is none. */
export function candidateOf(source: PublishedSource, system: string): Candidate | null {
  const candidate = source.systems.find(({ id }) => id === system)?.candidate ?? null;
  return candidate !== null && isKnown(candidate) ? checkCandidate(candidate) : null;
}

/** The recipe at a scale of the sizes that “Run this here” takes, for sizes and for times alike. What can't run here is left out. */
export function recipeAt(source: PublishedSource, claims: readonly Claim[], scale: number): Recipe {
  return together((['size', 'time'] as const).map((quantity) => recipeOf(quantity, source, claims, scale)));
}

const together = (recipes: readonly Recipe[]): Recipe => ({
  parts: recipes.flatMap(({ parts }) => parts),
  estimateMs: recipes.reduce((sum, { estimateMs }) => sum + estimateMs, 0),
});

function recipeOf(quantity: Quantity, source: PublishedSource, claims: readonly Claim[], scale: number): Recipe {
  const own = claims.filter((claim) => claim.quantity === quantity);
  const parts = source.workloads.flatMap((workload): RecipePart[] => {
    const plan = planFor(source, workload, own, scale, efforts[quantity]);
    return plan === null ? [] : [{ workload: workload.id, quantity, plan }];
  });
  return { parts, estimateMs: parts.reduce((sum, { plan }) => sum + estimatePlan(plan, null).timeMs, 0) };
}

function planFor(
  source: PublishedSource,
  workload: PublishedWorkload,
  claims: readonly Claim[],
  scale: number,
  effort: EffortMode,
): Plan | null {
  const meta = workloads.get(workload.workload);
  if (meta === undefined) return null;
  const fullSize = Math.max(meta.size.min, Math.min(meta.size.max, Math.round(workload.sizeHere * scale)));
  const used = claims.flatMap(sidesOf).filter((side) => side.workload === workload.id);
  const candidates = new Map(
    used
      .flatMap((side) => systemsOf(side).flatMap((system) => candidateOf(source, system) ?? []))
      .map((candidate) => [candidateKey(candidate), candidate]),
  );
  if (candidates.size === 0) return null;
  const trends = claims
    .filter((claim) => claim.atItems !== undefined && !claimMatchesSize(claim, fullSize))
    .flatMap(sidesOf)
    .filter((side) => side.workload === workload.id)
    .map((side) => ({ ...side, sizeShare: trendShare * side.sizeShare }));
  const sizes = [...new Set([...used, ...trends].map((side) => itemsOf(side, fullSize, source)))].sort((a, b) => b - a);
  const asked = new Set(used.flatMap((side) => side.operations));
  return checkPlan({
    datasets: sizes.map((size) => ({
      source: 'workload',
      workload: workload.workload,
      knobs: workload.knobs,
      size,
      seed: workload.seed,
    })),
    candidates: [...candidates.values()],
    // Sizes alone still take one encoding of each.
    operations: asked.size === 0 ? ['encode'] : operations.filter((operation) => asked.has(operation)),
    effort,
    seed: 1,
  });
}

/** The largest recipe that is estimated to fit, or the least there is. */
export function recipeWithin(source: PublishedSource, claims: readonly Claim[], budgetMs: number): Recipe {
  const sizes = largestWithin(
    'size',
    source,
    claims,
    claims.every(({ quantity }) => quantity === 'size') ? budgetMs : budgetMs * shareOfSizes,
  );
  return together([sizes, largestWithin('time', source, claims, budgetMs - sizes.estimateMs)]);
}

function largestWithin(
  quantity: Quantity,
  source: PublishedSource,
  claims: readonly Claim[],
  budgetMs: number,
): Recipe {
  const least = recipeOf(quantity, source, claims, scales.at(-1) ?? 1);
  const limitMs = Math.max(budgetMs, least.estimateMs * hardlyLonger);
  for (const scale of scales) {
    if (quantity === 'size' && scale > largestScaleOfSizes) continue;
    const recipe = recipeOf(quantity, source, claims, scale);
    if (
      recipe.estimateMs <= limitMs &&
      recipe.parts.every(({ plan }) => estimatePlan(plan, null).tooLarge.length === 0)
    )
      return recipe;
  }
  return least;
}
