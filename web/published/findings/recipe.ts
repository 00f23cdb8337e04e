import { type Candidate, candidateKey, type EffortMode, operations, type Plan } from '../../../workers/model/plan';
import type { Finding, FindingSide } from '../../../workers/model/finding';
import type { PublishedSource, PublishedWorkload } from '../../../workers/model/published';
import { checkCandidate, checkPlan } from '../../../workers/registry/check-plan';
import { estimatePlan } from '../../../workers/registry/estimate';
import { workloads } from '../../../workers/registry/metadata';
import { isKnown } from '../plan-of';

/** What tests the findings of a source: a plan for each of its workloads that any of them is about. */
export interface Recipe {
  readonly effort: EffortMode;
  readonly parts: readonly RecipePart[];
  /** Rough, as every estimate. */
  readonly estimateMs: number;
}

export interface RecipePart {
  /** Of the source. */
  readonly workload: string;
  /** Its datasets stand in the order of their sizes, the largest first. */
  readonly plan: Plan;
}

/** Enough rounds for a verdict; fewer decide nothing that needs a clock. */
const effort: EffortMode = 'standard';
/** Of the sizes that “Run this here” takes: doubled and halved until the time fits. */
const scales = [16, 8, 4, 2, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64] as const;

const sidesOf = ({ of, than }: Finding): readonly FindingSide[] => [of, than];
export const systemsOf = ({ systems, less }: FindingSide): readonly string[] => (less === null ? systems : [...systems, less]);

/** Items of a side at a workload's full size: never fewer than the workload can make. */
export function itemsOf(side: FindingSide, fullSize: number, source: PublishedSource): number {
  const workload = source.workloads.find(({ id }) => id === side.workload);
  const least = workload === undefined ? 1 : (workloads.get(workload.workload)?.size.min ?? 1);
  return Math.max(least, Math.round(fullSize * side.sizeShare));
}

/** The candidate of a system that this build can run, with all its options; null where there is none. */
export function candidateOf(source: PublishedSource, system: string): Candidate | null {
  const candidate = source.systems.find(({ id }) => id === system)?.candidate ?? null;
  return candidate !== null && isKnown(candidate) ? checkCandidate(candidate) : null;
}

/** The recipe at a scale of the sizes that “Run this here” takes. What can't run here is left out. */
export function recipeAt(source: PublishedSource, findings: readonly Finding[], scale: number): Recipe {
  const parts = source.workloads.flatMap((workload): RecipePart[] => {
    const plan = planFor(source, workload, findings, scale);
    return plan === null ? [] : [{ workload: workload.id, plan }];
  });
  const estimateMs = parts.reduce((sum, { plan }) => sum + estimatePlan(plan, null).timeMs, 0);
  return { effort, parts, estimateMs };
}

function planFor(source: PublishedSource, workload: PublishedWorkload, findings: readonly Finding[], scale: number): Plan | null {
  const meta = workloads.get(workload.workload);
  if (meta === undefined) return null;
  const fullSize = Math.max(meta.size.min, Math.min(meta.size.max, Math.round(workload.sizeHere * scale)));
  const used = findings.flatMap(sidesOf).filter((side) => side.workload === workload.id);
  const candidates = new Map(
    used.flatMap((side) => systemsOf(side).flatMap((system) => candidateOf(source, system) ?? [])).map((candidate) => [candidateKey(candidate), candidate]),
  );
  if (candidates.size === 0) return null;
  const sizes = [...new Set(used.map((side) => itemsOf(side, fullSize, source)))].sort((a, b) => b - a);
  const asked = new Set(used.flatMap((side) => side.operations));
  return checkPlan({
    datasets: sizes.map((size) => ({ source: 'workload', workload: workload.workload, knobs: workload.knobs, size, seed: workload.seed })),
    candidates: [...candidates.values()],
    // Sizes alone still take one encoding of each.
    operations: asked.size === 0 ? ['encode'] : operations.filter((operation) => asked.has(operation)),
    effort,
    seed: 1,
  });
}

/** The largest recipe that is estimated to fit, or the smallest there is. */
export function recipeWithin(source: PublishedSource, findings: readonly Finding[], budgetMs: number): Recipe {
  const recipes = scales.map((scale) => () => recipeAt(source, findings, scale));
  let smallest: Recipe | null = null;
  for (const make of recipes) {
    const recipe = make();
    const fits = recipe.estimateMs <= budgetMs && recipe.parts.every(({ plan }) => estimatePlan(plan, null).tooLarge.length === 0);
    if (fits) return recipe;
    smallest = recipe;
  }
  return smallest ?? recipeAt(source, findings, 1);
}
