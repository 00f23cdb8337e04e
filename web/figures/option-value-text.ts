import { formatBytes, formatCount } from './figures';

const byteUnits = ['B', 'byte', 'bytes'];

/** `128 KiB` where a value in bytes is whole KiB, else `8.13 kB` from 1,000 on; of other units the number with its unit. */
export function optionValueText(unit: string | undefined, value: number): string {
  if (unit === undefined) return formatCount(value);
  if (!byteUnits.includes(unit) || value < 1_000) return `${formatCount(value)} ${unit}`;
  return value % 1_024 === 0 ? `${formatCount(value / 1_024)} KiB` : formatBytes(value);
}
