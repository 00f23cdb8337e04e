import { type PublishedMark, shortNameWithSource } from '../../sources/marks';
import type { ScatterPublishedMark } from '../PublishedFigures';
import { scatterPublishedMarks } from '../published-points';
import { type LookupTime, type OptionSweep, candidateOptionValue, type OptionSweepPoint } from './option-sweeps';

/** A mark of the chart: one value of the option with cold or with warm look-ups. */
export interface OptionSweepMark {
  readonly id: string;
  readonly line: string;
  readonly point: OptionSweepPoint;
  readonly cache: 'cold' | 'warm';
  readonly time: LookupTime;
  /** The best time of one look-up, in milliseconds. */
  readonly x: number;
  /** The compression ratio. */
  readonly y: number;
}

/** The dash pattern of lines of warm look-ups. Lines of cold ones are solid. */
export const warmLineDashes = '4 3';
/** The operation that measures look-ups with a cold or a warm cache. */
export const lookupOperations = { cold: 'lookup', warm: 'warmLookup' } as const;

/**
 * The marks of a sweep, line by line: first the cold look-ups, then the warm ones, each by ascending value of the
 * option.
 */
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

/**
 * A published ratio for the format and codec of a line, at one value of the option. The mark has no x position, because
 * sources print no look-up time.
 */
export interface OptionSweepPublishedMark {
  readonly mark: ScatterPublishedMark;
  readonly label: string;
}

/** The published marks for the format and codecs of a sweep. */
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
