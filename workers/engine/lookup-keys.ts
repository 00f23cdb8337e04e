import { compareBytes } from '../model/byte-order';
import { unpackTexts } from '../model/canonical';
import type { Dataset, LookupKey, LookupValue, Records } from '../model/dataset';
import { seededRandom } from '../model/random';
import { rowOf } from '../model/table-row';

/** So many keys are drawn; one call looks up one of them, in turn. */
export const lookupKeyCount = 1_024;

/** Keys of random rows, ids or entries (with repetition), the same for the same seed. Empty where the dataset has no items or no keys. */
export function drawLookupKeys(dataset: Dataset, seed: number, keyCount = lookupKeyCount): LookupKey[] {
  const random = seededRandom(seed);
  if (dataset.kind === 'table')
    return dataset.rowCount === 0 ? [] : Array.from({ length: keyCount }, () => random.below(dataset.rowCount));
  const keys = keysOf(dataset);
  return keys.length === 0 ? [] : Array.from({ length: keyCount }, () => keys[random.below(keys.length)] ?? '');
}

function keysOf(dataset: Dataset): readonly LookupKey[] {
  if (dataset.kind === 'keyedVectors' || dataset.kind === 'dict') return [...dataset.entries.keys()];
  return dataset.kind === 'records' ? unpackTexts(dataset.keys) : [];
}

/** What a look-up of `key` has to give. */
export function expectedLookup(dataset: Dataset, key: LookupKey): LookupValue | null {
  if (dataset.kind === 'table' && typeof key === 'number') return rowOf(dataset, key);
  if (dataset.kind === 'keyedVectors') return dataset.entries.get(String(key)) ?? null;
  if (dataset.kind === 'dict') return (dataset.entries as ReadonlyMap<LookupKey, LookupValue>).get(key) ?? null;
  if (dataset.kind === 'records') return recordValue(dataset, String(key));
  return null;
}

const encoder = new TextEncoder();

/** By halving: the keys ascend. */
function recordValue({ recordCount, keys, values }: Records, key: string): Uint8Array | null {
  const wanted = encoder.encode(key);
  let low = 0;
  let high = recordCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes(
      keys.data,
      keys.offsets[middle] ?? 0,
      keys.offsets[middle + 1] ?? 0,
      wanted,
      0,
      wanted.length,
    );
    if (order === 0) return values.data.subarray(values.offsets[middle], values.offsets[middle + 1]);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

function sameElements(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index];
    const right = b[index];
    if (Object.is(left, right)) continue;
    if (!(left instanceof Uint8Array && right instanceof Uint8Array && sameElements(left, right))) return false;
  }
  return true;
}

/** Whether two looked-up values are the same, NaN equal to NaN and -0 different from 0, and of the same kind. */
export function sameLookup(expected: LookupValue, found: LookupValue): boolean {
  if (typeof expected !== 'object' || typeof found !== 'object') return Object.is(expected, found);
  return (
    Array.isArray(expected) === Array.isArray(found) &&
    expected.constructor === found.constructor &&
    sameElements(expected, found)
  );
}
