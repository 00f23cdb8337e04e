import type { Candidate, DatasetSpec } from '../../../workers/model/plan';
import type { Contender } from '../../decide/contenders';
import type { CompletedRow } from '../../figures/rows';

/** A measured cell with everything that a field can be read from. */
export interface MeasuredCell {
  /** Unique among the cells of the chart. */
  readonly key: string;
  readonly row: CompletedRow;
  readonly candidate: Candidate;
  readonly dataset: DatasetSpec;
  /** The index of the dataset in the shown run. */
  readonly datasetIndex: number;
  /** True for a cell of the run that is shown, false for one of the compared run. */
  readonly isShownRun: boolean;
  /** The machine that measured the cell. */
  readonly machine: string;
  /** The run that the cell is from: `this run`, or `compared run`. */
  readonly source: string;
  /** The figures that the total of the situation is computed from, or a sentence that says why there is no total. */
  readonly contender: Contender | string;
}

/** A cell's value of a field, or why it has none, as words for a list of omitted candidates. */
export type NumberReading =
  | {
      readonly status: 'value';
      readonly value: number;
      /** The interval of the value. Both limits equal an exact value. */
      readonly low: number;
      readonly high: number;
    }
  | { readonly status: 'none'; readonly reason: string };

export type FieldGroup =
  | 'File'
  | 'Operation'
  | 'Each operation'
  | 'Memory and set-up'
  | 'Situation'
  | 'Candidate'
  | 'Data'
  | 'Run';

interface FieldBase {
  /** What links contain: `ratio`, `decode.time`, `option.encoding`. */
  readonly id: string;
  /** The name in a list of fields: `Decode time`. */
  readonly label: string;
  readonly group: FieldGroup;
  /** The name in a title or within a sentence: `decode throughput`. */
  readonly phrase: string;
  /** The title of an axis: the name, and how the value is computed. */
  readonly axisTitle: string;
  /** True if the field differs between datasets of a run, so that a chart of it shows all of them. */
  readonly ofDataset: boolean;
}

/** Draws of rounds, the same for all candidates that are compared: see `createReplicates`. */
export interface RoundDraws {
  /** The median of the best times of each replicate's rounds, in milliseconds. */
  readonly bests: (bestMsByRound: ReadonlyMap<number, number>) => Float64Array;
  readonly totals: (contender: Contender) => Float64Array;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  /** Which values are better. Null if neither is, so that there is no frontier. */
  readonly better: 'smaller' | 'larger' | null;
  /** False for a field whose values may be zero or negative, such as levels. */
  readonly canBeLog: boolean;
  /** True if the field takes few values, so that each has a panel if the chart is divided by it. */
  readonly isDiscrete: boolean;
  /** A value that the axis always includes, such as the ratio 1. Null if there is none. */
  readonly reference: number | null;
  readonly read: (cell: MeasuredCell) => NumberReading;
  /** The value in each bootstrap replicate. Null if it is exact. */
  readonly replicated: (cell: MeasuredCell, draws: RoundDraws) => Float64Array | null;
  readonly format: (value: number) => string;
  readonly formatTick: (value: number) => string;
  /** The unit in which a person types a value, such as `MB/s`, and how many of the field's units it is. */
  readonly entry: { readonly unit: string; readonly factor: number };
}

export interface CategoryField extends FieldBase {
  readonly kind: 'category';
  /** The cell's category. Null if it has none, as a candidate without the option. */
  readonly read: (cell: MeasuredCell) => string | null;
}

export type Field = NumberField | CategoryField;

export const exactly = (value: number): NumberReading => ({ status: 'value', value, low: value, high: value });
export const noReading = (reason: string): NumberReading => ({ status: 'none', reason });

/** A cell's value of any field as text. Null if it has none. */
export function fieldText(field: Field, cell: MeasuredCell): string | null {
  if (field.kind === 'category') return field.read(cell);
  const reading = field.read(cell);
  return reading.status === 'value' ? field.format(reading.value) : null;
}
