import { toCanonical } from '../model/canonical';
import type { ByteStrings, Dataset } from '../model/dataset';
import { itemCount } from '../model/dataset';
import { sha256Of } from './sha256';
import type { Source } from './verification';

/** `items` records evenly spread over all, in order; null where the dataset is of another kind or has no more than that. */
function sampleOf(dataset: Dataset, items: number): Dataset | null {
  if (dataset.kind !== 'records' || dataset.recordCount <= items || items < 1) return null;
  const chosen = Array.from({ length: items }, (_, index) => Math.floor((index * dataset.recordCount) / items));
  return { kind: 'records', recordCount: items, keys: pick(dataset.keys, chosen), values: pick(dataset.values, chosen) };
}

function pick({ offsets, data }: ByteStrings, chosen: readonly number[]): ByteStrings {
  const picked = new Int32Array(chosen.length + 1);
  chosen.forEach((item, index) => {
    picked[index + 1] = (picked[index] ?? 0) + (offsets[item + 1] ?? 0) - (offsets[item] ?? 0);
  });
  const bytes = new Uint8Array(picked.at(-1) ?? 0);
  chosen.forEach((item, index) => {
    bytes.set(data.subarray(offsets[item], offsets[item + 1]), picked[index]);
  });
  return { offsets: picked, data: bytes };
}

export interface SampledSource {
  readonly source: Source;
  /** Null where all of the dataset is measured. */
  readonly sample: { readonly items: number; readonly dataBytes: number } | null;
}

/** The source, or an evenly spread sample of at most `items` of its items where measuring all would take minutes (null: all). */
export async function sampleSource(source: Source, items: number | null): Promise<SampledSource> {
  const sampled = items === null ? null : sampleOf(source.dataset, items);
  if (sampled === null) return { source, sample: null };
  const { parts, dataBytes } = toCanonical(sampled);
  return { source: { dataset: sampled, sha256: await sha256Of(parts), dataBytes }, sample: { items: itemCount(sampled), dataBytes } };
}
