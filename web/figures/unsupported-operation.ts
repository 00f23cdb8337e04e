import type { DatasetSchema } from '../../workers/model/dataset';
import { formatOperation } from '../../workers/model/entry';
import { unsupportedReason } from '../../workers/model/unsupported-reason';
import { type Candidate, innerCodec, type Operation } from '../../workers/model/plan';
import { findFormatImplementation } from '../../workers/registry/metadata';

/** Why no candidate supports an operation on this data, as sentences. Null if one does, or if the schema is not known yet. */
export function whyOperationUnsupported(
  operation: Operation,
  candidates: readonly Candidate[],
  schema: DatasetSchema | null,
): string | null {
  if (schema === null) return null;
  const reasons = new Set<string>();
  for (const candidate of candidates) {
    const implementation = findFormatImplementation(candidate.format, candidate.implementation)?.implementation;
    if (implementation === undefined) continue;
    const reason = unsupportedReason(implementation, formatOperation[operation], schema, {
      options: candidate.options,
      innerCodec: innerCodec(candidate)?.id ?? null,
    });
    if (reason === null) return null;
    reasons.add(reason);
  }
  const [only, ...others] = reasons;
  if (only === undefined) return null;
  return others.length === 0 ? only : `No candidate supports this operation on this data. For example: ${only}`;
}
