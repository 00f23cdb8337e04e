import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';

/** The source's columns, in its order. */
export const columnNames = ['x', 'y', 'ax', 'ay', 'ax0', 'ay0', 'ax1', 'ay1'] as const;

/** The parameters of the workload. */
interface EventParameters {
  readonly zeroShare: number;
  readonly duplicateShare: number;
  readonly distinctValues: number;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): EventParameters {
  return {
    zeroShare: Number(parameters.zeroShare),
    duplicateShare: Number(parameters.duplicateShare),
    distinctValues: Number(parameters.distinctValues),
  };
}

export const meta: WorkloadMeta = {
  id: 'events',
  notInNativeScript: null,
  label: 'Events',
  kind: 'table',
  description:
    'A table of eight int64 columns that each count 0, 1, 2 …, like the test data of a particle-physics event tree.',
  source: '004',
  parameters: [
    {
      type: 'number',
      id: 'zeroShare',
      label: 'Share of zeros',
      help: 'Each value is 0 with this probability, instead of its count.',
      min: 0,
      max: 1,
      step: 0.05,
      default: 0,
    },
    {
      type: 'number',
      id: 'duplicateShare',
      label: 'Share of repeated values',
      help: 'The share of the non-zero values that are drawn at random from a small pool.',
      min: 0,
      max: 1,
      step: 0.05,
      default: 0,
    },
    {
      type: 'integer',
      id: 'distinctValues',
      label: 'Values in the pool',
      help: 'The repeated values are drawn from 0 to this number minus one.',
      min: 1,
      max: 65_536,
      default: 256,
    },
  ],
  sizeUnit: 'rows',
  size: { min: 1, max: 100_000_000, default: 100_000 },
  presets: [
    { label: '100,000', size: 100_000, note: '6.4 MB: a quick run.' },
    { label: '1 million', size: 1_000_000, note: '64 MB.' },
    { label: '10 million', size: 10_000_000, note: '640 MB.' },
    { label: '100 million', size: 100_000_000, note: '6.4 GB: the source’s size, too large for a tab.' },
  ],
  dataBytes: (_parameters, size) => size * columnNames.length * 8,
  schema: () => ({ kind: 'table', columns: columnNames.map((name) => ({ name, type: 'int64', nullable: false })) }),
};
