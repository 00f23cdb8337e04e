import type { DatasetSchema } from '../model/dataset';
import { unsupportedReason } from '../model/unsupported-reason';
import { type Candidate, innerCodec, type Plan } from '../model/plan';
import type { DatasetInfo } from '../model/result';
import { findFormat, type MeasuringRegistry } from './registry';

/** A cell that is measured in every round. The A/A control is one cell measured a second time, as if it were another (rule 17). */
export interface PlannedCell {
  readonly dataset: number;
  readonly candidate: number;
  readonly isControl: boolean;
}

/** All cells of a plan, dataset by dataset. */
export function plannedCells(plan: Plan): PlannedCell[] {
  return plan.datasets.flatMap((_, dataset) =>
    plan.candidates.map((_candidate, candidate) => ({ dataset, candidate, isControl: false })),
  );
}

/** Why a candidate cannot encode datasets of this schema; null if it can. */
export function encodeUnsupportedReason(
  registry: Pick<MeasuringRegistry, 'formats'>,
  candidate: Candidate,
  schema: DatasetSchema,
): string | null {
  const found = findFormat(registry, candidate.format, candidate.implementation);
  if (found === null) return `The format ${candidate.format} has no implementation ${candidate.implementation}.`;
  return unsupportedReason(found.implementation, 'encode', schema, {
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
  });
}

/** A cell's place, as a text. */
export const keyOf = ({ dataset, candidate }: Pick<PlannedCell, 'dataset' | 'candidate'>): string =>
  `${dataset}/${candidate}`;

/** The first cell that can repeat itself as the A/A control. */
export function controlPlace(
  plan: Plan,
  datasets: readonly DatasetInfo[],
  registry: Pick<MeasuringRegistry, 'formats'>,
): Pick<PlannedCell, 'dataset' | 'candidate'> | null {
  const dataset = datasets.findIndex(({ status }) => status === 'ready');
  const info = datasets[dataset];
  if (info?.status !== 'ready') return null;
  const candidate = controlCandidate(plan, info.schema, registry);
  return candidate === null ? null : { dataset, candidate };
}

/** The candidate for the A/A control: the first that really encodes. The uncompressed copy is used only if there is no other. */
export function controlCandidate(
  plan: Plan,
  schema: DatasetSchema,
  registry: Pick<MeasuringRegistry, 'formats'>,
): number | null {
  const possible = plan.candidates.flatMap((candidate, index) =>
    encodeUnsupportedReason(registry, candidate, schema) === null ? [{ candidate, index }] : [],
  );
  return (
    (possible.find(({ candidate }) => candidate.format !== 'raw' || candidate.codec !== null) ?? possible[0])?.index ??
    null
  );
}
