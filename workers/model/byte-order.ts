/**
 * Compares two byte ranges lexicographically: below 0 if a[aStart, aEnd) comes before b[bStart, bEnd), 0 if they are equal. This is the
 * order of the keys of records.
 */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const aBytes = aEnd - aStart;
  const bBytes = bEnd - bStart;
  const shared = Math.min(aBytes, bBytes);
  for (let index = 0; index < shared; index += 1) {
    const difference = (a[aStart + index] ?? 0) - (b[bStart + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return aBytes - bBytes;
}
