import { compareBytes } from '../model/byte-order';
import { unpackTexts } from '../model/canonical';
import type { CellValue } from '../model/column';
import type { Dataset, LookupKey, LookupValue, Records } from '../model/dataset';
import { defaultLookupCount, type LookupKeys } from '../model/operation-choices';
import { seededRandom } from '../model/random';
import { rowValues } from '../model/table-row';

/**
 * The rows, ids or keys to look up, one for each call, in turn. Random ones are drawn with repetition and depend on the seed alone, here
 * and in the native script. Empty if the dataset has no items or no keys. Chosen keys are returned unchanged, whether the dataset has them
 * or not.
 */
export function lookupKeysOf(
  dataset: Dataset,
  seed: number,
  keys: LookupKeys = { choice: 'random', count: defaultLookupCount },
): LookupKey[] {
  const byRow = dataset.kind === 'table';
  const known = byRow ? [] : keysOf(dataset);
  const total = byRow ? dataset.rowCount : known.length;
  if (total === 0) return [];
  const at = (place: number): LookupKey => (byRow ? place : (known[place] ?? ''));
  if (keys.choice === 'given') return keys.keys.map((key) => givenKey(dataset, key));
  const { choice, count } = keys;
  if (choice === 'random') {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => at(random.below(total)));
  }
  const length = Math.min(count, total);
  return Array.from({ length }, (_, index) => at(choice === 'first' ? index : total - length + index));
}

function givenKey(dataset: Dataset, key: number | string): LookupKey {
  if (dataset.kind === 'table') return typeof key === 'number' ? key : Number.NaN;
  if (dataset.kind === 'dict' && dataset.keyType === 'int64' && /^-?\d{1,19}$/.test(String(key))) return BigInt(key);
  return String(key);
}

/** True if the dataset has such a row, id or key. */
export function hasLookupKey(dataset: Dataset, key: LookupKey): boolean {
  if (dataset.kind === 'table') return Number.isInteger(key) && Number(key) >= 0 && Number(key) < dataset.rowCount;
  return expectedLookup(dataset, key) !== null;
}

function keysOf(dataset: Dataset): readonly LookupKey[] {
  if (dataset.kind === 'keyedVectors' || dataset.kind === 'dict') return [...dataset.entries.keys()];
  return dataset.kind === 'records' ? unpackTexts(dataset.keys) : [];
}

/** The correct result of a look-up of `key`; null if the dataset does not have it. */
export function expectedLookup(dataset: Dataset, key: LookupKey): LookupValue | null {
  if (dataset.kind === 'table' && typeof key === 'number') return rowValues(dataset, key);
  if (dataset.kind === 'keyedVectors') return dataset.entries.get(String(key)) ?? null;
  if (dataset.kind === 'dict') return (dataset.entries as ReadonlyMap<LookupKey, LookupValue>).get(key) ?? null;
  if (dataset.kind === 'records') return recordValue(dataset, String(key));
  return null;
}

const encoder = new TextEncoder();

/** Binary search; the keys ascend. */
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

/** True if two looked-up values have the same type and value, also inside lists and structs. NaN equals NaN, and -0 differs from 0. */
export function sameLookup(expected: LookupValue | CellValue, found: LookupValue | CellValue): boolean {
  if (Object.is(expected, found)) return true;
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null) return false;
  if (expected.constructor !== found.constructor || expected.length !== found.length) return false;
  for (let index = 0; index < expected.length; index += 1)
    if (!sameLookup(expected[index] ?? null, found[index] ?? null)) return false;
  return true;
}
