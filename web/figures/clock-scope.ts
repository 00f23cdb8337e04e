import type { ClockScope } from '../../workers/model/entry';

/**
 * Whether two clocks ran over the same work, so that a factor between them means something. Every measured clock runs between the natural
 * in-memory form and bytes: converting and allocating are part of a format's own way there, not another scope. Generating, reading, writing
 * and reducing are.
 */
export function equalScope(a: readonly ClockScope[], b: readonly ClockScope[]): boolean {
  return outside.every((scope) => a.includes(scope) === b.includes(scope));
}

const outside = ['generate', 'write', 'read', 'reduce'] as const satisfies readonly ClockScope[];

/** `convert + encode`: what the clock includes, for a table's cell. */
export function formatClock(clock: readonly ClockScope[]): string {
  return clock.join(' + ');
}
