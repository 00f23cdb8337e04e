import type { LookupTime, OptionSweep, SweepPoint } from './option-sweeps';

/** A point as it is drawn: one of an option's value, cold or warm. */
export interface SweepMark {
  readonly id: string;
  readonly line: string;
  readonly point: SweepPoint;
  readonly cache: 'cold' | 'warm';
  readonly time: LookupTime;
  readonly x: number;
  readonly y: number;
}

/** The second line style. */
export const warmDashes = '4 3';
export const operationOf = { cold: 'lookup', warm: 'warmLookup' } as const;

/** Line by line, first the cold look-ups, then the warm ones, each by rising value. */
export function sweepMarks({ lines }: OptionSweep): SweepMark[] {
  return lines.flatMap((line) =>
    (['cold', 'warm'] as const).flatMap((cache) =>
      line.points.flatMap((point): SweepMark[] => {
        const time = point[cache];
        return time === null ? [] : [{ id: `${point.row.key}:${cache}`, line: line.key, point, cache, time, x: time.bestMs, y: point.ratio }];
      }),
    ),
  );
}
