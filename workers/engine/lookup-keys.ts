import type { Dataset, LookupValue } from '../model/dataset';
import { seededRandom } from '../model/random';
import { rowOf } from '../model/table-row';

/** So many keys are drawn; one call looks up one of them, in turn. */
export const lookupKeyCount = 1_024;

/** Keys of random rows or ids (with repetition), the same for the same seed. Empty where the dataset has no items or no keys. */
export function drawLookupKeys(dataset: Dataset, seed: number, keyCount = lookupKeyCount): (number | string)[] {
  const random = seededRandom(seed);
  if (dataset.kind === 'table') return dataset.rowCount === 0 ? [] : Array.from({ length: keyCount }, () => random.below(dataset.rowCount));
  if (dataset.kind !== 'keyedVectors' || dataset.entries.size === 0) return [];
  const ids = [...dataset.entries.keys()];
  return Array.from({ length: keyCount }, () => ids[random.below(ids.length)] ?? '');
}

/** What a look-up of `key` has to give. */
export function expectedLookup(dataset: Dataset, key: number | string): LookupValue | null {
  if (dataset.kind === 'table' && typeof key === 'number') return rowOf(dataset, key);
  if (dataset.kind === 'keyedVectors') return dataset.entries.get(String(key)) ?? null;
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
  return Array.isArray(expected) === Array.isArray(found) && expected.constructor === found.constructor && sameElements(expected, found);
}
