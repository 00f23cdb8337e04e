import { prefixed } from './figures';
import { trimmed } from './tick-texts';

/** The unit of throughput: bytes of the data in memory per second, or look-ups per second. */
export type ThroughputUnit = 'bytes' | 'lookups';

export function formatThroughput(perSecond: number, unit: ThroughputUnit, digits = 3): string {
  return unit === 'bytes'
    ? `${prefixed(perSecond, 'B', digits)}/s`
    : `${prefixed(perSecond, '', digits, '\u2009').trimEnd()} look-ups/s`;
}

export function formatThroughputTick(perSecond: number, unit: ThroughputUnit): string {
  return `${trimmed(prefixed(perSecond, unit === 'bytes' ? 'B' : '', 3)).trimEnd()}/s`;
}

/** A rate of calls, records or pages: `124 k/s`. */
export function formatRate(perSecond: number): string {
  return `${prefixed(perSecond, '', 3).trimEnd()}/s`;
}
