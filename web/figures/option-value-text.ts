import { formatBytes, formatCount } from './figures';

const byteUnits = ['B', 'byte', 'bytes'];

/** An option's number with its unit. From 1,000 bytes it is written as `128 KiB` if it is a whole number of KiB, otherwise as `8.13 kB`. */
export function optionValueText(unit: string | undefined, value: number): string {
  if (unit === undefined) return formatCount(value);
  if (!byteUnits.includes(unit) || value < 1_000) return `${formatCount(value)} ${unit}`;
  return value % 1_024 === 0 ? `${formatCount(value / 1_024)} KiB` : formatBytes(value);
}
