/**
 * Counts the work of tests that does not depend on the machine: megabytes encoded, workers started. docs/testing.md has a budget for each kind, and
 * `npm test` fails where a layer exceeds one.
 */

const key = Symbol.for('formatlab.countedWork');
/** One for all files that a page loads, whose modules may be loaded anew. */
const shared = globalThis as typeof globalThis & { [key]?: Map<string, number> };

/** @param kind a name with its unit, as docs/testing.md has it: `encodedBytes` */
export function countWork(kind: string, amount: number): void {
  shared[key] ??= new Map();
  shared[key].set(kind, (shared[key].get(kind) ?? 0) + amount);
}

/** What has been counted since the last call. */
export function takeWork(): Readonly<Record<string, number>> {
  const taken = Object.fromEntries(shared[key] ?? []);
  shared[key]?.clear();
  return taken;
}
