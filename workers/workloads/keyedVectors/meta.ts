import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';

/** Length of `seq%010d`, the source's ids. */
const idLength = 13;

export const distributions = ['uniform', 'normal', 'quantised', 'realLike'] as const;
export type Distribution = (typeof distributions)[number];

/** The parameters of the workload. */
export interface KeyedVectorParameters {
  readonly dimension: number;
  readonly elementType: 'float64' | 'float32';
  readonly distribution: Distribution;
  readonly zeroShare: number;
  readonly duplicateShare: number;
  readonly distinctValues: number;
  /** Decimals to which values are rounded; null keeps all 53 bits. */
  readonly decimals: number | null;
  /** Significant bits to which values are rounded, before they are rounded to decimals: 53 keeps all. */
  readonly significantBits: number;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): KeyedVectorParameters {
  return {
    dimension: Number(parameters.dimension),
    elementType: parameters.elementType === 'float32' ? 'float32' : 'float64',
    distribution: distributions.find((known) => known === parameters.distribution) ?? 'uniform',
    zeroShare: Number(parameters.zeroShare),
    duplicateShare: Number(parameters.duplicateShare),
    distinctValues: Number(parameters.distinctValues),
    decimals: parameters.decimals === 'full' ? null : Number(parameters.decimals),
    significantBits: Number(parameters.significantBits),
  };
}

const digits = Array.from({ length: 15 }, (_, index) => String(index + 1));

export const meta: WorkloadMeta = {
  id: 'keyedVectors',
  notInNativeScript: null,
  label: 'Vectors by id',
  kind: 'keyedVectors',
  description:
    'A dictionary of id → vector, like protein embeddings of ESM-2 650M: ids seq0000000000 …. The source’s values are uniform over [0, 1); other distributions, fewer digits and zeros show what they change.',
  source: '000',
  parameters: [
    {
      type: 'integer',
      id: 'dimension',
      label: 'Dimension',
      unit: 'values per vector',
      help: '1,280 is the length of an ESM-2 650M embedding.',
      min: 8,
      max: 4_096,
      default: 1_280,
    },
    {
      type: 'choice',
      id: 'elementType',
      label: 'Element type',
      help: 'float32 rounds each value to 24 significant bits.',
      choices: [
        { value: 'float64', label: 'float64' },
        { value: 'float32', label: 'float32' },
      ],
      default: 'float64',
    },
    {
      type: 'choice',
      id: 'distribution',
      label: 'Distribution of values',
      help: 'Uniform over [0, 1); normal with mean 0 and deviation 1; quantised: normal in 255 steps, as int8 has. “Like embeddings” is a model, not measured data: float32 values of 14 common components and noise, each dimension with its own scale.',
      choices: [
        { value: 'uniform', label: 'uniform' },
        { value: 'normal', label: 'normal' },
        { value: 'quantised', label: 'quantised' },
        { value: 'realLike', label: 'like embeddings' },
      ],
      default: 'uniform',
    },
    {
      type: 'number',
      id: 'zeroShare',
      label: 'Share of zeros',
      help: 'Each value is 0 with this probability.',
      min: 0,
      max: 1,
      step: 0.05,
      default: 0,
    },
    {
      type: 'number',
      id: 'duplicateShare',
      label: 'Share of repeated values',
      help: 'The share of the non-zero values that are drawn from a small pool.',
      min: 0,
      max: 1,
      step: 0.05,
      default: 0,
    },
    {
      type: 'integer',
      id: 'distinctValues',
      label: 'Values in the pool',
      help: 'The number of distinct values in the pool.',
      min: 1,
      max: 65_536,
      default: 256,
    },
    {
      type: 'choice',
      id: 'decimals',
      label: 'Decimal digits kept',
      help: 'Rounds each value to this many decimals, like data that was once text.',
      choices: [{ value: 'full', label: 'all (53 bits)' }, ...digits.map((value) => ({ value, label: value }))],
      default: 'full',
    },
    {
      type: 'integer',
      id: 'significantBits',
      label: 'Significant bits kept',
      unit: 'of 53',
      help: 'Rounds each value to this many: 24 as float32 has, 11 as float16, 8 as bfloat16.',
      min: 1,
      max: 53,
      default: 53,
    },
  ],
  sizeUnit: 'vectors',
  size: { min: 1, max: 1_000_000, default: 800 },
  presets: [
    { label: '800', size: 800, note: '8 MB: a quick run.' },
    { label: '2,000', size: 2_000, note: '20 MB.' },
    { label: '10,000', size: 10_000, note: '102 MB: the source’s first size.' },
    { label: '50,000', size: 50_000, note: '512 MB: the source’s second size.' },
    {
      label: '100,000',
      size: 100_000,
      note: '1 GB: the source’s third size. Most tabs cannot hold its four copies.',
    },
    { label: '500,000', size: 500_000, note: '5 GB: the source’s largest size, too large for a tab.' },
  ],
  dataBytes: (parameters, size) => {
    const { dimension, elementType } = readParameters(parameters);
    return 4 * (size + 1) + idLength * size + size * dimension * (elementType === 'float64' ? 8 : 4);
  },
  schema: (parameters) => {
    const { dimension, elementType } = readParameters(parameters);
    return { kind: 'keyedVectors', elementType, dimension };
  },
};
