import { formatBytes, formatMs } from './figures';

/** Removes trailing zeros: `1.50 GB` becomes `1.5 GB`. */
export const trimmed = (text: string) => text.replace(/(\.\d*?)0+(?=\s|$)/, '$1').replace(/\.(?=\s|$)/, '');

export const formatMsTick = (ms: number) => trimmed(formatMs(ms));
export const formatBytesTick = (bytes: number) => trimmed(formatBytes(bytes));
