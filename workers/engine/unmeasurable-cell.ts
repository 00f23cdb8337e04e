import type { Candidate } from '../model/plan';
import type { CellResult, DatasetInfo } from '../model/result';
import { checkMemory, usesWasm } from '../registry/estimate';
import { encodeUnsupportedReason } from './cells';
import type { MeasuringRegistry } from './registry';

type Place = { readonly dataset: number; readonly candidate: number };

/** How a cell ends that cannot be measured on its dataset: the dataset failed, the candidate can't hold it, or it does not fit into memory. Null if it can. */
export function unmeasurableCell(
  place: Place,
  candidate: Candidate,
  info: Exclude<DatasetInfo, { status: 'pending' }>,
  {
    registry,
    deviceMemoryGiB,
  }: { readonly registry: Pick<MeasuringRegistry, 'formats'>; readonly deviceMemoryGiB: number | null },
): CellResult | null {
  if (info.status === 'failed') return { status: 'failed', ...place, error: info.error };
  const reason = encodeUnsupportedReason(registry, candidate, info.schema);
  if (reason !== null) return { status: 'unsupported', ...place, reason };
  const memory = checkMemory(info.dataBytes, usesWasm(candidate), deviceMemoryGiB);
  if (memory === null) return null;
  return {
    status: 'failed',
    ...place,
    error: { tag: 'tooLarge', stage: 'load', format: candidate.format, ...memory },
  };
}
