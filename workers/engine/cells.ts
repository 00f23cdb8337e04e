import type { DatasetSchema } from '../model/dataset';
import { unsupportedReason } from '../model/entry';
import { type Candidate, innerCodec, type Plan } from '../model/plan';
import { findFormat, type MeasuringRegistry } from './registry';

/** A place in the plan that is measured in every round. The A/A control is a cell measured a second time as if it were another (rule 17). */
export interface PlannedCell {
  readonly dataset: number;
  readonly candidate: number;
  readonly isControl: boolean;
}

export function plannedCells(plan: Plan): PlannedCell[] {
  return plan.datasets.flatMap((_, dataset) =>
    plan.candidates.map((_candidate, candidate) => ({ dataset, candidate, isControl: false })),
  );
}

/** Why a candidate can't encode datasets of this schema at all, null where it can. */
export function encodeUnsupported(
  registry: Pick<MeasuringRegistry, 'formats'>,
  candidate: Candidate,
  schema: DatasetSchema,
): string | null {
  const found = findFormat(registry, candidate.format, candidate.implementation);
  if (found === null) return `There is no format ${candidate.format} by ${candidate.implementation}.`;
  return unsupportedReason(found.implementation, 'encode', schema, {
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
  });
}

/** The candidate that stands for the machine's noise: the first that really encodes; the bare copy only where there is nothing else. */
export function controlCandidate(
  plan: Plan,
  schema: DatasetSchema,
  registry: Pick<MeasuringRegistry, 'formats'>,
): number | null {
  const possible = plan.candidates.flatMap((candidate, index) =>
    encodeUnsupported(registry, candidate, schema) === null ? [{ candidate, index }] : [],
  );
  return (
    (possible.find(({ candidate }) => candidate.format !== 'raw' || candidate.codec !== null) ?? possible[0])?.index ??
    null
  );
}
