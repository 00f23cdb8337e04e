import { type Plan, planLimits } from '../../workers/model/plan';
import { checkPlan } from '../../workers/registry/check-plan';
import { redactPlan } from './redact-plan';

/** The data of a plan, as text: without the file's name, with every parameter, in one order. */
function dataText(plan: Plan, count: number): string {
  const { datasets } = redactPlan(completed(plan), { fileName: false });
  return JSON.stringify(datasets.slice(0, count), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** With the parameters that a plan of an earlier version does not name. One that this version can't run stays as it is. */
function completed(plan: Plan): Plan {
  try {
    return checkPlan(plan);
  } catch {
    return plan;
  }
}

/** True if two plans measure the same data. */
export const hasSameData = (a: Plan, b: Plan): boolean =>
  a.datasets === b.datasets || dataText(a, planLimits.datasets) === dataText(b, planLimits.datasets);

/** True if the first datasets of two plans are the same data. */
export const hasSameFirstData = (a: Plan, b: Plan): boolean =>
  a.datasets[0] === b.datasets[0] || dataText(a, 1) === dataText(b, 1);
