/** How work is spread over workers. */
interface Spreading<T> {
  /** Asked before each item. Once it is true, only what is left of the first `least` items is begun. */
  readonly isOver: () => boolean;
  readonly least?: number;
  /** Asked before each item. An item that does not fit into the time that is left is not begun. */
  readonly fits?: (item: T) => boolean;
  /** What an item needs in its worker's memory. A worker prefers items whose needs it had before. */
  readonly needsOf?: (item: T) => unknown;
  /** How far a worker may prefer an item over those before it. */
  readonly lookAhead?: number;
}

/**
 * Gives items to workers in their order, one at a time to each. Ends when all are done, or the time is over and those that were begun are done. Once an
 * item fails, no other is begun.
 * @returns how many items were not begun
 */
export async function spreadWork<W, T>(
  workers: readonly W[],
  items: readonly T[],
  work: (worker: W, item: T) => Promise<void>,
  { isOver, least = 0, fits = () => true, needsOf, lookAhead = 1 }: Spreading<T>,
): Promise<number> {
  let pending = items.map((item, index) => ({ item, index }));
  const homes = new Map<unknown, W>();
  let hasFailed = false;
  let skipped = 0;
  const take = (worker: W): T | null => {
    const fitting = pending.filter(({ item, index }) => index < least || fits(item));
    skipped += pending.length - fitting.length;
    pending = fitting;
    const [first] = pending;
    if (first === undefined || hasFailed) return null;
    const isTimeOver = isOver();
    if (isTimeOver && first.index >= least) return null;
    // Once the time is over, no later item goes before those that must be begun.
    const preferred =
      needsOf === undefined || isTimeOver
        ? 0
        : pending.slice(0, lookAhead).findIndex(({ item }) => (homes.get(needsOf(item)) ?? worker) === worker);
    const [taken = first] = pending.splice(Math.max(0, preferred), 1);
    if (needsOf !== undefined && !homes.has(needsOf(taken.item))) homes.set(needsOf(taken.item), worker);
    return taken.item;
  };
  await Promise.all(
    workers.map(async (worker) => {
      try {
        for (let item = take(worker); item !== null; item = take(worker)) await work(worker, item);
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      }
    }),
  );
  return skipped + pending.length;
}
