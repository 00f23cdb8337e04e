/** Tkrzw uses numbers of buckets up to this one as given; it rounds larger ones up to the next prime. */
const asGiven = 100;

function isPrime(value: number): boolean {
  if (value < 4) return value > 1;
  if (value % 2 === 0) return false;
  for (let divisor = 3; divisor * divisor <= value; divisor += 2) if (value % divisor === 0) return false;
  return true;
}

/** The number of buckets that Tkrzw creates for a requested number (`GetHashBucketSize`). */
export function bucketCountFor(wanted: number): number {
  if (wanted <= asGiven) return Math.max(1, wanted);
  let count = wanted;
  while (!isPrime(count)) count += 1;
  return count;
}
