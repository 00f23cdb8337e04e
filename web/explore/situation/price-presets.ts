import type { Situation } from '../../view/situation';

/** List prices of an object store, with their date. In US dollars, for the first step of prices that fall with the amount. */
export interface PricePreset
  extends Pick<Situation, 'storagePerGbMonth' | 'egressPerGb' | 'per1000Reads' | 'per1000Writes' | 'retrievalPerGb'> {
  readonly id: string;
  readonly label: string;
  /** The first day of the month in which these were the prices. */
  readonly asOf: string;
  readonly source: string;
}

export const pricePresets: readonly PricePreset[] = [
  {
    id: 's3',
    label: 'Amazon S3 Standard, US East',
    storagePerGbMonth: 0.023,
    egressPerGb: 0.09,
    per1000Reads: 0.0004,
    per1000Writes: 0.005,
    retrievalPerGb: 0,
    asOf: '2026-05-01',
    source: 'aws.amazon.com/s3/pricing',
  },
  {
    id: 'gcs',
    label: 'Google Cloud Storage Standard, us-east1',
    storagePerGbMonth: 0.02,
    egressPerGb: 0.12,
    per1000Reads: 0.0004,
    per1000Writes: 0.005,
    retrievalPerGb: 0,
    asOf: '2026-05-01',
    source: 'cloud.google.com/storage/pricing-examples',
  },
  {
    id: 'azure',
    label: 'Azure Blob Storage, hot, LRS, US',
    storagePerGbMonth: 0.018,
    egressPerGb: 0.087,
    per1000Reads: 0.0004,
    per1000Writes: 0.005,
    retrievalPerGb: 0,
    asOf: '2026-05-01',
    source: 'azure.microsoft.com/pricing/details/storage/blobs',
  },
];

const prices = ['storagePerGbMonth', 'egressPerGb', 'per1000Reads', 'per1000Writes', 'retrievalPerGb'] as const;

/** The prices of a preset, as a part of a situation. */
export function pricesOf(preset: PricePreset): Pick<Situation, (typeof prices)[number]> {
  const { storagePerGbMonth, egressPerGb, per1000Reads, per1000Writes, retrievalPerGb } = preset;
  return { storagePerGbMonth, egressPerGb, per1000Reads, per1000Writes, retrievalPerGb };
}

/** The preset whose prices the situation has. Null if they are the user's own. */
export const pricePresetOf = (situation: Situation): PricePreset | null =>
  pricePresets.find((preset) => prices.every((price) => preset[price] === situation[price])) ?? null;

/** True if the prices are from more than a year ago. */
export function isOutdated({ asOf }: Pick<PricePreset, 'asOf'>, today: Date): boolean {
  const limit = new Date(asOf);
  limit.setUTCFullYear(limit.getUTCFullYear() + 1);
  return today > limit;
}

/** `May 2026`. */
export const monthOf = ({ asOf }: Pick<PricePreset, 'asOf'>): string =>
  new Date(asOf).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
