import { parseWithSchema } from '../model/parse';
import type { Plan } from '../model/plan';
import { readingSchemas } from '../model/reading-options';
import { checkPlan } from './check-plan';
import { findFileType } from './file-types';

/**
 * Checks a plan that is to be measured: beside what {@link checkPlan} checks, that this version has the types of the user's files, and that these allow
 * the reading options. The page opens links without the types' `file-type.ts`.
 * @throws `invalidPlan`, as {@link checkPlan}.
 */
export function checkRunnablePlan(value: unknown): Plan {
  const plan = checkPlan(value);
  for (const spec of plan.datasets) {
    if (spec.source !== 'ownFile') continue;
    const { reading } = findFileType(spec.type);
    parseWithSchema(readingSchemas[reading], spec.reading ?? {}, `reading of a ${spec.type} file`, {
      tag: 'invalidPlan',
      stage: 'parse',
    });
  }
  return plan;
}
