import { optionHasEffect, type OptionDescriptor } from '../../../workers/model/options';
import { type Candidate, candidateKey } from '../../../workers/model/plan';
import * as metadata from '../../../workers/registry/metadata';
import { type CandidateNames, nameCandidates, noCodecId, type Registry } from '../../figures/candidate-names';
import { optionValueText } from '../../figures/option-value-text';
import {
  type CompletedRow,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
} from '../../figures/rows';

/**
 * Option sweeps: candidates that differ only in one numeric option of their format. A chart shows them as lines of
 * ratio against look-up time.
 */

/** An option of a format whose values are numbers. */
export type NumericOption = Extract<OptionDescriptor, { type: 'integer' | 'number' }>;

/** The lines of one swept option of one format. */
export interface OptionSweep {
  /** The format and the option, such as `treedbm/maxPageSize`. Unique in a run. */
  readonly key: string;
  readonly format: string;
  readonly formatId: string;
  readonly option: NumericOption;
  readonly lines: readonly OptionSweepLine[];
}

/** Candidates that are equal except for the swept option. */
interface OptionSweepLine {
  readonly key: string;
  readonly names: CandidateNames;
  /** The codec if no other line has the same, or the candidate's name. The chart's title names the format. */
  readonly label: string;
  /** At least two points, by ascending value of the option. */
  readonly points: readonly OptionSweepPoint[];
}

/** A candidate in a sweep: its value of the option, ratio, and times of a cold and a warm look-up. */
export interface OptionSweepPoint {
  readonly row: CompletedRow;
  readonly value: number;
  readonly valueText: string;
  readonly ratio: number;
  readonly cold: LookupTime | null;
  readonly warm: LookupTime | null;
}

/** The time of one look-up, with its interval or percentile span from `lowMs` to `highMs`. */
export interface LookupTime {
  readonly figures: MeasuredFigures;
  readonly bestMs: number;
  readonly lowMs: number;
  readonly highMs: number;
}

/**
 * Finds the option sweeps in a plan's `candidates`. Only completed candidates with a ratio and a look-up time count.
 * `rows` are those of one dataset.
 */
export function optionSweeps(
  rows: readonly ResultRow[],
  candidates: readonly Candidate[],
  registry: Registry = metadata,
): OptionSweep[] {
  const sweeps = new Map<
    string,
    {
      format: string;
      formatId: string;
      option: NumericOption;
      groups: Map<string, { like: Candidate; points: OptionSweepPoint[] }>;
    }
  >();
  for (const row of rows.filter(isCompleted)) {
    const candidate = candidates[row.candidate];
    if (candidate === undefined || row.ratio === null) continue;
    const cold = lookupTime(row, 'lookup');
    const warm = lookupTime(row, 'warmLookup');
    if (cold === null && warm === null) continue;
    for (const option of numericOptions(candidate, registry)) {
      const set = candidateOptionValue(option, candidate);
      if (set === null) continue;
      const key = `${candidate.format}/${option.id}`;
      const sweep = sweeps.get(key) ?? {
        format: row.names.format,
        formatId: candidate.format,
        option,
        groups: new Map(),
      };
      sweeps.set(key, sweep);
      const like = { ...candidate, options: { ...candidate.options, [option.id]: option.default } };
      const group = sweep.groups.get(candidateKey(like)) ?? { like, points: [] };
      sweep.groups.set(candidateKey(like), group);
      group.points.push({ row, value: set.value, valueText: set.text, ratio: row.ratio, cold, warm });
    }
  }
  return [...sweeps].flatMap(([key, { format, formatId, option, groups }]) => {
    const swept = [...groups].filter(([, { points }]) => new Set(points.map(({ value }) => value)).size > 1);
    if (swept.length === 0) return [];
    const names = nameCandidates(
      swept.map(([, { like }]) => like),
      registry,
    );
    const lines = swept.flatMap(([lineKey, { points }], index): OptionSweepLine[] => {
      const own = names[index];
      return own === undefined
        ? []
        : [
            {
              key: lineKey,
              names: own,
              label: lineLabel(own, names),
              points: points.toSorted((a, b) => a.value - b.value),
            },
          ];
    });
    return [{ key, format, formatId, option, lines }];
  });
}

const codecText = ({ codec, codecId, level }: CandidateNames) =>
  codecId === noCodecId ? 'no codec' : `${codec}${level === null ? '' : ` ${level}`}`;

function lineLabel(own: CandidateNames, all: readonly CandidateNames[]): string {
  return all.filter((other) => codecText(other) === codecText(own)).length === 1 ? codecText(own) : own.label;
}

/**
 * A candidate's value of an option, as a number and as text with its unit. Null if the candidate doesn't set the
 * option.
 */
export function candidateOptionValue(
  { id, unit }: NumericOption,
  { options }: Candidate,
): { readonly value: number; readonly text: string } | null {
  const value = options[id];
  return typeof value === 'number' ? { value, text: optionValueText(unit, value) } : null;
}

function numericOptions({ format, implementation, codec }: Candidate, registry: Registry): NumericOption[] {
  const options = registry.formats.get(format)?.implementations.find(({ id }) => id === implementation)?.options ?? [];
  return options.filter(
    (option): option is NumericOption =>
      (option.type === 'integer' || option.type === 'number') && optionHasEffect(option, codec?.id ?? null),
  );
}

function lookupTime(row: CompletedRow, operation: 'lookup' | 'warmLookup'): LookupTime | null {
  const figures = measuredFigures(row, operation);
  if (figures === null || figures.throughput === null || figures.itemsPerCall === 0) return null;
  const each = (ms: number) => ms / figures.itemsPerCall;
  return {
    figures,
    bestMs: each(figures.summary.bestMs),
    lowMs: each(figures.spread.lowMs),
    highMs: each(figures.spread.highMs),
  };
}
