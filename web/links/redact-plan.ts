import type { Plan } from '../../workers/model/plan';

/**
 * What the shared result of a user's file reveals. It never contains values of the file; it contains the names of the
 * file and of its columns only if the user chooses so. It always contains sizes, types, times, and the SHA-256, which
 * shows anyone who has the same data that it is the same.
 */
export interface Redaction {
  readonly fileName: boolean;
  readonly columnNames: boolean;
}

export const redactEverything: Redaction = { fileName: false, columnNames: false };

export const hasOwnFile = (plan: Plan) => plan.datasets.some(({ source }) => source === 'ownFile');

export function redactPlan(plan: Plan, { fileName }: Pick<Redaction, 'fileName'>): Plan {
  if (!hasOwnFile(plan)) return plan;
  const { projectColumn, lookupKeys, ...rest } = plan;
  const keysAreValues = lookupKeys?.choice === 'given' && lookupKeys.keys.some((key) => typeof key === 'string');
  const redactedPlan: Plan =
    typeof projectColumn === 'string' || keysAreValues
      ? {
          ...rest,
          // Replaces a column's name by its index if the index is known: see `redact`.
          ...(typeof projectColumn === 'number' ? { projectColumn } : {}),
          ...(lookupKeys === undefined || keysAreValues ? {} : { lookupKeys }),
        }
      : plan;
  if (fileName) return redactedPlan;
  return {
    ...redactedPlan,
    datasets: plan.datasets.map((spec) => (spec.source === 'ownFile' ? { ...spec, fileName: null } : spec)),
  };
}
