import type { ClockScope } from '../../workers/model/entry';

/**
 * True if two clocks included the same work, so that a factor between their times is meaningful. Every measured clock runs between the natural
 * in-memory form and bytes. Converting and allocating are part of a format's own work, so they are ignored. Generating, reading, writing and
 * reducing must match.
 */
export function equalScope(a: readonly ClockScope[], b: readonly ClockScope[]): boolean {
  return outside.every((scope) => a.includes(scope) === b.includes(scope));
}

const outside = ['generate', 'write', 'read', 'reduce'] as const satisfies readonly ClockScope[];

/** The steps that a clock includes, for a table's cell: `convert + encode`. */
export function formatClock(clock: readonly ClockScope[]): string {
  return clock.join(' + ');
}
