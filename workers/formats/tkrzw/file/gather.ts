import { compareBytes } from '../../../model/byte-order';
import type { ByteStrings } from '../../../model/byte-strings';
import type { Records } from '../../../model/dataset';
import { type FormatlabError, FormatlabError as Failure } from '../../../model/errors';

/** Byte strings at any positions of `data`: the i-th is data[starts[i], ends[i]). */
export interface ByteRanges {
  readonly data: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The maximum offset of a dataset: a signed 32-bit integer. */
const maxBytes = 2 ** 31 - 1;

/** Copies the strings one after the other, in this order (null: the given one). @throws `tooLarge` if they take 2 GiB or more */
function gather({ data, starts, ends }: ByteRanges, count: number, order: Uint32Array | null): ByteStrings {
  const offsets = new Int32Array(count + 1);
  let total = 0;
  let contiguous = order === null;
  for (let index = 0; index < count; index += 1) {
    const item = order === null ? index : (order[index] ?? 0);
    total += (ends[item] ?? 0) - (starts[item] ?? 0);
    if (total > maxBytes)
      throw new Failure({
        tag: 'tooLarge',
        stage: 'decode',
        message: 'The records hold 2 GiB or more, but a dataset must be smaller than 2 GiB.',
      });
    offsets[index + 1] = total;
    if (contiguous && index > 0 && starts[index] !== ends[index - 1]) contiguous = false;
  }
  if (contiguous) return { offsets, data: count === 0 ? new Uint8Array() : data.slice(starts[0], ends[count - 1]) };
  const gathered = new Uint8Array(total);
  for (let index = 0; index < count; index += 1) {
    const item = order === null ? index : (order[index] ?? 0);
    const start = starts[item] ?? 0;
    const end = ends[item] ?? 0;
    let at = offsets[index] ?? 0;
    if (end - start > 32) gathered.set(data.subarray(start, end), at);
    else for (let from = start; from < end; from += 1) gathered[at++] = data[from] ?? 0;
  }
  return { offsets, data: gathered };
}

/** Compares keys: negative if the first is less, 0 if they are equal. */
function compareKeys({ data, starts, ends }: ByteRanges, first: number, second: number): number {
  return compareBytes(data, starts[first] ?? 0, ends[first] ?? 0, data, starts[second] ?? 0, ends[second] ?? 0);
}

/** Sorts the dataset by key, because files of other programs need not be sorted. `repeated` creates the error for a duplicate key from the indices of both. */
export function recordsSortedByKey(
  keys: ByteRanges,
  values: ByteRanges,
  count: number,
  repeated: (first: number, second: number) => FormatlabError,
): Records {
  let ascending = true;
  for (let index = 1; index < count && ascending; index += 1) ascending = compareKeys(keys, index - 1, index) < 0;
  let order: Uint32Array | null = null;
  if (!ascending) {
    order = Uint32Array.from({ length: count }, (_, index) => index).sort((first, second) =>
      compareKeys(keys, first, second),
    );
    for (let index = 1; index < count; index += 1) {
      const [first = 0, second = 0] = [order[index - 1], order[index]];
      if (compareKeys(keys, first, second) === 0) throw repeated(first, second);
    }
  }
  return {
    kind: 'records',
    recordCount: count,
    keys: gather(keys, count, order),
    values: gather(values, count, order),
  };
}
