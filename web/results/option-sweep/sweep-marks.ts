import { type PublishedMark, shortNameWithSource } from '../../sources/marks';
import type { ScatterPublishedMark } from '../PublishedFigures';
import { scatterPublishedMarks } from '../published-points';
import { type LookupTime, type OptionSweep, candidateOptionValue, type OptionSweepPoint } from './option-sweeps';

/** A point as it is drawn: one of an option's value, cold or warm. */
export interface OptionSweepMark {
  readonly id: string;
  readonly line: string;
  readonly point: OptionSweepPoint;
  readonly cache: 'cold' | 'warm';
  readonly time: LookupTime;
  readonly x: number;
  readonly y: number;
}

/** The second line style. */
export const warmLineDashes = '4 3';
export const lookupOperations = { cold: 'lookup', warm: 'warmLookup' } as const;

/** Line by line, first the cold look-ups, then the warm ones, each by rising value. */
export function optionSweepMarks({ lines }: OptionSweep): OptionSweepMark[] {
  return lines.flatMap((line) =>
    (['cold', 'warm'] as const).flatMap((cache) =>
      line.points.flatMap((point): OptionSweepMark[] => {
        const time = point[cache];
        return time === null
          ? []
          : [{ id: `${point.row.key}:${cache}`, line: line.key, point, cache, time, x: time.bestMs, y: point.ratio }];
      }),
    ),
  );
}

/** A published ratio of a line's format and codec at a value of the option. Sources print no time of a look-up with it: it has a height alone. */
export interface OptionSweepPublishedMark {
  readonly mark: ScatterPublishedMark;
  readonly label: string;
}

export function optionSweepPublishedMarks(
  sweep: OptionSweep,
  published: readonly PublishedMark[],
): OptionSweepPublishedMark[] {
  const codecsShown = new Set(sweep.lines.map(({ names }) => names.codecId));
  return published.flatMap((each) => {
    if (each.candidate === null || each.candidate.format !== sweep.formatId || !codecsShown.has(each.codecId))
      return [];
    const value = candidateOptionValue(sweep.option, each.candidate);
    const [mark] = scatterPublishedMarks([each]);
    return value === null || mark === undefined
      ? []
      : [{ mark, label: shortNameWithSource({ ...each, shortLabel: `${each.codecId}, ${value.text}` }) }];
  });
}
