import type { Situation } from '../view/situation';
import { bandwidthBreaks, latencyBreaks, lookupBreaks, priceBreaks } from './slope-breaks';
import type { CandidateFigures } from './totals';

/** The parameters of a situation that can be the axis of the break-even chart, and whose change can change the answer. */
export const axisIds = [
  'bandwidth',
  'writes',
  'reads',
  'columnReads',
  'lookups',
  'latencyMs',
  'months',
  'storagePerGbMonth',
  'egressPerGb',
  'corePerHour',
] as const;
export type AxisId = (typeof axisIds)[number];

const counts: ReadonlySet<AxisId> = new Set(['writes', 'reads', 'columnReads', 'lookups']);
/** True for a figure of the situation that counts how often something is done. */
export const isCount = (axis: AxisId) => counts.has(axis);

/**
 * A parameter as an axis. The total of every candidate is piecewise linear in `u(value)`, which is what makes the crossings exact: for a
 * bandwidth `u` is the time for one byte, for all others the value itself.
 */
export interface Axis {
  readonly id: AxisId;
  /** The values that the chart shows, and in which another answer is looked for. */
  readonly min: number;
  readonly max: number;
  /** The parameter's value in a situation. Null if the situation has none, as without a link. */
  readonly valueOf: (situation: Situation) => number | null;
  readonly withValue: (situation: Situation, value: number) => Situation;
  readonly toU: (value: number) => number;
  readonly fromU: (u: number) => number;
  /** The values of `u`, besides both ends, at which a candidate's total changes its slope. */
  readonly breaks: (situation: Situation, figures: CandidateFigures) => readonly number[];
}

const same = (value: number) => value;
const none = () => [];

function plainAxis(id: Exclude<AxisId, 'bandwidth'>, min: number, max: number, breaks: Axis['breaks'] = none): Axis {
  return {
    id,
    min,
    max,
    valueOf: (situation) => situation[id],
    withValue: (situation, value) => ({ ...situation, [id]: value }),
    toU: same,
    fromU: same,
    breaks,
  };
}

/** Uploads as a share of downloads. The axis keeps it. Without one of the two, the other one alone changes; without both, both appear. */
function withBandwidth(situation: Situation, downloadBytesPerSecond: number): Situation {
  const { uploadBytesPerSecond: upload, downloadBytesPerSecond: download } = situation;
  if (download === null && upload === null)
    return { ...situation, downloadBytesPerSecond, uploadBytesPerSecond: downloadBytesPerSecond };
  if (download === null) return { ...situation, uploadBytesPerSecond: downloadBytesPerSecond };
  if (upload === null) return { ...situation, downloadBytesPerSecond };
  return { ...situation, downloadBytesPerSecond, uploadBytesPerSecond: (upload / download) * downloadBytesPerSecond };
}

const bandwidth: Axis = {
  id: 'bandwidth',
  min: 1e4,
  max: 1e10,
  valueOf: ({ downloadBytesPerSecond, uploadBytesPerSecond }) => downloadBytesPerSecond ?? uploadBytesPerSecond,
  withValue: withBandwidth,
  toU: (bytesPerSecond) => 1 / bytesPerSecond,
  fromU: (secondsPerByte) => 1 / secondsPerByte,
  // `u` is the time for one byte of a link that downloads 1 byte a second.
  breaks: (situation, figures) => bandwidthBreaks(situation, figures, withBandwidth(situation, 1)),
};

const latency: Axis = {
  ...plainAxis('latencyMs', 0.01, 1e4, latencyBreaks),
  // Without a link there is nothing to wait for.
  valueOf: ({ latencyMs, uploadBytesPerSecond, downloadBytesPerSecond }) =>
    latencyMs === 0 && uploadBytesPerSecond === null && downloadBytesPerSecond === null ? null : latencyMs,
};

export const axes: Readonly<Record<AxisId, Axis>> = {
  bandwidth,
  writes: plainAxis('writes', 0.01, 1e6),
  reads: plainAxis('reads', 0.01, 1e6),
  columnReads: plainAxis('columnReads', 0.01, 1e6),
  lookups: plainAxis('lookups', 1, 1e9, lookupBreaks),
  latencyMs: latency,
  months: plainAxis('months', 0.1, 1_200),
  storagePerGbMonth: plainAxis('storagePerGbMonth', 1e-4, 10),
  egressPerGb: plainAxis('egressPerGb', 1e-4, 10, (situation, figures) =>
    priceBreaks(situation, figures, 'egressPerGb'),
  ),
  corePerHour: plainAxis('corePerHour', 1e-4, 10, (situation, figures) =>
    priceBreaks(situation, figures, 'corePerHour'),
  ),
};

const ofTime: readonly AxisId[] = ['bandwidth', 'writes', 'reads', 'columnReads', 'lookups', 'latencyMs'];
const ofMoney: readonly AxisId[] = [
  'months',
  'storagePerGbMonth',
  'egressPerGb',
  'corePerHour',
  'writes',
  'reads',
  'columnReads',
  'lookups',
];

/** The axes on which the goal depends. The size of a file depends on none. */
export const axesOf = ({ goal }: Situation): readonly Axis[] =>
  (goal === 'time' ? ofTime : goal === 'money' ? ofMoney : []).map((id) => axes[id]);
