import { toCanonical } from '../model/canonical';
import type { Dataset } from '../model/dataset';
import { itemCount } from '../model/dataset';
import { pickMolecules, pickTexts } from '../model/molecules/pick';
import { sha256Of } from './sha256';
import type { VerificationSource } from './source';

/** `items` records or molecules, evenly spread and in order; null if the dataset is of another kind or has no more items than that. */
function sampleOf(dataset: Dataset, items: number): Dataset | null {
  if ((dataset.kind !== 'records' && dataset.kind !== 'molecules') || items < 1) return null;
  const count = itemCount(dataset);
  if (count <= items) return null;
  const chosen = Array.from({ length: items }, (_, index) => Math.floor((index * count) / items));
  if (dataset.kind === 'molecules') return pickMolecules(dataset, chosen);
  return {
    kind: 'records',
    recordCount: items,
    keys: pickTexts(dataset.keys, chosen),
    values: pickTexts(dataset.values, chosen),
  };
}

/** The data that a trial measures: a whole dataset, or a sample of it. */
interface SampledSource {
  readonly source: VerificationSource;
  /** The sample's size. Null if the whole dataset is measured. */
  readonly sample: { readonly items: number; readonly dataBytes: number } | null;
}

/** The dataset, or an evenly spread sample of at most `items` items if measuring all of them would take minutes (null: all). */
export async function sampleSource(source: VerificationSource, items: number | null): Promise<SampledSource> {
  const sampled = items === null ? null : sampleOf(source.dataset, items);
  if (sampled === null) return { source, sample: null };
  const { parts, dataBytes } = toCanonical(sampled);
  return {
    source: { dataset: sampled, sha256: await sha256Of(parts), dataBytes },
    sample: { items: itemCount(sampled), dataBytes },
  };
}
