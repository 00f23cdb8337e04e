import { type Candidate, candidateKey, type EffortMode, operations, type Plan } from '../../../workers/model/plan';
import { claimMatchesSize } from '../../../workers/model/claim-verdict';
import type { Claim, ClaimSide } from '../../../workers/model/claim';
import type { Quantity } from '../../../workers/model/quantity';
import type { PublishedSource, PublishedWorkload } from '../../../workers/model/published';
import { checkCandidate, checkPlan } from '../../../workers/registry/check-plan';
import { estimatePlan } from '../../../workers/registry/estimate';
import { workloads } from '../../../workers/registry/metadata';
import { isKnownCandidate } from '../plan-of';

/**
 * The plans that test a source's claims, one for each workload that a claim is about. Claims about sizes need one
 * encoding only, so they have plans of their own with many more items. In small files, headers, buckets and
 * dictionaries outweigh the effect that is claimed.
 */
export interface Recipe {
  readonly parts: readonly RecipePart[];
  /** An estimate of the duration of all parts. */
  readonly estimateMs: number;
}

interface RecipePart {
  /** The id of the workload in the source. */
  readonly workload: string;
  /** Whether the part tests claims about sizes or claims about times. */
  readonly quantity: Quantity;
  /** The datasets are sorted by size, the largest first. */
  readonly plan: Plan;
}

/** Claims about times need enough rounds for a verdict. */
const efforts: Readonly<Record<Quantity, EffortMode>> = { size: 'sizes', time: 'standard' };
/** Multiples of the sizes that “Run this here” uses. The largest that fits the time is chosen. */
const scales = Array.from({ length: 11 }, (_, index) => 2 ** (4 - index));
/**
 * Beyond this scale, fixed overheads no longer change the sizes noticeably, and some formats' files exhaust a tab's
 * memory.
 */
const largestScaleOfSizes = 8;
/** The share of the time for claims about sizes, if a source also has claims about times. */
const shareOfSizes = 0.25;
/**
 * If even the smallest recipe exceeds the time, the largest recipe that takes at most this factor longer is chosen.
 * Most of its time is a fixed cost, not spent on data.
 */
const hardlyLonger = 1.25;

const sidesOf = ({ of, than }: Claim): readonly ClaimSide[] => [of, than];
export const systemIdsOf = ({ systems, less }: ClaimSide): readonly string[] =>
  less === null ? systems : [...systems, less];

/**
 * If a claim is about another size than the run's, its systems are also measured at this share of the items. The result
 * then shows how the quotient changes with size.
 */
export const trendSizeShare = 0.1;

/** The number of items of a side when the workload has `fullSize` items; at least the workload's minimum. */
export function itemCountOf(side: ClaimSide, fullSize: number, source: PublishedSource): number {
  const workload = source.workloads.find(({ id }) => id === side.workload);
  const minItems = workload === undefined ? 1 : (workloads.get(workload.workload)?.size.min ?? 1);
  return Math.max(minItems, Math.round(fullSize * side.sizeShare));
}

/** The candidate for a system with all its options. Null if this build can't run the system. */
export function candidateOfSystem(source: PublishedSource, system: string): Candidate | null {
  const candidate = source.systems.find(({ id }) => id === system)?.candidate ?? null;
  return candidate !== null && isKnownCandidate(candidate) ? checkCandidate(candidate) : null;
}

/**
 * The recipe at a multiple of the sizes that “Run this here” uses, for both sizes and times. It omits systems that
 * can't run here.
 */
export function recipeAt(source: PublishedSource, claims: readonly Claim[], scale: number): Recipe {
  return combineRecipes((['size', 'time'] as const).map((quantity) => recipeOf(quantity, source, claims, scale)));
}

const combineRecipes = (recipes: readonly Recipe[]): Recipe => ({
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
      .flatMap((side) => systemIdsOf(side).flatMap((system) => candidateOfSystem(source, system) ?? []))
      .map((candidate) => [candidateKey(candidate), candidate]),
  );
  if (candidates.size === 0) return null;
  const trends = claims
    .filter((claim) => claim.atItems !== undefined && !claimMatchesSize(claim, fullSize))
    .flatMap(sidesOf)
    .filter((side) => side.workload === workload.id)
    .map((side) => ({ ...side, sizeShare: trendSizeShare * side.sizeShare }));
  const sizes = [...new Set([...used, ...trends].map((side) => itemCountOf(side, fullSize, source)))].sort(
    (a, b) => b - a,
  );
  const claimedOperations = new Set(used.flatMap((side) => side.operations));
  return checkPlan({
    datasets: sizes.map((size) => ({
      source: 'workload',
      workload: workload.workload,
      knobs: workload.knobs,
      size,
      seed: workload.seed,
    })),
    candidates: [...candidates.values()],
    // A plan about sizes alone still needs one encoding of each candidate.
    operations:
      claimedOperations.size === 0 ? ['encode'] : operations.filter((operation) => claimedOperations.has(operation)),
    effort,
    seed: 1,
  });
}

/** The largest recipe whose estimate fits the time, or the smallest recipe if none fits. */
export function recipeWithin(source: PublishedSource, claims: readonly Claim[], budgetMs: number): Recipe {
  const sizes = largestWithin(
    'size',
    source,
    claims,
    claims.every(({ quantity }) => quantity === 'size') ? budgetMs : budgetMs * shareOfSizes,
  );
  return combineRecipes([sizes, largestWithin('time', source, claims, budgetMs - sizes.estimateMs)]);
}

function largestWithin(
  quantity: Quantity,
  source: PublishedSource,
  claims: readonly Claim[],
  budgetMs: number,
): Recipe {
  const smallestRecipe = recipeOf(quantity, source, claims, scales.at(-1) ?? 1);
  const limitMs = Math.max(budgetMs, smallestRecipe.estimateMs * hardlyLonger);
  for (const scale of scales) {
    if (quantity === 'size' && scale > largestScaleOfSizes) continue;
    const recipe = recipeOf(quantity, source, claims, scale);
    if (
      recipe.estimateMs <= limitMs &&
      recipe.parts.every(({ plan }) => estimatePlan(plan, null).tooLarge.length === 0)
    )
      return recipe;
  }
  return smallestRecipe;
}
