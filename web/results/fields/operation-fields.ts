import type { Operation } from '../../../workers/model/plan';
import type { RoundSamples } from '../../../workers/model/result';
import { smallestValue } from '../../../workers/model/statistics/samples';
import { belowResolution } from '../../figures/best-time';
import { formatMs } from '../../figures/figures';
import { formatMsTick } from '../../figures/tick-texts';
import { formatThroughput, formatThroughputTick, type ThroughputUnit } from '../../figures/throughput';
import { operationNames, operationPhrase, type OperationSubjects } from '../../figures/operation-names';
import { type MeasuredFigures, throughputRange } from '../../figures/rows';
import { type FieldGroup, type MeasuredCell, type NumberField, type NumberReading, noReading } from './field';

interface OperationFieldOptions {
  readonly id: string;
  readonly label: string;
  readonly group: FieldGroup;
  readonly operation: Operation;
  readonly subjects: OperationSubjects;
}

const isLookup = (operation: Operation) => operation === 'lookup' || operation === 'warmLookup';

/** The throughput of an operation: bytes of data, or look-ups, divided by the best time. */
export function throughputField({ id, label, group, operation, subjects }: OperationFieldOptions): NumberField {
  const unit: ThroughputUnit = isLookup(operation) ? 'lookups' : 'bytes';
  const phrase = throughputPhrase(operation, subjects);
  const what = unit === 'lookups' ? 'look-ups' : operation === 'project' ? 'the column in memory' : 'data in memory';
  return {
    kind: 'number',
    id,
    label,
    group,
    phrase,
    axisTitle: `${phrase}: ${what} ÷ best time`,
    ofDataset: false,
    better: 'larger',
    canBeLog: true,
    isDiscrete: false,
    reference: null,
    read: (cell) =>
      readFigures(cell, operation, (figures, throughput) => {
        const range = throughputRange(figures);
        return {
          status: 'value',
          value: throughput,
          low: range?.low ?? throughput,
          high: range?.high ?? throughput,
        };
      }),
    replicated: (cell, draws) => {
      const figures = cell.row.operations[operation];
      if (figures?.status !== 'measured') return null;
      const bests = draws.bests(roundBests(figures.rounds));
      return bests.map((ms) => figures.itemsPerCall / (ms / 1_000));
    },
    format: (value) => formatThroughput(value, unit),
    formatTick: (value) => formatThroughputTick(value, unit),
    entry: unit === 'bytes' ? { unit: 'MB/s', factor: 1e6 } : { unit: 'look-ups/s', factor: 1 },
  };
}

/** The best time of one call of an operation. */
export function timeField({ id, label, group, operation, subjects }: OperationFieldOptions): NumberField {
  const subject = subjects[operation];
  const phrase =
    subject === undefined
      ? `${operationPhrase(operation, subjects)} time`
      : `time of ${operationPhrase(operation, subjects)}`;
  return {
    kind: 'number',
    id,
    label,
    group,
    phrase,
    axisTitle: `best ${phrase}`,
    ofDataset: false,
    better: 'smaller',
    canBeLog: true,
    isDiscrete: false,
    reference: null,
    read: (cell) =>
      readFigures(cell, operation, ({ summary, spread }) => ({
        status: 'value',
        value: summary.bestMs,
        low: spread.lowMs,
        high: spread.highMs,
      })),
    replicated: (cell, draws) => {
      const figures = cell.row.operations[operation];
      return figures?.status === 'measured' ? draws.bests(roundBests(figures.rounds)) : null;
    },
    format: formatMs,
    formatTick: formatMsTick,
    entry: { unit: 'ms', factor: 1 },
  };
}

function readFigures(
  { row }: MeasuredCell,
  operation: Operation,
  read: (figures: MeasuredFigures, throughput: number) => NumberReading,
): NumberReading {
  const figures = row.operations[operation];
  if (figures === undefined) return noReading(`“${operationNames[operation]}” was not measured in this run`);
  if (figures.status !== 'measured') return noReading(figures.reason);
  if (figures.throughput === null) return noReading(belowResolution);
  return read(figures, figures.throughput);
}

/** Names the throughput of an operation: `encode throughput`, `throughput of reading the column city`. */
function throughputPhrase(operation: Operation, subjects: OperationSubjects): string {
  const phrase = operationPhrase(operation, subjects);
  return subjects[operation] === undefined ? `${phrase} throughput` : `throughput of ${phrase}`;
}

/** Kept by the samples, so that what is computed from the best times can be kept as well. */
const bestsOnce = new WeakMap<readonly RoundSamples[], ReadonlyMap<number, number>>();

/** The best time of each round that has samples, in milliseconds per call, by the number of the round. */
export function roundBests(rounds: readonly RoundSamples[]): ReadonlyMap<number, number> {
  const known = bestsOnce.get(rounds);
  if (known !== undefined) return known;
  const bests = new Map(
    rounds
      .filter(({ samplesMs }) => samplesMs.length > 0)
      .map(({ round, samplesMs }) => [round, smallestValue(samplesMs)]),
  );
  bestsOnce.set(rounds, bests);
  return bests;
}
